import { type Database, type Transaction } from '../../database.js';
import { deleteByKeys } from '../../delete-by-keys.js';

/** Name of the lock under which one process at a time merges rows. */
export const MERGE_LOCK = 'list index';

/** How many rows one transaction merges. */
export const MERGED_AT_ONCE = 900;

/** An added row. */
export interface PartRow {
  /** Too large for a number. */
  part: string;
}

/** Deletes rows that were merged. */
export async function deleteParts(
  tx: Transaction,
  { engine }: Database,
  table: string,
  rows: readonly PartRow[],
): Promise<void> {
  await deleteByKeys(tx, engine, { table, index: 'part', column: 'part', keys: rows.map(({ part }) => part) });
}
