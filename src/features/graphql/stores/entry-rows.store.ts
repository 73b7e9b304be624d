import { Injectable } from '@nestjs/common';
import { allOf, Database, fragment, orderByList, placeholders, type SqlFragment } from '../../../database/index.js';
import { EntryScopesStore } from '../../../hooks/index.js';
import {
  DueEntriesStore,
  EntriesStore,
  type Entry,
  entryConditions,
  type EntryQuery,
  parseSearch,
  relevance,
} from '../../../modules/entries/index.js';
import { inRange, type KeysetPage, orderBy, type SortKey } from './keyset.store.js';

/** What entries are sorted by. */
export type EntrySortField =
  | 'AUTHOR'
  | 'COMMENT_COUNT'
  | 'DATE'
  | 'IN'
  | 'MENU_ORDER'
  | 'MODIFIED'
  | 'NAME_IN'
  | 'PARENT'
  | 'SLUG'
  | 'TITLE';

export interface EntryOrder {
  readonly field: EntrySortField;
  readonly isDescending: boolean;
}

/** A page of a list of entries; for each of several owners, if there are any. */
export interface EntryRowsQuery extends KeysetPage {
  readonly query: EntryQuery;
  /** Conditions that a query of the REST API cannot have; on unqualified columns of the posts table. */
  readonly where: readonly SqlFragment[];
  readonly order: readonly EntryOrder[];
}

/** Whose entries: a predicate for one owner. */
export type OfOwner = (owner: number) => SqlFragment;

const COLUMNS = {
  AUTHOR: 'post_author',
  COMMENT_COUNT: 'comment_count',
  DATE: 'post_date',
  MENU_ORDER: 'menu_order',
  MODIFIED: 'post_modified',
  PARENT: 'post_parent',
  SLUG: 'post_name',
  TITLE: 'post_title',
} as const;
const TEXTS: ReadonlySet<string> = new Set(['SLUG', 'TITLE']);

/** SQLite accepts 500 parts of a compound statement. */
const MAX_OWNERS = 200;

/** Finds the IDs of pages of entries, by keys instead of offsets. */
@Injectable()
export class EntryRowsStore {
  constructor(
    private readonly db: Database,
    private readonly entries: EntriesStore,
    private readonly due: DueEntriesStore,
    private readonly scopes: EntryScopesStore,
  ) {}

  /**
   * One more than the amount, if there are as many; from the end for backward pages. The rows themselves where an index has the
   * order: others are sorted by their IDs alone.
   */
  async page(rows: EntryRowsQuery): Promise<readonly (Pick<Entry, 'id'> | Entry)[]> {
    const { order, query } = rows;
    const isByDate = order.length === 1 && order[0]!.field === 'DATE' && !query.types;
    if (isByDate) return this.entries.select(await this.selection(rows));
    const { sql, parameters } = await this.statement(rows);
    return (await this.db.query<{ id: number }>(sql, parameters)).map(({ id }) => ({ id: Number(id) }));
  }

  async count(rows: EntryRowsQuery): Promise<number> {
    const where = await this.conditions({ ...rows, after: undefined, before: undefined });
    const [row] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM ${this.db.tables.posts} WHERE ${where.sql}`,
      where.parameters,
    );
    return Number(row?.total ?? 0);
  }

  /** The page of each owner, in one statement. */
  async pages(rows: EntryRowsQuery, owners: readonly number[], of: OfOwner): Promise<Map<number, number[]>> {
    const found = new Map<number, number[]>(owners.map((owner) => [owner, []]));
    for (let at = 0; at < owners.length; at += MAX_OWNERS) {
      const parts = await Promise.all(
        owners.slice(at, at + MAX_OWNERS).map(async (owner) => {
          const { sql, parameters } = await this.statement({ ...rows, where: [...rows.where, of(owner)] });
          return fragment(
            `SELECT ${Math.trunc(owner)} AS owner, id FROM (${sql}) page_${Math.trunc(owner)}`,
            ...parameters,
          );
        }),
      );
      const union = parts.map(({ sql }) => sql).join(' UNION ALL ');
      const parameters = parts.flatMap((part) => part.parameters);
      for (const { owner, id } of await this.db.query<{ owner: number; id: number }>(union, parameters))
        found.get(Number(owner))!.push(Number(id));
    }
    return found;
  }

  async extras(
    ids: readonly number[],
  ): Promise<Map<number, { id: number; commentCount: number; toPing: string; pinged: string }>> {
    const rows = await this.db.query<{ id: number; count: number; toPing: string; pinged: string }>(
      `SELECT ID AS id, comment_count AS count, to_ping AS toPing, pinged AS pinged FROM ${this.db.tables.posts} WHERE ID IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(
      rows.map(({ id, count, toPing, pinged }) => [
        Number(id),
        { id: Number(id), commentCount: Number(count), toPing: toPing ?? '', pinged: pinged ?? '' },
      ]),
    );
  }

