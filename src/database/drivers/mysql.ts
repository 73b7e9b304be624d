import type mysql2 from 'mysql2';
import { createHash } from 'node:crypto';
import { type DataSource, type DataSourceOptions, QueryResult, type QueryRunner } from 'typeorm';
import { type ConnectionState, Database, type SqlParameter, type Transaction } from '../database.js';
import { registeredEntities } from '../entities/index.js';
import { joinedTransaction } from '../joined-transaction.js';
import type { ListIndex } from '../list-index.types.js';
import { TriggeredListIndex } from '../lists/indexed/list-index.js';
import { createTableStatements, type TableDefinition } from '../schema/index.js';
import { MIGRATIONS_TABLE, registeredMigrations, runMigrations } from '../migrations.js';
import type { SearchIndex } from '../search-index.types.js';
import { WordSearchIndex } from '../search-index/search-index.js';
import { BatchedConnection } from './batched-connection.js';
import { ChangeLog } from './change-log.js';
import { mysqlDialect, ON_PRIMARY } from '../engine/dialect.js';
import {
  AlreadyRunning,
  endsConnection,
  isDatabaseDown,
  isTimeout,
  lacksTable,
  StatementError,
  toleratingCharacters,
} from '../engine/errors.js';
import { CONNECTION, type MysqlDriver, mysqlDriver, POOL, readPool, poolState } from './mysql-connections.js';
import { type MysqlHosts, readMysqlAddress } from './mysql-hosts.js';
import type { DatabaseOptions } from './options.js';
import { boundValues, type BoundValue } from '../engine/parameters.js';
import { countingLogger, noteStatement } from '../engine/query-counter.js';
import { ReadBatches } from './read-batches.js';
import { Replica, Replicas } from './replicas.js';
import { StatementWatch } from '../engine/statement-watch.js';
import { TableTimes } from './table-times.js';
import { type TimeLimit } from './time-limit.js';
import { readManager } from './read-manager.js';
import { prefixOf, type SiteNetwork } from '../engine/network.js';
import { tablesWithPrefix } from '../engine/table-names.js';
import { runTransaction, type TransactionHost } from './transactions.js';
import { WrittenTables } from './written-tables.js';

const DEFAULT_POOL_SIZE = 10;
const DEFAULT_LAG_MS = 100;
/** With several servers, a read is retried on another one if a server is lost. */
const READ_TRIES = 4;
/** Well below the idle time limits of servers and of the pool. */
const KEEP_ALIVE_MS = 20_000;

export function mysqlDataSourceOptions(options: DatabaseOptions & { url: string }): DataSourceOptions {
  const address = readMysqlAddress(options.url);
  const { user, password, database, ssl, hosts } = address;
  const { host, port } = hosts[0]!;
  return {
    type: 'mysql',
    driver: mysqlDriver(address, options.timeoutMs),
    host,
    port,
    username: user,
    password,
    database,
    ssl: ssl ? {} : undefined,
    ...CONNECTION,
    poolSize: options.poolSize ?? DEFAULT_POOL_SIZE,
    extra: POOL,
    entityPrefix: options.tablePrefix,
    entities: registeredEntities(),
    migrations: registeredMigrations(),
    migrationsTableName: options.tablePrefix + MIGRATIONS_TABLE,
    subscribers: [WrittenTables],
    synchronize: false,
    logger: countingLogger,
  };
}

export class MysqlDatabase extends Database implements TransactionHost {
  readonly engine = 'mysql';
  readonly sql = mysqlDialect;
  readonly statements = new StatementWatch(this.engine);
  readonly tables;
  readonly manager;
  readonly listIndex: ListIndex = new TriggeredListIndex(this);
  readonly searchIndex: SearchIndex = new WordSearchIndex(this);
  private readonly newPool: (size: number) => mysql2.Pool;
  private readonly pool: mysql2.Pool;
  private readonly reads: ReadBatches;
  private readonly hosts?: MysqlHosts;
  private readonly timeLimit: TimeLimit;
  private readonly replicas?: Replicas;
  private readonly times = new TableTimes(this, () => this.listIndex.tablesReplaced());
  private log?: ChangeLog;

  constructor(
    private readonly dataSource: DataSource,
    readonly tablePrefix: string,
    {
      url,
      poolSize = DEFAULT_POOL_SIZE,
      replicas = [],
      replicaLagMs = DEFAULT_LAG_MS,
      timeoutMs,
      versionRules,
      network,
    }: DatabaseOptions & { url: string; network?: SiteNetwork },
  ) {
    super(versionRules, network);
    this.tables = tablesWithPrefix(tablePrefix, network);
    this.manager = readManager(dataSource, this);
    const driver = (dataSource.options as { driver?: MysqlDriver }).driver!;
    this.hosts = driver.hosts;
    this.timeLimit = driver.timeLimit;
    this.newPool = (size) => readPool(driver, readMysqlAddress(url), size);
    this.pool = this.newPool(poolSize);
    const followers = replicas.map(readMysqlAddress).map((address) => {
      const { host, port } = address.hosts[0]!;
      return new Replica(`${host}:${port}`, readPool(mysqlDriver(address, timeoutMs), address, poolSize), replicaLagMs);
    });
    if (followers.length > 0)
      this.replicas = new Replicas(followers, this.pool, () =>
        this.changes.publish(new Set(this.tables.all), 'elsewhere'),
      );
    this.reads = new ReadBatches(this.pool, this.replicas);
  }

  get timeoutMs(): number {
    return this.timeLimit.isSuspended ? 0 : this.timeLimit.ms;
  }

  get readsOneServer(): boolean {
    return !this.replicas && !this.hosts;
  }

