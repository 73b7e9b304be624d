import type { ColumnDefinition, IndexDefinition, TableDefinition } from './table.js';

const COLLATION = 'utf8mb4_unicode_520_ci';

/** The statements that create a table on MySQL or MariaDB unless it is there. */
export function mysqlStatements(table: TableDefinition, prefix: string): string[] {
  const lines = [
    ...table.columns.map(columnLine),
    `PRIMARY KEY (${table.primaryKey.map((name) => `\`${name}\``).join(',')})`,
    ...table.indexes.map(indexLine),
  ];
  return [
    `CREATE TABLE IF NOT EXISTS \`${prefix}${table.name}\` (\n  ${lines.join(',\n  ')}\n) ` +
      `ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=${COLLATION}`,
  ];
}

/** What adds to a table that is there and lacks something. */
export function mysqlAdditions(
  table: TableDefinition,
  prefix: string,
  columns: readonly ColumnDefinition[],
  indexes: readonly IndexDefinition[],
): string[] {
  const parts = [
    ...columns.map((column) => `ADD COLUMN ${columnLine(column)}`),
    ...indexes.map((index) => `ADD ${indexLine(index)}`),
  ];
  return parts.length === 0 ? [] : [`ALTER TABLE \`${prefix}${table.name}\` ${parts.join(', ')}`];
}

function columnLine(column: ColumnDefinition): string {
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
