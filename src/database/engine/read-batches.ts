import mysql2 from 'mysql2';
import { endsConnection, StatementError } from './errors.js';
import { type BoundValue } from './parameters.js';

/** More in one go would keep the first ones waiting for the last. */
const MOST = 6;

/** Statements that may take long go alone, so that nothing waits behind them. */
const MAY_BE_SLOW = /^SELECT COUNT\(|LIKE|RECURSIVE|information_schema/;

interface Waiting {
  sql: string;
  values: BoundValue[];
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

/**
 * Reads that begin together share a round trip: most of what a small query costs, here and at the server, is sending and
 * waking up. Values are escaped one by one before statements are joined; the connections are used for reads only.
 */
export class ReadBatches {
  private waiting: Waiting[] = [];

  constructor(private readonly pool: mysql2.Pool) {}

  query(sql: string, values: BoundValue[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ sql, values, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => this.flush());
    });
  }

  private flush(): void {
    const all = this.waiting;
    this.waiting = [];
    const batch: Waiting[] = [];
    for (const one of all) {
      if (MAY_BE_SLOW.test(one.sql)) this.send([one]);
      else if (batch.push(one) === MOST) this.send(batch.splice(0));
    }
    if (batch.length > 0) this.send(batch);
  }

  private send(batch: Waiting[]): void {
    const sql = batch.map((one) => mysql2.format(one.sql, one.values)).join(';');
    this.pool.getConnection((refused, connection) => {
      if (refused) return batch.forEach((one) => one.reject(refused));
      connection.query(sql, (error, results) => {
        if (error && endsConnection(error)) connection.destroy();
        else connection.release();
        if (!error) this.hand(batch, results as unknown[]);
        else if (batch.length === 1) batch[0]!.reject(new StatementError(batch[0]!.sql, error));
        // One of several failed: each on its own tells which.
        else batch.forEach((one) => this.send([one]));
      });
    });
  }

  private hand(batch: Waiting[], results: unknown[]): void {
    if (batch.length === 1) batch[0]!.resolve(results);
    else batch.forEach((one, index) => one.resolve(results[index] as unknown[]));
  }
}
