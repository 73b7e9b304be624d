import { expect, test } from '@jest/globals';
import { messagesOf } from './texts.js';

test.each([
  ['de_DE', 'Zum Inhalt springen'],
  ['de_AT_formal', 'Zum Inhalt springen'],
  ['ja', '本文へ移動'],
  ['nl_NL', 'Skip to content'],
  ['', 'Skip to content'],
  ['constructor', 'Skip to content'],
])('the texts of %s begin with %s', (locale, skip) => {
  expect(messagesOf(locale).page.skip).toBe(skip);
});

test('numbers have the plural forms of the language', () => {
  const counts = [0, 1, 2, 5];
  expect(counts.map((count) => messagesOf('en').comments.count({ count }))).toEqual([
    'No comments yet',
    '1 comment',
    '2 comments',
    '5 comments',
  ]);
  expect(counts.map((count) => messagesOf('ar').comments.count({ count }))).toHaveLength(4);
  expect(new Set(counts.map((count) => messagesOf('ar').comments.count({ count }))).size).toBe(4);
});

test('the same language has the same texts', () => {
  expect(messagesOf('de_DE')).toBe(messagesOf('de_CH'));
});
