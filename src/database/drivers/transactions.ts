import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { QueryFailedError, type QueryRunner } from 'typeorm';
import type { CommitBus } from '../commit-bus.js';
import { joinedTransaction } from '../joined-transaction.js';
import { takeCommitCheck } from '../commit-check.js';
import type { ExecuteResult, InsertOptions, RowFilter, SqlParameter, Transaction } from '../database.js';
import { type EntityClass } from '../entities/index.js';
import {
  endsConnection,
  isDatabaseDown,
  isDeadlock,
  isFromDatabase,
  isLockConflict,
  isStorageFull,
  isTimeout,
  StatementError,
  toleratingCharacters,
} from '../engine/errors.js';
import { type BoundValue, boundValues } from '../engine/parameters.js';
import type { SqlDialect } from '../engine/dialect.js';
import type { StatementWatch } from '../engine/statement-watch.js';
import type { Tables } from '../engine/table-names.js';
import { deleteStatement, insertStatement, selectStatement, updateStatement } from './entity-statements.js';
import { collectWrittenTables } from './written-tables.js';

const MAX_RETRIES = 3;
const MAX_DEADLOCK_RETRIES = 12;
const MAX_WAIT_MS = 500;
const logger = new Logger('Database');

/** A connection used by one transaction only. */
interface TransactionConnection {
  readonly runner: QueryRunner;
  /** If starting a transaction takes more than `startTransaction`. */
  begin?(): Promise<void>;
  /** Sends a statement with the next one, which fails if this one does; absent where a statement costs no round trip. */
  defer?(sql: string, values: BoundValue[]): Promise<void>;
  release(unusable: boolean): Promise<void>;
}

export interface TransactionHost {
  acquire(): Promise<TransactionConnection>;
  insertId(raw: unknown): number;
  readonly sql: SqlDialect;
  readonly changes: CommitBus;
  readonly tables: Tables;
  readonly statements: StatementWatch;
  /** Time limit for statements and lock waits; absent or 0: none. */
  readonly timeoutMs?: number;
  /** When a write last failed because the disk was full. */
  lastFullAt: number;
  /** Whether another server can take over after this failure. */
  findsAnother(error: unknown): Promise<boolean>;
  /** The last statement of a transaction that wrote to these tables, if any. */
  beforeCommit(written: ReadonlySet<string>): { sql: string; parameters: readonly SqlParameter[] } | undefined;
  /** Called when the commit has succeeded, before the transaction is acknowledged. */
  committed?(): void;
}

export async function runTransaction<T>(host: TransactionHost, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const outer = joinedTransaction(host);
  if (outer) return (outer as RunnerTransaction).nested(work);
  const check = takeCommitCheck();
  const checked = check
    ? (tx: Transaction) =>
        withCheck(
          () => check(tx),
          () => work(tx),
        )
    : work;
  for (let attempt = 1; ; attempt++) {
    const progress: Progress = { callbacks: [], isBeginning: false, isCommitting: false, isOver: false, nested: 0 };
    try {
      const result = await attemptOnce(host, checked, progress);
      await runCallbacks(progress.callbacks);
      return result;
    } catch (error) {
      if (attempt > (isDeadlock(error) ? MAX_DEADLOCK_RETRIES : MAX_RETRIES)) throw error;
      if (host.timeoutMs && isTimeout(error)) throw error;
      // The server may have closed an idle connection; retry on another one.
      if (progress.isBeginning && endsConnection(error)) continue;
      if (!isLockConflict(error) && (progress.isCommitting || !(await host.findsAnother(error)))) throw error;
      await wait(randomInt(5, Math.min(15 * 2 ** attempt, MAX_WAIT_MS)));
    }
  }
}

/** Work that fails because of a change it did not expect is reported as that change. */
async function withCheck<T>(check: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    if (!isDatabaseDown(error)) await check();
    throw error;
  }
  await check();
  return result;
}

