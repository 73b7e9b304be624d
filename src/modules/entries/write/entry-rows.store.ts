import type { Database, Transaction } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { fitsColumn, Post, ValueTooLong } from '../../../database/entities/index.js';
import { type Entry, entryColumns, readEntry } from '../model/entry.js';

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

/** The content of a request is larger than the configured limit. */
export class ContentTooLong extends Error {
  constructor(readonly limit: number) {
    super(`The content is larger than ${limit} bytes.`);
  }
}

export function assertContentFits({ contentLimits: { written: limit } }: Database, content = ''): void {
  if (content.length * 3 > limit && Buffer.byteLength(content) > limit) throw new ContentTooLong(limit);
}

/** Returns the new id. */
export async function insertEntry(tx: Transaction, entry: Omit<FullEntry, 'id'>): Promise<number> {
  assertFits(entry);
  return (await tx.insert(Post, entry)).insertId;
}

export async function updateEntry(tx: Transaction, id: number, changes: Partial<Omit<FullEntry, 'id'>>): Promise<void> {
  assertFits(changes);
  if (Object.keys(changes).length > 0) await tx.update(Post, { id }, changes);
}

/** Sets the address of a new entry whose ID is part of it. */
export function setAddress(tx: Transaction, { tables }: Database, id: number, address: string): Promise<void> {
  return tx.defer(`UPDATE ${tables.posts} SET guid = ? WHERE ID = ?`, [address, id], tables.posts);
}

/**
 * The parent an entry can have: 0 if the requested one is the entry itself or a descendant. A cycle among the ancestors,
 * which only other software can have created, is broken.
 */
export async function validParent(tx: Transaction, id: number, parent: number): Promise<number> {
  if (id === 0 || parent === 0) return parent;
  const path = new Set<number>();
  for (let at = parent; at !== 0;) {
    if (at === id) return 0;
    if (path.has(at)) {
      const passed = [...path];
      const circle = passed.slice(passed.indexOf(at));
      await tx.update(Post, { id: circle }, { parent: 0 });
      break;
    }
    path.add(at);
    const [above] = await tx.find(Post, ['parent'], { id: at });
    at = above?.parent ?? 0;
  }
  return parent;
}

/** Whether an entry is an image; its row is locked, so that the image is not deleted before the transaction ends. */
export async function lockImage(
  tx: Transaction,
  { tables, sql }: Database,
  id: number,
): Promise<'image' | 'other' | undefined> {
  const [row] = await tx.query<{ type: string; mime: string }>(
    `SELECT post_type AS type, post_mime_type AS mime FROM ${tables.posts} WHERE ID = ?${sql.forShare()}`,
    [id],
  );
  return row && (row.type === 'attachment' && row.mime.startsWith('image/') ? 'image' : 'other');
}

/** A row of `term_taxonomy` that an entry is assigned to. */
export interface AssignedRow {
  readonly id: number;
  readonly term: number;
  readonly taxonomy: string;
}

/** The terms of an entry, of all taxonomies. */
export function assignedRows(tx: Transaction, { tables }: Database, entryId: number): Promise<AssignedRow[]> {
  return tx.query(
    `SELECT tt.term_taxonomy_id AS id, tt.term_id AS term, tt.taxonomy AS taxonomy FROM ${tables.term_relationships} r ` +
      `JOIN ${tables.term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id WHERE r.object_id = ?`,
    [entryId],
  );
}

export async function unassign(
  tx: Transaction,
  { tables }: Database,
  entryId: number,
  ids: readonly number[],
): Promise<void> {
  const { term_relationships } = tables;
  await tx.defer(
    `DELETE FROM ${term_relationships} WHERE object_id = ? AND term_taxonomy_id IN (${placeholders(ids.length)})`,
    [entryId, ...ids],
    term_relationships,
  );
}

/** Locked exclusively from the start: the recount at the end needs that, and two shared locks cannot both be upgraded. */
export async function lockTerms(
  tx: Transaction,
  { tables, sql }: Database,
  assigned: ReadonlyMap<string, readonly number[]>,
): Promise<AssignedRow[]> {
  const ids = [...new Set([...assigned.values()].flat())].filter((id) => Number.isSafeInteger(id));
  if (ids.length === 0) return [];
  const rows = await tx.query<AssignedRow>(
    `SELECT term_taxonomy_id AS id, term_id AS term, taxonomy FROM ${tables.term_taxonomy} ` +
      `WHERE term_id IN (${placeholders(ids.length)}) AND taxonomy IN (${placeholders(assigned.size)}) ` +
      `ORDER BY term_taxonomy_id${sql.forUpdate()}`,
    [...ids, ...assigned.keys()],
  );
  return rows.filter(({ term, taxonomy }) => assigned.get(taxonomy)?.includes(term));
}
