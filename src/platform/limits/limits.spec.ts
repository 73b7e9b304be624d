import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { withProgram } from '../../../test/support/programs.js';
import { startRedis } from '../../../test/support/redis.js';
import { MemoryCounters } from './memory-counters.js';
import { RateLimit } from './rate-limit.js';
import { RedisCounters } from './redis-counters.js';

const MINUTE = 60_000;
const FIVE = { most: 5, windowMs: 15 * MINUTE };

test('so many in a while, also when they come at once, and apart for each key and limit', async () => {
  let now = 0;
  const counters = new MemoryCounters(() => now);
  const limit = new RateLimit(counters, 'a', FIVE);
  expect(await Promise.all(Array.from({ length: 7 }, () => limit.take('k')))).toEqual([0, 0, 0, 0, 0, 900, 900]);
  now += 5 * MINUTE;
  expect(await limit.blockedFor('k')).toBe(600);
  expect(await limit.blockedFor('other')).toBe(0);
  expect(await new RateLimit(counters, 'b', FIVE).blockedFor('k')).toBe(0);
  now += 10 * MINUTE;
  expect(await limit.blockedFor('k')).toBe(0);
  expect(await limit.take('k')).toBe(0);
});

test('what is forgiven counts no more', async () => {
  const limit = new RateLimit(new MemoryCounters(), 'a', FIVE);
  for (let i = 0; i < 4; i++) await limit.take('k');
  await limit.clear('k');
  for (let i = 0; i < 5; i++) expect(await limit.take('k')).toBe(0);
  expect(await limit.take('k')).toBe(900);
});

test('nobody is remembered in clear', async () => {
  const counters = new MemoryCounters();
  await counters.take('203.0.113.77', FIVE);
  const kept = (counters as unknown as { windows: Map<string, unknown> }).windows;
  expect([...kept.keys()].join()).not.toContain('203.0.113');
});

withProgram(['redis-server'], () => {
  test('over Redis one limit for all; while it is away one for each, and never none', async () => {
    const redis = (await startRedis())!;
    const processes = [0, 1].map(() => new RedisCounters(redis.url, new MemoryCounters(), () => Promise.resolve('secret')));
    const [one, two] = processes.map((counters) => new RateLimit(counters, 'a', FIVE)) as [RateLimit, RateLimit];
    const reader = new Redis(redis.url);
    reader.on('error', () => undefined);
    const counted = async () => (await reader.keys('nestpress:limit:*').catch(() => [])).length;
    /** What one counts, the other can forgive. */
    const untilShared = async (key: string) => {
      for (let tries = 0; tries < 200; tries++) {
        await one.take(key);
        const before = await counted();
        await two.clear(key);
        if (before > 0 && (await counted()) === before - 1) return;
        await wait(50);
      }
      throw new Error('They never shared a count.');
    };
    try {
      await untilShared('x');
      for (const limit of [one, two, one, two, one]) expect(await limit.take('203.0.113.77')).toBe(0);
      expect(await two.take('203.0.113.77')).toBeGreaterThan(0);
      expect(await one.blockedFor('203.0.113.77')).toBeGreaterThan(0);
      expect((await reader.keys('*')).join()).not.toContain('203.0.113');
      await two.clear('203.0.113.77');
      expect(await one.blockedFor('203.0.113.77')).toBe(0);

      await redis.kill();
      const answers = [];
      for (let tries = 0; tries < 12; tries++) answers.push(await one.take('y'));
      expect(answers.map((seconds) => seconds > 0)).toEqual([...Array(5).fill(false), ...Array(7).fill(true)]);

      await redis.restart();
      await untilShared('z');
      for (const limit of [one, two, one, two, one]) expect(await limit.take('w')).toBe(0);
      expect(await two.take('w')).toBeGreaterThan(0);
    } finally {
      for (const counters of processes) counters.onApplicationShutdown();
      reader.disconnect();
      await redis.stop();
    }
  });
});