interface Progress {
  readonly callbacks: Array<() => void | Promise<void>>;
  /** A connection is available and no statement has succeeded on it. */
  isBeginning: boolean;
  /** From here on it is unknown whether a failed statement took effect. */
  isCommitting: boolean;
  /** No further statement may run: on SQLite it would be part of the next transaction. */
  isOver: boolean;
  /** Number of transactions that have become part of this one. */
  nested: number;
  /** Ends the transaction, even if the work has caught it: the database has rolled back more than the work knows. */
  fatal?: unknown;
}

async function attemptOnce<T>(
  host: TransactionHost,
  work: (tx: Transaction) => Promise<T>,
  progress: Progress,
): Promise<T> {
  const connection = await host.acquire();
  const { runner, begin = () => runner.startTransaction(), release } = connection;
  const written = collectWrittenTables(runner);
  const stop = watchStatements(runner, host.statements, progress);
  let unusable = false;
  try {
    progress.isBeginning = true;
    await begin();
    const tx = new RunnerTransaction(connection, host, written, progress);
    const result = await work(tx);
    if (progress.fatal !== undefined) throw progress.fatal;
    const last = host.beforeCommit(written);
    if (last) await tx.defer(last.sql, last.parameters, []);
    progress.isCommitting = true;
    progress.isOver = true;
    // Deferred statements may be all there is, and are sent with the commit.
    if (written.size > 0) progress.isBeginning = false;
    await runner.commitTransaction();
    host.committed?.();
    host.changes.publish(written);
    if (written.size > 0) host.lastFullAt = -Infinity;
    return result;
  } catch (error) {
    progress.isOver = true;
    unusable = endsConnection(error);
    // A full disk may also be that of the uploads.
    if (isFromDatabase(error) && isStorageFull(withoutValues(error))) host.lastFullAt = performance.now();
    // The commit may have succeeded nevertheless, or joined work has read what is now rolled back.
    if (progress.isCommitting || progress.nested > 0) host.changes.publish(written);
    if (runner.isTransactionActive) {
      await runner.rollbackTransaction().catch(() => {
        // Whatever the state of the connection, its open transaction must not reach the next user.
        unusable = true;
      });
    }
    throw withoutValues(error);
  } finally {
    stop();
    await release(unusable);
  }
}

/** Measures the statements of a query runner, until the returned function is called. */
function watchStatements(runner: QueryRunner, watch: StatementWatch, progress: Progress): () => void {
  const query = runner.query;
  runner.query = (async (sql: string, ...rest: unknown[]) => {
    const [parameters, ...others] = rest;
    const result = await watch.run(sql, () =>
      toleratingCharacters((parameters ?? []) as BoundValue[], (values) =>
        (query as (...args: unknown[]) => Promise<unknown>).call(runner, sql, values, ...others),
      ),
    );
    // MySQL gets this one with the statement after it.
    if (sql !== 'START TRANSACTION') progress.isBeginning = false;
    return result;
  }) as typeof runner.query;
  // SQLite uses a single query runner for all transactions.
  return () => {
    runner.query = query;
  };
}

/** The transaction is committed whatever happens here, so a failure is logged and the remaining callbacks still run. */
async function runCallbacks(callbacks: Array<() => void | Promise<void>>): Promise<void> {
  for (const callback of callbacks) {
    try {
      await callback();
    } catch (error) {
      logger.error('Work after a commit failed', error instanceof Error ? error.stack : String(error));
    }
  }
}

function withoutValues(error: unknown): unknown {
  return error instanceof QueryFailedError ? new StatementError(error.query, error.driverError) : error;
}

class RunnerTransaction implements Transaction {
  private readonly runner: QueryRunner;

  constructor(
    private readonly connection: TransactionConnection,
    private readonly host: TransactionHost,
    private readonly written: Set<string>,
    private readonly progress: Progress,
  ) {
    this.runner = connection.runner;
  }