  async query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]> {
    const joined = joinedTransaction(this) as Transaction | undefined;
    if (joined) return joined.query<T>(sql, parameters);
    const values = boundValues(parameters);
    noteStatement(sql);
    return this.statements.run(sql, () => toleratingCharacters(values, (accepted) => this.readAgain<T>(sql, accepted)));
  }

  private async readAgain<T>(sql: string, values: BoundValue[]): Promise<T[]> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.read<T>(sql, values);
      } catch (error) {
        // The server may have closed an idle connection; repeating a read is harmless.
        const another = this.hosts
          ? tries < READ_TRIES && (await this.findsAnother(error))
          : tries < 2 && endsConnection(error) && !isTimeout(error);
        if (!another) throw error;
      }
    }
  }

  private read<T>(sql: string, values: BoundValue[]): Promise<T[]> {
    return this.noticingDrops(this.reads.query(sql, values) as Promise<T[]>);
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.noticingDrops(runTransaction(this, work));
  }

  /** Somebody may have dropped tables of the list index: lists and writes then go on without it. */
  private noticingDrops<T>(result: Promise<T>): Promise<T> {
    return result.catch((error: unknown) => {
      if (lacksTable(error)) this.listIndex.tablesReplaced();
      throw error;
    });
  }

  /** Whether the failure is the server's and there are others; waits until a usable one has been looked for. */
  async findsAnother(error: unknown): Promise<boolean> {
    if (!this.hosts || !isDatabaseDown(error) || isTimeout(error)) return false;
    await this.hosts.check();
    return true;
  }

  async acquire() {
    const runner = this.dataSource.createQueryRunner('master');
    const connection = (await runner.connect()) as mysql2.PoolConnection;
    const batched = runQueriesOn(runner, new BatchedConnection(connection));
    const defer = (sql: string, values: BoundValue[]) => {
      countingLogger.logQuery(sql, values, runner);
      return batched.defer(sql, values);
    };
    const release = async (unusable: boolean) => {
      if (unusable) connection.destroy();
      await runner.release();
    };
    return { runner: runner as QueryRunner, defer, release };
  }

  insertId(raw: unknown): number {
    return (raw as mysql2.ResultSetHeader).insertId ?? 0;
  }

  /**
   * The lock belongs to a connection of its own, so that it ends with this process at the latest, and the work can use all
   * others. Statements that hold it may take long.
   */
  async exclusively<T>(task: string, work: () => Promise<T>): Promise<T> {
    const lock = this.newPool(1).promise();
    // The server would close an idle connection.
    const timer = setInterval(() => void lock.query('DO 0').catch(() => undefined), KEEP_ALIVE_MS).unref();
    try {
      const name = await this.lockName(task);
      const [[row]] = await lock.query<mysql2.RowDataPacket[]>('SELECT GET_LOCK(?, 0) AS isHeld', [name]);
      if (row?.isHeld !== 1) throw new AlreadyRunning(task);
      return await this.timeLimit.suspendedDuring(work);
    } finally {
      clearInterval(timer);
      await lock.end();
    }
  }

  async isRunning(task: string): Promise<boolean> {
    const [row] = await this.query<{ isFree: number }>(`${ON_PRIMARY}SELECT IS_FREE_LOCK(?) AS isFree`, [
      await this.lockName(task),
    ]);
    return row?.isFree === 0;
  }

  /** Names of locks are those of the whole server, with up to 64 characters. Hashed here: MySQL 9.6 removed SHA1() and MD5(). */
  private async lockName(task: string): Promise<string> {
    const [current] = await this.query<{ name: string }>('SELECT DATABASE() AS name');
    return createHash('sha256').update(`${current!.name} ${this.tablePrefix}nestpress ${task}`).digest('hex');
  }

  async migrate(): Promise<void> {
    await this.timeLimit.suspendedDuring(() => runMigrations(this.dataSource));
  }

  async createTables(tables: readonly TableDefinition[]): Promise<void> {
    // Checks first: an account without the right to create tables may not even run CREATE TABLE IF NOT EXISTS.
    const existing = new Set(await this.existingTables());
    for (const table of tables.filter(({ name }) => !existing.has(this.tables.full(name)))) {
      const prefix = prefixOf(table.name, this.tablePrefix, this.network);
      for (const statement of createTableStatements(this.engine, table, prefix)) await this.query(statement);
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

  beforeCommit(written: ReadonlySet<string>) {
    return this.log?.entry(written);
  }

  async changedElsewhere(): Promise<ReadonlySet<string>> {
    const [logged, seen] = await Promise.all([this.log?.news() ?? [], this.times.news()]);
    return new Set([...logged, ...seen]);
  }

  connections(): ConnectionState[] {
    return [
      poolState('read', this.pool),
      poolState('write', (this.dataSource.driver as unknown as { pool: mysql2.Pool }).pool),
    ];
  }

  async ping(): Promise<void> {
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    this.hosts?.close();
    await this.replicas?.close();
    await new Promise<void>((done) => this.pool.end(() => done()));
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}

/**
 * Lets a query runner of TypeORM send its statements through the connection itself: TypeORM would announce each of them to
 * subscribers, of which there are none.
 */
function runQueriesOn(runner: QueryRunner, connection: BatchedConnection): BatchedConnection {
  const query = async (sql: string, values: BoundValue[] = [], isStructured = false): Promise<unknown> => {
    countingLogger.logQuery(sql, values, runner);
    const [raw] = await connection.query(sql, values).catch((error: unknown) => {
      throw new StatementError(sql, error as Error);
    });
    if (!isStructured) return raw;
    const affected = (raw as Partial<mysql2.ResultSetHeader> | undefined)?.affectedRows;
    return Object.assign(new QueryResult(), { raw, records: Array.isArray(raw) ? raw : [], affected });
  };
  return Object.assign(runner, { query, databaseConnection: connection }).databaseConnection;
}
