import type { Database, SqlParameter, Transaction } from '../../../database/database.js';
import { marks } from '../../../database/engine/parameters.js';
import { type Entry, ENTRY_COLUMNS, entryColumns } from '../entry.js';

/** An entry's row with its content. */
export type FullEntry = Entry & { content: string };

const { id: _id, ...LIGHT } = ENTRY_COLUMNS;
const COLUMNS: Readonly<Record<Exclude<keyof FullEntry, 'id'>, string>> = { ...LIGHT, content: 'post_content' };

const isColumn = (name: string): name is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, name);

/** The stored row as it is, kept from changing until the transaction ends. */
export async function lockEntry(
  tx: Transaction,
  { tables, sql }: Database,
  id: number,
): Promise<FullEntry | undefined> {
  const columns = entryColumns({ content: true });
  const [row] = await tx.query<FullEntry>(`SELECT ${columns} FROM ${tables.posts} WHERE ID = ?${sql.forUpdate()}`, [
    id,
  ]);
  return row;
}

/** Returns the new id. */
export async function insertEntry(
  tx: Transaction,
  { tables }: Database,
  entry: Omit<FullEntry, 'id'>,
): Promise<number> {
  const names = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];
  const columns = [...names.map((name) => COLUMNS[name]), 'to_ping', 'pinged', 'post_content_filtered'];
  const values: SqlParameter[] = [...names.map((name) => entry[name]), '', '', ''];
  const { insertId } = await tx.execute(
    `INSERT INTO ${tables.posts} (${columns.join(', ')}) VALUES (${marks(columns.length)})`,
    values,
  );
  return insertId;
}

export async function updateEntry(
  tx: Transaction,
  { tables }: Database,
  id: number,
  changes: Partial<FullEntry>,
): Promise<void> {
  const entries = Object.entries(changes).filter((pair): pair is [keyof typeof COLUMNS, string | number] =>
    isColumn(pair[0]),
  );
  if (entries.length === 0) return;
  const assignments = entries.map(([name]) => `${COLUMNS[name]} = ?`).join(', ');
  await tx.execute(`UPDATE ${tables.posts} SET ${assignments} WHERE ID = ?`, [
    ...entries.map(([, value]) => value),
    id,
  ]);
}
