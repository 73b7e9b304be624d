import { Injectable } from '@nestjs/common';
import { Database, type SqlParameter } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { type MetaRow, metaRows, type Reader } from '../../../database/reader.js';
import { type SqlFragment } from '../../../database/engine/sql-fragment.js';
import { EntryScopesStore } from '../../../hooks/entry-scopes.store.js';
import { ownVersion, type Versioned, versionColumns } from '../../../database/lists/indexed/versions.js';
import { FEATURED_IMAGE } from '../model/entry-sources.js';
import { type Entry, type EntryMeta, readEntry, withDuePublished } from '../model/entry.js';
import { type ContentOption, listedColumns, readContents } from './entry-contents.store.js';
import { utcText } from '../../../text/dates.js';

export interface LoadOptions {
  /** Leave out where the content is not needed. */
  content?: ContentOption;
  from?: Reader;
}

const NO_META: EntryMeta = new Map();

export interface MetasWithImages {
  readonly metas: Map<number, EntryMeta>;
  readonly images: Map<number, Entry>;
  readonly imageMetas: Map<number, EntryMeta>;
}

export interface RevisionSummary {
  count: number;
  newest: number;
}

/** Rows of the posts table, of any type. */
@Injectable()
export class EntriesStore {
  constructor(
    private readonly db: Database,
    private readonly scopes: EntryScopesStore,
  ) {}

  async byId(id: number, options: LoadOptions = {}): Promise<Entry | undefined> {
    return (await this.byIds([id], options)).get(id);
  }

  /** Those that exist, by id, in no particular order. What a scope hides from the requester does not; a transaction sees all. */
  async byIds(
    ids: readonly number[],
    { content = true, from = this.db }: LoadOptions = {},
  ): Promise<Map<number, Entry>> {
    return this.load(ids, { content, from }, await this.hiddenIn(from));
  }

  /** Like `byIds`, but what a scope hides is marked instead of left out. */
  private async byIdsMarked(ids: readonly number[], from: Reader): Promise<Map<number, Entry>> {
    const found = await this.load(ids, { content: false, from });
    const hidden = await this.hiddenIn(from);
    if (!hidden || found.size === 0) return found;
    const rows = await from.query<{ id: number }>(
      `SELECT ID AS id FROM ${this.db.tables.posts} WHERE ID IN (${placeholders(found.size)}) AND ${hidden.sql}`,
      [...found.keys(), ...hidden.parameters],
    );
    for (const { id } of rows) found.get(id)!.isHidden = true;
    return found;
  }

  private async hiddenIn(from: Reader): Promise<SqlFragment | undefined> {
    return from === this.db ? (await this.scopes.hidden())?.(this.db.tables.posts) : undefined;
  }

  private async load(
    ids: readonly number[],
    { content, from }: Required<LoadOptions>,
    hidden?: SqlFragment,
  ): Promise<Map<number, Entry>> {
    const unique = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
    if (unique.length === 0) return new Map();
    const where = `ID IN (${placeholders(unique.length)})${hidden ? ` AND NOT ${hidden.sql}` : ''}`;
    return byId(
      await this.rows(`${this.posts} WHERE ${where}`, hidden ? [...unique, ...hidden.parameters] : unique, {
        content,
        from,
      }),
    );
  }

  /** The entries that a condition selects, in its order; `where` is everything that follows WHERE. They have no content. */
  async select({ sql, parameters }: SqlFragment): Promise<Entry[]> {
    const now = utcText(new Date());
    const entries = await this.rows(`${this.posts} WHERE ${sql}`, parameters, { content: false });
    return entries.map((entry) => withDuePublished(entry, now));
  }

  /** The entries right above these, without asking for these first. */
  async parentsOf(ids: readonly number[]): Promise<Map<number, Entry>> {
    const above = `SELECT post_parent FROM ${this.posts} WHERE ID IN (${placeholders(ids.length)})`;
    return byId(await this.rows(`${this.posts} WHERE ID IN (${above})`, ids, { content: false }));
  }

  /** Attachments with these ids or parents, in the order of galleries. */
  attachments(ids: readonly number[], parents: readonly number[], options: { content: boolean }): Promise<Entry[]> {
    const own = `ID IN (${placeholders(ids.length)}) OR post_parent IN (${placeholders(parents.length)})`;
    return this.rows(
      `${this.posts} WHERE post_type = 'attachment' AND (${own}) ORDER BY menu_order, ID`,
      [...ids, ...parents],
      options,
    );
  }

  /** The featured images of these entries, without asking for their ids first. */
  async featuredImagesOf(ids: readonly number[]): Promise<Map<number, Entry>> {
    if (ids.length === 0) return new Map();
    const images = await this.rows(
      `${this.db.tables.postmeta} JOIN ${this.posts} ON ID = ${this.db.sql.integer('meta_value')} ` +
        `WHERE post_id IN (${placeholders(ids.length)}) AND meta_key = ? AND post_type = 'attachment'`,
      [...ids, FEATURED_IMAGE],
      { content: false },
    );
    return new Map(images.map((image) => [image.id, image]));
  }

