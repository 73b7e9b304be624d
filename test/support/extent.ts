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
