// What '@jest/globals' exports, from the globals of the test worker.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis;
