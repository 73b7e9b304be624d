import { test } from '@jest/globals';

/** In place of tests whose engine or program is not there: a skip that says so; in CI, where it must be there, a failure. */
export function absent(what: string): void {
  if (process.env.CI === 'true') test(`${what}: must not be so in CI`, () => Promise.reject(new Error(what)));
  else notAtHand(what);
}

/** In place of tests that need what stands beside the project, such as recordings: a skip that says so, in CI too. */
export function notAtHand(what: string): void {
  test.skip(what, () => undefined);
}
