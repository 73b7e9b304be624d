import { countRows, type Database, placeholders, type SqlParameter } from '../../../database/index.js';
import { type TableDefinition } from '../../../database/schema/index.js';
import { inParts } from '../bulk-rows.js';

/** Approximate size of texts in memory at a time. */
const TARGET_CHARACTERS = 2_000_000;
const MAX_ROWS = 2000;
const FIRST_ROWS = 100;

/** Without it MySQL would replace an id of 0 with a generated one. */
const ALLOW_ZERO_IDS = "SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'";

/** The values of a row, in column order. */
export type Row = readonly SqlParameter[];

/** One side of a copy: whole tables, whatever their columns. */
export class CopyStore {
  constructor(readonly db: Database) {}

  nameOf({ name }: TableDefinition): string {
    return this.db.tablePrefix + name;
  }

  /** All rows in pages by the primary key. Pages are smaller if rows are large. */
  async *pages(table: TableDefinition): AsyncGenerator<Row[]> {
    const { columns, primaryKey } = table;
    const keyPlaces = primaryKey.map((key) => columns.findIndex((column) => column.name === key));
    const select = `SELECT ${quotedColumns(table)} FROM ${this.quoted(table)}`;
    const order = `ORDER BY ${primaryKey.map(quote).join(', ')}`;
    let after: SqlParameter[] | undefined;
    let limit = FIRST_ROWS;
    for (;;) {
      const condition = after ? `WHERE ${keyIsAfter(primaryKey)}` : '';
      const found = await this.db.query<Record<string, SqlParameter>>(
        `${select} ${condition} ${order} LIMIT ${limit}`,
        after ? keyIsAfterValues(after) : [],
      );
      const rows = found.map((row) => columns.map((column) => row[column.name] ?? null));
      if (rows.length > 0) yield rows;
      if (rows.length < limit) return;
      after = keyPlaces.map((place) => rows.at(-1)![place]!);
      const characters = rows
        .flat()
        .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
      const fitting = Math.floor((TARGET_CHARACTERS * rows.length) / (characters + 1));
      limit = Math.max(1, Math.min(MAX_ROWS, limit * 2, fitting));
    }
  }

  async write(table: TableDefinition, rows: readonly Row[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      if (this.db.engine === 'mysql') await tx.execute(ALLOW_ZERO_IDS, [], []);
      for (const part of inParts(rows, (row) => row)) {
        const places = part.map((row) => `(${placeholders(row.length)})`).join(', ');
        const into = this.quoted(table);
        await tx.execute(`INSERT INTO ${into} (${quotedColumns(table)}) VALUES ${places}`, part.flat(), into);
      }
    });
  }

  count(table: TableDefinition): Promise<number> {
    return countRows(this.db, this.quoted(table));
  }

  async hasRows(table: TableDefinition): Promise<boolean> {
    return (await this.firstRow(table)) !== undefined;
  }

  async empty(table: TableDefinition): Promise<void> {
    await this.db.transaction((tx) => tx.execute(`DELETE FROM ${this.quoted(table)}`, [], this.quoted(table)));
  }

  /** Columns of the database that the table is not declared with, if it has rows. */
  async unknownColumns(table: TableDefinition): Promise<string[]> {
    const declared = new Set(table.columns.map(({ name }) => name));
    return Object.keys((await this.firstRow(table)) ?? {}).filter((column) => !declared.has(column));
  }

  /** The next AUTO_INCREMENT ID of a table; IDs of deleted rows are not reused, so it is not always one more than the largest. */
  async nextId(table: TableDefinition): Promise<number | undefined> {
    if (!table.columns.some((column) => column.autoIncrement)) return undefined;
    const sql =
      this.db.engine === 'sqlite'
        ? 'SELECT seq + 1 AS next FROM sqlite_sequence WHERE name = ?'
        : 'SELECT AUTO_INCREMENT AS next FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?';
    const [row] = await this.db.query<{ next: number | null }>(sql, [this.nameOf(table)]);
    return row?.next ?? undefined;
  }

  async setNextId(table: TableDefinition, next: number): Promise<void> {
    if (this.db.engine === 'mysql') {
      await this.db.query(`ALTER TABLE ${this.quoted(table)} AUTO_INCREMENT = ${Math.trunc(next)}`);
      return;
    }
    const name = this.nameOf(table);
    await this.db.transaction(async (tx) => {
      await tx.execute('DELETE FROM sqlite_sequence WHERE name = ?', [name], 'sqlite_sequence');
      const row = [name, Math.trunc(next) - 1];
      await tx.execute('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', row, 'sqlite_sequence');
    });
  }

  private async firstRow(table: TableDefinition): Promise<object | undefined> {
    const [row] = await this.db.query<object>(`SELECT * FROM ${this.quoted(table)} LIMIT 1`);
    return row;
  }

  private quoted(table: TableDefinition): string {
    return quote(this.nameOf(table));
  }
}

const quote = (name: string) => `\`${name}\``;

const quotedColumns = ({ columns }: TableDefinition) => columns.map(({ name }) => quote(name)).join(', ');

/** `a > ? OR (a = ? AND b > ?)`: row comparisons do not use the index on every engine. */
function keyIsAfter(key: readonly string[]): string {
  return key
    .map((column, place) => {
      const before = key.slice(0, place).map((column) => `${quote(column)} = ?`);
      return `(${[...before, `${quote(column)} > ?`].join(' AND ')})`;
    })
    .join(' OR ');
}

function keyIsAfterValues(after: readonly SqlParameter[]): SqlParameter[] {
  return after.flatMap((_, place) => after.slice(0, place + 1));
}
