import { In } from 'typeorm';
import type { Transaction, Database } from '../../../database/database.js';
import { PostMeta } from '../../../database/entities/index.js';
import { type PhpInput, toStored } from '../../../text/php/index.js';
import type { PostType } from '../../../site/model/post-types.js';
import { FEATURED_IMAGE } from '../entry-sources.js';
import { type FullEntry, lockImage } from './entry-rows.store.js';

/** Meta rows of entries. Several rows may share a key; `set` makes them one value. */
export class EntryMetaRows {
  constructor(private readonly tx: Transaction) {}

  async values(id: number, key: string): Promise<string[]> {
    const rows = await this.tx.manager.find(PostMeta, { where: { owner: id, key }, order: { id: 'ASC' } });
    return rows.map((row) => row.value ?? '');
  }

  async add(id: number, key: string, value: PhpInput): Promise<void> {
    await this.tx.insert(PostMeta, { owner: id, key, value: toStored(value) });
  }

  async set(id: number, key: string, value: PhpInput): Promise<void> {
    const { affected } = await this.tx.manager.update(PostMeta, { owner: id, key }, { value: toStored(value) });
    if (!affected) await this.add(id, key, value);
  }

  async remove(id: number, ...keys: string[]): Promise<void> {
    await this.tx.manager.delete(PostMeta, { owner: id, key: In(keys) });
  }

  /** Adds a value to a list of rows unless it exists. */
  async include(id: number, key: string, value: string): Promise<void> {
    if (!(await this.values(id, key)).includes(value)) await this.add(id, key, value);
  }

  /** Deletes a value from a list of rows. */
  async exclude(id: number, key: string, value: string): Promise<void> {
    await this.tx.manager.delete(PostMeta, { owner: id, key, value });
  }

  async removeAll(ids: readonly number[]): Promise<void> {
    await this.tx.manager.delete(PostMeta, { owner: In([...ids]) });
  }
}

/** Only an image can be featured; any other ID removes the featured image, as 0 does. */
export async function setFeaturedMedia(
  tx: Transaction,
  database: Database,
  meta: EntryMetaRows,
  entryId: number,
  mediaId: number,
): Promise<void> {
  if (await lockImage(tx, database, mediaId)) await meta.set(entryId, FEATURED_IMAGE, String(mediaId));
  else await meta.remove(entryId, FEATURED_IMAGE);
}

const OLD_SLUG = '_wp_old_slug';
const OLD_DATE = '_wp_old_date';

/** Stores the former slugs and dates of public entries, so that old links can be redirected. */
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

/** WordPress sends pingbacks for, and looks for enclosures in, posts with these meta keys. A new post has none of them. */
export async function markForPings(
  meta: EntryMetaRows,
  id: number,
  { pings, isNew = false }: { pings: boolean; isNew?: boolean },
): Promise<void> {
  for (const key of pings ? ['_pingme', '_encloseme'] : ['_encloseme'])
    await (isNew ? meta.add(id, key, '1') : meta.include(id, key, '1'));
}
