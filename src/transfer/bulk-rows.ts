import { type Database, type SqlParameter, type Transaction } from '../database/database.js';
import { columnNames, type EntityClass } from '../database/entities/index.js';
import { placeholders } from '../database/engine/parameters.js';

/** Below SQLite's limit of bound values per statement. */
const MOST_VALUES = 8000;
/** Well below MySQL's default packet size; a single row may be larger. */
const MOST_CHARACTERS = 250_000;

type Values = readonly SqlParameter[];

/** Inserts rows of an entity in large statements. All rows have the same members as the first one. */
export async function insertRows<E extends object>(
  tx: Transaction,
  db: Database,
  entity: EntityClass<E>,
  rows: readonly Partial<E>[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columnNames(entity);
  const members = Object.keys(rows[0]!) as (keyof E & string)[];
  await insertMany(
    tx,
    db.tables.of(entity),
    members.map((member) => names[member]),
    rows.map((row) => members.map((member) => row[member] as SqlParameter)),
  );
}

/** Inserts rows with the same columns in statements of a bounded size. The table is a quoted name. */
export async function insertMany(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly Values[],
): Promise<void> {
  const names = columns.map((name) => `\`${name}\``).join(', ');
  for (const part of parts(rows, columns.length)) {
    const places = Array(part.length)
      .fill(`(${placeholders(columns.length)})`)
      .join(', ');
    await tx.execute(`INSERT INTO ${table} (${names}) VALUES ${places}`, part.flat());
  }
}

function* parts(rows: readonly Values[], width: number): Generator<Values[]> {
  let part: Values[] = [];
  let characters = 0;
  for (const row of rows) {
    const length = row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
    if (part.length > 0 && ((part.length + 1) * width > MOST_VALUES || characters + length > MOST_CHARACTERS)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(row);
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
