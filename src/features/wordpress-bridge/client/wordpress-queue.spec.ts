import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { type QueuedItem, WordPressQueue } from './wordpress-queue.js';
import { WordPressStats } from '../../../platform/outbound/index.js';

// Failures are expected here.
Logger.overrideLogger(false);

let requested: number[][];
let respond: (items: readonly QueuedItem[]) => Promise<void>;
let stats: WordPressStats;
let queue: WordPressQueue<QueuedItem>;

beforeEach(() => {
  jest.useFakeTimers();
  requested = [];
  respond = async () => undefined;
  stats = new WordPressStats();
  queue = new WordPressQueue({
    purpose: 'fields',
    stats,
    batch: 3,
    request: (items) => {
      requested.push(items.map(({ id }) => id));
      return respond(items);
    },
    failure: (items) => `did not return ${items.length} items`,
  });
});
afterEach(() => void jest.useRealTimers());

/** Lets time pass, and what follows from it settle. */
async function advance(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  for (let step = 0; step < 50; step++) await Promise.resolve();
}

const item = (id: number, digest = 'a', route = '/wp/v2/posts'): QueuedItem => ({ route, id, digest });

test('items of one route share a request, up to the size of a batch', async () => {
  expect(await queue.requestAll([item(1), item(2, 'a', '/wp/v2/pages'), item(3), item(4), item(5)], 1000)).toBe(true);
  expect(requested).toEqual([[1, 3, 4], [2], [5]]);
});

test('a version that is requested already is not requested again, another version is', async () => {
  let done = () => {};
  respond = () => new Promise<void>((resolve) => (done = resolve));
  const first = queue.requestAll([item(1)], 1000);
  const second = queue.requestAll([item(1)], 1000);
  await Promise.resolve();
  expect(requested).toEqual([[1]]);
  done();
  expect(await Promise.all([first, second])).toEqual([true, true]);
  respond = async () => undefined;
  await queue.requestAll([item(1, 'b')], 1000);
  expect(requested).toEqual([[1], [1]]);
});

test('no request waits longer than the limit', async () => {
  let done = () => {};
  respond = () => new Promise<void>((resolve) => (done = resolve));
  const waiting = queue.requestAll([item(1)], 500);
  await advance(501);
  expect(await waiting).toBe(false);
  done();
});

test('a failure is repeated with a backoff, a few times; meanwhile no request waits, and the problem is reported', async () => {
  respond = async () => {
    throw new Error('it is down.');
  };
  await queue.requestAll([item(1), item(2)], 1000);
  expect(queue.problem).toBe('WordPress did not return 2 items: it is down.');
  expect(await queue.requestAll([item(3)], 1000)).toBe(false);
  await advance(4000);
  expect(requested).toEqual([[1, 2]]);
  await advance(1100);
  expect(requested).toHaveLength(2);
  respond = async () => undefined;
  await advance(10_100);
  expect(requested.at(-1)).toEqual([1, 2, 3]);
  expect(queue.problem).toBeUndefined();
  expect(stats.all()).toMatchObject([{ result: 'failed' }, { result: 'ok', count: 1 }]);
});

test('what WordPress does not return is requested again when it changes', async () => {
  queue.refuse(item(1));
  expect(await queue.requestAll([item(1)], 1000)).toBe(false);
  expect(await queue.requestAll([item(1, 'b')], 1000)).toBe(true);
  expect(requested).toEqual([[1]]);
});
