import { In } from 'typeorm';
import type { Database, Transaction } from '../../../database/database.js';
import { fitsColumn, Post, ValueTooLong } from '../../../database/entities/index.js';
import { type Entry, entryColumns, readEntry } from '../entry.js';

/** An entry's row with its content. */
export type FullEntry = Entry & { content: string };

/** The stored row, locked until the transaction ends. */
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

/** The columns of limited length that take texts of requests; slugs are cut. */
const LIMITED = ['title', 'excerpt', 'password'] as const;

/** `names` are those of the request, where they differ. */
export function assertFits(entry: Partial<FullEntry>, names: Partial<Record<keyof FullEntry, string>> = {}): void {
  for (const member of LIMITED)
    if (!fitsColumn(Post, member, entry[member] ?? '')) throw new ValueTooLong(names[member] ?? member);
}

/** Returns the new id. */
export async function insertEntry(tx: Transaction, entry: Omit<FullEntry, 'id'>): Promise<number> {
  assertFits(entry);
  return (await tx.insert(Post, entry)).insertId;
}

export async function updateEntry(tx: Transaction, id: number, changes: Partial<Omit<FullEntry, 'id'>>): Promise<void> {
  assertFits(changes);
  if (Object.keys(changes).length > 0) await tx.manager.update(Post, { id }, changes);
}

/**
 * The parent an entry can have: 0 if the requested one is the entry itself or a descendant. A cycle among the ancestors,
 * which only other software can have created, is broken.
 */
export async function validParent(tx: Transaction, { tables }: Database, id: number, parent: number): Promise<number> {
  if (id === 0 || parent === 0) return parent;
  const path = new Set<number>();
  for (let at = parent; at !== 0;) {
    if (at === id) return 0;
    if (path.has(at)) {
      const passed = [...path];
      const circle = passed.slice(passed.indexOf(at));
      await tx.manager.update(Post, { id: In(circle) }, { parent: 0 });
      break;
    }
    path.add(at);
    const [row] = await tx.query<{ parent: number }>(`SELECT post_parent AS parent FROM ${tables.posts} WHERE ID = ?`, [
      at,
    ]);
    at = row?.parent ?? 0;
  }
  return parent;
}
