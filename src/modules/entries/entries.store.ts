import { Injectable } from '@nestjs/common';
import { Database, type SqlParameter } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { FEATURED_IMAGE } from './entry-sources.js';
import { type Entry, entryColumns, readEntry, withDuePublished, utcText } from './entry.js';

/** Where rows are read from: the database, or a transaction that must see its own writes. */
export interface Readable {
  query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]>;
}

export interface LoadOptions {
  /** Leave out where the content is not needed. */
  content?: boolean;
  from?: Readable;
}

/** Meta values of one entry by key; of several rows with one key the first counts. */
export type EntryMeta = ReadonlyMap<string, string>;

const NO_META: EntryMeta = new Map();

/** Rows of the posts table, of any type. */
@Injectable()
export class EntriesStore {
  constructor(private readonly db: Database) {}

  async byId(id: number, options: LoadOptions = {}): Promise<Entry | undefined> {
    return (await this.byIds([id], options)).get(id);
  }

  /** Those that exist, by id, in no particular order. */
  async byIds(
    ids: readonly number[],
    { content = true, from = this.db }: LoadOptions = {},
  ): Promise<Map<number, Entry>> {
    const wanted = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
    if (wanted.length === 0) return new Map();
    const rows = await from.query<Entry>(
      `SELECT ${entryColumns({ content })} FROM ${this.db.tables.posts} WHERE ID IN (${placeholders(wanted.length)})`,
      wanted,
    );
    const now = utcText(new Date());
    return new Map(rows.map((row) => [row.id, withDuePublished(readEntry(row), now)]));
  }

  /** The entries right above these, without asking for these first. */
  async parentsOf(ids: readonly number[]): Promise<Map<number, Entry>> {
    const { posts } = this.db.tables;
    const rows = await this.db.query<Entry>(
      `SELECT ${entryColumns({ content: false })} FROM ${posts} WHERE ID IN (SELECT post_parent FROM ${posts} WHERE ID IN (${placeholders(ids.length)}))`,
      ids,
    );
    const now = utcText(new Date());
    return new Map(rows.map((row) => [row.id, withDuePublished(readEntry(row), now)]));
  }

  /** The featured images of these entries, without asking for their ids first. */
  async featuredImagesOf(ids: readonly number[]): Promise<Map<number, Entry>> {
    if (ids.length === 0) return new Map();
    const { posts, postmeta } = this.db.tables;
    const rows = await this.db.query<Entry>(
      `SELECT ${entryColumns({ content: false })} FROM ${postmeta} JOIN ${posts} ON ID = ${this.db.sql.integer('meta_value')} ` +
        `WHERE post_id IN (${placeholders(ids.length)}) AND meta_key = ? AND post_type = 'attachment'`,
      [...ids, FEATURED_IMAGE],
    );
    return new Map(rows.map((row) => [row.id, readEntry(row)]));
  }

  /** The entries and everything above them, in one query a level beyond those known; circles end. */
  async withAncestors(
    ids: readonly number[],
    { from = this.db, known }: { from?: Readable; known?: ReadonlyMap<number, Entry> } = {},
  ): Promise<Map<number, Entry>> {
    const found = new Map<number, Entry>();
    for (let level = ids; level.length > 0;) {
      const isKnown = level.every((id) => known?.has(id));
      const entries = isKnown
        ? new Map(level.map((id) => [id, known!.get(id)!]))
        : await this.byIds(level, { content: false, from });
      for (const [id, entry] of entries) found.set(id, entry);
      level = [...entries.values()].map((entry) => entry.parent).filter((parent) => parent > 0 && !found.has(parent));
    }
    return found;
  }

  /** The named meta values of many entries, in one query. */
  async metas(
    ids: readonly number[],
    keys: readonly string[],
    from: Readable = this.db,
  ): Promise<Map<number, EntryMeta>> {
    const metas = new Map<number, Map<string, string>>();
    if (ids.length === 0 || keys.length === 0) return metas;
    const rows = await from.query<{ id: number; name: string; value: string | null }>(
      `SELECT post_id AS id, meta_key AS name, meta_value AS value FROM ${this.db.tables.postmeta} ` +
        `WHERE post_id IN (${placeholders(ids.length)}) AND meta_key IN (${placeholders(keys.length)}) ORDER BY meta_id`,
      [...ids, ...keys],
    );
    for (const { id, name, value } of rows) {
      let meta = metas.get(id);
      if (!meta) metas.set(id, (meta = new Map()));
      if (!meta.has(name)) meta.set(name, value ?? '');
    }
    return metas;
  }

  async meta(id: number, keys: readonly string[], from: Readable = this.db): Promise<EntryMeta> {
    return (await this.metas([id], keys, from)).get(id) ?? NO_META;
  }
}
