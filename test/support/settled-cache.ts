import { until } from './until.js';

/** After a write, MySQL's update times of tables are ambiguous for less than this. */
const SETTLED_MS = 2000;

/** Repeats a request until its response stays a cache hit; `state` sends it and returns the cache state. */
export async function untilSettledInCache(state: () => Promise<string | undefined>): Promise<void> {
  let since = Number.POSITIVE_INFINITY;
  await until(async () => {
    const isHit = (await state()) === 'hit';
    since = isHit ? Math.min(since, Date.now()) : Number.POSITIVE_INFINITY;
    return Date.now() - since >= SETTLED_MS;
  }, 'the response is cached');
}
