import { DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import type { Database } from '../database.js';
import { whileLocked } from './lock-retries.js';
import type { MysqlDriver } from './mysql-connections.js';
import { MysqlDatabase, mysqlDataSourceOptions } from './mysql.js';
import type { DatabaseOptions } from './options.js';
import { createPrivateFile, SqliteDatabase, sqliteDataSourceOptions } from './sqlite.js';
import { findNetwork, prefixOf, type SiteNetwork } from '../engine/network.js';
import { checkTablePrefix } from '../engine/table-names.js';

/** TypeORM's options for the configured database. */
export function dataSourceOptions(options: DatabaseOptions): SiteDataSourceOptions {
  checkTablePrefix(options.tablePrefix);
  const { url, findsNetwork } = options;
  return { ...(url ? mysqlDataSourceOptions({ ...options, url }) : sqliteDataSourceOptions(options)), findsNetwork };
}

type SiteDataSourceOptions = DataSourceOptions & Pick<DatabaseOptions, 'findsNetwork'>;

export async function createDataSource(options: SiteDataSourceOptions): Promise<DataSource> {
  if (options.type === 'better-sqlite3') createPrivateFile(options.database);
  // The first of several servers may be down.
  if (options.type === 'mysql') await (options.driver as MysqlDriver).hosts?.check();
  return new SiteDataSource(options);
}

/** The tables of a site are created by the installer and by migrations; nothing may rebuild or drop them. */
class SiteDataSource extends DataSource {
  network?: SiteNetwork;
  private readonly findsNetwork: boolean;

  constructor({ findsNetwork = true, ...options }: SiteDataSourceOptions) {
    const names = new SiteTableNames();
    super({ ...options, namingStrategy: names });
    names.dataSource = this;
    this.findsNetwork = findsNetwork;
  }

  /** The names of tables depend on whether the site belongs to a network. */
  protected override async buildMetadatas(): Promise<void> {
    const { type, entityPrefix = '' } = this.options;
    if (this.findsNetwork)
      this.network = await findNetwork(type === 'mysql' ? 'mysql' : 'sqlite', entityPrefix, (sql, parameters) =>
        this.query(sql, parameters),
      );
    await super.buildMetadatas();
  }

  override synchronize(): Promise<never> {
    return Promise.reject(new Error('The tables of a WordPress site cannot be synchronized with the entities.'));
  }

  override dropDatabase(): Promise<never> {
    return Promise.reject(new Error('The database of a site cannot be dropped from here.'));
  }
}

class SiteTableNames extends DefaultNamingStrategy {
  dataSource?: SiteDataSource;

  override prefixTableName(prefix: string, tableName: string): string {
    return prefixOf(tableName, prefix, this.dataSource?.network) + tableName;
  }
}

/** The Database of an initialised data source. */
export function databaseOn(dataSource: DataSource, { url, ...options }: DatabaseOptions): Database {
  const { tablePrefix, contentLimits } = options;
  const network = dataSource instanceof SiteDataSource ? dataSource.network : undefined;
  const database = url
    ? new MysqlDatabase(dataSource, tablePrefix, { ...options, url, network })
    : new SqliteDatabase(dataSource, tablePrefix, { ...options, network });
  if (contentLimits) database.contentLimits = contentLimits;
  return database;
}

/** Opens a database outside a Nest application. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const dataSource = await createDataSource(dataSourceOptions(options));
  return databaseOn(await whileLocked(() => dataSource.initialize()), options);
}
