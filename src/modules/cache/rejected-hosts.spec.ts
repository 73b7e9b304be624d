import { expect, test } from '@jest/globals';
import { confirmRejected, withRejected } from './records.service.js';

const HOUR = 3_600_000;

test('a name refused today is confirmed once', () => {
  const hosts = withRejected(withRejected([], 'b.test', 0), 'b.test', HOUR);
  expect(hosts).toEqual([{ host: 'b.test', firstAt: 0, lastAt: HOUR, count: 2 }]);
  const { found, left } = confirmRejected(hosts, 'b.test', 2 * HOUR);
  expect([found, left]).toEqual([true, []]);
  expect(confirmRejected(left, 'b.test', 2 * HOUR).found).toBe(false);
});

test('after a day it no longer counts, after ten it is forgotten', () => {
  const hosts = withRejected([], 'b.test', 0);
  expect(confirmRejected(hosts, 'b.test', 25 * HOUR)).toEqual({ found: false, left: hosts });
  expect(confirmRejected(hosts, 'b.test', 241 * HOUR).left).toEqual([]);
});

test('the list is bounded', () => {
  let hosts = withRejected([], 'first.test', 0);
  for (let index = 0; index < 200; index++) hosts = withRejected(hosts, `${index}.test`, index);
  expect(hosts).toHaveLength(100);
});
