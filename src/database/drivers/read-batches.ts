import mysql2 from 'mysql2';
import { isTimeout, StatementError } from '../engine/errors.js';
import { type BoundValue } from '../engine/parameters.js';
import { type Replicas, exchange } from './replicas.js';

/** Larger batches would delay the first reads until the last ones are done. */
const MAX_STATEMENTS = 8;

/** Statements that may take long are sent alone, so that no other read waits for them. */
const MAY_BE_SLOW = /^SELECT COUNT\(|LIKE|information_schema/;

/** Statements that only the primary can answer. */
export const PRIMARY_ONLY = /^\s*(?!SELECT\b)|information_schema/i;

interface Waiting {
  sql: string;
  values: BoundValue[];
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

/**
 * Reads that start together share a round trip: most of the cost of a small query, here and on the server, is sending and
 * waking up. Values are escaped one by one before statements are joined; the connections are used for reads only.
 */
export class ReadBatches {
  private waiting: Waiting[] = [];

  constructor(
    private readonly pool: mysql2.Pool,
    private readonly replicas?: Replicas,
  ) {}

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
    const batches: Waiting[][] = [];
    for (const read of all) {
      if (this.replicas && PRIMARY_ONLY.test(read.sql)) void this.send([read]);
      else if (MAY_BE_SLOW.test(read.sql)) batches.push([read]);
      else if (batch.push(read) === MAX_STATEMENTS) batches.push(batch.splice(0));
    }
    if (batch.length > 0) batches.push(batch);
    if (this.replicas?.areOfUse) this.askReplicas(this.replicas, batches);
    else for (const each of batches) void this.send(each);
  }

  /** Reads that fail on a replica are repeated on the primary. */
  private askReplicas(replicas: Replicas, batches: Waiting[][]): void {
    const position = replicas.position();
    for (const batch of batches) {
      replicas.read(batch.map(textOf), position).then(
        (results) => hand(batch, results),
        () => void this.send(batch),
      );
    }
  }

  private async send(batch: Waiting[]): Promise<void> {
    try {
      hand(batch, await exchange(this.pool, batch.map(textOf)));
    } catch (error) {
      const isServerError = (error as { sqlState?: string }).sqlState !== undefined;
      // One of several failed: each is repeated alone to find out which.
      if (isServerError && batch.length > 1 && !isTimeout(error)) batch.forEach((read) => void this.send([read]));
      else batch.forEach((read) => read.reject(new StatementError(read.sql, error as Error)));
    }
  }
}

function textOf({ sql, values }: Waiting): string {
  return mysql2.format(sql, values);
}

function hand(batch: Waiting[], results: unknown[][]): void {
  batch.forEach((read, index) => read.resolve(results[index]!));
}
