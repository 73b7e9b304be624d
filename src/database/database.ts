import type { EntityManager } from 'typeorm';
import { ChangeFeed } from './changes.js';
import type { SqlDialect } from './engine/dialect.js';
import type { SqlParameter } from './engine/parameters.js';
import type { StatementWatch } from './engine/statement-watch.js';
import type { Tables } from './engine/tables.js';
import type { EntityClass } from './entities/index.js';
import type { ListIndex } from './list-index/contract.js';
import type { VersionRule } from './list-index/version-rule.js';
import type { TableDefinition } from './schema/index.js';
import type { SearchIndex } from './search-index/contract.js';

export type { SqlParameter };

export type Engine = 'mysql' | 'sqlite';

export interface ExecuteResult {
  /** The new row's id; 0 when the statement inserted none. */
  insertId: number;
  /** Rows the statement matched, whether or not their values changed. */
  affected: number;
}

export interface ConnectionState {
  pool: 'read' | 'write';
  limit: number;
  inUse: number;
  idle: number;
  /** Work that waits for a connection. */
  waiting: number;
}

export interface InsertOptions<E> {
  /** What happens to a row whose unique key exists: it is left alone, or these members of it are updated. */
  onConflict?: 'ignore' | { key: ReadonlyArray<keyof E & string>; update: ReadonlyArray<keyof E & string> };
}

export interface Transaction {
  query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]>;
  execute(sql: string, parameters?: readonly SqlParameter[]): Promise<ExecuteResult>;
  /** For updates, deletes and simple reads of entities: `tx.manager.update(Post, { id }, { status: 'draft' })`. */
  readonly manager: EntityManager;
  /**
   * Inserts rows of an entity. Columns that are not given get their declared default, on both engines.
   */
  insert<E extends object>(
    entity: EntityClass<E>,
    rows: Partial<E> | readonly Partial<E>[],
    options?: InsertOptions<E>,
  ): Promise<ExecuteResult>;
  /** Runs once the transaction is committed, in the order given; never when it is rolled back. */
  afterCommit(work: () => void | Promise<void>): void;
}

/**
 * The one way to the data. Reads go through `query` and see committed rows only; everything that writes runs in
 * `transaction`, where reads that must see its own writes go through the transaction too.
 * Input is always a parameter, never part of the SQL text.
 */
export abstract class Database {
  abstract readonly engine: Engine;
  /** In front of every table name, and of a few option and meta names. */
  abstract readonly tablePrefix: string;
  /** Quoted table names, ready for SQL text. */
  abstract readonly tables: Tables;
  abstract readonly sql: SqlDialect;
  /** Durations of statements, while watching is on. */
  abstract readonly statements: StatementWatch;
  /** What committed transactions wrote. */
  readonly changes = new ChangeFeed();
  /** When a write last failed for lack of space, by the monotonic clock; -Infinity after one that succeeded. */
  lastFullAt = -Infinity;
  /** Whether all reads go to the server that is written to, so that a later one never sees less than an earlier one. */
  abstract readonly readsOneServer: boolean;
  /** What makes long lists quick, where it is there. */
  abstract readonly listIndex: ListIndex;
  /** What makes searches quick, where it is there. */
  abstract readonly searchIndex: SearchIndex;

  /** `versionRules`: see DatabaseOptions. */
  constructor(readonly versionRules?: readonly VersionRule[]) {}

  abstract query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]>;

  /**
   * Commits what `work` did, or nothing. A deadlock or lock timeout runs `work` again from the start, so it must not do
   * anything but database work: the rest belongs in `afterCommit`. Transactions do not nest.
   */
  abstract transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;

  /** Runs the migrations of own tables that have not run yet. */
  abstract migrate(): Promise<void>;

  /** Creates tables that are missing; never alters one. */
  abstract createTables(tables: readonly TableDefinition[]): Promise<void>;

  /** Names of all tables that exist, without quotes. */
  abstract existingTables(): Promise<string[]>;

  /** From now on tells other processes on the same database what this one writes. */
  abstract shareChanges(): Promise<void>;

  /** Full names of the tables that others may have written since the call before. */
  abstract changedElsewhere(): Promise<ReadonlySet<string>>;

  /** How busy the ways to the data are. */
  abstract connections(): ConnectionState[];

  abstract ping(): Promise<void>;
  abstract close(): Promise<void>;
}
