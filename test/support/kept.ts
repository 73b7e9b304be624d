import { until } from './until.js';

/** Longer than MySQL's times of tables leave it open, after a write, whether there was another. */
const SETTLED_MS = 2000;

/** Asks until the answer comes from memory and goes on coming from there; `state` tells how one came. */
export async function settledInMemory(state: () => Promise<string | undefined>): Promise<void> {
  let since = Number.POSITIVE_INFINITY;
  await until(async () => {
    const isHit = (await state()) === 'hit';
    since = isHit ? Math.min(since, Date.now()) : Number.POSITIVE_INFINITY;
    return Date.now() - since >= SETTLED_MS;
  }, 'the answer is kept');
}
