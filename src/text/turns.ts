import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 10;

/** Long work in parts, between which the event loop handles other requests. */
export class WorkInTurns {
  private began = performance.now();

  /** Call it after each part. */
  async pause(): Promise<void> {
    if (performance.now() - this.began < TURN_MS) return;
    await nextTurn();
    this.began = performance.now();
  }
}

/** `items.map(map)`, in order, for items that may take long. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const work = new WorkInTurns();
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item));
    await work.pause();
  }
  return results;
}
