import type { Pool } from 'mysql2';
import { endsConnection } from './errors.js';

/** Runs statements in one go on a connection of the pool; the rows of each. What the signal cuts off is given up, with its connection. */
export function roundTrip(pool: Pool, statements: readonly string[], signal?: AbortSignal): Promise<unknown[][]> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal!.reason as Error);
    signal?.addEventListener('abort', giveUp, { once: true });
    pool.getConnection((refused, connection) => {
      if (refused) return fail(refused);
      if (signal?.aborted) return connection.release();
      const cut = () => connection.destroy();
      signal?.addEventListener('abort', cut, { once: true });
      connection.query(statements.join(';'), (error, results) => {
        signal?.removeEventListener('abort', cut);
        if (error && endsConnection(error)) connection.destroy();
        else connection.release();
        if (error) return fail(error);
        signal?.removeEventListener('abort', giveUp);
        resolve((statements.length === 1 ? [results] : results) as unknown[][]);
      });
    });

    function fail(error: Error): void {
      signal?.removeEventListener('abort', giveUp);
      reject(error);
    }
  });
}
