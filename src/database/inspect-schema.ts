import type { Database } from './database.js';
import { prefixOf } from './engine/network.js';
import {
  additionStatements,
  createTableStatements,
  type ColumnDefinition,
  type IndexDefinition,
  type TableDefinition,
} from './schema/index.js';

/** A table as it exists in the database, reduced to what is compared. */
interface FoundTable {
  columns: Set<string>;
  indexes: { columns: string[]; unique: boolean }[];
}

/** What a table lacks compared with its definition, and the statements that add it. */
export interface MissingSchema {
  table: string;
  isMissing: boolean;
  columns: readonly ColumnDefinition[];
  indexes: readonly IndexDefinition[];
  statements: readonly string[];
}

/** Compares tables with their definitions. Additional columns and indexes are ignored. */
export async function findMissingSchema(
  db: Database,
  definitions: readonly TableDefinition[],
): Promise<MissingSchema[]> {
  const existing = new Set(await db.existingTables());
  const missing: MissingSchema[] = [];
  for (const definition of definitions) {
    const table = db.tables.full(definition.name);
    if (!existing.has(table)) {
      missing.push({
        table,
        isMissing: true,
        columns: [],
        indexes: [],
        statements: createTableStatements(db.engine, definition, prefixOf(definition.name, db.tablePrefix, db.network)),
      });
      continue;
    }
    const found = await (db.engine === 'mysql' ? inspectMysql(db, table) : inspectSqlite(db, table));
    const columns = definition.columns.filter(({ name }) => !found.columns.has(name.toLowerCase()));
    const indexes = definition.indexes.filter((index) => !isServed(index, found));
    if (columns.length === 0 && indexes.length === 0) continue;
    missing.push({
      table,
      isMissing: false,
      columns,
      indexes,
      statements: additionStatements(db.engine, definition, prefixOf(definition.name, db.tablePrefix, db.network), {
        columns,
        indexes,
      }),
    });
  }
  return missing;
}

/** Names of the existing tables whose columns are not those of their definition, but of another version. */
export async function tablesWithOtherColumns(db: Database, definitions: readonly TableDefinition[]): Promise<string[]> {
  const outdated: string[] = [];
  for (const definition of definitions) {
    const table = db.tables.full(definition.name);
    const { columns } = await (db.engine === 'mysql' ? inspectMysql(db, table) : inspectSqlite(db, table));
    const isSame =
      columns.size === definition.columns.length && definition.columns.every(({ name }) => columns.has(name));
    if (columns.size > 0 && !isSame) outdated.push(table);
  }
  return outdated;
}

/** Which of the columns, as `table.column`, are nullable. */
export async function nullableColumns(
  db: Database,
  columns: Readonly<Record<string, readonly string[]>>,
): Promise<string[]> {
  const found: string[] = [];
  for (const [name, required] of Object.entries(columns)) {
    const table = db.tables.full(name);
    const rows = await db.query<{ name: string }>(
      db.engine === 'mysql'
        ? "SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND IS_NULLABLE = 'YES'"
        : 'SELECT name FROM pragma_table_info(?) WHERE "notnull" = 0',
      [table],
    );
    found.push(...rows.filter((row) => required.includes(row.name)).map((row) => `${table}.${row.name}`));
  }
  return found;
}

/** Any index that begins with the columns counts, whatever its name; for a unique index it must be unique too. */
function isServed({ columns, unique = false }: IndexDefinition, found: FoundTable): boolean {
  const required = columns.map((column) => (typeof column === 'string' ? column : column[0]).toLowerCase());
  return found.indexes.some((index) => {
    const begins = required.every((column, place) => index.columns[place] === column);
    return begins && (!unique || (index.unique && index.columns.length === required.length));
  });
}

async function inspectMysql(db: Database, table: string): Promise<FoundTable> {
  const [columns, parts] = await Promise.all([
    db.query<{ name: string }>(
      'SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?',
      [table],
    ),
    db.query<{ name: string; part: string; repeats: number }>(
      'SELECT INDEX_NAME AS name, COLUMN_NAME AS part, NON_UNIQUE AS repeats FROM information_schema.STATISTICS ' +
        'WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? ORDER BY INDEX_NAME, SEQ_IN_INDEX',
      [table],
    ),
  ]);
  const indexes = new Map<string, FoundTable['indexes'][number]>();
  for (const { name, part, repeats } of parts) {
    const index = indexes.get(name) ?? { columns: [], unique: Number(repeats) === 0 };
    index.columns.push((part ?? '').toLowerCase());
    indexes.set(name, index);
  }
  return { columns: namesOf(columns), indexes: [...indexes.values()] };
}

async function inspectSqlite(db: Database, table: string): Promise<FoundTable> {
  const columns = await db.query<{ name: string }>('SELECT name FROM pragma_table_info(?)', [table]);
  const listed = await db.query<{ name: string; isUnique: number }>(
    'SELECT name, "unique" AS isUnique FROM pragma_index_list(?)',
    [table],
  );
  const indexes: FoundTable['indexes'] = [];
  for (const { name, isUnique } of listed) {
    const parts = await db.query<{ name: string | null }>('SELECT name FROM pragma_index_info(?) ORDER BY seqno', [
      name,
    ]);
    indexes.push({ columns: parts.map((part) => (part.name ?? '').toLowerCase()), unique: isUnique === 1 });
  }
  return { columns: namesOf(columns), indexes };
}

function namesOf(rows: readonly { name: string }[]): Set<string> {
  return new Set(rows.map(({ name }) => name.toLowerCase()));
}
