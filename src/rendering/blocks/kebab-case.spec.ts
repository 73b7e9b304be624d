import { expect, test } from '@jest/globals';
import { kebabCase } from './kebab-case.js';

test.each([
  ['2xl', '2-xl'],
  ['x2', 'x-2'],
  ['a1b2', 'a-1-b-2'],
  ['aB', 'a-b'],
  ['xx-large', 'xx-large'],
  ['vivid_red  one', 'vivid-red-one'],
  ['grandeÜ', 'grande-Ü'],
  ['Grün', 'grün'],
  ['30', '30'],
  ['1st', '1st'],
  ['HTMLColor', 'html-color'],
  ['"><script>', 'script'],
  ['', ''],
])('%s becomes %s', (name, expected) => {
  expect(kebabCase(name)).toBe(expected);
});

test('long names take time in proportion to their length', () => {
  expect(kebabCase('aB1'.repeat(20_000))).toHaveLength(20_000 * 6 - 1);
});
