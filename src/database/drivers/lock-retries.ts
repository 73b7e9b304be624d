import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseFileError, isSqlite, SQLITE_BUSY } from '../engine/errors.js';

/** How long a write waits for the write lock of another process. */
export const LOCK_WAIT_MS = 5000;
/** The delays of SQLite's own busy handler, which would block the event loop. */
const DELAYS_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100];

/** Whether another process holds a lock on the SQLite file. */
export function isLocked(error: unknown): boolean {
  return isSqlite(error, SQLITE_BUSY);
}

/**
 * Repeats an attempt that met the lock of another process until it succeeds or the deadline has passed. It must not have had
 * an effect: a read, or the BEGIN IMMEDIATE of a transaction, whose other statements then meet no lock.
 */
export async function whileLocked<T>(
  attempt: () => T | Promise<T>,
  deadline = performance.now() + LOCK_WAIT_MS,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() >= deadline) throw new DatabaseFileError('Another process has locked the database file.');
    }
    const delay = DELAYS_MS[Math.min(tries, DELAYS_MS.length - 1)]!;
    // Several waiting processes would otherwise meet at each attempt.
    await wait(randomInt(delay, 2 * delay + 1));
  }
}
