import { type Database } from '../../database/database.js';
import { queryInBatches } from '../bulk-rows.js';
import { placeholders } from '../../database/engine/parameters.js';
import { type ImportStore } from './import.store.js';
import { type WxrItem } from './wxr-records.js';

interface Row {
  id: number;
  guid: string;
  type: string;
  slug: string;
  date: string;
  title: string;
}

const COLUMNS = 'ID AS id, guid, post_type AS type, post_name AS slug, post_date AS date, post_title AS title';
const LONGEST_GUID = 255;

/**
 * Which items are here already, and as which entry: by what earlier imports remember, otherwise by guid. Both must agree
 * with the entry itself, since entries go away and two sites may have used one address.
 */
export async function knownItems(
  db: Database,
  store: ImportStore,
  importId: number,
  items: readonly WxrItem[],
): Promise<Map<WxrItem, number>> {
  const mapped = await store.mapped(
    importId,
    'entry',
    items.map((item) => item.id).filter((id) => id > 0),
  );
  const rows = await rowsById(db, [...mapped.values()]);
  const known = new Map<WxrItem, number>();
  for (const item of items) {
    const row = rows.get(mapped.get(item.id) ?? 0);
    if (row && isSame(item, row)) known.set(item, row.id);
  }
  const unknown = items.filter((item) => !known.has(item) && item.guid !== '');
  const candidates = new Map<string, Row[]>();
  for (const row of [...(await rowsBySlug(db, unknown)), ...(await rowsByDate(db, unknown))]) {
    candidates.set(row.guid, [...(candidates.get(row.guid) ?? []), row]);
  }
  for (const item of unknown) {
    const same = candidates.get(item.guid.slice(0, LONGEST_GUID))?.find((row) => isSame(item, row));
    if (same) known.set(item, same.id);
  }
  return known;
}

/** An entry may have been edited here since, but hardly in every respect. */
function isSame(item: WxrItem, row: Row): boolean {
  if (row.type !== item.type || (item.guid !== '' && row.guid !== item.guid.slice(0, LONGEST_GUID))) return false;
  return (item.slug !== '' && row.slug === item.slug) || row.date === item.date || row.title === item.title;
}

async function rowsById(db: Database, ids: readonly number[]): Promise<Map<number, Row>> {
  const rows = await queryInBatches(ids, (part) =>
    db.query<Row>(`SELECT ${COLUMNS} FROM ${db.tables.posts} WHERE ID IN (${placeholders(part.length)})`, part),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** By slug, because guids have no index. */
async function rowsBySlug(db: Database, items: readonly WxrItem[]): Promise<Row[]> {
  const slugs = [...new Set(items.map((item) => item.slug))].filter((slug) => slug !== '');
  if (slugs.length === 0) return [];
  return db.query<Row>(
    `SELECT ${COLUMNS} FROM ${db.tables.posts} WHERE post_name IN (${placeholders(slugs.length)})`,
    slugs,
  );
}

/** Drafts have no slug yet, but lie in an index by type, status and date. */
async function rowsByDate(db: Database, items: readonly WxrItem[]): Promise<Row[]> {
  const unslugged = items.filter((item) => item.slug === '');
  if (unslugged.length === 0) return [];
  const places = unslugged.map(() => '(post_type = ? AND post_status = ? AND post_date = ?)').join(' OR ');
  return db.query<Row>(
    `SELECT ${COLUMNS} FROM ${db.tables.posts} WHERE ${places}`,
    unslugged.flatMap((item) => [item.type, item.status, item.date]),
  );
}
