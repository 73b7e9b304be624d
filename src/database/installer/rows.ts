import type { SqlParameter, Transaction } from '../database.js';
import { marks } from '../engine/parameters.js';

export type Row = Record<string, SqlParameter>;

export async function insertRow(tx: Transaction, table: string, row: Row): Promise<number> {
  return (await insertRows(tx, table, [row])).insertId;
}

/** One statement for rows that have the same columns. */
export function insertRows(tx: Transaction, table: string, rows: readonly Row[]) {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map(() => `(${marks(columns.length)})`).join(', ');
  return tx.execute(
    `INSERT INTO ${table} (${columns.map((name) => `\`${name}\``).join(', ')}) VALUES ${values}`,
    rows.flatMap((row) => columns.map((name) => row[name] ?? null)),
  );
}
