import { describe, expect, test } from '@jest/globals';
import { MemoryAttemptLimiter, NoAttemptLimiter } from './attempt-limiter.js';

const MINUTE = 60_000;

describe('MemoryAttemptLimiter', () => {
  function limiterAt(start: number): { limiter: MemoryAttemptLimiter; wait: (ms: number) => void } {
    let now = start;
    return { limiter: new MemoryAttemptLimiter(() => now), wait: (ms) => (now += ms) };
  }

  test('five attempts in fifteen minutes, also when they come at once', async () => {
    const { limiter, wait } = limiterAt(0);
    expect(await Promise.all(Array.from({ length: 7 }, () => limiter.take('k')))).toEqual([0, 0, 0, 0, 0, 900, 900]);
    wait(5 * MINUTE);
    expect(await limiter.blockedFor('k')).toBe(600);
    expect(await limiter.blockedFor('other')).toBe(0);
    wait(10 * MINUTE);
    expect(await limiter.blockedFor('k')).toBe(0);
    expect(await limiter.take('k')).toBe(0);
  });

  test('success forgives', async () => {
    const { limiter } = limiterAt(0);
    for (let i = 0; i < 4; i++) await limiter.take('k');
    await limiter.clear('k');
    for (let i = 0; i < 5; i++) expect(await limiter.take('k')).toBe(0);
    expect(await limiter.take('k')).toBe(900);
  });
});

test('NoAttemptLimiter never refuses', async () => {
  const limiter = new NoAttemptLimiter();
  for (let i = 0; i < 10; i++) expect(await limiter.take()).toBe(0);
  expect(await limiter.blockedFor()).toBe(0);
});
