import type { Database, Transaction } from '../../../database/database.js';
import type { EntryMetaRows } from './entry-meta.js';

const KEY = '_thumbnail_id';

/** Only an image can be featured; anything else leaves the entry without one, as 0 does. */
export async function setFeaturedMedia(
  tx: Transaction,
  { tables, sql: dialect }: Database,
  meta: EntryMetaRows,
  entryId: number,
  mediaId: number,
): Promise<void> {
  const sql = `SELECT post_type AS type, post_mime_type AS mime FROM ${tables.posts} WHERE ID = ?${dialect.forShare()}`;
  const [media] = await tx.query<{ type: string; mime: string }>(sql, [mediaId]);
  if (media?.type === 'attachment' && media.mime.startsWith('image/')) await meta.set(entryId, KEY, String(mediaId));
  else await meta.remove(entryId, KEY);
}
