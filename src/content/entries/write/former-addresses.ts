import type { PostType } from '../../../site/model/post-types.js';
import type { EntryMetaRows } from './entry-meta.js';
import type { FullEntry } from './entry-rows.js';

const OLD_SLUG = '_wp_old_slug';
const OLD_DATE = '_wp_old_date';

/** What part of a public address an entry had before is kept, so that old links can be led to the new one. */
export async function rememberFormerAddress(
  meta: EntryMetaRows,
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

async function replace(meta: EntryMetaRows, id: number, key: string, before: string, now: string): Promise<void> {
  if (before === now) return;
  if (before !== '') await meta.include(id, key, before);
  await meta.exclude(id, key, now);
}
