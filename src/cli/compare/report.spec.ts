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

test('totals come first, the larger ones before the smaller; plugins are named by what they say about themselves', () => {
  const total = (query: string, ours: string, theirs: string, as?: string): ComparedRequest => ({
    ...request('/wp/v2/posts', { path: 'header.x-wp-total', ours, theirs }),
    ...{ query: `${query}per_page=1&_fields=id`, isTotal: true, as },
  });
  const text = reportText(
    reportOf(
      [total('', '1010', '1014'), total('status=private&', '5', '1', 'reader'), request('/wp/v2/tags')],
      [
        { name: 'Members', description: 'Restricts who reads contents.' },
        { name: 'Counter', description: 'Counts.' },
      ],
    ),
  );
  expect(
    text
      .split('\n')
      .slice(2, 5)
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['Route', 'Of', 'As', 'Here', 'WordPress'],
    ['/wp/v2/posts', 'status=private', 'reader', '5', '1'],
    ['/wp/v2/posts', 'visitors', '1010', '1014'],
  ]);
  expect(text).not.toContain('header.x-wp-total');
  expect(text).toContain('by their descriptions: Members\n  others: Counter\n');
});