  /** A transaction inside this one: its failure undoes its own writes only. */
  async nested<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { progress } = this;
    const savepoint = `nestpress_${++progress.nested}`;
    const callbackCount = progress.callbacks.length;
    await this.execute(`SAVEPOINT ${savepoint}`);
    try {
      const result = await work(this);
      await this.execute(`RELEASE SAVEPOINT ${savepoint}`);
      return result;
    } catch (error) {
      progress.callbacks.length = callbackCount;
      if (isLockConflict(error) || isDatabaseDown(error)) progress.fatal = error;
      else
        await this.execute(`ROLLBACK TO SAVEPOINT ${savepoint}`).catch((reason: unknown) => {
          progress.fatal = reason;
        });
      throw error;
    }
  }

  get manager() {
    return this.runner.manager;
  }

  async query<T>(sql: string, parameters?: readonly SqlParameter[]): Promise<T[]> {
    return (await this.run(sql, parameters)).records as T[];
  }

  async execute(
    sql: string,
    parameters?: readonly SqlParameter[],
    changed: string | readonly string[] = this.host.tables.all,
  ): Promise<ExecuteResult> {
    this.changed(changed);
    const { raw, affected } = await this.run(sql, parameters);
    return { insertId: this.host.insertId(raw), affected: affected ?? 0 };
  }

  async defer(
    sql: string,
    parameters?: readonly SqlParameter[],
    changed: string | readonly string[] = this.host.tables.all,
  ): Promise<void> {
    const { connection, host } = this;
    if (!connection.defer) {
      await this.execute(sql, parameters, changed);
      return;
    }
    this.assertActive();
    this.changed(changed);
    const values = boundValues(parameters);
    // The next statement reports a failure.
    host.statements.run(sql, () => connection.defer!(sql, values)).catch(() => undefined);
  }

  insert<E extends object>(
    entity: EntityClass<E>,
    rows: Partial<E> | readonly Partial<E>[],
    options?: InsertOptions<E>,
  ): Promise<ExecuteResult> {
    return this.execute(...insertStatement(this.host, entity, rows, options));
  }

  deferInsert<E extends object>(
    entity: EntityClass<E>,
    rows: Partial<E> | readonly Partial<E>[],
    options?: InsertOptions<E>,
  ): Promise<void> {
    return this.defer(...insertStatement(this.host, entity, rows, options));
  }

  find<E extends object, Member extends keyof E & string>(
    entity: EntityClass<E>,
    members: readonly Member[],
    filter: RowFilter<E>,
  ): Promise<Pick<E, Member>[]> {
    return this.query(...selectStatement(this.host, entity, members, filter));
  }

  update<E extends object>(
    entity: EntityClass<E>,
    filter: NoInfer<RowFilter<E>>,
    changes: NoInfer<Partial<E>>,
  ): Promise<ExecuteResult> {
    return this.execute(...updateStatement(this.host, entity, filter, changes));
  }

  delete<E extends object>(entity: EntityClass<E>, filter: RowFilter<E>): Promise<ExecuteResult> {
    return this.execute(...deleteStatement(this.host, entity, filter));
  }

  deferDelete<E extends object>(entity: EntityClass<E>, filter: RowFilter<E>): Promise<void> {
    return this.defer(...deleteStatement(this.host, entity, filter));
  }

  changed(tables: string | readonly string[]): void {
    for (const table of typeof tables === 'string' ? [tables] : tables) this.written.add(table.replaceAll('`', ''));
  }

  afterCommit(work: () => void | Promise<void>): void {
    this.progress.callbacks.push(work);
  }

  private assertActive(): void {
    if (this.progress.isOver) throw new Error('The transaction has ended.');
  }

  private async run(sql: string, parameters?: readonly SqlParameter[]) {
    this.assertActive();
    try {
      return await this.runner.query(sql, boundValues(parameters), true);
    } catch (error) {
      throw withoutValues(error);
    }
  }
}
