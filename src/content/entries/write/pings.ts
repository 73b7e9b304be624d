import type { EntryMetaRows } from './entry-meta.js';

/** WordPress looks for links to notify, and for enclosures, in posts marked so. */
export async function markForPings(meta: EntryMetaRows, id: number, { pings }: { pings: boolean }): Promise<void> {
  if (pings) await meta.include(id, '_pingme', '1');
  await meta.include(id, '_encloseme', '1');
}
