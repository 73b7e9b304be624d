import { test } from '@jest/globals';

/** Stands in for tests whose database engine or program is missing: a skip that names it; a failure in CI, which must have it. */
export function missing(what: string): void {
  if (process.env.CI === 'true') test(`${what}, which CI requires`, () => Promise.reject(new Error(what)));
  else missingOptional(what);
}

/** Stands in for tests that need something outside the repository, such as recordings: a skip that names it, in CI too. */
export function missingOptional(what: string): void {
  test.skip(what, () => undefined);
}
