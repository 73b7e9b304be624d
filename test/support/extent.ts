/** `npm test` tests what every commit must pass (tools/test/extent.mjs); `npm run test:all` tests the rest, too. */
export const isCommit = process.env.TEST_EXTENT === 'commit';

/** Tests that `npm test` leaves out. */
export function notPerCommit(suite: () => void): void {
  if (!isCommit) suite();
}

/** A number or a list that is smaller in `npm test`. */
export function perCommit<T>(value: T, { otherwise }: { otherwise: T }): T {
  return isCommit ? value : otherwise;
}

/** A third of a list in `npm test`: commits take turns. */
export function inTurns<T>(list: readonly T[]): readonly T[] {
  const turn = Number(process.env.TEST_COMMIT_TURN ?? 0);
  return isCommit ? list.filter((_item, index) => index % 3 === turn % 3) : list;
}
