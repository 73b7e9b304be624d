import { type SqlParameter, type Transaction } from '../../database/database.js';
import { type EntityClass } from '../../database/entities/index.js';

/** Below SQLite's limit of bound values per statement. */
const MAX_VALUES = 8000;
/** Well below MySQL's default packet size; a single row may be larger. */
const MAX_CHARACTERS = 250_000;

/** Inserts rows of an entity in large statements. */
export async function insertRows<E extends object>(
  tx: Transaction,
  entity: EntityClass<E>,
  rows: readonly Partial<E>[],
): Promise<void> {
  for (const part of inParts(rows, (row) => Object.values(row) as SqlParameter[])) await tx.insert(entity, part);
}

/** Rows in parts that fit into one statement. */
export function* inParts<Row>(rows: readonly Row[], valuesOf: (row: Row) => readonly SqlParameter[]): Generator<Row[]> {
  let part: Row[] = [];
  let values = 0;
  let characters = 0;
  for (const row of rows) {
    const own = valuesOf(row);
    const length = own.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
    if (part.length > 0 && (values + own.length > MAX_VALUES || characters + length > MAX_CHARACTERS)) {
      yield part;
      part = [];
      values = characters = 0;
    }
    part.push(row);
    values += own.length;
    characters += length;
  }
  if (part.length > 0) yield part;
}

/** Ids per statement. */
const MAX_BATCH_IDS = 2000;

/** Runs a query for many IDs in several statements and concatenates the results. */
export async function queryInBatches<Id, Row>(
  ids: readonly Id[],
  ask: (part: readonly Id[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < ids.length; from += MAX_BATCH_IDS)
    rows.push(...(await ask(ids.slice(from, from + MAX_BATCH_IDS))));
  return rows;
}

/** Items by key, in their order. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
