import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Database, type Transaction } from '../../../database/database.js';
import { type Entry, readEntry, ZERO_DATE } from '../model/entry.js';
import { listedColumns, readContents } from '../read/entry-contents.store.js';
import { Post } from '../../../database/entities/index.js';
import { escapeLike, like } from '../../../database/engine/dialect.js';
import { allOf, fragment, isNotIn, isOneOf, type SqlFragment } from '../../../database/engine/sql-fragment.js';
import { countRows } from '../../../database/reader.js';
import { sortDirection } from '../../../database/lists/list-query.js';
import { parseSearch, searchConditions } from '../read/list/entry-conditions.store.js';
import { type ContentModel } from '../../../content-model/content-model.js';
import { type MetaField } from '../../../content-model/meta-fields.js';
import type { Site } from '../../../site/site.js';
import { gmtFromDate } from '../../../text/dates.js';
import { trimAscii } from '../../../text/php-strings.js';
import type { PermalinksLoader } from '../read/permalinks.loader.js';
import { type MetaWriter } from '../../meta/meta.writer.js';
import { type FullEntry, insertEntry, setAddress } from './entry-rows.store.js';

export interface RevisionQuery {
  readonly include: readonly number[];
  readonly exclude: readonly number[];
  readonly search?: string;
  readonly order: 'asc' | 'desc';
  readonly orderby: string;
  readonly perPage: number;
  readonly offset: number;
  readonly content: boolean;
}

const ORDER_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['id', 'ID'],
  ['slug', 'post_name'],
  ['title', 'post_title'],
]);

/** Revisions of an entry share a slug, and often a title: in both directions they stay in the order they were saved. */
function orderOf({ orderby, order }: RevisionQuery): string {
  const direction = sortDirection(order);
  const column = ORDER_COLUMNS.get(orderby);
  if (column === undefined) return `post_date ${direction}, ID ${direction}`;
  return column === 'ID' ? `ID ${direction}` : `${column} ${direction}, ID`;
}

/** Revisions and autosaves of entries. */
@Injectable()
export class RevisionsStore {
  constructor(private readonly db: Database) {}

  /** A page of revisions, and the number that match. */
  async page(parent: number, query: RevisionQuery): Promise<{ revisions: Entry[]; total: number }> {
    const { sql, parameters } = this.conditions(parent, query);
    const [rows, total] = await Promise.all([
      this.db.query<Entry>(
        `SELECT ${listedColumns(this.db, query)} FROM ${this.db.tables.posts} WHERE ${sql} ORDER BY ${orderOf(query)} LIMIT ? OFFSET ?`,
        [...parameters, query.perPage, query.offset],
      ),
      countRows(this.db, `${this.db.tables.posts} WHERE ${sql}`, parameters),
    ]);
    await readContents(this.db, this.db, rows, query.content);
    const revisions = rows.map(readEntry);
    if (query.orderby === 'include')
      revisions.sort((a, b) => query.include.indexOf(a.id) - query.include.indexOf(b.id));
    return { revisions, total };
  }

  private conditions(parent: number, { include, exclude, search }: RevisionQuery): SqlFragment {
    const parsed = search === undefined ? undefined : parseSearch(search);
    return allOf(
      fragment("post_parent = ? AND post_type = 'revision' AND post_status = 'inherit'", parent),
      ...(include.length > 0 ? [isOneOf('ID', include)] : []),
      ...(exclude.length > 0 ? [isNotIn('ID', exclude)] : []),
      ...(parsed ? searchConditions(parsed, {}, this.db.tables) : []),
    );
  }

  /** Newest first. */
  async of(parent: number, { content }: { content: boolean }): Promise<Entry[]> {
    const rows = await this.db.query<Entry>(
      `SELECT ${listedColumns(this.db, { content })} FROM ${this.db.tables.posts} ` +
        `WHERE post_parent = ? AND post_type = 'revision' AND post_status = 'inherit' ORDER BY post_date DESC, ID DESC`,
      [parent],
    );
    await readContents(this.db, this.db, rows, content);
    return rows.map(readEntry);
  }

