import { expect, test } from '@jest/globals';
import { suggestIndex } from './schema-check.js';

test('a small site needs no index', () => {
  expect(suggestIndex('list', 999)).toEqual([]);
  expect(suggestIndex('search', 1_999)).toEqual([]);
});

test('doctor states the cost and the gain of an index for a larger site', () => {
  const [list] = suggestIndex('list', 100_000);
  expect(list).toMatchObject({ check: 'indexes', state: 'warn' });
  expect(list!.fixes).toEqual([
    expect.stringMatching(/`nestpress list-index build`, which takes about 50 seconds.*deep pages/),
  ]);
  expect(suggestIndex('search', 100_000)[0]!.fixes).toEqual([
    expect.stringMatching(/`nestpress search-index build`, which takes about 40 seconds.*each word/),
  ]);
});
