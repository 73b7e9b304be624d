import { createHash } from 'node:crypto';
import { type Database, type SqlParameter } from '../../database/database.js';
import { type TableDefinition } from '../../database/schema/index.js';

/** Approximate size of texts in memory at a time. */
const WANTED_CHARACTERS = 2_000_000;
const MOST_ROWS = 2000;
const FIRST_ROWS = 100;

export type Row = readonly SqlParameter[];

/** All rows of a table in pages by its primary key, values in column order. Pages are smaller if rows are large. */
export async function* readTable(db: Database, { name, columns, primaryKey }: TableDefinition): AsyncGenerator<Row[]> {
  const names = columns.map((column) => `\`${column.name}\``).join(', ');
  const order = primaryKey.map((column) => `\`${column}\``).join(', ');
  const keyPlaces = primaryKey.map((key) => columns.findIndex((column) => column.name === key));
  const table = `\`${db.tablePrefix}${name}\``;
  let after: SqlParameter[] | undefined;
  let limit = FIRST_ROWS;
  for (;;) {
    const condition = after ? `WHERE ${keyIsAfter(primaryKey)}` : '';
    const found = await db.query<Record<string, SqlParameter>>(
      `SELECT ${names} FROM ${table} ${condition} ORDER BY ${order} LIMIT ${limit}`,
      after ? keyIsAfterValues(after) : [],
    );
    const rows = found.map((row) => columns.map((column) => row[column.name] ?? null));
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = keyPlaces.map((place) => rows.at(-1)![place]!);
    const characters = rows.reduce(
      (sum, row) =>
        sum + row.reduce<number>((length, value) => length + (typeof value === 'string' ? value.length : 8), 0),
      0,
    );
    limit = Math.max(
      1,
      Math.min(MOST_ROWS, limit * 2, Math.floor((WANTED_CHARACTERS * rows.length) / (characters + 1))),
    );
  }
}

/** `a > ? OR (a = ? AND b > ?)`: row comparisons do not use the index on every engine. */
function keyIsAfter(key: readonly string[]): string {
  return key
    .map(
      (column, place) =>
        `(${[...key.slice(0, place).map((before) => `\`${before}\` = ?`), `\`${column}\` > ?`].join(' AND ')})`,
    )
    .join(' OR ');
}

function keyIsAfterValues(after: readonly SqlParameter[]): SqlParameter[] {
  return after.flatMap((_, place) => after.slice(0, place + 1));
}

/** A digest of rows that is independent of their order, since engines sort texts differently. */
export class RowChecksum {
  rows = 0;
  private high = 0;
  private low = 0;

  add(row: readonly SqlParameter[]): void {
    const hash = createHash('sha1');
    // Prefixed with its length, so that no value can be mistaken for two.
    for (const value of row) {
      const text = value === null ? '' : String(value);
      hash.update(value === null ? 'null;' : `${text.length}:${text};`);
    }
    const digest = hash.digest();
    this.high = (this.high + digest.readUInt32BE(0)) >>> 0;
    this.low = (this.low + digest.readUInt32BE(4)) >>> 0;
    this.rows++;
  }

  get sum(): string {
    return [this.high, this.low].map((part) => part.toString(16).padStart(8, '0')).join('');
  }
}

/** The next AUTO_INCREMENT ID of a table; IDs of deleted rows are not reused, so it is not always one more than the largest. */
export async function nextId(db: Database, table: TableDefinition): Promise<number | undefined> {
  if (!hasCounter(table)) return undefined;
  const name = db.tablePrefix + table.name;
  if (db.engine === 'sqlite') {
    const [row] = await db.query<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', [name]);
    return row && row.seq + 1;
  }
  const [row] = await db.query<{ next: number | null }>(
    'SELECT AUTO_INCREMENT AS next FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
    [name],
  );
  return row?.next ?? undefined;
}

export async function setNextId(db: Database, table: TableDefinition, next: number): Promise<void> {
  const name = db.tablePrefix + table.name;
  if (db.engine === 'mysql') {
    await db.query(`ALTER TABLE \`${name}\` AUTO_INCREMENT = ${Math.trunc(next)}`);
    return;
  }
  await db.transaction(async (tx) => {
    await tx.execute('DELETE FROM sqlite_sequence WHERE name = ?', [name]);
    await tx.execute('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, Math.trunc(next) - 1]);
  });
}

function hasCounter(table: TableDefinition): boolean {
  return table.columns.some((column) => column.autoIncrement);
}
