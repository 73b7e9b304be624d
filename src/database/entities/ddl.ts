/** A table definition, rendered for each engine. Types are MySQL's. */
export interface ColumnDefinition {
  name: string;
  type: string;
  /** Absent if no default is declared (MySQL has none for long texts). */
  default?: string | number;
  nullable?: boolean;
  autoIncrement?: boolean;
}

export interface IndexDefinition {
  name: string;
  /** A column, or a column and the number of characters MySQL indexes. */
  columns: ReadonlyArray<string | readonly [column: string, length: number]>;
  unique?: boolean;
}

export interface TableDefinition {
  name: string;
  columns: readonly ColumnDefinition[];
  primaryKey: readonly string[];
  indexes: readonly IndexDefinition[];
}

const COLLATION = 'utf8mb4_unicode_520_ci';

/** The statements that create a table on MySQL or MariaDB if it does not exist. */
export function mysqlStatements(table: TableDefinition, prefix: string): string[] {
  const lines = [
    ...table.columns.map(mysqlColumn),
    `PRIMARY KEY (${table.primaryKey.map((name) => `\`${name}\``).join(',')})`,
    ...table.indexes.map(indexLine),
  ];
  return [
    `CREATE TABLE IF NOT EXISTS \`${prefix}${table.name}\` (\n  ${lines.join(',\n  ')}\n) ` +
      `ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=${COLLATION}`,
  ];
}

/** The statements that add missing columns and indexes to an existing table. */
export function mysqlAdditions(
  table: TableDefinition,
  prefix: string,
  columns: readonly ColumnDefinition[],
  indexes: readonly IndexDefinition[],
): string[] {
  const parts = [
    ...columns.map((column) => `ADD COLUMN ${mysqlColumn(column)}`),
    ...indexes.map((index) => `ADD ${indexLine(index)}`),
  ];
  return parts.length === 0 ? [] : [`ALTER TABLE \`${prefix}${table.name}\` ${parts.join(', ')}`];
}

function mysqlColumn(column: ColumnDefinition): string {
  const parts = [`\`${column.name}\` ${column.type}`];
  if (column.nullable) parts.push('DEFAULT NULL');
  else parts.push('NOT NULL');
  if (column.default !== undefined) parts.push(`DEFAULT '${column.default}'`);
  if (column.autoIncrement) parts.push('AUTO_INCREMENT');
  return parts.join(' ');
}

function indexLine(index: IndexDefinition): string {
  const columns = index.columns.map((column) =>
    typeof column === 'string' ? `\`${column}\`` : `\`${column[0]}\`(${column[1]})`,
  );
  return `${index.unique ? 'UNIQUE ' : ''}KEY \`${index.name}\` (${columns.join(',')})`;
}

/** The statements that create a table and its indexes on SQLite if they do not exist. */
export function sqliteStatements(table: TableDefinition, prefix: string): string[] {
  const name = prefix + table.name;
  const lines = table.columns.map(sqliteColumn);
  if (!table.columns.some((column) => column.autoIncrement)) lines.push(`PRIMARY KEY (${quoted(table.primaryKey)})`);
  return [
    `CREATE TABLE IF NOT EXISTS "${name}" (\n  ${lines.join(',\n  ')}\n)`,
    ...table.indexes.map((index) => indexStatement(name, index)),
  ];
}

/** The statements that add missing columns and indexes to an existing table. */
export function sqliteAdditions(
  table: TableDefinition,
  prefix: string,
  columns: readonly ColumnDefinition[],
  indexes: readonly IndexDefinition[],
): string[] {
  const name = prefix + table.name;
  return [
    ...columns.map((column) => `ALTER TABLE "${name}" ADD COLUMN ${sqliteColumn(column)}`),
    ...indexes.map((index) => indexStatement(name, index)),
  ];
}

function indexStatement(table: string, index: IndexDefinition): string {
  const columns = index.columns.map((column) => (typeof column === 'string' ? column : column[0]));
  // Index names are global in SQLite, hence the table in front.
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS "${table}__${index.name}" ON "${table}" (${quoted(columns)})`;
}

function sqliteColumn(column: ColumnDefinition): string {
  // AUTOINCREMENT: as on MySQL, IDs of deleted rows are not reused.
  if (column.autoIncrement) return `"${column.name}" INTEGER PRIMARY KEY AUTOINCREMENT`;
  const parts = [`"${column.name}" ${sqliteType(column.type)}`];
  // MySQL, in WordPress's SQL mode, stores '' in a long text without a value; SQLite needs a default for that.
  if (!column.nullable)
    parts.push(`NOT NULL DEFAULT ${typeof column.default === 'number' ? column.default : `'${column.default ?? ''}'`}`);
  return parts.join(' ');
}

/** Dates, and texts that MySQL compares byte by byte, use the binary collation; others are case-insensitive, as in MySQL. */
function sqliteType(type: string): string {
  if (/int/.test(type)) return 'INTEGER';
  if (type === 'double') return 'REAL';
  return type === 'datetime' || type.endsWith('_bin') ? 'TEXT' : 'TEXT COLLATE NOCASE';
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
