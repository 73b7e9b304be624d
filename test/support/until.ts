import { setTimeout as wait } from 'node:timers/promises';

/** What has not happened by then does not happen, however busy the machine. */
export const TIMEOUT_MS = 120_000;
const POLL_EVERY_MS = 50;

/** Waits for a condition; `what` is named where it never holds. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  for (const giveUpAt = Date.now() + TIMEOUT_MS; !(await holds()); await wait(POLL_EVERY_MS)) {
    if (Date.now() > giveUpAt) throw new Error(`Waited ${TIMEOUT_MS / 1000} s in vain: ${what}.`);
  }
}
