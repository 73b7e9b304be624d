import { expect, test } from '@jest/globals';
import { Comment, fitsColumn, Post, Term } from './index.js';

test('varchar columns are limited by characters, not by bytes or halves of characters', () => {
  expect(fitsColumn(Term, 'name', 'é'.repeat(200))).toBe(true);
  expect(fitsColumn(Term, 'name', '😀'.repeat(200))).toBe(true);
  expect(fitsColumn(Term, 'name', '😀'.repeat(201))).toBe(false);
  expect(fitsColumn(Term, 'name', 'n'.repeat(201))).toBe(false);
});

test('text columns are limited by bytes', () => {
  expect(fitsColumn(Post, 'title', 'x'.repeat(65_535))).toBe(true);
  expect(fitsColumn(Post, 'title', 'x'.repeat(65_536))).toBe(false);
  expect(fitsColumn(Post, 'title', '😀'.repeat(16_383))).toBe(true);
  expect(fitsColumn(Post, 'title', '😀'.repeat(16_384))).toBe(false);
  expect(fitsColumn(Comment, 'authorName', 'é'.repeat(128))).toBe(false);
  expect(fitsColumn(Post, 'content', 'x'.repeat(100_000))).toBe(true);
});
