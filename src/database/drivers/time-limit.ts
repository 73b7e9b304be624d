import type { Socket } from 'node:net';
import type { Pool, PoolConnection } from 'mysql2';
import { DatabaseTimeout } from '../engine/errors.js';

/** The server ends a statement itself, so that the connection stays usable. This much later it is given up from here. */
const GRACE_MS = 1000;

type Callback = (error: Error | null, ...rest: unknown[]) => void;
type Query = (...args: unknown[]) => unknown;

/**
 * The time a statement may take, and the time it may wait for a connection. The server enforces it as far as it can:
 * MariaDB for every statement, MySQL for reads and for waiting for locks. A connection on which nothing arrives in time,
 * since the server is stopped or the network is interrupted, is closed from here.
 */
export class TimeLimit {
  isSuspended = false;

  /** 0: no limit. */
  constructor(readonly ms = 0) {}

  /** For statements that may take long, while little else uses the connections: migrations and builds of indexes. */
  async suspendedDuring<T>(work: () => Promise<T>): Promise<T> {
    this.isSuspended = true;
    try {
      return await work();
    } finally {
      this.isSuspended = false;
    }
  }

  apply(pool: Pool): void {
    if (this.ms === 0) return;
    const getConnection = pool.getConnection.bind(pool);
    pool.getConnection = (callback) => {
      const limited = this.limited(callback as Callback, this.ms, (error) => callback(error, undefined as never));
      getConnection((error, connection) => {
        if (limited.isOver) connection?.release();
        else limited.callback(error, connection);
      });
    };
    pool.on('connection', (connection) => this.limitStatements(connection as PoolConnection));
  }

  private limitStatements(connection: PoolConnection): void {
    const query = connection.query.bind(connection) as Query;
    const { stream } = connection as unknown as { stream: Socket };
    let isLimited = false;
    connection.query = ((...args: unknown[]) => {
      if (isLimited === this.isSuspended) {
        isLimited = !this.isSuspended;
        // Queued first on the connection.
        query(this.session(), (error: Error | null) => error && connection.destroy());
      }
      const callback = args.at(-1);
      if (!isLimited || typeof callback !== 'function') return query(...args);
      const giveUp = (error: Error) => stream.destroy(error);
      return query(...args.slice(0, -1), this.limited(callback as Callback, this.ms + GRACE_MS, giveUp).callback);
    }) as typeof connection.query;
  }

  /** The callback with a timer. Closing a connection fails its statements with the given error. */
  private limited(callback: Callback, ms: number, giveUp: (error: Error) => void) {
    const state = { isOver: false, callback };
    const timer = setTimeout(() => {
      state.isOver = true;
      giveUp(new DatabaseTimeout(ms));
    }, ms);
    state.callback = (...results) => {
      clearTimeout(timer);
      callback(...results);
    };
    return state;
  }

  /** Comments with a version are executed by MySQL 5.7 and later only, and by MariaDB only. */
  private session(): string {
    const ms = this.isSuspended ? 'DEFAULT' : this.ms;
    const seconds = this.isSuspended ? 'DEFAULT' : Math.ceil(this.ms / 1000);
    return (
      `SET SESSION lock_wait_timeout=${seconds}, innodb_lock_wait_timeout=${seconds} ` +
      `/*!50708 , max_execution_time=${ms} */ /*M!100000 , max_statement_time=${seconds} */`
    );
  }
}
