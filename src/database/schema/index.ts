import { mysqlStatements } from './mysql-ddl.js';
import { sqliteStatements } from './sqlite-ddl.js';
import type { TableDefinition } from './table.js';

export { WORDPRESS_TABLES } from './wordpress-tables.js';
export type { ColumnDefinition, IndexDefinition, TableDefinition } from './table.js';

/** In front of the name of every table that is ours and not WordPress's, after the site's prefix. */
export const OWN_TABLE_PREFIX = 'nestpress_';

export function createTableStatements(engine: 'mysql' | 'sqlite', table: TableDefinition, prefix: string): string[] {
  return engine === 'mysql' ? mysqlStatements(table, prefix) : sqliteStatements(table, prefix);
}