  /** The named meta values of entries, and their featured images with theirs, in one query. */
  async metasWithImages(ids: readonly number[], keys: readonly string[]): Promise<MetasWithImages> {
    const { postmeta } = this.db.tables;
    const { integer, unindexed } = this.db.sql;
    const named = `IN (${placeholders(keys.length)})`;
    const rows = await this.db.query<Entry & MetaRow & { imageKey: string | null; imageValue: string | null }>(
      'SELECT m.post_id AS owner, m.meta_key AS `key`, m.meta_value AS value, i.meta_key AS imageKey, i.meta_value AS imageValue, ' +
        `${listedColumns(this.db, { content: false })} FROM ${postmeta} m ` +
        `LEFT JOIN ${this.posts} ON m.meta_key = ? AND ID = ${integer('m.meta_value')} AND post_type = 'attachment' ` +
        `LEFT JOIN ${postmeta} i ON i.post_id = ID AND ${unindexed('i.meta_key')} ${named} ` +
        `WHERE m.post_id IN (${placeholders(ids.length)}) AND ${unindexed('m.meta_key')} ${named} ORDER BY m.meta_id, i.meta_id`,
      [FEATURED_IMAGE, ...keys, ...ids, ...keys],
    );
    const withImage = rows.filter(({ id }) => id !== null);
    return {
      metas: firstValues(rows),
      imageMetas: firstValues(
        withImage.map(({ id, imageKey, imageValue }) => ({ owner: id, key: imageKey, value: imageValue })),
      ),
      images: byId(withImage.map(readEntry)),
    };
  }

  /** The entries and everything above them, in one query a level beyond those known; circles end. Hidden ones are marked. */
  async withAncestors(
    ids: readonly number[],
    { from = this.db, preloaded }: { from?: Reader; preloaded?: ReadonlyMap<number, Entry> } = {},
  ): Promise<Map<number, Entry>> {
    const found = new Map<number, Entry>();
    for (let level: readonly number[] = ids; level.length > 0;) {
      const missing = level.filter((id) => !preloaded?.has(id));
      const loaded = missing.length > 0 ? await this.byIdsMarked(missing, from) : undefined;
      const entries = new Map<number, Entry>();
      for (const id of level) {
        const entry = preloaded?.get(id) ?? loaded?.get(id);
        if (entry) entries.set(id, entry);
      }
      for (const [id, entry] of entries) found.set(id, entry);
      level = [...entries.values()].map((entry) => entry.parent).filter((parent) => parent > 0 && !found.has(parent));
    }
    return found;
  }

  /** The named meta values of many entries, in one query. */
  async metas(
    ids: readonly number[],
    keys: readonly string[],
    from: Reader = this.db,
  ): Promise<Map<number, EntryMeta>> {
    return firstValues(await metaRows(from, this.db, 'post', ids, keys));
  }

  async meta(id: number, keys: readonly string[], from: Reader = this.db): Promise<EntryMeta> {
    return (await this.metas([id], keys, from)).get(id) ?? NO_META;
  }

  /** The nicenames of authors, which permalinks may contain. */
  async nicenames(authors: readonly number[], from: Reader = this.db): Promise<Map<number, string>> {
    const ids = [...new Set(authors)];
    if (ids.length === 0) return new Map();
    const rows = await from.query<{ id: number; name: string | null }>(
      `SELECT ID AS id, user_nicename AS name FROM ${this.db.tables.users} WHERE ID IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map(({ id, name }) => [id, name ?? '']));
  }

  /** How many revisions each entry has, autosaves included, and the newest of them. */
  async revisionSummaries(ids: readonly number[]): Promise<Map<number, RevisionSummary>> {
    if (ids.length === 0) return new Map();
    const { concat, padded } = this.db.sql;
    const rows = await this.db.query<{ parent: number; count: number; newest: string }>(
      `SELECT post_parent AS parent, COUNT(*) AS count, MAX(${concat("COALESCE(post_date, '')", "' '", padded('ID'))}) AS newest FROM ${this.posts} ` +
        `WHERE post_parent IN (${placeholders(ids.length)}) AND post_type = 'revision' AND post_status = 'inherit' GROUP BY post_parent`,
      ids,
    );
    return new Map(
      rows.map(({ parent, count, newest }) => [
        parent,
        { count, newest: Number(newest.slice(newest.lastIndexOf(' '))) },
      ]),
    );
  }

  /** Read them before the entry itself. */
  async versionsOf(id: number): Promise<Versioned> {
    const [row] = await this.db.query<Versioned>(`SELECT ${versionColumns(this.db, '?')}`, [id]);
    return row!;
  }

  /** The versions of those of the entries that exist. */
  async ownVersions(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<{ id: number; version: string | null }>(
      `SELECT p.ID AS id, ${ownVersion(this.db, 'p.ID')} AS version FROM ${this.posts} p WHERE p.ID IN (${placeholders(ids.length)})`,
      [...ids],
    );
    return new Map(rows.map(({ id, version }) => [Number(id), String(version)]));
  }

  private get posts(): string {
    return this.db.tables.posts;
  }

  /** `tables` is everything that follows FROM. */
  private async rows(
    tables: string,
    parameters: readonly SqlParameter[],
    { content, from = this.db }: LoadOptions,
  ): Promise<Entry[]> {
    const columns = listedColumns(this.db, { content: content ?? false });
    const rows = await from.query<Entry>(`SELECT ${columns} FROM ${tables}`, parameters);
    await readContents(this.db, from, rows, content ?? false);
    return rows.map(readEntry);
  }
}

function byId(entries: readonly Entry[]): Map<number, Entry> {
  const now = utcText(new Date());
  return new Map(entries.map((entry) => [entry.id, withDuePublished(entry, now)]));
}

/** If a key has several rows, the oldest wins. */
function firstValues(rows: readonly MetaRow[]): Map<number, EntryMeta> {
  const metas = new Map<number, Map<string, string>>();
  for (const { owner, key, value } of rows) {
    let meta = metas.get(owner);
    if (!meta) metas.set(owner, (meta = new Map()));
    if (key !== null && !meta.has(key)) meta.set(key, value ?? '');
  }
  return metas;
}
