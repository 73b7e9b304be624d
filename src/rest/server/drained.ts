import { once } from 'node:events';
import { type ServerResponse } from 'node:http';

/** A client that reads nothing for this time has gone. */
const STALLED_MS = 60_000;

/**
 * Resolves when a response can be written to again, or has been closed; one whose client reads nothing is closed. Leaves no
 * listeners behind.
 */
export async function drained(response: ServerResponse, stalledMs = STALLED_MS): Promise<void> {
  if (!response.writableNeedDrain || response.destroyed) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  const timer = setTimeout(() => response.destroy(), stalledMs).unref();
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    clearTimeout(timer);
    waiting.abort();
  }
}
