import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { backOff } from './job.js';

test('doubles from half a minute up to four hours, half of it by chance', () => {
  const limits: [attempts: number, full: number][] = [
    [1, 30_000],
    [2, 60_000],
    [5, 480_000],
    [10, 14_400_000],
    [1_000_000, 14_400_000],
  ];
  for (const [attempts, full] of limits) {
    const waits = Array.from({ length: 50 }, () => backOff(attempts));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(full / 2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(full);
    expect(new Set(waits).size).toBeGreaterThan(1);
  }
});

test('is a sensible time for any number', () => {
  fc.assert(fc.property(fc.integer(), (attempts) => backOff(attempts) >= 15_000 && backOff(attempts) <= 14_400_000));
});
