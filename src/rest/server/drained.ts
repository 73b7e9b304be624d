import { once } from 'node:events';
import { type ServerResponse } from 'node:http';

/** Resolves when a response can be written to again, or has been closed. Leaves no listeners behind. */
export async function drained(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
}
