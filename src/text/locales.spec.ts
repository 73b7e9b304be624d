import { expect, test } from '@jest/globals';
import { directionOf, languageTag, nativeName } from './locales.js';

test.each([
  ['de_DE', 'de-DE'],
  ['de_DE_formal', 'de-DE'],
  ['pt_PT_ao90', 'pt-PT'],
  ['ar', 'ar'],
  ['ckb', 'ckb'],
  ['zh_Hant', 'zh-Hant'],
  ['es_419', 'es-419'],
  ['', ''],
  ['../x', ''],
  ['x"y', ''],
])('the language tag of %s is %s', (locale, tag) => {
  expect(languageTag(locale)).toBe(tag);
});

test.each(['ar', 'ary', 'he_IL', 'fa_IR', 'ur', 'ckb', 'ps', 'sd_PK', 'ug_CN', 'dv'])(
  '%s runs from right to left',
  (locale) => {
    expect(directionOf(locale)).toBe('rtl');
  },
);

test.each(['', 'en_US', 'ja', 'de_CH_informal', 'ku', 'nonsense'])('%s runs from left to right', (locale) => {
  expect(directionOf(locale)).toBe('ltr');
});

test('a language is named in itself', () => {
  expect([nativeName('de_DE'), nativeName('ja'), nativeName('!')]).toEqual(['Deutsch (Deutschland)', '日本語', '!']);
});
