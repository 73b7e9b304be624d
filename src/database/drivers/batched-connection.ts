import mysql2, { type PoolConnection } from 'mysql2';
import { endsConnection, isCharacterConflict } from '../engine/errors.js';
import { type BoundValue } from '../engine/parameters.js';

interface Statement {
  readonly text: string;
  resolve(result: [unknown]): void;
  reject(error: unknown): void;
}

/** What mysql2 does not expose of a query of several statements that failed. */
interface SentQuery {
  /** Index of the statement that failed. */
  readonly _resultIndex: number;
  readonly _rows: readonly unknown[];
}

/**
 * The connection of a transaction, as TypeORM uses it. Statements that start together share a round trip, in the order in
 * which they start: `Promise.all([tx.query(…), tx.execute(…)])`. Values are escaped one by one before statements are joined.
 */
export class BatchedConnection {
  private waiting: Statement[] = [];
  private isScheduled = false;
  /** A deferred statement that failed: none may run after it. */
  private failure?: Error;

  constructor(private readonly connection: PoolConnection) {}

  /** TypeORM calls `connection.promise().query(…)`. */
  promise(): this {
    return this;
  }

  release(): void {
    this.connection.release();
  }

  query(sql: string, values: BoundValue[] = []): Promise<[unknown]> {
    if (sql === 'START TRANSACTION') {
      void this.defer(sql);
      return Promise.resolve([undefined]);
    }
    if (sql.startsWith('ROLLBACK')) this.failure = undefined;
    return new Promise((resolve, reject) => {
      this.waiting.push({ text: mysql2.format(sql, values), resolve, reject });
      this.schedule();
    });
  }

  /** Sent with the next statement, which fails if this one does. Resolves when the server has executed it. */
  defer(sql: string, values: BoundValue[] = []): Promise<void> {
    const executed = new Promise<void>((resolve, reject) => {
      const fail = (error: Error) => {
        this.failure = error;
        reject(error);
      };
      this.waiting.push({ text: mysql2.format(sql, values), resolve: () => resolve(), reject: fail });
    });
    // The next statement reports a failure.
    executed.catch(() => undefined);
    return executed;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.flush());
  }

  private flush(): void {
    this.isScheduled = false;
    const batch = this.waiting;
    this.waiting = [];
    if (batch.length === 0) return;
    if (this.failure) return rejectAll(batch, this.failure);
    const text = batch.map((statement) => statement.text).join(';');
    // mysql2 calls back at once if the connection is closed.
    let sent: unknown = undefined;
    sent = this.connection.query(text, (error, results) => {
      if (error) return this.fail(batch, error, sent as SentQuery | undefined);
      const all = batch.length === 1 ? [results] : (results as unknown[]);
      batch.forEach(({ resolve }, index) => resolve([all[index]]));
    });
  }

  /** The server stops at the first statement that fails. */
  private fail(batch: readonly Statement[], error: Error, sent?: SentQuery): void {
    if (!sent || endsConnection(error)) return rejectAll(batch, error);
    const { _resultIndex: failed, _rows: rows } = sent;
    batch.slice(0, failed).forEach(({ resolve }, index) => resolve([rows[index]]));
    batch[failed]!.reject(error);
    const rest = batch.slice(failed + 1);
    if (rest.length === 0) return;
    // Such a statement is repeated with other values; those after it are not affected. Any other failure ends the transaction.
    if (!isCharacterConflict(error) || this.failure) return rejectAll(rest, error);
    this.waiting.unshift(...rest);
    this.schedule();
  }
}

function rejectAll(statements: readonly Statement[], error: Error): void {
  for (const { reject } of statements) reject(error);
}
