import type { EntityManager, FindOperator } from 'typeorm';
import { CommitBus } from './commit-bus.js';
import type { SqlDialect } from './engine/dialect.js';
import type { SqlParameter } from './engine/parameters.js';
import type { StatementWatch } from './engine/statement-watch.js';
import { type Tables } from './engine/table-names.js';
import type { EntityClass } from './entities/index.js';
import type { ListIndex } from './list-index.types.js';
import type { SiteNetwork } from './engine/network.js';
import type { VersionRule } from './version-rule.js';
import type { TableDefinition } from './schema/index.js';
import type { SearchIndex } from './search-index.types.js';

export type { SqlParameter };

export type Engine = 'mysql' | 'sqlite';

export interface ExecuteResult {
  /** ID of the new row; 0 if the statement inserted none. */
  insertId: number;
  /** Number of rows the statement matched, whether or not their values changed. */
  affected: number;
}

export interface ConnectionState {
  pool: 'read' | 'write';
  limit: number;
  inUse: number;
  idle: number;
  /** Number of statements and transactions waiting for a connection. */
  waiting: number;
}

export interface InsertOptions<E> {
  /** How a row with an existing unique key is handled: it is skipped, or these members of it are updated. */
  onConflict?: 'ignore' | { key: ReadonlyArray<keyof E & string>; update: ReadonlyArray<keyof E & string> };
}

/** Bytes of contents of entries. */
export interface ContentLimits {
  /** Limit of one content that is written. */
  readonly written: number;
  /** Limit of all contents that are read for one response; a single one is always read. */
  readonly read: number;
}

/** Selects rows by the values of members; one of several values where there is a list. `LessThan` and its like compare. */
export type RowFilter<E> = {
  readonly [Member in keyof E]?: E[Member] | readonly E[Member][] | FindOperator<E[Member]>;
};

export interface Transaction {
  query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]>;
  /**
   * Runs a statement that writes to `changed`: quoted names of tables, as in `database.tables`. Without it, the commit is
   * reported as a change of every table, which invalidates all caches.
   */
  execute(
    sql: string,
    parameters?: readonly SqlParameter[],
    changed?: string | readonly string[],
  ): Promise<ExecuteResult>;
  /**
   * The same for a statement that nothing afterwards depends on but the rows: it is sent with the next one, at the latest with the
   * commit, which fails if this one does.
   */
  defer(sql: string, parameters?: readonly SqlParameter[], changed?: string | readonly string[]): Promise<void>;
  /** For reads of entities that `find` cannot express. Rows are written by `insert`, `update` and `delete`. */
  readonly manager: EntityManager;
  /**
   * Inserts rows of an entity. Columns that are not given get their declared default, on both engines.
   */
  insert<E extends object>(
    entity: EntityClass<E>,
    rows: Partial<E> | readonly Partial<E>[],
    options?: InsertOptions<E>,
  ): Promise<ExecuteResult>;
  /** `insert` as `defer` does it. */
  deferInsert<E extends object>(
    entity: EntityClass<E>,
    rows: Partial<E> | readonly Partial<E>[],
    options?: InsertOptions<E>,
  ): Promise<void>;
  /** Members of the rows that the filter selects, in no particular order: `tx.find(Post, ['id'], { parent })`. */
  find<E extends object, Member extends keyof E & string>(
    entity: EntityClass<E>,
    members: readonly Member[],
    filter: RowFilter<E>,
  ): Promise<Pick<E, Member>[]>;
  /** Updates the rows that the filter selects: `tx.update(Post, { id }, { status: 'draft' })`. */
  update<E extends object>(
    entity: EntityClass<E>,
    filter: NoInfer<RowFilter<E>>,
    changes: NoInfer<Partial<E>>,
  ): Promise<ExecuteResult>;
  /** Deletes the rows that the filter selects. */
  delete<E extends object>(entity: EntityClass<E>, filter: RowFilter<E>): Promise<ExecuteResult>;
  /** `delete` as `defer` does it. */
  deferDelete<E extends object>(entity: EntityClass<E>, filter: RowFilter<E>): Promise<void>;
  /** Reports tables as changed by the commit, as `execute` does. Writes of entities are reported by themselves. */
  changed(tables: string | readonly string[]): void;
  /** Runs after the commit, in the order of registration; never after a rollback. */
  afterCommit(work: () => void | Promise<void>): void;
}

/**
 * Access to all data. Reads use `query` and see committed rows only; all writes run in `transaction`, where reads that must
 * see the transaction's own writes use the transaction too.
 * Input is always a parameter, never part of the SQL text.
 */
export abstract class Database {
  abstract readonly engine: Engine;
  /** Prefix of every table name, and of a few option and meta keys. */
  abstract readonly tablePrefix: string;
  /** Quoted table names, ready for SQL text. */
  abstract readonly tables: Tables;
  abstract readonly sql: SqlDialect;
  /** Durations of statements, while watching is on. */
  abstract readonly statements: StatementWatch;
  /** Publishes what committed transactions wrote. */
  readonly changes = new CommitBus();
  /** When a write last failed because the disk was full, on the monotonic clock; -Infinity after a successful one. */
  lastFullAt = -Infinity;
  contentLimits: ContentLimits = { written: Infinity, read: Infinity };
  /** Whether the database may lack writes that were acknowledged before it was opened: it lost them, or is an older copy. */
  readonly mayLackWrites: boolean = false;
  /** Whether all reads go to the primary, so a later read never sees less than an earlier one. */
  abstract readonly readsOneServer: boolean;
  /** Counters and sorted lists that keep long lists fast, if they have been built. */
  abstract readonly listIndex: ListIndex;
  /** Word lists that keep searches fast, if they have been built. */
  abstract readonly searchIndex: SearchIndex;

  /** `versionRules`: see DatabaseOptions; `network`: that of the site, if it belongs to one. */
  constructor(
    readonly versionRules?: readonly VersionRule[],
    readonly network?: SiteNetwork,
  ) {}

  abstract query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]>;

  /** For look-ups of entities: `database.manager.findOneBy(Post, { id })`. It refuses writes. */
  abstract readonly manager: EntityManager;

  /**
   * Commits what `work` did, or nothing. After a deadlock or lock timeout `work` runs again from the start, so it must not do
   * anything but database work: the rest belongs in `afterCommit`. Transactions do not nest.
   */
  abstract transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;

  /** Runs work that one process may do at a time. Throws `AlreadyRunning` at once while another one does it. */
  abstract exclusively<T>(task: string, work: () => Promise<T>): Promise<T>;

  /** Whether a process runs `exclusively` with this task. */
  abstract isRunning(task: string): Promise<boolean>;

  /** Runs pending migrations of our own tables. */
  abstract migrate(): Promise<void>;

  /** Creates missing tables; never alters one. */
  abstract createTables(tables: readonly TableDefinition[]): Promise<void>;

  /** Names of all tables that exist, without quotes. */
  abstract existingTables(): Promise<string[]>;

  /** Starts publishing the writes of this process to other processes on the same database. */
  abstract shareChanges(): Promise<void>;

  /** Full names of the tables that others may have written since the previous call. */
  abstract changedElsewhere(): Promise<ReadonlySet<string>>;

  /** Load of the connections. */
  abstract connections(): ConnectionState[];

  abstract ping(): Promise<void>;
  abstract close(): Promise<void>;
}
