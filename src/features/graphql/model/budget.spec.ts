import { expect, test } from '@jest/globals';
import { Budget } from './budget.js';

test('an operation ends with its time', () => {
  const late = new Budget({ maxBytes: 100, maxSeconds: -1 });
  expect(late.takes('name', 'a')).toBe(false);
  expect(late.exceeded?.message).toContain('GRAPHQL_MAX_SECONDS');
});

test.each([
  ['texts', 'a', 'twenty characters...'],
  ['names', 'a_name_of_many_letters', null],
  ['values', 'a', true],
  ['items', 0, 'x'],
])('an operation ends with too many %s', (_what, name, value) => {
  const budget = new Budget({ maxBytes: 100, maxSeconds: 10 });
  let taken = 0;
  while (budget.takes(name, value)) expect(++taken).toBeLessThan(100);
  expect(taken).toBeGreaterThan(2);
  expect(budget.exceeded?.message).toContain('GRAPHQL_MAX_BYTES');
});

test('a turn is over after many values, and another one begins', () => {
  const budget = new Budget({ maxBytes: 10_000_000, maxSeconds: 10 });
  const take = (values: number) => {
    for (let at = 0; at < values; at++) budget.takes('a', at);
    return budget.isTurnOver;
  };
  expect([take(10_000), take(1)]).toEqual([false, true]);
  budget.beginTurn();
  expect([take(9_000), take(2_000)]).toEqual([false, true]);
});
