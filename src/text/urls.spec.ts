import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { onVectors } from '../../test/support/vector-text.js';
import { cleanUrl, escapeUrl } from './urls.js';
import { processorMs } from '../../test/support/processor-time.js';

describe('recorded cases', () => {
  testVectors('both', 'esc_url', onVectors(escapeUrl));
  testVectors('both', 'esc_url_raw', onVectors(cleanUrl));
});

describe('urls', () => {
  test('refused schemes give nothing, however they are spelled', () => {
    for (const url of ['javascript:x', 'JAVA\tscript:x', '&#106;avascript:x', 'data:text/html,x', ' javascript:x']) {
      expect(cleanUrl(url)).toBe('');
      expect(escapeUrl(url)).toBe('');
    }
  });

  test('attribute form escapes ampersands and apostrophes', () => {
    expect(escapeUrl("http://site.example/?a=1&b='2'")).toBe('http://site.example/?a=1&#038;b=&#039;2&#039;');
    expect(cleanUrl("http://site.example/?a=1&b='2'")).toBe("http://site.example/?a=1&b='2'");
  });

  test('only the listed schemes pass', () => {
    expect(cleanUrl('mailto:a@site.example', ['http', 'https'])).toBe('');
  });

  test('hostile input takes linear time', () => {
    for (const piece of ['%0', '%0%0a', '[', ':', 'feed:', '&', '&#0', 'a:', '//', '\\0']) {
      const text = piece.repeat(Math.ceil(200_000 / piece.length));
      expect(processorMs(() => [cleanUrl(text), escapeUrl(text)])).toBeLessThan(2000);
    }
  });
});
