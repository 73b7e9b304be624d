import { expect, test } from '@jest/globals';
import { localDate } from './local-date.js';

const ZONE = { timezoneString: 'Asia/Tokyo', gmtOffset: 9 };
const write = (locale: string, format: string) => localDate({ locale, zone: ZONE }, format, '2026-03-05 16:07:09');

test.each([
  ['en_US', 'F j, Y', 'March 5, 2026'],
  ['de_DE', 'F j, Y', '5. März 2026'],
  ['fr_FR', 'F j, Y', '5 mars 2026'],
  ['ja', 'F j, Y', '2026年3月5日'],
  ['de_DE', 'F j, Y, g:i a', '5. März 2026 · 16:07'],
  ['ja', 'F Y', '2026年3月'],
  ['de_DE', 'l, j. M Y', 'Donnerstag, 5. März 2026'],
  ['ru_RU', 'j F Y', '5 марта 2026'],
  ['es_ES', 'j \\d\\e F \\d\\e Y', '5 de marzo de 2026'],
  ['de_DE', 'd.m.Y H:i', '05.03.2026 16:07'],
  ['nl_NL', 'D j F Y', 'do 5 maart 2026'],
  ['', 'F j, Y', 'March 5, 2026'],
])('in %s the format %s gives %s', (locale, format, text) => {
  expect(write(locale, format)).toBe(text);
});

test('a row without a date has none', () => {
  expect(localDate({ locale: 'de_DE', zone: ZONE }, 'F j, Y', '')).toBe('');
});
