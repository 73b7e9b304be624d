import type { Database, Transaction } from './database.js';
import { placeholders } from './engine/parameters.js';

const ID_COLUMN = { users: 'ID', posts: 'ID', comments: 'comment_ID', term_taxonomy: 'term_taxonomy_id' } as const;

/**
 * Locks rows that new rows will refer to, so that none is deleted before the transaction ends; returns the existing
 * IDs. A transaction that deletes such a row locks it with `lockForUpdate` before looking for references, so that a
 * reference is either found by the delete or refused because its target no longer exists.
 *
 * Locks are taken in one order: names of users and terms, users, posts, slugs, comments, terms, options, and by ID within a table. Remaining deadlocks,
 * between rows of the same table that refer to each other, are retried by `Database.transaction`.
 */
export function lockParents(
  tx: Transaction,
  database: Database,
  table: keyof typeof ID_COLUMN,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  return lock(tx, database, table, ids, database.sql.forShare());
}

/** Locks rows that are about to be changed or deleted, or whose references are about to be counted. */
export function lockForUpdate(
  tx: Transaction,
  database: Database,
  table: keyof typeof ID_COLUMN,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  return lock(tx, database, table, ids, database.sql.forUpdate());
}

async function lock(
  tx: Transaction,
  { tables }: Database,
  table: keyof typeof ID_COLUMN,
  ids: readonly number[],
  mode: string,
): Promise<ReadonlySet<number>> {
  const unique = [...new Set(ids)].filter((id) => id > 0);
  if (unique.length === 0) return new Set();
  const column = ID_COLUMN[table];
  const rows = await tx.query<{ id: number }>(
    `SELECT ${column} AS id FROM ${tables[table]} WHERE ${column} IN (${placeholders(unique.length)}) ORDER BY ${column}${mode}`,
    unique,
  );
  return new Set(rows.map(({ id }) => Number(id)));
}
