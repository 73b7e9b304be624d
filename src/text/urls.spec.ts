import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { onVectors } from '../../test/support/vector-text.js';
import { PROFILES } from '../variant/profiles.js';
import { cleanUrl, escapeUrl } from './urls.js';

describe('recorded cases', () => {
  for (const rules of ['wp4', 'wp7'] as const)
    testVectors(
      'both',
      'esc_url',
      onVectors((url: string) => escapeUrl(url, rules)),
    );
  for (const [set, rules] of [
    ['both', PROFILES.A.text.rules],
    ['c', PROFILES.C.text.rules],
  ] as const) {
    testVectors(
      set,
      'esc_url_raw',
      onVectors((url: string) => cleanUrl(url, rules)),
      // Lists of schemes other than the usual one are not used here.
      ({ in: [, protocols], out }) => (protocols === undefined ? out : undefined),
    );
  }
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

  test.each([
    ['\t \0http://x ', 'http://x%20', ''],
    ['\u00a0http://x', '', ''],
    [' javascript:x', '', ''],
    ['irc6://x', 'irc6://x', ''],
    [' /a', '/a', 'http://%20/a'],
  ])('WordPress 7 drops blanks in front and knows further schemes: %j', (url, current, strict) => {
    expect([cleanUrl(url, 'wp7'), escapeUrl(url, 'wp7')]).toEqual([current, current]);
    expect([cleanUrl(url), escapeUrl(url)]).toEqual([strict, strict]);
  });
});
