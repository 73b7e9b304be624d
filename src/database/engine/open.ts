import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Database } from '../database.js';
import { MysqlDatabase, mysqlDataSourceOptions } from './mysql.js';
import { checkTablePrefix, type DatabaseOptions } from './options.js';
import { createPrivateFile, SqliteDatabase, sqliteDataSourceOptions } from './sqlite.js';

/** What TypeORM needs to open the configured database. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  checkTablePrefix(options.tablePrefix);
  return options.url ? mysqlDataSourceOptions({ ...options, url: options.url }) : sqliteDataSourceOptions(options);
}

export function createDataSource(options: DataSourceOptions): DataSource {
  if (options.type === 'better-sqlite3') createPrivateFile(options.database);
  return new DataSource(options);
}

/** The port on an initialised data source. */
export function databaseOn(dataSource: DataSource): Database {
  const prefix = dataSource.options.entityPrefix ?? '';
  return dataSource.options.type === 'mysql' ? new MysqlDatabase(dataSource, prefix) : new SqliteDatabase(dataSource, prefix);
}

/** Opens a database outside of a Nest application. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return databaseOn(await createDataSource(dataSourceOptions(options)).initialize());
}
