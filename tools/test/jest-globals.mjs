// What '@jest/globals' exports, from the globals of the test worker, with a time limit for each test and hook: the runner has none.
const LIMIT_MS = 240_000 + Number(process.env.FAULTS_SECONDS ?? 0) * 1000;

export const { describe, expect, jest } = globalThis;
export const test = Object.assign((name, fn, ms) => globalThis.test(name, limited(fn, ms)), globalThis.test, {
  each:
    (...table) =>
    (name, fn, ms) =>
      globalThis.test.each(...table)(name, limited(fn, ms)),
});
export const it = test;
export const [beforeAll, beforeEach, afterEach, afterAll] = [
  globalThis.beforeAll,
  globalThis.beforeEach,
  globalThis.afterEach,
  globalThis.afterAll,
].map((hook) => (fn, ms) => hook(limited(fn, ms)));

function limited(fn, requestedMs = 0) {
  const ms = Math.max(requestedMs, LIMIT_MS);
  return async (...args) => {
    let timer;
    const timeout = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It did not end within ${ms / 1000} s.`)), ms);
    });
    try {
      await Promise.race([fn(...args), timeout]);
    } finally {
      clearTimeout(timer);
    }
  };
}
