import { expect, test } from '@jest/globals';
import { Budget } from './budget.js';

test('an operation ends with its time, or with too much text', () => {
  const late = new Budget({ maxBytes: 100, maxSeconds: -1 });
  expect(late.takes('a')).toBe(false);
  expect(late.exceeded?.message).toContain('GRAPHQL_MAX_SECONDS');
  const large = new Budget({ maxBytes: 3, maxSeconds: 10 });
  expect([large.takes('ab'), large.takes(null), large.takes('cd'), large.takes('')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(large.exceeded?.message).toContain('GRAPHQL_MAX_BYTES');
});
