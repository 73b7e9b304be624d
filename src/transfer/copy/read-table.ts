import { type Database, type SqlParameter } from '../../database/database.js';
import { type TableDefinition } from '../../database/schema/index.js';

/** Of texts in memory at a time, more or less. */
const WANTED_CHARACTERS = 2_000_000;
const MOST_ROWS = 2000;
const FIRST_ROWS = 100;

export type Row = readonly SqlParameter[];

/** All rows of a table in pages by its primary key, values in the order of the columns. Rows being long, pages get short. */
export async function* readTable(db: Database, { name, columns, primaryKey }: TableDefinition): AsyncGenerator<Row[]> {
  const names = columns.map((column) => `\`${column.name}\``).join(', ');
  const order = primaryKey.map((column) => `\`${column}\``).join(', ');
  const keyPlaces = primaryKey.map((key) => columns.findIndex((column) => column.name === key));
  const table = `\`${db.tablePrefix}${name}\``;
  let after: SqlParameter[] | undefined;
  let limit = FIRST_ROWS;
  for (;;) {
    const condition = after ? `WHERE ${behind(primaryKey)}` : '';
    const found = await db.query<Record<string, SqlParameter>>(
      `SELECT ${names} FROM ${table} ${condition} ORDER BY ${order} LIMIT ${limit}`,
      after ? behindValues(after) : [],
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

/** `a > ? OR (a = ? AND b > ?)`: comparing rows at once would not use the index everywhere. */
function behind(key: readonly string[]): string {
  return key
    .map(
      (column, place) =>
        `(${[...key.slice(0, place).map((before) => `\`${before}\` = ?`), `\`${column}\` > ?`].join(' AND ')})`,
    )
    .join(' OR ');
}

function behindValues(after: readonly SqlParameter[]): SqlParameter[] {
  return after.flatMap((_, place) => after.slice(0, place + 1));
}
