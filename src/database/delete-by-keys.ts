import type { Engine, Transaction } from './database.js';
import { placeholders, type SqlParameter } from './engine/parameters.js';

const KEYS_AT_ONCE = 300;

interface KeyedRows {
  /** Quoted name. */
  readonly table: string;
  /** Index that has the column first, and the column. */
  readonly index: string;
  readonly column: string;
  /** Whole numbers. */
  readonly keys: readonly SqlParameter[];
  /** Further condition on the rows, which are named `entry`. */
  readonly where?: string;
}

/**
 * Deletes rows that were read before from a table that other transactions add rows to. Each row is looked up in the index: for a list of
 * keys, MySQL and MariaDB may decide to read a short table from its beginning, and would wait for every row of an open transaction.
 */
export async function deleteByKeys(
  tx: Transaction,
  engine: Engine,
  { table, index, column, keys, where }: KeyedRows,
): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    const [first, ...others] = some.map(() => 'SELECT CAST(? AS UNSIGNED)');
    const listed = [`${first!} AS deleted_key`, ...others].join(' UNION ALL ');
    const sql =
      engine === 'mysql'
        ? `DELETE entry FROM (${listed}) listed STRAIGHT_JOIN ${table} entry FORCE INDEX (${index}) ON entry.${column} = listed.deleted_key`
        : `DELETE FROM ${table} AS entry WHERE entry.${column} IN (${placeholders(some.length)})`;
    await tx.execute(where === undefined ? sql : `${sql} AND ${where}`, some, table);
  }
}
