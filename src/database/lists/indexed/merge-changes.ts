import { type Database, type Transaction } from '../../database.js';
import { deleteByKeys } from '../../delete-by-keys.js';
import { ON_PRIMARY } from '../../engine/dialect.js';
import { placeholders, type SqlParameter } from '../../engine/parameters.js';
import { lockNames } from '../../named-locks.js';
import { countedTables } from './count-clauses.js';
import { deleteParts, MERGE_LOCK, MERGED_AT_ONCE, type PartRow } from './merged-rows.js';
import { HIDDEN_PARENTS, HIDDEN_ROWS, VERSIONS } from './tables.js';
import { hasChildren, hiddenCondition, isHidden, sharedCondition } from './version-conditions.js';

/*
 * Merges the rows that triggers have added (tables.ts). It changes no result: the sums stay the same. Each table is merged in short
 * transactions of its own, which read committed rows and lock none that other programs write.
 */

type Merge = (tx: Transaction) => Promise<number>;

/** Returns whether there may be more rows to merge. */
export async function mergeChanges(db: Database): Promise<boolean> {
  const merges = mergesOf(db);
  const tables = [...merges.keys()];
  const selects = tables.map((table) => `(SELECT ? AS name FROM ${table} WHERE part > 0 LIMIT 1)`);
  const added = await db.query<{ name: string }>(ON_PRIMARY + selects.join(' UNION ALL '), tables);
  let isMore = false;
  for (const { name } of added) {
    const merged = await db.transaction(async (tx) => {
      await lockNames(tx, db, [MERGE_LOCK]);
      return merges.get(name)!(tx);
    });
    isMore ||= merged === MERGED_AT_ONCE;
  }
  return isMore;
}

function mergesOf(db: Database): Map<string, Merge> {
  const merges = new Map<string, Merge>();
  for (const { into, texts } of Object.values(countedTables(db)))
    merges.set(into, (tx) => mergeCounters(db, tx, into, [...texts, 'counted_by', 'value']));
  merges.set(db.tables.own(VERSIONS), (tx) => mergeVersions(db, tx));
  merges.set(db.tables.own(HIDDEN_PARENTS), (tx) => mergeHiddenParents(db, tx));
  return merges;
}

const addedRows = (table: string, columns: string) =>
  `SELECT ${columns}, CAST(part AS CHAR) AS part FROM ${table} WHERE part > 0 ORDER BY part LIMIT ${MERGED_AT_ONCE}`;

async function mergeCounters(db: Database, tx: Transaction, table: string, key: readonly string[]): Promise<number> {
  type Row = PartRow & { entries: number } & Record<string, SqlParameter>;
  const rows = await tx.query<Row>(addedRows(table, [...key, 'entries'].join(', ')));
  const sums = new Map<string, { values: SqlParameter[]; entries: number }>();
  for (const row of rows) {
    const values = key.map((column) => row[column]!);
    const sum = sums.get(JSON.stringify(values)) ?? { values, entries: 0 };
    sum.entries += Number(row.entries);
    sums.set(JSON.stringify(values), sum);
  }
  const changed = [...sums.values()].filter(({ entries }) => entries !== 0);
  await addTo(
    tx,
    table,
    [...key, 'entries'],
    changed.map(({ values, entries }) => [...values, entries]),
  );
  await deleteParts(tx, db, table, rows);
  return rows.length;
}

/** Rows whose condition is not fulfilled do not count. */
async function mergeVersions(db: Database, tx: Transaction): Promise<number> {
  const table = db.tables.own(VERSIONS);
  const counts = `CASE WHEN subject = 0 THEN ${sharedCondition(db)} WHEN subject = ${HIDDEN_ROWS} THEN ${hiddenCondition(db)} ELSE 1 END`;
  const rows = await tx.query<PartRow & { subject: string; version: number; counts: number }>(
    addedRows(`${table} changes`, `CAST(subject AS CHAR) AS subject, version, ${counts} AS counts`),
  );
  const sums = new Map<string, number>();
  for (const { subject, version, counts: isCounted } of rows)
    if (isCounted) sums.set(subject, (sums.get(subject) ?? 0) + Number(version));
  await addTo(
    tx,
    table,
    ['subject', 'version'],
    [...sums].map(([subject, version]) => [BigInt(subject), version]),
  );
  await deleteParts(tx, db, table, rows);
  return rows.length;
}

/** Only parents that are not public and have attachments or comments stay. */
async function mergeHiddenParents(db: Database, tx: Transaction): Promise<number> {
  const table = db.tables.own(HIDDEN_PARENTS);
  const stays = `${isHidden(db, 'parent_id')} AND ${hasChildren(db, 'parent_id')}`;
  const rows = await tx.query<PartRow & { id: number; stays: number }>(
    addedRows(table, `parent_id AS id, ${stays} AS stays`),
  );
  const ids = (isHiddenParent: boolean) => [
    ...new Set(rows.filter((row) => Boolean(row.stays) === isHiddenParent).map(({ id }) => id)),
  ];
  const [hidden, others] = [ids(true), ids(false)];
  if (hidden.length > 0) {
    const values = hidden.map(() => '(?)').join(', ');
    await tx.execute(`INSERT IGNORE INTO ${table} (parent_id) VALUES ${values}`, hidden, table);
  }
  const where = 'entry.part = 0';
  await deleteByKeys(tx, db.engine, { table, index: 'PRIMARY', column: 'parent_id', keys: others, where });
  await deleteParts(tx, db, table, rows);
  return rows.length;
}

/** Adds to the last of the columns, in the row with the number 0. */
async function addTo(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlParameter[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const sum = columns.at(-1)!;
  await tx.execute(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => `(${placeholders(columns.length)})`).join(', ')} ` +
      `ON DUPLICATE KEY UPDATE ${sum} = ${sum} + VALUES(${sum})`,
    rows.flat(),
    table,
  );
}
