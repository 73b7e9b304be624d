import { setTimeout as wait } from 'node:timers/promises';

/** Longer than MySQL's times of tables leave it open, after a write, whether there was another. */
const SETTLED_MS = 2000;
const GIVE_UP_MS = 30_000;

/** Asks until the answer comes from memory and goes on coming from there; `state` tells how one came. */
export async function settledInMemory(state: () => Promise<string | undefined>): Promise<void> {
  let since = Number.POSITIVE_INFINITY;
  for (const started = Date.now(); Date.now() - started < GIVE_UP_MS; await wait(50)) {
    const isHit = (await state()) === 'hit';
    since = isHit ? Math.min(since, Date.now()) : Number.POSITIVE_INFINITY;
    if (Date.now() - since >= SETTLED_MS) return;
  }
  throw new Error('The answer is not kept.');
}
