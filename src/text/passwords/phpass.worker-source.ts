/**
 * The body of a worker thread: the chained MD5 of a portable hash, some 20 ms of processor time that must not stop the event loop.
 * It is text, not a module, because only text starts the same way from dist/, from the development runner and from the test runner.
 */
export const PHPASS_WORKER_SOURCE = `
  const { createHash } = require('node:crypto');
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ id, password, salt, rounds }) => {
    const secret = Buffer.from(password);
    let digest = createHash('md5').update(salt).update(secret).digest();
    for (let round = 0; round < rounds; round++) digest = createHash('md5').update(digest).update(secret).digest();
    parentPort.postMessage({ id, digest });
  });
`;
