import { relative } from 'node:path';
import { expect } from '@jest/globals';
import { hasTurn } from '../../tools/test/extent.mjs';

/** `npm test` tests what every commit must pass (tools/test/extent.mjs); `npm run test:all` tests the rest, too. */
const isCommit = process.env.TEST_EXTENT === 'commit';
const turn = Number(process.env.TEST_COMMIT_TURN ?? 0);

/** Tests that `npm test` leaves out. */
export function notPerCommit(suite: () => void): void {
  if (!isCommit) suite();
}

/** A number or a list that is smaller in `npm test`. */
export function perCommit<T>(value: T, { otherwise }: { otherwise: T }): T {
  return isCommit ? value : otherwise;
}

/** A part of a list in `npm test`: one of `every` items, in turns. */
export function inTurns<T>(list: readonly T[], { every }: { every: number }): readonly T[] {
  return isCommit ? list.filter((_item, index) => index % every === turn % every) : list;
}

/** Whether the test file that is loaded runs on this engine: in `npm test` on one of the two, in turns. */
export function runsOn(engine: 'sqlite' | 'mysql'): boolean {
  if (!isCommit) return true;
  const chosen = process.env.TEST_COMMIT_ENGINE;
  if (chosen !== undefined) return chosen === engine;
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  return hasTurn(file, turn) === (engine === 'mysql');
}
