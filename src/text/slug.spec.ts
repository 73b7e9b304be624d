import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testVectors, type VectorSet } from '../../test/support/vectors.js';
import { PROFILES } from '../variant/profiles.js';
import { removeAccents, type AccentOptions } from './accents.js';
import { parseIdList, parseSlugList } from './lists.js';
import { cleanHtmlClass, cleanKey, cleanUsername } from './clean.js';
import { cutSlug, encodeUtf8, numberedSlug, slugify, slugifyWithDashes, type SlugContext } from './slug.js';
import { fromVector, testTextVectors, type VectorText } from '../../test/support/vector-text.js';

/** The characters a locale changes, for other locales than en_US only where they differ from it. */
function accentMap(locale: string, options: AccentOptions): Record<string, string> {
  const map: Record<string, string> = {};
  // No locale has letters of its own beyond the Latin blocks.
  for (let code = 0x80; code <= (locale === 'en_US' ? 0x2ffff : 0x2fff); code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const char = String.fromCodePoint(code);
    const usual = removeAccents(char, options);
    const changed = removeAccents(char, { ...options, locale });
    if (changed !== (locale === 'en_US' ? char : usual)) map[char] = changed;
  }
  return map;
}

/** WordPress keeps keys, so a list with gaps is recorded as an object. */
const byValue = (out: unknown): unknown => (out !== null && typeof out === 'object' ? Object.values(out) : out);

describe('recorded cases', () => {
  const profiles = { a: PROFILES.A, b: PROFILES.B, c: PROFILES.C };
  for (const set of ['a', 'b', 'c'] as const) {
    const slugs = profiles[set].text;
    testTextVectors(set, 'sanitize_title', (title: string, fallback?: string, context?: SlugContext) =>
      slugify(title, { ...slugs, context }, fallback),
    );
    testVectors(set, 'sanitize_title_with_dashes', (title: VectorText, _raw: string, context?: SlugContext) =>
      slugifyWithDashes(fromVector(title), { ...slugs, context }),
    );
    testVectors(
      set,
      'remove_accents_map',
      (locale: string) => accentMap(locale, { ...slugs, bosnianTranscription: set !== 'b' }),
      // A map without entries may be recorded as an empty list.
      ({ out }) => (Array.isArray(out) ? {} : out),
    );
  }
  testVectors('both', 'utf8_uri_encode', encodeUtf8);
  testTextVectors('both', 'remove_accents', (text: string) => removeAccents(text));
  testVectors('both', 'sanitize_key', cleanKey);
  testVectors('both', 'sanitize_html_class', cleanHtmlClass);
  testTextVectors('both', 'sanitize_user', (name: string, strict?: boolean) => cleanUsername(name, { strict }));
  for (const [set, { text }] of [
    ['both', PROFILES.A],
    ['c', PROFILES.C],
  ] as const) {
    testListVectors(set, 'wp_parse_id_list', (value) => parseIdList(value, text));
    testListVectors(set, 'wp_parse_slug_list', (value) => parseSlugList(value, text));
  }
});

function testListVectors(set: VectorSet, name: string, run: (value: unknown) => unknown): void {
  testVectors(set, name, run, (vector) => byValue(vector.out));
}

describe('slugs', () => {
  test('accents, dashes and entities', () => {
    const options = { slashBecomesDash: true };
    expect(slugify('Ünïcode — “fish & chips”', options)).toBe('unicode-fish-chips');
    expect(slugify('日本', options)).toBe('%e6%97%a5%e6%9c%ac');
    expect(slugify('???', options, 'fallback')).toBe('fallback');
    expect(slugify('a/b', { slashBecomesDash: false })).toBe('ab');
    expect(slugify('Straße', { ...options, locale: 'de_DE' })).toBe('strasse');
    expect(slugify('STRAẞE', { ...options, locale: 'de_AT', rules: 'wp7' })).toBe('strasse');
    expect(slugify('STRAẞE', { ...options, locale: 'de_AT' })).toBe('stra%c3%9fe');
    expect(slugify('Col·legi', { ...options, locale: 'ca' })).toBe('collegi');
  });

  test('at most 200 bytes, never half a character', () => {
    expect(slugify('日'.repeat(90), { slashBecomesDash: true })).toBe('%e6%97%a5'.repeat(22));
  });
});

test('lists of ids and slugs', () => {
  expect(parseIdList('3, 2,3 x -1')).toEqual([3, 2, 0, 1]);
  expect(parseSlugList(['Ärger', 'b c'], { slashBecomesDash: true })).toEqual(['arger', 'b-c']);
  expect(parseIdList('99999999999999999999')).toEqual([Number.MAX_SAFE_INTEGER]);
});

describe('numbered slugs', () => {
  test('numbers are appended within the length', () => {
    expect(numberedSlug('x', 2)).toBe('x-2');
    expect(numberedSlug('y'.repeat(200), 12)).toBe(`${'y'.repeat(197)}-12`);
    expect(numberedSlug('%e6%bc%a2'.repeat(22), 2)).toBe(`${'%e6%bc%a2'.repeat(22)}-2`);
    expect(numberedSlug(`${'%e6%bc%a2'.repeat(22)}ab`, 10)).toBe(`${'%e6%bc%a2'.repeat(21)}-10`);
  });

  test('a cut ends in no dash and in no half character', () => {
    expect(cutSlug('ab-cd', 3)).toBe('ab');
    expect(cutSlug('a%e6%bc%a2', 9)).toBe('a');
    expect(cutSlug('a%e6%bc%a2', 10)).toBe('a%e6%bc%a2');
    expect(cutSlug('a%20b', 3)).toBe('a');
  });

  test('any text is cut to its decodable beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(60), (text, length) => {
        const slug = encodeURIComponent(text).toLowerCase();
        const cut = cutSlug(slug, length);
        expect(cut.length).toBeLessThanOrEqual(Math.max(length, 0));
        expect(slug.startsWith(cut)).toBe(true);
        expect(() => decodeURIComponent(cut)).not.toThrow();
      }),
    );
  });
});
