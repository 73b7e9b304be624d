import { expect, test } from '@jest/globals';
import { type ComparedRequest } from './compare-sites.js';
import { type Difference } from './compare-responses.js';
import { reportOf, reportText } from './report.js';

const request = (route: string, ...differences: Difference[]): ComparedRequest => ({
  route,
  path: route,
  query: '',
  differences,
  known: [],
});

test('equal differences of several routes are one, the most dangerous first', () => {
  const link = { path: 'body[0].link', ours: 'a', theirs: 'b' };
  const text = reportText(
    reportOf([
      request('/wp/v2/posts', link, { path: 'body[1].secret', ours: 1, theirs: undefined }),
      request('/wp/v2/pages', link),
      request('/wp/v2/books', { path: 'header.x-wp-total', ours: '1014', theirs: '1010' }),
      request('/wp/v2/tags', { path: 'header.x-wp-total', ours: '3', theirs: '4' }),
    ]),
  );
  const findings = text.slice(text.indexOf('Differences')).split('\n\n').slice(1, 5);
  expect(findings.map((finding) => finding.split('\n').slice(0, 2))).toEqual([
    ['/wp/v2/books', '  header.x-wp-total (1 times, such as /wp/v2/books)'],
    ['/wp/v2/posts', '  body[].secret (1 times, such as /wp/v2/posts)'],
    ['/wp/v2/tags', '  header.x-wp-total (1 times, such as /wp/v2/tags)'],
    ['/wp/v2/posts, /wp/v2/pages', '  body[].link (2 times, such as /wp/v2/posts)'],
  ]);
});
