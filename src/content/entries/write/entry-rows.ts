import type { Database, Transaction } from '../../../database/database.js';
import { Post } from '../../../database/entities/index.js';
import { type Entry, entryColumns, readEntry } from '../entry.js';

/** An entry's row with its content. */
export type FullEntry = Entry & { content: string };

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
  return row && (readEntry(row) as FullEntry);
}

/** Returns the new id. */
export async function insertEntry(tx: Transaction, entry: Omit<FullEntry, 'id'>): Promise<number> {
  return (await tx.insert(Post, entry)).insertId;
}

export async function updateEntry(tx: Transaction, id: number, changes: Partial<Omit<FullEntry, 'id'>>): Promise<void> {
  if (Object.keys(changes).length > 0) await tx.manager.update(Post, { id }, changes);
}
