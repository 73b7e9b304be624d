import { afterEach, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { type RateLimiterMemory } from 'rate-limiter-flexible';
import { withProgram } from '../../../test/support/programs.js';
import { startRedis } from '../../../test/support/redis.js';
import { type Limit, RateLimit } from './counters.js';
import { MemoryCounters } from './memory-counters.js';
import { RedisCounters } from './redis-counters.js';
import { until } from '../../../test/support/until.js';

const MINUTE = 60_000;
const FIVE = { most: 5, windowMs: 15 * MINUTE };

afterEach(() => {
  jest.useRealTimers();
});

test('a limit counts parallel occurrences, separately for each key and limit, until its window ends', async () => {
  jest.useFakeTimers();
  const counters = new MemoryCounters();
  const limit = new RateLimit(counters, 'a', FIVE);
  expect(await Promise.all(Array.from({ length: 7 }, () => limit.take('k')))).toEqual([0, 0, 0, 0, 0, 900, 900]);
  jest.advanceTimersByTime(5 * MINUTE);
  expect(await limit.blockedFor('k')).toBe(600);
  expect(await limit.blockedFor('other')).toBe(0);
  expect(await new RateLimit(counters, 'b', FIVE).blockedFor('k')).toBe(0);
  jest.advanceTimersByTime(10 * MINUTE);
  expect(await limit.blockedFor('k')).toBe(0);
  expect(await limit.take('k')).toBe(0);
});

test('a cleared key starts again; one occurrence can be given back, but not more than were counted', async () => {
  const limit = new RateLimit(new MemoryCounters(), 'a', FIVE);
  for (let i = 0; i < 4; i++) await limit.take('k');
  await limit.clear('k');
  await limit.refund('k');
  for (let i = 0; i < 5; i++) expect(await limit.take('k')).toBe(0);
  await limit.refund('k');
  expect(await limit.take('k')).toBe(0);
  expect(await limit.take('k')).toBeGreaterThan(0);
});

test('a flood of new keys evicts neither blocked keys nor, beyond the bound, stores more', async () => {
  const counters = new MemoryCounters(100);
  const limit = new RateLimit(counters, 'a', FIVE);
  for (let i = 0; i < 5; i++) await limit.take('blocked');
  for (let i = 0; i < 5000; i++) await limit.take(`invented ${i}`);
  expect(await limit.blockedFor('blocked')).toBeGreaterThan(0);
  expect(storedKeys(counters)).toHaveLength(101);
});

test('keys are not stored in clear', async () => {
  const counters = new MemoryCounters();
  await counters.take('203.0.113.77', FIVE);
  expect(storedKeys(counters).join()).not.toContain('203.0.113');
});

function storedKeys(counters: MemoryCounters): string[] {
  const { limiters } = counters as unknown as { limiters: { of(limit: Limit): { limiter: RateLimiterMemory } } };
  return limiters
    .of(FIVE)
    .limiter.dump()
    .storage.map(({ key }) => String(key));
}

withProgram(['redis-server'], () => {
  test('over Redis one limit for all; while it is away one for each, and never none', async () => {
    const redis = (await startRedis())!;
    const processes = [0, 1].map(
      () => new RedisCounters(redis.url, new MemoryCounters(), () => Promise.resolve('secret')),
    );
    const [one, two] = processes.map((counters) => new RateLimit(counters, 'a', FIVE)) as [RateLimit, RateLimit];
    const reader = new Redis(redis.url);
    reader.on('error', () => undefined);
    const counted = async () => (await reader.keys('nestpress:limit:*').catch(() => [])).length;
    /** What one counts, the other can forgive. */
    const untilShared = async (key: string) => {
      await until(async () => {
        await one.take(key);
        const before = await counted();
        await two.clear(key);
        return before > 0 && (await counted()) === before - 1;
      }, 'they share a count');
    };
    let visitors = 0;
    /** Five for both together; with a new client each time, since a busy Redis may be skipped once. */
    const untilOneLimit = async () => {
      let key = '';
      await until(async () => {
        key = `203.0.113.${++visitors}`;
        const waits: number[] = [];
        for (const limit of [one, two, one, two, one, two]) waits.push(await limit.take(key));
        return waits.slice(0, 5).every((seconds) => seconds === 0) && waits[5]! > 0;
      }, 'they share a limit');
      return key;
    };
    try {
      await untilShared('x');
      const key = await untilOneLimit();
      await until(async () => (await one.blockedFor(key)) > 0, 'both processes are blocked');
      expect((await reader.keys('*')).join()).not.toContain('203.0.113');
      await until(async () => {
        await two.clear(key);
        return (await one.blockedFor(key)) === 0;
      }, 'what one forgives is forgiven');

      await redis.kill();
      const answers = [];
      for (let tries = 0; tries < 12; tries++) answers.push(await one.take('y'));
      expect(answers.map((seconds) => seconds > 0)).toEqual([...Array(5).fill(false), ...Array(7).fill(true)]);

      await redis.restart();
      await untilShared('z');
      await untilOneLimit();
    } finally {
      for (const counters of processes) counters.onApplicationShutdown();
      reader.disconnect();
      await redis.stop();
    }
  });
});
