import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Database } from '../database.js';
import { whileLocked } from './lock-retries.js';
import type { MysqlDriver } from './mysql-connections.js';
import { MysqlDatabase, mysqlDataSourceOptions } from './mysql.js';
import type { DatabaseOptions } from './options.js';
import { createPrivateFile, SqliteDatabase, sqliteDataSourceOptions } from './sqlite.js';
import { checkTablePrefix } from '../engine/table-names.js';

/** TypeORM's options for the configured database. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  checkTablePrefix(options.tablePrefix);
  return options.url ? mysqlDataSourceOptions({ ...options, url: options.url }) : sqliteDataSourceOptions(options);
}

export async function createDataSource(options: DataSourceOptions): Promise<DataSource> {
  if (options.type === 'better-sqlite3') createPrivateFile(options.database);
  // The first of several servers may be down.
  if (options.type === 'mysql') await (options.driver as MysqlDriver).hosts?.check();
  return new SiteDataSource(options);
}

/** The tables of a site are created by the installer and by migrations; nothing may rebuild or drop them. */
class SiteDataSource extends DataSource {
  override synchronize(): Promise<never> {
    return Promise.reject(new Error('The tables of a WordPress site cannot be synchronized with the entities.'));
  }

  override dropDatabase(): Promise<never> {
    return Promise.reject(new Error('The database of a site cannot be dropped from here.'));
  }
}

/** The Database of an initialised data source. */
export function databaseOn(dataSource: DataSource, { url, ...options }: DatabaseOptions): Database {
  const { tablePrefix, contentLimits } = options;
  const database = url
    ? new MysqlDatabase(dataSource, tablePrefix, { ...options, url })
    : new SqliteDatabase(dataSource, tablePrefix, options);
  if (contentLimits) database.contentLimits = contentLimits;
  return database;
}

/** Opens a database outside a Nest application. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const dataSource = await createDataSource(dataSourceOptions(options));
  return databaseOn(await whileLocked(() => dataSource.initialize()), options);
}
