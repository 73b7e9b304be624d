import { expect, test } from '@jest/globals';
import { isInRange } from './version-range.js';

test.each([
  ['>=1.1.2 <3.0.0', true],
  ['>=0.9.0 <2.20.0', false],
  ['> 2.19 , <= 2.20', true],
  ['^2.20.1', false],
  ['^2', true],
  ['~2.19.0', false],
  ['~2.19 || ~2.20', true],
  ['2.x', true],
  ['*', true],
  ['2.20.0', true],
  ['=v2.20', true],
  ['1.0.0 - 2.20', true],
  ['1.0.0 - 2.19.9', false],
  ['^0.2.3', false],
])('2.20.0 and %s: %s', (range, expected) => {
  expect(isInRange('2.20.0', range)).toBe(expected);
});

test('a caret keeps the first number that is not 0', () => {
  expect(['0.2.3', '0.2.9', '0.3.0', '0.2.2'].map((release) => isInRange(release, '^0.2.3'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.each(['', 'newest', '>=', '1.2.3.4', '1'.repeat(300), '>= <'])('%j is no range', (range) => {
  expect(isInRange('2.20.0', range)).toBeUndefined();
});
