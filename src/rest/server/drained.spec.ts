import { type AddressInfo } from 'node:net';
import { createServer, get, type ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { drained } from './drained.js';

const PARTS = 20;
const PART = Buffer.alloc(1024 * 1024);

/** Serves what `respond` writes to one request, and resolves with what it returned. */
async function serve<T>(respond: (response: ServerResponse) => Promise<T>, read: (url: string) => void): Promise<T> {
  let server;
  try {
    return await new Promise<T>((done, fail) => {
      server = createServer((_request, response) => void respond(response).then(done, fail));
      server.listen(0, '127.0.0.1', () => read(`http://127.0.0.1:${(server!.address() as AddressInfo).port}/`));
    });
  } finally {
    server!.close();
  }
}

test('waits for a slow reader, and leaves no listeners behind', async () => {
  const listeners = await serve(
    async (response) => {
      const before = ['drain', 'close', 'error'].map((name) => response.listenerCount(name));
      let waits = 0;
      for (let part = 0; part < PARTS; part++) {
        if (response.write(PART)) continue;
        waits++;
        await drained(response);
      }
      const after = ['drain', 'close', 'error'].map((name) => response.listenerCount(name));
      response.end();
      return { before, after, waits };
    },
    (url) => get(url, (response) => response.resume()),
  );
  expect(listeners.waits).toBeGreaterThan(1);
  expect(listeners.after).toEqual(listeners.before);
});

test('ends when the reader leaves', async () => {
  const isDestroyed = await serve(
    async (response) => {
      while (!response.destroyed) if (!response.write(PART)) await drained(response);
      return response.destroyed;
    },
    (url) => {
      const request = get(url, () => request.destroy());
      request.on('error', () => undefined);
    },
  );
  expect(isDestroyed).toBe(true);
});
