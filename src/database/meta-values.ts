import { type Database } from './database.js';
import { placeholders } from './engine/parameters.js';
import { type RowCondition } from './engine/row-conditions.js';
import { allOf, fragment, isOneOf, type SqlFragment } from './engine/sql-fragment.js';
import { type Tables } from './engine/table-names.js';

/** The column of the index that has the values of a key. */
export type MetaColumn = 'number' | 'text';

/** What stored values are compared with; `=` with one of several. */
export interface MetaTest {
  readonly operator: '=' | '>' | '>=' | '<' | '<=';
  readonly values: readonly (string | number)[];
}

/** A statement that finds the IDs of the entries with such values of a key. */
export function entriesWithMeta(
  { metaValues }: Tables,
  key: string,
  column: MetaColumn,
  tests: readonly MetaTest[],
): SqlFragment {
  const { sql, parameters } = allOf(
    ...tests.map(({ operator, values }) =>
      operator === '=' ? isOneOf(column, values) : fragment(`${column} ${operator} ?`, ...values),
    ),
  );
  return fragment(`SELECT post_id AS id FROM ${metaValues.of(key)} v WHERE field = ? AND ${sql}`, key, ...parameters);
}

/** Rows that a list of entries is joined with to be sorted. */
export interface SortedRows {
  readonly from: string;
  readonly id: string;
  readonly where: SqlFragment;
  readonly key: string;
  /** Hints that the rows are read in their order, or by the entries that they belong to. */
  readonly hints: { readonly inOrder: string; readonly byEntry: string };
}

/** Rows in the order of the values of a key. */
export function sortedByMeta({ metaValues }: Tables, key: string, column: MetaColumn): SortedRows {
  return {
    from: `${metaValues.of(key)} sorted`,
    id: 'sorted.post_id',
    where: fragment(`sorted.field = ? AND sorted.${column} IS NOT NULL`, key),
    key,
    hints: { inOrder: metaValues.forced(key, column), byEntry: metaValues.forced(key, 'post') },
  };
}

/**
 * A FROM clause that reads entries by ID, in the order of the rows or, for a few entries that are named by their IDs, beginning with
 * those. Left to themselves, engines without statistics may begin with all entries of the type.
 */
export function joinedInOrder(
  { engine, tables: { posts } }: Pick<Database, 'engine' | 'tables'>,
  sorted: SortedRows | undefined,
  namesEntries: boolean,
): string {
  const byId = engine === 'sqlite' ? `${posts} NOT INDEXED` : `${posts} FORCE INDEX (PRIMARY)`;
  if (!sorted) return namesEntries ? byId : posts;
  const { from, id, hints } = sorted;
  const [first, second] = namesEntries ? [byId, from + hints.byEntry] : [from + hints.inOrder, byId];
  return `${first} ${engine === 'mysql' ? 'STRAIGHT_JOIN' : 'CROSS JOIN'} ${second} ON ID = ${id}`;
}

/** The entries to count, of which filters name many by their IDs: SQLite looks up those instead of testing all of the type. */
export function entriesToCount(
  { engine, tables: { posts } }: Pick<Database, 'engine' | 'tables'>,
  sorted: SortedRows | undefined,
): string {
  return engine === 'sqlite' && sorted ? `${posts} NOT INDEXED` : posts;
}

/** The condition that an entry has one of the rows. */
export function hasSortedRow({ from, hints, where }: SortedRows, { posts }: Pick<Tables, 'posts'>): SqlFragment {
  return fragment(
    `(SELECT 1 FROM ${from}${hints.byEntry} WHERE sorted.post_id = ${posts}.ID AND ${where.sql} LIMIT 1) = 1`,
    ...where.parameters,
  );
}

/** The published entries of a type with these IDs as values of a key, by the ID, newest first and up to `most` of each. */
export async function entriesByMetaId(
  database: Database,
  { type, key, scope, most }: { type: string; key: string; scope?: RowCondition; most: number },
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { tables } = database;
  const limit = scope?.on('p');
  const place = 'ROW_NUMBER() OVER (PARTITION BY v.number ORDER BY p.post_date DESC, p.ID DESC)';
  const rows = await database.query<{ target: number; id: number }>(
    `SELECT target, id FROM (SELECT v.number AS target, p.ID AS id, ${place} AS place FROM ${tables.metaValues.of(key)} v ` +
      `JOIN ${tables.posts} p ON p.ID = v.post_id WHERE v.field = ? AND v.number IN (${placeholders(ids.length)}) ` +
      `AND p.post_type = ? AND p.post_status = 'publish'${limit ? ` AND ${limit.sql}` : ''}) ranked ` +
      `WHERE place <= ${most} ORDER BY target, place`,
    [key, ...ids, type, ...(limit?.parameters ?? [])],
  );
  const found = new Map<number, number[]>();
  for (const { target, id } of rows) found.set(Number(target), [...(found.get(Number(target)) ?? []), Number(id)]);
  return found;
}
