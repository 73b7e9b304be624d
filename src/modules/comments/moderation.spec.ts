import { describe, expect, test } from '@jest/globals';
import { Site } from '../../site/site.js';
import { type OptionsStore } from '../../database/options.store.js';
import { countLinks, moderate, type ModerationRules, moderationRules } from './moderation.js';
import { repeated, superLinearCost } from '../../../test/support/processor-time.js';

const OPEN: ModerationRules = {
  holdsAll: false,
  maxLinks: 0,
  holdWords: [],
  trashWords: [],
  wantsEarlierApproval: false,
};
const COMMENT = {
  authorName: 'Vera',
  authorEmail: 'vera@example.test',
  authorUrl: 'http://vera.test',
  authorIp: '192.0.2.9',
  userAgent: 'Reader/1.0',
  content: 'A fine <b>po</b>st',
};

function judge(
  rules: Partial<ModerationRules>,
  { rendered = '', before = false, ...comment }: Partial<typeof COMMENT & { rendered: string; before: boolean }> = {},
) {
  return moderate({ ...COMMENT, ...comment }, rendered, { ...OPEN, ...rules }, () => Promise.resolve(before));
}

describe('the state of a new comment', () => {
  test('without rules it is approved', async () => expect(await judge({})).toBe('1'));
  test('all wait where the site says so', async () => expect(await judge({ holdsAll: true })).toBe('0'));
  test('words are looked for everywhere, whatever their case', async () => {
    for (const word of ['vera', 'example.test', 'vera.test', '192.0.2.', 'reader', 'fine <b>'])
      expect(await judge({ holdWords: [word] })).toBe('0');
    expect(await judge({ holdWords: ['post'] })).toBe('1');
  });
  test('words for the trash are also looked for between tags, and win', async () => {
    expect(await judge({ trashWords: ['post'], holdsAll: true })).toBe('trash');
  });
  test('too many links wait', async () => {
    const rendered = '<a href="x">1</a> <a title="t" HREF="y">2</a>';
    expect(await judge({ maxLinks: 2 }, { rendered })).toBe('0');
    expect(await judge({ maxLinks: 3 }, { rendered })).toBe('1');
  });
  test('first-time commenters are held if the site requires a previously approved comment', async () => {
    expect(await judge({ wantsEarlierApproval: true })).toBe('0');
    expect(await judge({ wantsEarlierApproval: true }, { before: true })).toBe('1');
  });
});

test('links are counted by their tags, in linear time', () => {
  expect(countLinks('<a name="x">n</a><abbr href>')).toBe(0);
  expect(countLinks('<A class="c" HREF="u">n</A>')).toBe(1);
  expect(superLinearCost(countLinks, repeated('<a '))).toBeUndefined();
});

test('the newer names of the options count where the older ones are gone', async () => {
  const stored = new Map([
    ['comment_previously_approved', '1'],
    ['comment_max_links', '2'],
  ]);
  const site = new Site(
    { get: (name: string) => stored.get(name), has: (name: string) => stored.has(name) },
    { basePath: '', plainRoot: '/' },
  );
  const words: Record<string, string> = { disallowed_keys: 'Bad Word \n\n', moderation_keys: '' };
  const options = { text: (name: string) => Promise.resolve(words[name] ?? '') } as unknown as OptionsStore;
  expect(await moderationRules(site, options)).toEqual({
    holdsAll: false,
    maxLinks: 2,
    holdWords: [],
    trashWords: ['bad word'],
    wantsEarlierApproval: true,
  });
});
