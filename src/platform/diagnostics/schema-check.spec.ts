import { expect, test } from '@jest/globals';
import { suggestIndex } from './schema-check.js';

test('a small site needs no index', () => {
  expect(suggestIndex('list', 999)).toEqual([]);
  expect(suggestIndex('search', 19_999)).toEqual([]);
});

test('a larger site is told what an index would cost and gain', () => {
  const [list] = suggestIndex('list', 100_000);
  expect(list).toMatchObject({ check: 'indexes', state: 'warn' });
  expect(list!.fixes).toEqual([
    expect.stringMatching(/`nestpress list-index build`, which takes about 50 seconds.*deep pages/),
  ]);
  expect(suggestIndex('search', 100_000)[0]!.fixes).toEqual([
    expect.stringMatching(/`nestpress search-index build`\. .*rare word/),
  ]);
});
