import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Mutex, withTimeout } from 'async-mutex';
import { LRUCache } from 'lru-cache';
import { type DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { type ConnectionState, Database, type SqlParameter, type Transaction } from '../database.js';
import { registeredEntities } from '../entities/index.js';
import { joinedTransaction } from '../joined-transaction.js';
import { type ListIndex } from '../list-index.types.js';
import { TriggeredListIndex } from '../lists/indexed/list-index.js';
import { MIGRATIONS_TABLE, registeredMigrations, runMigrations } from '../migrations.js';
import { createTableStatements, type TableDefinition } from '../schema/index.js';
import { type SearchIndex } from '../search-index.types.js';
import { WordSearchIndex } from '../search-index/search-index.js';
import { sqliteDialect } from '../engine/dialect.js';
import { AlreadyRunning, StatementError } from '../engine/errors.js';
import { isLocked, LOCK_WAIT_MS, whileLocked } from './lock-retries.js';
import { type DatabaseOptions } from './options.js';
import { type BoundValue, boundValues } from '../engine/parameters.js';
import { countingLogger, noteStatement } from '../engine/query-counter.js';
import { CommitCounter } from './sqlite-commits.js';
import { SqliteConnection, type SqliteStatement } from './sqlite-connection.js';
import { OpenFiles } from './sqlite-file.js';
import { StatementWatch } from '../engine/statement-watch.js';
import { readManager } from './read-manager.js';
import { prefixOf, type SiteNetwork } from '../engine/network.js';
import { tablesWithPrefix } from '../engine/table-names.js';
import { runTransaction, type TransactionHost } from './transactions.js';
import { WrittenTables } from './written-tables.js';

const MEMORY = ':memory:';
const TEMPORARY_FOLDER = 'nestpress-memory-';
/** How long a transaction waits for its turn; a nested one would wait for itself for ever. */
const TURN_MS = 20_000;
const CACHED_STATEMENTS = 200;
/** Maximum size of the memory-mapped part of the file: half a gigabyte. */
const MAPPED_BYTES = 512 * 1024 * 1024;

export function sqliteDataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const database = options.file === MEMORY ? temporaryFile() : options.file;
  return {
    type: 'better-sqlite3',
    driver: SqliteConnection,
    database,
    enableWAL: true,
    prepareDatabase: (connection: unknown) => prepareFile(connection as SqliteConnection, database, options.mapsFile),
    entityPrefix: options.tablePrefix,
    entities: registeredEntities(),
    migrations: registeredMigrations(),
    migrationsTableName: options.tablePrefix + MIGRATIONS_TABLE,
    subscribers: [WrittenTables],
    synchronize: false,
    logger: countingLogger,
  };
}

/** Two connections cannot share SQLite's in-memory database without blocking each other, so a temporary file is used. */
function temporaryFile(): string {
  return join(mkdtempSync(join(tmpdir(), TEMPORARY_FOLDER)), 'site.sqlite');
}

function isTemporary(file: string): boolean {
  return basename(dirname(file)).startsWith(TEMPORARY_FOLDER);
}

function takeLock(lock: SqliteConnection, task: string): void {
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    throw isLocked(error) ? new AlreadyRunning(task) : error;
  }
}

function prepareFile(connection: SqliteConnection, file: string, mapsFile = true): void {
  connection.pragma(`mmap_size = ${mapsFile ? MAPPED_BYTES : 0}`);
  if (isTemporary(file)) connection.pragma('synchronous = OFF');
}

/** The file contains password hashes: a new one is readable by its owner only. SQLite uses the same mode for its side files. */
export function createPrivateFile(file: string): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/**
 * One connection writes, one transaction at a time; another one reads, so that reads neither wait for a transaction nor see
 * its uncommitted rows.
 */
export class SqliteDatabase extends Database implements TransactionHost {
  readonly engine = 'sqlite';
  readonly sql = sqliteDialect;
  readonly statements = new StatementWatch(this.engine);
  readonly tables;
  readonly manager;
  readonly readsOneServer = true;
  override readonly mayLackWrites: boolean;
  readonly listIndex: ListIndex = new TriggeredListIndex(this);
  readonly searchIndex: SearchIndex = new WordSearchIndex(this);
  private readonly file: string;
  private readonly files: OpenFiles;
  private readonly commits?: CommitCounter;
  private readonly reader: SqliteConnection;
  private dataVersion?: number;
  /** Number of transactions waiting for their turn. */
  private waiting = 0;
  private readonly prepared = new LRUCache<string, SqliteStatement>({ max: CACHED_STATEMENTS });
  private readonly writing = withTimeout(
    new Mutex(),
    TURN_MS,
    new Error('The transaction before did not end; transactions do not nest.'),
  );

  constructor(
    private readonly dataSource: DataSource,
    readonly tablePrefix: string,
    { mapsFile, versionRules, network }: DatabaseOptions & { network?: SiteNetwork },
  ) {
    super(versionRules, network);
    this.tables = tablesWithPrefix(tablePrefix, network);
    this.manager = readManager(dataSource, this);
    this.file = String(dataSource.options.database);
    this.reader = new SqliteConnection(this.file, { readonly: true });
    prepareFile(this.reader, this.file, mapsFile);
    if (!isTemporary(this.file)) this.commits = new CommitCounter(this.file, this.writer);
    this.mayLackWrites = this.commits?.mayLackWrites ?? false;
    this.files = new OpenFiles([this.file, `${this.file}-wal`]);
  }

  private get writer(): SqliteConnection {
    return (this.dataSource.driver as unknown as { databaseConnection: SqliteConnection }).databaseConnection;
  }

