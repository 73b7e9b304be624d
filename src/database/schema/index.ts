import {
  mysqlAdditions,
  mysqlStatements,
  type ColumnDefinition,
  type IndexDefinition,
  type TableDefinition,
  sqliteAdditions,
  sqliteStatements,
} from '../entities/ddl.js';

import { tableOf, WORDPRESS_ENTITIES } from '../entities/index.js';
export type { ColumnDefinition, IndexDefinition, TableDefinition } from '../entities/ddl.js';

/** Prefix of the names of our own tables, after the site's prefix. */
export const OWN_TABLE_PREFIX = 'nestpress_';

export function createTableStatements(engine: 'mysql' | 'sqlite', table: TableDefinition, prefix: string): string[] {
  return engine === 'mysql' ? mysqlStatements(table, prefix) : sqliteStatements(table, prefix);
}

/** The statements that add missing columns and indexes, for the owner to run: the service does not alter tables. */
export function additionStatements(
  engine: 'mysql' | 'sqlite',
  table: TableDefinition,
  prefix: string,
  missing: { columns: readonly ColumnDefinition[]; indexes: readonly IndexDefinition[] },
): string[] {
  const additions = engine === 'mysql' ? mysqlAdditions : sqliteAdditions;
  return additions(table, prefix, missing.columns, missing.indexes);
}

/** The tables of a WordPress site, as their entities declare them. */
export const WORDPRESS_TABLES: readonly TableDefinition[] = WORDPRESS_ENTITIES.map((entity) => tableOf(entity));
