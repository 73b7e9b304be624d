import { randomInt } from 'node:crypto';

const FIRST_MS = 30_000;
const LONGEST_MS = 4 * 3_600_000;

/**
 * How long to wait after so many failures: twice as long each time, within limits. Half of it is chance, so that what
 * failed together is not tried together again.
 */
export function backOff(attempts: number): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(Math.max(attempts, 1) - 1, 30), LONGEST_MS);
  return full / 2 + randomInt(full / 2 + 1);
}