  async query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]> {
    const joined = joinedTransaction(this) as Transaction | undefined;
    if (joined) return joined.query<T>(sql, parameters);
    const values = boundValues(parameters);
    noteStatement(sql);
    return this.statements.isOn
      ? this.statements.run(sql, async () => this.readUnlocked<T>(sql, values))
      : this.readUnlocked<T>(sql, values);
  }

  /** With a write-ahead log readers do not wait for writers, only for a process that recovers the log after a crash. */
  private readUnlocked<T>(sql: string, values: BoundValue[]): T[] | Promise<T[]> {
    try {
      return this.read<T>(sql, values);
    } catch (error) {
      if (!isLocked(error)) throw error;
      return whileLocked(() => this.read<T>(sql, values));
    }
  }

  private read<T>(sql: string, values: BoundValue[]): T[] {
    try {
      return this.statement(sql).all(...values) as T[];
    } catch (error) {
      throw new StatementError(sql, error as Error);
    }
  }

  private statement(sql: string): SqliteStatement {
    let statement = this.prepared.get(sql);
    if (!statement) {
      statement = this.reader.prepare(sql);
      this.prepared.set(sql, statement);
    }
    return statement;
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return runTransaction(this, work);
  }

  /** The wait for earlier transactions counts as waiting for the lock: they may be waiting for it. */
  async acquire() {
    this.files.assertWritableLately();
    const deadline = performance.now() + LOCK_WAIT_MS;
    this.waiting++;
    const unlock = await this.writing.acquire().finally(() => this.waiting--);
    const runner = this.dataSource.createQueryRunner();
    const release = async (unusable: boolean) => {
      if (unusable) this.forgetRunner();
      unlock();
    };
    return { runner, begin: () => whileLocked(() => runner.startTransaction(), deadline), release };
  }

  /**
   * TypeORM's driver reuses a single query runner. If BEGIN fails, or a full disk makes SQLite roll back by itself, the runner
   * still counts a transaction as open, and later ones would be nested in it and never committed.
   */
  private forgetRunner(): void {
    (this.dataSource.driver as unknown as { queryRunner?: QueryRunner }).queryRunner = undefined;
  }

  insertId(raw: unknown): number {
    return typeof raw === 'number' || typeof raw === 'bigint' ? Number(raw) : 0;
  }

  /** A transaction on a file of its own is the lock: the system ends it with the process. The file stays, empty. */
  async exclusively<T>(task: string, work: () => Promise<T>): Promise<T> {
    const file = this.lockFile(task);
    createPrivateFile(file);
    const lock = new SqliteConnection(file);
    try {
      takeLock(lock, task);
      return await work();
    } finally {
      lock.close();
    }
  }

  async isRunning(task: string): Promise<boolean> {
    if (!existsSync(this.lockFile(task))) return false;
    return this.exclusively(task, () => Promise.resolve(false)).catch((error: unknown) => {
      if (error instanceof AlreadyRunning) return true;
      throw error;
    });
  }

  private lockFile(task: string): string {
    return `${this.file}-${task.replaceAll(' ', '-')}`;
  }

  async migrate(): Promise<void> {
    await this.writing.runExclusive(() =>
      whileLocked(() => {
        this.forgetRunner();
        return runMigrations(this.dataSource);
      }),
    );
  }

  async createTables(tables: readonly TableDefinition[]): Promise<void> {
    await this.transaction(async (tx) => {
      for (const table of tables) {
        const prefix = prefixOf(table.name, this.tablePrefix, this.network);
        for (const statement of createTableStatements(this.engine, table, prefix)) await tx.execute(statement, [], []);
      }
    });
  }

  async existingTables(): Promise<string[]> {
    return (await this.query<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")).map(
      (row) => row.name,
    );
  }

  /** Other processes detect it by the file's change counter. */
  async shareChanges(): Promise<void> {}

  findsAnother(): Promise<boolean> {
    return Promise.resolve(false);
  }

  beforeCommit(): undefined {
    this.commits?.count();
  }

  committed(): void {
    this.commits?.acknowledge();
  }

  /** The file only shows that another process wrote, not what. Read on the write connection, which does not count its own writes. */
  async changedElsewhere(): Promise<ReadonlySet<string>> {
    const [row] = this.writer.pragma('data_version') as [{ data_version: number }];
    const isChanged = this.dataVersion !== undefined && row.data_version !== this.dataVersion;
    this.dataVersion = row.data_version;
    if (isChanged) this.listIndex.tablesReplaced();
    return new Set(isChanged ? this.tables.all : []);
  }

  /** Reads do not wait; only writers queue. */
  connections(): ConnectionState[] {
    return [
      {
        pool: 'write',
        limit: 1,
        inUse: this.writing.isLocked() ? 1 : 0,
        idle: this.writing.isLocked() ? 0 : 1,
        waiting: this.waiting,
      },
    ];
  }

  async ping(): Promise<void> {
    this.files.assertWritable();
    await this.query('SELECT 1');
  }

  async close(): Promise<void> {
    await this.writing.runExclusive(async () => {
      this.prepared.clear();
      this.commits?.close();
      this.reader.close();
      if (this.dataSource.isInitialized) await this.dataSource.destroy();
    });
    if (isTemporary(this.file)) rmSync(dirname(this.file), { recursive: true, force: true });
    else checkpoint(this.file);
  }
}

/**
 * Moves the write-ahead log into the main file, which can then be copied alone. SQLite does so when the last connection
 * closes, but not while its statements await garbage collection. Does not wait for other processes. On a full
 * disk the log stays and is read by the next connection.
 */
function checkpoint(file: string): void {
  if (!existsSync(file)) return;
  try {
    const connection = new SqliteConnection(file);
    connection.pragma('wal_checkpoint(TRUNCATE)');
    connection.close();
  } catch (error) {
    new Logger('Database').warn(`The write-ahead log is not checkpointed: ${String(error)}`);
  }
}
