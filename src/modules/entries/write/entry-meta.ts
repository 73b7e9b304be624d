import type { Transaction, Database } from '../../../database/database.js';
import type { PostType } from '../../../content-model/post-types.js';
import { type MetaWriter } from '../../meta/meta.writer.js';
import { FEATURED_IMAGE } from '../model/entry-sources.js';
import { type FullEntry, lockImage } from './entry-rows.store.js';

/** Only an image can be featured; any other entry removes the featured image, as 0 does. An unknown ID changes nothing. */
export async function setFeaturedMedia(
  tx: Transaction,
  database: Database,
  meta: MetaWriter,
  entryId: number,
  mediaId: number,
): Promise<void> {
  const found = mediaId === 0 ? 'other' : await lockImage(tx, database, mediaId);
  if (found === 'image') await meta.set(entryId, FEATURED_IMAGE, String(mediaId));
  if (found === 'other') await meta.delete(entryId, FEATURED_IMAGE);
}

const OLD_SLUG = '_wp_old_slug';
const OLD_DATE = '_wp_old_date';

/** Stores the former slugs and dates of public entries, so that old links can be redirected. */
export async function rememberFormerAddress(
  meta: MetaWriter,
  type: PostType,
  before: FullEntry,
  entry: FullEntry,
  remembers: { days: boolean },
): Promise<void> {
  const isPublic = entry.status === 'publish' || (type.name === 'attachment' && entry.status === 'inherit');
  if (!isPublic || type.hierarchical) return;
  await replace(meta, entry.id, OLD_SLUG, before.slug, entry.slug);
  if (remembers.days) await replace(meta, entry.id, OLD_DATE, before.date.slice(0, 10), entry.date.slice(0, 10));
}

async function replace(meta: MetaWriter, id: number, key: string, before: string, now: string): Promise<void> {
  if (before === now) return;
  if (before !== '') await meta.include(id, key, before);
  await meta.exclude(id, key, now);
}

/** WordPress sends pingbacks for, and looks for enclosures in, posts with these meta keys. */
const PING_MARKS = ['_pingme', '_encloseme'];

export type PingMarks = ReadonlySet<string | null>;

/** Only published posts are marked. */
export const isPinged = ({ name }: PostType, { status }: FullEntry) => status === 'publish' && name === 'post';

/** A new post has none. */
export const NO_PING_MARKS: PingMarks = new Set();

/** The marks that a post has. */
export function pingMarks(meta: MetaWriter, id: number): Promise<PingMarks> {
  return meta.keysOf(id, PING_MARKS, '1');
}

export async function markForPings(
  meta: MetaWriter,
  id: number,
  { pings, marked }: { pings: boolean; marked: PingMarks },
): Promise<void> {
  const missing = PING_MARKS.filter((key) => (pings || key !== '_pingme') && !marked.has(key));
  await meta.deferRows(missing.map((key) => ({ owner: id, key, value: '1' })));
}
