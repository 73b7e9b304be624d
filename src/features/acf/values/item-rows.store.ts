import { Injectable } from '@nestjs/common';
import { type MetaObject } from '../../../content-model/index.js';
import { Database, META_ENTITIES, placeholders, type Reader } from '../../../database/index.js';
import { columnNames } from '../../../database/entities/index.js';
import { isTruthy, maybeUnserialize, PhpArray } from '../../../text/php/index.js';
import { type LinkTargets } from './links.js';

/** Rows besides those of values. */
export interface FurtherRows {
  readonly template?: boolean;
  /** Rows that name the disabled rows of flexible content. */
  readonly layouts?: boolean;
}

interface ValueRow {
  readonly id: number;
  readonly owner: number;
  readonly key: string;
  readonly value: string | null;
}

/** An entry, as far as location rules look at it. */
export interface LocatedEntry {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  readonly parent: number;
  /** Only attachments have one. */
  readonly mimeType?: string;
}

/** The roles that a stored value of capabilities names. */
export function rolesOf(stored: string): string[] {
  const value = maybeUnserialize(stored);
  return value instanceof PhpArray ? [...value].flatMap(([role, on]) => (isTruthy(on) ? [String(role)] : [])) : [];
}

/** Only the first row of a key counts. */
function firstValues(rows: readonly ValueRow[]): Map<number, Map<string, string>> {
  const found = new Map<number, Map<string, string>>();
  let current: Map<string, string> | undefined;
  let currentOwner = -1;
  for (const { owner, key, value } of rows) {
    if (owner !== currentOwner) {
      currentOwner = owner;
      current = found.get(owner);
      if (!current) found.set(owner, (current = new Map()));
    }
    if (!current!.has(key)) current!.set(key, value ?? '');
  }
  return found;
}

/** Values of fields are meta rows whose keys begin with no underscore. */
@Injectable()
export class ItemRowsStore {
  constructor(private readonly db: Database) {}

  /** Texts by key; only the first row of a key counts. */
  async values(
    object: MetaObject,
    owners: readonly number[],
    { template = false, layouts = false }: FurtherRows,
    reader: Pick<Reader, 'query'> = this.db,
  ): Promise<Map<number, Map<string, string>>> {
    if (owners.length === 0) return new Map();
    const { id, owner } = columnNames(META_ENTITIES[object]);
    const isValue = [
      "SUBSTR(meta_key, 1, 1) <> '_'",
      ...(template ? ["meta_key = '_wp_page_template'"] : []),
      ...(layouts ? ["meta_key LIKE '%!_layout!_meta' ESCAPE '!'"] : []),
    ].join(' OR ');
    const rows = await reader.query<ValueRow>(
      `SELECT ${id} AS id, ${owner} AS owner, meta_key AS \`key\`, meta_value AS value FROM ${this.db.tables[`${object}meta`]} ` +
        `WHERE ${owner} IN (${placeholders(owners.length)}) AND (${isValue})`,
      [...owners],
    );
    // Both indexes have the rows of an object in their order; to have all rows sorted takes the database a quarter of its time.
    const isAscending = (precedes: (row: ValueRow, next: ValueRow) => boolean) =>
      rows.every((next, at) => at === 0 || precedes(rows[at - 1]!, next));
    const isOrdered =
      isAscending((row, next) => row.id < next.id) ||
      isAscending((row, next) => row.owner < next.owner || (row.owner === next.owner && row.id < next.id));
    return firstValues(isOrdered ? rows : rows.sort((a, b) => a.id - b.id));
  }

