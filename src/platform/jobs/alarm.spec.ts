import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Alarm } from './alarm.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** One millisecond at a time, so that what a timer started settles before the next one. */
async function advance(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed++) {
    jest.advanceTimersByTime(1);
    for (let step = 0; step < 10; step++) await Promise.resolve();
  }
}

describe('Alarm', () => {
  test('rings at the requested time, then at intervals', async () => {
    let rings = 0;
    const alarm = new Alarm(
      async () => void rings++,
      1000,
      () => undefined,
    );
    alarm.in(10);
    await advance(9);
    expect(rings).toBe(0);
    await advance(1);
    expect(rings).toBe(1);
    await advance(3000);
    expect(rings).toBe(4);
  });

  test('the earliest requested time counts, and none is later than the interval', async () => {
    let rings = 0;
    const alarm = new Alarm(
      async () => void rings++,
      1000,
      () => undefined,
    );
    alarm.in(500_000);
    alarm.in(300);
    alarm.in(600);
    await advance(300);
    expect(rings).toBe(1);
    await advance(999);
    expect(rings).toBe(1);
  });

  test('one piece of work at a time; who asks meanwhile is served right after', async () => {
    let atOnce = 0;
    let most = 0;
    let rings = 0;
    const work = async () => {
      most = Math.max(most, ++atOnce);
      rings++;
      await new Promise((done) => setTimeout(done, 100));
      atOnce--;
    };
    const alarm = new Alarm(work, 10_000, () => undefined);
    alarm.in(0);
    await advance(50);
    alarm.in(0);
    alarm.in(0);
    await advance(300);
    expect([rings, most]).toEqual([2, 1]);
  });

  test('a failure is reported and does not end it', async () => {
    const errors: unknown[] = [];
    const alarm = new Alarm(
      () => Promise.reject(new Error('no')),
      100,
      (error) => errors.push(error),
    );
    alarm.in(0);
    await advance(250);
    expect(errors).toHaveLength(3);
  });

  test('stopping waits for the work under way and lets none begin', async () => {
    let ended = 0;
    const alarm = new Alarm(
      () => new Promise((done) => setTimeout(() => done(void ended++), 100)),
      10,
      () => undefined,
    );
    alarm.in(0);
    await advance(1);
    const stopped = alarm.stop();
    await advance(100);
    await stopped;
    alarm.in(0);
    await advance(1000);
    expect(ended).toBe(1);
  });
});
