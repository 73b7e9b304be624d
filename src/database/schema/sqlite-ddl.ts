import type { ColumnDefinition, IndexDefinition, TableDefinition } from './table.js';

/** The statements that create a table and its indexes on SQLite unless they are there. */
export function sqliteStatements(table: TableDefinition, prefix: string): string[] {
  const name = prefix + table.name;
  const lines = table.columns.map(columnLine);
  if (!table.columns.some((column) => column.autoIncrement)) lines.push(`PRIMARY KEY (${quoted(table.primaryKey)})`);
  return [
    `CREATE TABLE IF NOT EXISTS "${name}" (\n  ${lines.join(',\n  ')}\n)`,
    ...table.indexes.map((index) => indexStatement(name, index)),
  ];
}

/** What adds to a table that is there and lacks something. */
export function sqliteAdditions(
  table: TableDefinition,
  prefix: string,
  columns: readonly ColumnDefinition[],
  indexes: readonly IndexDefinition[],
): string[] {
  const name = prefix + table.name;
  return [
    ...columns.map((column) => `ALTER TABLE "${name}" ADD COLUMN ${columnLine(column)}`),
    ...indexes.map((index) => indexStatement(name, index)),
  ];
}

function indexStatement(table: string, index: IndexDefinition): string {
  const columns = index.columns.map((column) => (typeof column === 'string' ? column : column[0]));
  // Index names are global in SQLite, hence the table in front.
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS "${table}__${index.name}" ON "${table}" (${quoted(columns)})`;
}

function columnLine(column: ColumnDefinition): string {
  // AUTOINCREMENT: as on MySQL, the id of a deleted row is not used again.
  if (column.autoIncrement) return `"${column.name}" INTEGER PRIMARY KEY AUTOINCREMENT`;
  const parts = [`"${column.name}" ${sqliteType(column.type)}`];
  // MySQL, in the mode WordPress runs it, gives a long text without value ''; here that has to be said.
  if (!column.nullable)
    parts.push(`NOT NULL DEFAULT ${typeof column.default === 'number' ? column.default : `'${column.default ?? ''}'`}`);
  return parts.join(' ');
}

/** Dates compare as text, and so do texts that MySQL compares byte by byte; others without regard to case, as MySQL's collation has it. */
function sqliteType(type: string): string {
  if (/int/.test(type)) return 'INTEGER';
  return type === 'datetime' || type.endsWith('_bin') ? 'TEXT' : 'TEXT COLLATE NOCASE';
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
