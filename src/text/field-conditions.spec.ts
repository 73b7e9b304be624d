import { expect, test } from '@jest/globals';
import { type Condition, isShown } from './field-conditions.js';

test.each<[Condition['is'], unknown, unknown, boolean]>([
  ['set', undefined, 0, false],
  ['set', undefined, ['a'], true],
  ['unset', undefined, [], true],
  ['unset', undefined, false, true],
  ['equal', '2', 2, true],
  ['unequal', '2', 2, false],
  ['contains', '7', [5, 7], true],
  ['contains', 'ar', 'harbour', true],
  ['lacks', '7', [5, 7], false],
  ['matches', '^h.r', 'harbour', true],
  ['matches', '(', 'harbour', false],
  ['matches', '^a', 'harbour', false],
  ['matches', 'bo?u?r$', 'harbour', true],
  ['matches', 'b$', 'harbour', false],
  ['above', '1', ['a', 'b'], true],
  ['above', '1', '1', false],
  ['below', '1', null, true],
])('a field is shown where a value is "%s" %p: %p', (is, value, actual, expected) => {
  expect(isShown([[{ field: 'other', is, value }]], { other: actual })).toBe(expected);
});

test('all conditions of one group have to hold', () => {
  const when: Condition[][] = [
    [
      { field: 'a', is: 'set' },
      { field: 'b', is: 'set' },
    ],
    [{ field: 'c', is: 'set' }],
  ];
  expect(isShown(when, { a: 1 })).toBe(false);
  expect(isShown(when, { a: 1, b: 1 })).toBe(true);
  expect(isShown(when, { c: 1 })).toBe(true);
  expect(isShown(undefined, {})).toBe(true);
});

test('a pattern that a backtracking engine would need exponential time for', () => {
  expect(isShown([[{ field: 'a', is: 'matches', value: '^(a+)+$' }]], { a: `${'a'.repeat(900)}b` })).toBe(false);
});
