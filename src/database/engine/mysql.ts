import mysql2 from 'mysql2';
import type { DataSource, DataSourceOptions, QueryRunner } from 'typeorm';
import { type ConnectionState, Database, type SqlParameter, type Transaction } from '../database.js';
import { ENTITIES } from '../entities/index.js';
import type { ListIndex } from '../list-index/contract.js';
import { TriggeredListIndex } from '../list-index/list-index.js';
import { createTableStatements, type TableDefinition } from '../schema/index.js';
import { ChangeLog } from './change-log.js';
import { mysqlDialect } from './dialect.js';
import { endsConnection } from './errors.js';
import type { DatabaseOptions } from './options.js';
import { boundValues, type BoundValue } from './parameters.js';
import { poolState } from './pool-state.js';
import { countingLogger, noteStatement } from './query-counter.js';
import { ReadBatches } from './read-batches.js';
import { StatementWatch } from './statement-watch.js';
import { TableTimes } from './table-times.js';
import { tablesWithPrefix } from './tables.js';
import { runTransaction, type TransactionHost } from './transactions.js';

/** Zero dates must be storable, text must be cut rather than refused, and no backslash mode may change how values are quoted. */
const SESSION = "SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION', time_zone='+00:00'";
/** Who waited for a lock then sees what its holder committed; a count or a slug made from an older view would be wrong. */
const ISOLATION = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;
const DEFAULT_POOL_SIZE = 10;

/** mysql2 as TypeORM wants it, but for the session every new connection starts with. */
const driver = {
  ...mysql2,
  createPool(options: mysql2.PoolOptions): mysql2.Pool {
    const pool = mysql2.createPool(options);
    pool.on('connection', (connection) => {
      // Queued first on the connection, so it runs before whatever wanted the connection.
      for (const statement of [SESSION, ISOLATION]) {
        connection.query(statement, (error) => {
          if (error) connection.destroy();
        });
      }
    });
    return pool;
  },
};

export function mysqlDataSourceOptions(options: DatabaseOptions & { url: string }): DataSourceOptions {
  const url = new URL(options.url);
  const database = decodeURIComponent(url.pathname.slice(1));
  if (!['mysql:', 'mariadb:'].includes(url.protocol) || database === '') {
    throw new Error('The database address must look like mysql://user:password@host:3306/name.');
  }
  return {
    type: 'mysql',
    driver,
    host: url.hostname,
    port: Number(url.port || 3306),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    ssl: url.searchParams.get('ssl') === 'true' ? {} : undefined,
    charset: 'utf8mb4_unicode_ci',
    connectTimeout: CONNECT_TIMEOUT_MS,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: options.poolSize ?? DEFAULT_POOL_SIZE,
    // Sums are DECIMAL in MySQL and would arrive as text.
    extra: { decimalNumbers: true, idleTimeout: IDLE_TIMEOUT_MS, enableKeepAlive: true },
    entityPrefix: options.tablePrefix,
    entities: ENTITIES,
    synchronize: false,
    logger: countingLogger,
  };
}

type MysqlDataSourceOptions = Extract<DataSourceOptions, { type: 'mysql' | 'mariadb' }>;

/** Reads have connections of their own, the only ones that take several statements at once. */
function readPool({ host, port, username, password, database, ssl, poolSize, extra }: MysqlDataSourceOptions): mysql2.Pool {
  return driver.createPool({
    host,
    port,
    user: username,
    password,
    database,
    ssl: ssl as mysql2.SslOptions | undefined,
    charset: 'utf8mb4_unicode_ci',
    connectTimeout: CONNECT_TIMEOUT_MS,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectionLimit: poolSize,
    multipleStatements: true,
    ...(extra as object),
  });
}

export class MysqlDatabase extends Database implements TransactionHost {
  readonly engine = 'mysql';
  readonly sql = mysqlDialect;
  readonly statements = new StatementWatch(this.engine);
  readonly tables;
  readonly listIndex: ListIndex = new TriggeredListIndex(this);
  private readonly pool: mysql2.Pool;
  private readonly reads: ReadBatches;
  private readonly times = new TableTimes(this);
  private log?: ChangeLog;

  constructor(
    private readonly dataSource: DataSource,
    readonly tablePrefix: string,
  ) {
    super();
    this.tables = tablesWithPrefix(tablePrefix);
    this.pool = readPool(dataSource.options as MysqlDataSourceOptions);
    this.reads = new ReadBatches(this.pool);
  }

  async query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]> {
    const values = boundValues(parameters);
    noteStatement(sql);
    return this.statements.run(sql, () => this.readAgain<T>(sql, values));
  }

  private async readAgain<T>(sql: string, values: BoundValue[]): Promise<T[]> {
    try {
      return await this.read<T>(sql, values);
    } catch (error) {
      // The server may have closed a connection that lay idle; reading again does no harm.
      if (!endsConnection(error)) throw error;
      return this.read<T>(sql, values);
    }
  }

  private async read<T>(sql: string, values: BoundValue[]): Promise<T[]> {
    return (await this.reads.query(sql, values)) as T[];
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return runTransaction(this, work);
  }

  async acquire() {
    const runner = this.dataSource.createQueryRunner('master');
    const connection = (await runner.connect()) as mysql2.PoolConnection;
    const release = async (unusable: boolean) => {
      if (unusable) connection.destroy();
      await runner.release();
    };
    return { runner: runner as QueryRunner, release };
  }

  insertId(raw: unknown): number {
    return (raw as mysql2.ResultSetHeader).insertId ?? 0;
  }

  async createTables(tables: readonly TableDefinition[]): Promise<void> {
    for (const table of tables) {
      for (const statement of createTableStatements(this.engine, table, this.tablePrefix)) await this.query(statement);
    }
  }

  async existingTables(): Promise<string[]> {
    const rows = await this.query<{ name: string }>(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    return rows.map((row) => row.name);
  }

  async shareChanges(): Promise<void> {
    const log = new ChangeLog(this);
    await log.prepare();
    this.log = log;
  }

  async beforeCommit(runner: QueryRunner, written: ReadonlySet<string>): Promise<void> {
    const entry = this.log?.entry(written);
    if (entry) await runner.query(entry.sql, boundValues(entry.parameters));
  }

  async changedElsewhere(): Promise<ReadonlySet<string>> {
    const [logged, seen] = await Promise.all([this.log?.news() ?? [], this.times.news()]);
    return new Set([...logged, ...seen]);
  }

  connections(): ConnectionState[] {
    return [poolState('read', this.pool), poolState('write', (this.dataSource.driver as unknown as { pool: mysql2.Pool }).pool)];
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.pool.end(() => done()));
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