  /** Latest first, without contents. */
  after(parent: number, { cursor, limit }: { cursor: number | undefined; limit: number }): Promise<RevisionRow[]> {
    return this.db.manager.find(Post, {
      select: { id: true, author: true, dateGmt: true, slug: true },
      where: {
        parent,
        type: 'revision',
        status: 'inherit',
        ...(cursor !== undefined && { id: LessThan(cursor) }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
  }
}

export type RevisionRow = Pick<Post, 'id' | 'author' | 'dateGmt' | 'slug'>;

type Texts = Pick<FullEntry, 'title' | 'content' | 'excerpt'>;
export type RevisionTexts = Texts & { id: number };

interface RevisionTools {
  tx: Transaction;
  database: Database;
  meta: MetaWriter;
  permalinks: PermalinksLoader;
  site: Site;
}

/** Meta of a revision: name of the agent that wrote for the author. */
export const REVISION_AGENT = '_nestpress_agent';

interface RevisionWriter {
  /** User ID. */
  author: number;
  /** Name of the agent that acts for the author. */
  agent?: string;
}

/** Stores a revision of an entry that was just changed, unless the newest revision is the same. */
export async function saveRevision(
  tools: RevisionTools,
  entry: FullEntry,
  by: RevisionWriter,
  newest: RevisionTexts | undefined,
): Promise<void> {
  if (!tools.site.model.types.get(entry.type)?.supports.includes('revisions') || entry.status === 'auto-draft') return;
  const { site } = tools;
  const keys = revisedMeta(site.model, entry.type).map(({ key }) => key);
  if (newest && hasSameTexts(newest, entry) && (await hasSameMeta(tools, keys, newest.id, entry.id))) return;
  const { title, content, excerpt, modified } = entry;
  // A draft has no date in UTC until it is changed; its revision is always dated.
  const modifiedGmt = entry.modifiedGmt === ZERO_DATE ? gmtFromDate(modified, site.zone) : entry.modifiedGmt;
  const dates = { date: modified, dateGmt: modifiedGmt, modified, modifiedGmt };
  const slug = `${entry.id}-revision-v1`;
  const values = { title, content, excerpt, ...dates, author: by.author, parent: entry.id, slug };
  const id = await insertRevision(tools, values, entry);
  await copyRevisedMeta(tools, entry, id);
  if (by.agent !== undefined) await tools.meta.addTexts(id, REVISION_AGENT, [by.agent]);
}

/** The meta keys that revisions of a type store. */
export const revisedMeta = (model: ContentModel, type: string): MetaField[] =>
  model.metaOf('post', type).filter(({ revisions }) => revisions);

/** Copies what a revision stores of the meta of its entry. */
export async function copyRevisedMeta(
  { meta, site }: Pick<RevisionTools, 'meta' | 'site'>,
  { id, type }: Pick<FullEntry, 'id' | 'type'>,
  revisionId: number,
): Promise<void> {
  for (const { key } of revisedMeta(site.model, type)) await meta.addTexts(revisionId, key, await meta.values(id, key));
}

type RevisionValues = Texts &
  Pick<FullEntry, 'author' | 'date' | 'dateGmt' | 'modified' | 'modifiedGmt' | 'slug' | 'parent'>;

/** Returns the id of the new revision or autosave; `parent` saves reading the entry. */
export async function insertRevision(
  { tx, database, permalinks, site }: Omit<RevisionTools, 'meta'>,
  values: RevisionValues,
  parent?: Entry,
): Promise<number> {
  const revision: Omit<FullEntry, 'id'> = {
    ...values,
    type: 'revision',
    status: 'inherit',
    password: '',
    commentStatus: 'closed',
    pingStatus: 'closed',
    menuOrder: 0,
    mimeType: '',
    guid: '',
  };
  const id = await insertEntry(tx, revision);
  const stored = { ...revision, id };
  const address = await permalinks.links(site, [stored], tx, parent && new Map([[parent.id, parent]]));
  await setAddress(tx, database, id, address(stored));
  return id;
}

async function hasSameMeta(
  { meta }: RevisionTools,
  keys: readonly string[],
  left: number,
  right: number,
): Promise<boolean> {
  for (const key of keys) {
    const [before, now] = [await meta.values(left, key), await meta.values(right, key)];
    if (before.length !== now.length || before.some((value, index) => value !== now[index])) return false;
  }
  return true;
}

/** Of the newest revision that is not an autosave. */
export async function newestRevision(
  tx: Transaction,
  database: Database,
  entryId: number,
): Promise<RevisionTexts | undefined> {
  const [newest] = await tx.query<RevisionTexts>(
    `SELECT ID AS id, post_title AS title, post_content AS content, post_excerpt AS excerpt FROM ${database.tables.posts} ` +
      `WHERE post_parent = ? AND post_type = 'revision' AND ${like('post_name')} ORDER BY post_date DESC, ID DESC LIMIT 1`,
    [entryId, `${escapeLike(`${entryId}-revision`)}%`],
  );
  return newest;
}

export function hasSameTexts(left: Texts, right: Texts): boolean {
  return (['title', 'content', 'excerpt'] as const).every(
    (name) => withPlainBlanks(left[name]) === withPlainBlanks(right[name]),
  );
}

/** Changes in white space alone do not create a revision. */
export function withPlainBlanks(text: string): string {
  return trimAscii(text)
    .replace(/[\r\n]+/g, '\n')
    .replace(/[ \t]+/g, ' ');
}
