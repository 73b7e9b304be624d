import { type Database, type Transaction } from '../../database.js';
import { ON_PRIMARY } from '../../engine/dialect.js';
import { placeholders, type SqlParameter } from '../../engine/parameters.js';
import { lockNames } from '../../named-locks.js';
import { isListed } from './count-clauses.js';
import { deleteParts, MERGED_AT_ONCE, MERGE_LOCK, type PartRow } from './merged-rows.js';
import { BY_TERM, TERM_CHANGES } from './tables.js';

/*
 * Which entries a term has depends on two tables of WordPress. Where transactions write at the same time, a trigger on one of them must
 * not read the other. It notes the entry, and the service reads the terms of noted entries: before it lists entries of a term, and in the
 * background.
 */

export async function hasTermChanges(db: Database): Promise<boolean> {
  return (await db.query(`${ON_PRIMARY}SELECT 1 FROM ${db.tables.own(TERM_CHANGES)} LIMIT 1`)).length > 0;
}

interface TermRow {
  term_taxonomy_id: number;
  post_type: string;
  post_status: string;
  post_date: string;
  post_id: number;
}

const COLUMNS = ['term_taxonomy_id', 'post_type', 'post_status', 'post_date', 'post_id'] as const;

/** Reads the terms of entries that were noted first, and returns how many notes there were. One process does so at a time. */
export function applyTermChanges(db: Database): Promise<number> {
  const { posts, term_relationships: relations } = db.tables;
  const [changes, byTerm] = [db.tables.own(TERM_CHANGES), db.tables.own(BY_TERM)];
  return db.transaction(async (tx) => {
    await lockNames(tx, db, [MERGE_LOCK]);
    const noted = await tx.query<PartRow & { id: number }>(
      `SELECT entry_id AS id, CAST(part AS CHAR) AS part FROM ${changes} ORDER BY entry_id LIMIT ${MERGED_AT_ONCE}`,
    );
    if (noted.length === 0) return 0;
    const ids = [...new Set(noted.map(({ id }) => id))];
    const these = placeholders(ids.length);
    const [actual, listed] = await Promise.all([
      tx.query<TermRow>(
        `SELECT term_taxonomy_id, post_type, post_status, post_date, ID AS post_id FROM ${posts} JOIN ${relations} ON object_id = ID ` +
          `WHERE ID IN (${these}) AND ${isListed(posts)}`,
        ids,
      ),
      tx.query<TermRow>(`SELECT ${COLUMNS.join(', ')} FROM ${byTerm} WHERE post_id IN (${these})`, ids),
    ]);
    const [expected, present] = [byKey(actual), byKey(listed)];
    await deleteRows(tx, byTerm, without(present, expected));
    await insertRows(tx, byTerm, without(expected, present));
    await deleteParts(tx, db, changes, noted);
    return noted.length;
  });
}

const valuesOf = (row: TermRow): SqlParameter[] => COLUMNS.map((column) => row[column]);

function byKey(rows: readonly TermRow[]): Map<string, TermRow> {
  return new Map(rows.map((row) => [JSON.stringify(valuesOf(row)), row]));
}

function without(rows: ReadonlyMap<string, TermRow>, others: ReadonlyMap<string, TermRow>): TermRow[] {
  return [...rows].filter(([key]) => !others.has(key)).map(([, row]) => row);
}

/** By the whole primary key, in one round trip. */
async function deleteRows(tx: Transaction, table: string, rows: readonly TermRow[]): Promise<void> {
  const isRow = COLUMNS.map((column) => `${column} = ?`).join(' AND ');
  await Promise.all(rows.map((row) => tx.execute(`DELETE FROM ${table} WHERE ${isRow}`, valuesOf(row), table)));
}

async function insertRows(tx: Transaction, table: string, rows: readonly TermRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(() => `(${placeholders(COLUMNS.length)})`).join(', ');
  await tx.execute(`INSERT INTO ${table} (${COLUMNS.join(', ')}) VALUES ${values}`, rows.flatMap(valuesOf), table);
}