  /** Which of the entries have entries of their own type below them. */
  async withChildren(ids: readonly number[], reader: Pick<Reader, 'query'> = this.db): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set();
    const { posts } = this.db.tables;
    const rows = await reader.query<{ id: number }>(
      `SELECT DISTINCT c.post_parent AS id FROM ${posts} c JOIN ${posts} p ON p.ID = c.post_parent AND p.post_type = c.post_type ` +
        `WHERE c.post_parent IN (${placeholders(ids.length)}) AND c.post_status NOT IN ('trash', 'auto-draft', 'inherit')`,
      [...ids],
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /** Types and files of entries. */
  async kinds(
    ids: readonly number[],
    reader: Pick<Reader, 'query'>,
  ): Promise<ReadonlyMap<number, { readonly type: string; readonly mimeType: string; readonly file: string }>> {
    const unique = [...new Set(ids)];
    if (unique.length === 0) return new Map();
    const { posts, postmeta } = this.db.tables;
    const rows = await reader.query<{ id: number; type: string; mimeType: string; file: string | null }>(
      'SELECT p.ID AS id, p.post_type AS type, p.post_mime_type AS mimeType, m.meta_value AS file ' +
        `FROM ${posts} p LEFT JOIN ${postmeta} m ON m.post_id = p.ID AND m.meta_key = '_wp_attached_file' ` +
        `WHERE p.ID IN (${placeholders(unique.length)})`,
      unique,
    );
    return new Map(rows.map(({ id, type, mimeType, file }) => [Number(id), { type, mimeType, file: file ?? '' }]));
  }

  /** Roles of the users that exist. */
  async roles(ids: readonly number[], reader: Pick<Reader, 'query'>): Promise<ReadonlyMap<number, readonly string[]>> {
    const unique = [...new Set(ids)];
    if (unique.length === 0) return new Map();
    const { users, usermeta } = this.db.tables;
    const rows = await reader.query<{ id: number; stored: string | null }>(
      `SELECT u.ID AS id, m.meta_value AS stored FROM ${users} u ` +
        `LEFT JOIN ${usermeta} m ON m.user_id = u.ID AND m.meta_key = ? WHERE u.ID IN (${placeholders(unique.length)})`,
      [`${this.db.tablePrefix}capabilities`, ...unique],
    );
    return new Map(rows.map(({ id, stored }) => [Number(id), rolesOf(stored ?? '')]));
  }

  /** An entry, as far as location rules look at it. */
  async entry(id: number, reader: Pick<Reader, 'query'>): Promise<LocatedEntry | undefined> {
    const [row] = await reader.query<{ [K in keyof LocatedEntry]: LocatedEntry[K] }>(
      `SELECT ID AS id, post_type AS type, post_status AS status, post_parent AS parent, post_mime_type AS mimeType FROM ${this.db.tables.posts} WHERE ID = ?`,
      [id],
    );
    return row && { ...row, id: Number(row.id), parent: Number(row.parent) };
  }

  /** The entry that a comment is on. */
  async postOfComment(id: number, reader: Pick<Reader, 'query'>): Promise<number> {
    const [row] = await reader.query<{ post: number }>(
      `SELECT comment_post_ID AS post FROM ${this.db.tables.comments} WHERE comment_ID = ?`,
      [id],
    );
    return Number(row?.post ?? 0);
  }

  /** Types of entries and taxonomies of terms, in one statement. */
  async linkTargets({
    entries,
    terms,
  }: {
    readonly entries: ReadonlySet<number>;
    readonly terms: ReadonlySet<number>;
  }): Promise<LinkTargets> {
    const types = new Map<number, string>();
    const taxonomies = new Map<number, string>();
    if (entries.size + terms.size > 0) {
      const { posts, term_taxonomy: relations } = this.db.tables;
      const rows = await this.db.query<{ isTerm: number; id: number; name: string }>(
        [
          entries.size > 0
            ? [
                `SELECT 0 AS isTerm, ID AS id, post_type AS name FROM ${posts} WHERE ID IN (${placeholders(entries.size)})`,
              ]
            : [],
          terms.size > 0
            ? [
                `SELECT 1 AS isTerm, term_id AS id, taxonomy AS name FROM ${relations} WHERE term_id IN (${placeholders(terms.size)})`,
              ]
            : [],
        ]
          .flat()
          .join(' UNION ALL '),
        [...entries, ...terms],
      );
      for (const { isTerm, id, name } of rows) (Number(isTerm) === 1 ? taxonomies : types).set(Number(id), name);
    }
    return { types, taxonomies };
  }

  /** Types of entries by ID. */
  async types(ids: readonly number[], reader: Pick<Reader, 'query'> = this.db): Promise<ReadonlyMap<number, string>> {
    const unique = [...new Set(ids)];
    if (unique.length === 0) return new Map();
    const rows = await reader.query<{ id: number; type: string }>(
      `SELECT ID AS id, post_type AS type FROM ${this.db.tables.posts} WHERE ID IN (${placeholders(unique.length)})`,
      unique,
    );
    return new Map(rows.map(({ id, type }) => [Number(id), type]));
  }
}
