import { afterEach, expect, jest, test } from '@jest/globals';
import { type CacheMetrics } from '../../rest/cache/response-cache.js';
import { CacheHistoryService } from './cache-history.service.js';

afterEach(() => void jest.useRealTimers());

test('each minute has its own hits and misses and the size at its end, and the last one is the current minute', () => {
  jest.useFakeTimers();
  jest.setSystemTime(0);
  const counted = { hits: 3, misses: 1, bytes: 100 };
  const history = new CacheHistoryService({ snapshot: () => counted } as unknown as CacheMetrics);
  history.onApplicationBootstrap();
  jest.advanceTimersByTime(60_000);
  Object.assign(counted, { hits: 10, misses: 2, bytes: 250 });
  jest.advanceTimersByTime(60_000);
  counted.hits = 11;
  jest.advanceTimersByTime(30_000);
  expect(history.history()).toEqual([
    { time: 60, hits: 3, misses: 1, bytes: 100 },
    { time: 120, hits: 7, misses: 1, bytes: 250 },
    { time: 150, hits: 1, misses: 0, bytes: 250 },
  ]);
  history.onApplicationShutdown();
});

test('a day of minutes is stored', () => {
  jest.useFakeTimers();
  const history = new CacheHistoryService({
    snapshot: () => ({ hits: 0, misses: 0, bytes: 0 }),
  } as unknown as CacheMetrics);
  history.onApplicationBootstrap();
  jest.advanceTimersByTime(2 * 24 * 3_600_000);
  expect(history.history()).toHaveLength(24 * 60 + 1);
  history.onApplicationShutdown();
});

test('views of pages are counted by day for a week', () => {
  jest.useFakeTimers();
  jest.setSystemTime(Date.UTC(2030, 4, 1, 12));
  const counted = { hits: 0, misses: 0, bytes: 0, pageViews: 0 };
  const history = new CacheHistoryService({ snapshot: () => counted } as unknown as CacheMetrics);
  history.onApplicationBootstrap();
  for (let day = 1; day <= 9; day++) {
    counted.pageViews += day;
    jest.advanceTimersByTime(11 * 3_600_000);
    if (day < 9) jest.advanceTimersByTime(13 * 3_600_000);
  }
  const views = history.pageViews();
  expect(views.map(({ views: count }) => count)).toEqual([3, 4, 5, 6, 7, 8, 9]);
  expect([views[0]!.day, views[6]!.day]).toEqual(['2030-05-03', '2030-05-09']);
  history.onApplicationShutdown();
});
