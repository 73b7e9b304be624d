import { describe, expect, test } from '@jest/globals';
import { post, render } from '../../../../test/support/rendering/blocks.js';
import { type ThreadComment, blockQueryKey } from '../../block-data.js';
import { blockQueries } from '../block-queries.js';

const NOW = Date.parse('2023-05-03T17:23:50Z') / 1000;
const NOW_KEY = blockQueryKey({ kind: 'now' });

describe('dates that are shown as the time that has passed', () => {
  test.each([
    ['{"format":"human-diff"}', '2 days ago'],
    ['{"format":"human-diff","displayType":"modified"}', '1 day ago'],
    ['{"format":"human-diff","datetime":"2023-05-03T17:23:50"}', '1 second ago'],
    ['{"format":"human-diff","datetime":"2023-05-03T20:23:50+02:00"}', '1 hour from now'],
  ])('of an entry: %s', (attributes, expected) => {
    const html = render(`<!-- wp:post-date ${attributes} /-->`, { post: post(), now: NOW });
    expect(/<time [^<>]*>([^<>]*)<\/time>/.exec(html)?.[1]).toBe(expected);
  });

  test('of a comment, whose site time counts as UTC', () => {
    const comment: Partial<ThreadComment> = {
      id: 3,
      author: 'A',
      date: '2023-05-03T19:20:50',
      dateIso: '2023-05-03T19:20:50+02:00',
      link: 'http://s.test/title/#comment-3',
      classes: [],
      replies: [],
    };
    const text =
      '<!-- wp:comment-template --><!-- wp:comment-date {"format":"human-diff","isLink":false} /--><!-- /wp:comment-template -->';
    expect(render(text, { thread: [comment], now: NOW })).toContain('>2 hours ago</time>');
  });

  test('the time is looked up for them only', () => {
    const keys = (text: string) => [...blockQueries(text, 5).keys()];
    expect(keys('<!-- wp:post-date {"format":"human-diff"} /-->')).toContain(NOW_KEY);
    expect(keys('<!-- wp:post-date {"format":"Y"} /--><!-- wp:post-date /-->')).not.toContain(NOW_KEY);
  });
});
