import { placeholders } from './parameters.js';
import { fragment, type SqlFragment } from './sql-fragment.js';

/**
 * The few differences between MySQL's and SQLite's SQL. Everything else uses their common subset; its two most important
 * rules of that subset: strings in single quotes, and LIKE patterns through `like` and `escapeLike`.
 */
export interface SqlDialect {
  /** INSERT of `rows` rows. */
  insert(table: string, columns: readonly string[], rows?: number): string;
  /** The same, but skips existing rows (by any unique key). */
  insertIgnore(table: string, columns: readonly string[], rows?: number): string;
  /** INSERT that overwrites `updated` columns of the rows with the same `key`. */
  upsert(
    table: string,
    columns: readonly string[],
    key: readonly string[],
    updated: readonly string[],
    rows?: number,
  ): string;
  /** Appended to a SELECT in a transaction: locks the rows until it ends. */
  forUpdate(): string;
  /** A shared lock, which several transactions can hold: for rows that must not be deleted meanwhile. */
  forShare(): string;
  /** Length in bytes, not characters. */
  byteLength(expression: string): string;
  concat(...expressions: string[]): string;
  /** An integer with twenty digits, so that it sorts as text. */
  padded(expression: string): string;
  /** The leading number of a text, 0 if there is none. */
  integer(expression: string): string;
  /** Sort key that ignores the case and accents of a text. */
  textOrder(expression: string): string;
  /** A column of a condition for which no index is to be chosen: SQLite has no statistics to prefer a better one by. */
  unindexed(column: string): string;
}

const names = (columns: readonly string[]) => columns.map((column) => `\`${column}\``).join(', ');
const rowsOf = (columns: readonly string[], rows: number) =>
  Array(rows)
    .fill(`(${placeholders(columns.length)})`)
    .join(', ');

const insert = (table: string, columns: readonly string[], rows = 1) =>
  `INSERT INTO ${table} (${names(columns)}) VALUES ${rowsOf(columns, rows)}`;

export const mysqlDialect: SqlDialect = {
  insert,
  insertIgnore: (table, columns, rows = 1) =>
    `INSERT IGNORE INTO ${table} (${names(columns)}) VALUES ${rowsOf(columns, rows)}`,
  upsert: (table, columns, _key, updated, rows) =>
    `${insert(table, columns, rows)} ` +
    `ON DUPLICATE KEY UPDATE ${updated.map((column) => `\`${column}\` = VALUES(\`${column}\`)`).join(', ')}`,
  forUpdate: () => ' FOR UPDATE',
  // Not `FOR SHARE`, which MariaDB and MySQL before 8 do not support.
  forShare: () => ' LOCK IN SHARE MODE',
  byteLength: (expression) => `LENGTH(${expression})`,
  concat: (...expressions) => `CONCAT(${expressions.join(', ')})`,
  padded: (expression) => `LPAD(${expression}, 20, '0')`,
  integer: (expression) => `CAST(${expression} AS SIGNED)`,
  textOrder: (expression) => expression,
  unindexed: (column) => column,
};

export const sqliteDialect: SqlDialect = {
  insert,
  insertIgnore: (table, columns, rows = 1) =>
    `INSERT OR IGNORE INTO ${table} (${names(columns)}) VALUES ${rowsOf(columns, rows)}`,
  upsert: (table, columns, key, updated, rows) =>
    `${insert(table, columns, rows)} ` +
    `ON CONFLICT (${names(key)}) DO UPDATE SET ${updated.map((column) => `\`${column}\` = excluded.\`${column}\``).join(', ')}`,
  // A transaction holds the only write lock from its start.
  forUpdate: () => '',
  forShare: () => '',
  byteLength: (expression) => `octet_length(${expression})`,
  concat: (...expressions) => `(${expressions.join(' || ')})`,
  padded: (expression) => `printf('%020d', ${expression})`,
  integer: (expression) => `CAST(${expression} AS INTEGER)`,
  textOrder: (expression) => `sort_key(${expression})`,
  unindexed: (column) => `+${column}`,
};

/** Sorts rows in the order of a given list of IDs or names. */
export function orderByList(column: string, ids: readonly (string | number)[]): SqlFragment {
  if (ids.length === 0) return fragment('NULL');
  return { sql: `CASE ${column} ${ids.map((_, place) => `WHEN ? THEN ${place}`).join(' ')} END`, parameters: ids };
}

/** Prefix of a SELECT that must not go to a replica: its result must not be older than an earlier one. */
export const ON_PRIMARY = '/* primary */ ';

/** A LIKE predicate whose parameter was escaped with `escapeLike`. */
export function like(expression: string): string {
  return `${expression} LIKE ? ESCAPE '!'`;
}

/** Escapes a text for use in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