  /** The newest revision of each entry, with the autosaves of everybody or of one user. */
  async newestRevisions(ids: readonly number[], user?: number): Promise<Map<number, number>> {
    const ofUser = user === undefined ? '' : "AND (post_author = ? OR post_name NOT LIKE '%-autosave-v1') ";
    const rows = await this.db.query<{ id: number; parent: number; date: string }>(
      `SELECT ID AS id, post_parent AS parent, post_date AS date FROM ${this.db.tables.posts} ` +
        `WHERE post_parent IN (${placeholders(ids.length)}) AND post_type = 'revision' AND post_status = 'inherit' ${ofUser}ORDER BY post_date, ID`,
      user === undefined ? ids : [...ids, user],
    );
    return new Map(rows.map(({ id, parent }) => [Number(parent), Number(id)]));
  }

  /** Published items of all menus, by their place. */
  async menuItems(): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>(
      `SELECT ID AS id FROM ${this.db.tables.posts} WHERE post_type = 'nav_menu_item' AND post_status = 'publish' ORDER BY menu_order, ID DESC`,
    );
    return rows.map(({ id }) => Number(id));
  }

  /** The entry of this type with this slug; published ones first. */
  async bySlug(type: string, slug: string): Promise<number | undefined> {
    const [row] = await this.db.query<{ id: number }>(
      `SELECT ID AS id FROM ${this.db.tables.posts} WHERE post_name = ? AND post_type = ? ORDER BY CASE WHEN post_status = 'publish' THEN 0 ELSE 1 END, ID DESC LIMIT 1`,
      [slug, type],
    );
    return row && Number(row.id);
  }

  /** The attachment with this file below the uploads folder, or this address. */
  async byFile(file: string): Promise<number | undefined> {
    const [row] = await this.db.query<{ id: number }>(
      `SELECT post_id AS id FROM ${this.db.tables.postmeta} WHERE meta_key = '_wp_attached_file' AND meta_value = ? ORDER BY post_id LIMIT 1`,
      [file],
    );
    return row && Number(row.id);
  }

  /** IDs of files by their paths. */
  async byFiles(files: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: number; file: string }>(
      `SELECT post_id AS id, meta_value AS file FROM ${this.db.tables.postmeta} ` +
        `WHERE meta_key = '_wp_attached_file' AND meta_value IN (${placeholders(files.length)}) ORDER BY post_id DESC`,
      files,
    );
    return new Map(rows.map(({ id, file }) => [file, Number(id)]));
  }

  private async statement(rows: EntryRowsQuery): Promise<SqlFragment> {
    const { sql, parameters } = await this.selection(rows);
    return fragment(`SELECT ID AS id FROM ${this.db.tables.posts} WHERE ${sql}`, ...parameters);
  }

  /** Everything that follows WHERE. */
  private async selection(rows: EntryRowsQuery): Promise<SqlFragment> {
    const where = await this.conditions(rows);
    const order = orderBy(this.sortKeys(rows), rows.isBackward);
    return fragment(
      `${where.sql} ORDER BY ${order.sql} LIMIT ${Math.trunc(rows.amount) + 1}`,
      ...where.parameters,
      ...order.parameters,
    );
  }

  private async conditions({ query, where, after, before, ...rows }: EntryRowsQuery): Promise<SqlFragment> {
    const { tables } = this.db;
    const due = (await Promise.all((query.types ?? [query.type]).map((type) => this.due.ids(type)))).flat();
    const search = query.search ? parseSearch(query.search) : undefined;
    const hidden = (await this.scopes.hidden())?.(tables.posts);
    const keys = after || before ? this.sortKeys({ query, where, ...rows }) : [];
    return allOf(
      entryConditions(query, { search, due }, tables),
      ...where,
      ...(hidden ? [fragment(`NOT ${hidden.sql}`, ...hidden.parameters)] : []),
      ...inRange(keys, { after, before }, (id) => ({ from: tables.posts, where: fragment('ID = ?', id) })),
    );
  }

  private sortKeys({ query, order }: Pick<EntryRowsQuery, 'query' | 'order' | 'where'>): SortKey[] {
    const { sql: dialect } = this.db;
    const search = query.search ? parseSearch(query.search) : undefined;
    const keys: SortKey[] =
      order.length === 0 && search ? relevance(search).map((key) => ({ key, isDescending: false })) : [];
    const fields = order.length > 0 ? order : [{ field: 'DATE', isDescending: true } as const];
    for (const { field, isDescending } of fields) {
      if (field === 'IN' || field === 'NAME_IN') {
        const list = field === 'IN' ? query.include : query.slugs;
        const column = field === 'IN' ? 'ID' : 'post_name';
        if (list?.length) keys.push({ key: orderByList(column, list), isDescending: false });
      } else {
        const column = COLUMNS[field];
        keys.push({ key: fragment(TEXTS.has(field) ? dialect.textOrder(column) : column), isDescending });
      }
    }
    // Ties are in the same order as newest entries first.
    return [...keys, { key: fragment('ID'), isDescending: true }];
  }
}
