import { describe, expect, test } from '@jest/globals';
import { hasSameTexts } from './revisions.store.js';

const texts = { title: 'T', content: 'a b\nc', excerpt: '' };

describe('revisions', () => {
  test('blanks and empty lines make no difference', () => {
    expect(hasSameTexts(texts, { ...texts, content: '  a \t b\r\n\n\nc\n' })).toBe(true);
  });

  test('words and breaks do', () => {
    expect(hasSameTexts(texts, { ...texts, content: 'a b c' })).toBe(false);
    expect(hasSameTexts(texts, { ...texts, title: 't' })).toBe(false);
    expect(hasSameTexts(texts, { ...texts, excerpt: 'x' })).toBe(false);
  });
});
