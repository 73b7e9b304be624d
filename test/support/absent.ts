import { test } from '@jest/globals';

/** In place of tests whose engine or program is not there: a skip that says so; in CI, where it must be there, a failure. */
export function absent(what: string): void {
  if (process.env.CI === 'true') test(`${what}: must not be so in CI`, () => Promise.reject(new Error(what)));
  else test.skip(what, () => undefined);
}
