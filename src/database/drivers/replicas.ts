import { setMaxListeners } from 'node:events';
import { Logger } from '@nestjs/common';
import mysql2, { type Pool } from 'mysql2';
import { endsConnection, isDatabaseDown } from '../engine/errors.js';
import { inBackground } from '../engine/query-counter.js';

/** Statements about global transaction ids, which differ between servers. */
interface GtidSyntax {
  /** All transactions committed so far as `position`; empty where they get no ids. */
  readonly position: string;
  /** For a position and seconds: `late` is 0 once the server has all of it, something else when that takes longer. */
  readonly wait: string;
}

const MARIADB: GtidSyntax = {
  position: 'SELECT @@global.gtid_binlog_pos AS position',
  wait: 'SELECT MASTER_GTID_WAIT(?, ?) AS late',
};

const MYSQL: GtidSyntax = {
  position: "SELECT IF(@@global.gtid_mode = 'ON', REPLACE(@@global.gtid_executed, '\\n', ''), '') AS position",
  wait: 'SELECT WAIT_FOR_EXECUTED_GTID_SET(?, ?) AS late',
};

async function gtidSyntax(pool: Pool, signal: AbortSignal): Promise<GtidSyntax> {
  const [rows] = await exchange(pool, ["SELECT VERSION() LIKE '%MariaDB%' AS isMariaDb"], signal);
  return (rows![0] as { isMariaDb: number }).isMariaDb === 1 ? MARIADB : MYSQL;
}

const PROBE_WITHIN_MS = 2000;

/** A server that replicates the primary. */
export class Replica {
  private readonly logger = new Logger('Database');
  private syntax?: GtidSyntax;
  /** The last position it is known to have reached. */
  private reached?: string;
  private underWay = cutter();
  private probing?: Promise<void>;
  private fit = false;

  /** Maximum time to wait for it to catch up with the primary. */
  constructor(
    private readonly name: string,
    private readonly pool: Pool,
    private readonly lagMs: number,
  ) {}

  /** False until a check has succeeded. */
  get isFit(): boolean {
    return this.fit;
  }

  /** The rows of each statement, as of the position or later. Rejects if the replica fails or does not reach the position in time. */
  async read(
    statements: readonly string[],
    position: string | undefined,
    signal: AbortSignal = this.underWay.signal,
  ): Promise<unknown[][]> {
    if (position === undefined || position === this.reached) return this.run(statements, signal);
    this.syntax ??= await gtidSyntax(this.pool, signal);
    const [answer, ...results] = await this.run(
      [mysql2.format(this.syntax.wait, [position, this.lagMs / 1000]), ...statements],
      signal,
    );
    if ((answer![0] as { late: number | null }).late !== 0) {
      this.setFit(false, 'is too far behind');
      throw new Error('The replica is too far behind.');
    }
    this.reached = position;
    return results;
  }

  /** Checks whether it can be read from; one check at a time. */
  probe(position: string | undefined): Promise<void> {
    this.probing ??= this.read(['SELECT 1'], position, AbortSignal.timeout(PROBE_WITHIN_MS))
      .then(
        () => this.setFit(true, 'is used'),
        () => this.setFit(false, 'cannot be used'),
      )
      .finally(() => {
        this.probing = undefined;
      });
    return this.probing;
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.pool.end(() => done()));
  }

  private async run(statements: readonly string[], signal: AbortSignal): Promise<unknown[][]> {
    try {
      return await exchange(this.pool, statements, signal);
    } catch (error) {
      if (isDatabaseDown(error) || (error as Error).name === 'TimeoutError') this.giveUp();
      throw error;
    }
  }

  /** Aborts reads on a server that stopped responding; they are repeated on the primary. */
  private giveUp(): void {
    this.setFit(false, 'does not respond');
    // A replica that comes back may have been rebuilt.
    this.reached = undefined;
    this.underWay.abort(new Error('The replica was given up.'));
    this.underWay = cutter();
  }

  private setFit(isFit: boolean, message: string): void {
    if (isFit !== this.fit) this.logger[isFit ? 'log' : 'warn'](`The replica ${this.name} ${message}`);
    this.fit = isFit;
  }
}

/** The signal is shared by any number of reads. */
function cutter(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Runs statements in one round trip on a pooled connection and returns the rows of each. An aborted connection is destroyed. */
export function exchange(pool: Pool, statements: readonly string[], signal?: AbortSignal): Promise<unknown[][]> {
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

const ANSWER_WITHIN_MS = 2000;

/** Reads the replication position of the primary. */
class PrimaryPosition {
  private syntax?: GtidSyntax;
  private asking?: Promise<string>;
  private next?: Promise<string>;

  constructor(private readonly pool: Pool) {}

  /** The position is no older than this call: calls that arrive during a query share the next one. */
  now(): Promise<string> {
    if (!this.asking) {
      this.asking = this.ask().finally(() => {
        this.asking = undefined;
      });
      return this.asking;
    }
    const again = () => {
      this.next = undefined;
      return this.now();
    };
    this.next ??= this.asking.then(again, again);
    return this.next;
  }

  private async ask(): Promise<string> {
    try {
      return await this.read();
    } catch (error) {
      // The server may have closed an idle connection.
      if (!endsConnection(error)) throw error;
      return this.read();
    }
  }

  private async read(): Promise<string> {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    this.syntax ??= await gtidSyntax(this.pool, signal);
    const [rows] = await exchange(this.pool, [this.syntax.position], signal);
    return (rows![0] as { position: string }).position;
  }
}

const POLL_EVERY_MS = 500;

/**
 * Reads from replicas that are as current as reads from the primary: each read first gets the position of the primary, in a
 * query shared by all reads that start together, and then uses a replica that has reached it. So every reader sees all earlier
 * commits of any process, and a response that may be cached on the primary may be cached here.
 * While the primary is down, replicas are read as they are; what was cached meanwhile is dropped when it is back.
 */
export class Replicas {
  private readonly logger = new Logger('Database');
  private readonly primary: PrimaryPosition;
  private readonly timer: NodeJS.Timeout;
  private turn = 0;
  private isPrimaryAway = false;
  private isUnnumbered = false;

  constructor(
    private readonly all: readonly Replica[],
    primary: Pool,
    private readonly forgetAll: () => void,
  ) {
    this.primary = new PrimaryPosition(primary);
    this.timer = setInterval(() => void inBackground(() => this.poll()), POLL_EVERY_MS).unref();
    void this.poll();
  }

  /** Without usable replicas, the position is not queried. */
  get areOfUse(): boolean {
    return !this.isUnnumbered && this.all.some((replica) => replica.isFit);
  }

  /** The position a replica must have reached for a read that starts now; undefined while the primary is down. */
  async position(): Promise<string | undefined> {
    try {
      const position = await this.primary.now();
      if (this.isPrimaryAway) this.forgetAll();
      this.isPrimaryAway = false;
      this.noteNumbering(position);
      return position;
    } catch {
      if (!this.isPrimaryAway)
        this.logger.warn('The primary does not respond; replicas are read without waiting for them to catch up');
      this.isPrimaryAway = true;
      return undefined;
    }
  }

  /** Rejects if no replica can serve the read. */
  async read(statements: readonly string[], position: Promise<string | undefined>): Promise<unknown[][]> {
    const needed = await position;
    const fit = this.all.filter((replica) => replica.isFit);
    const replica = fit[this.turn++ % fit.length];
    if (!replica || this.isUnnumbered) throw new Error('No replica is fit.');
    return replica.read(statements, needed);
  }

  /** Replicas that fell behind or were away are tried again; unresponsive ones are detected. */
  async poll(): Promise<void> {
    const position = await this.position();
    if (!this.isUnnumbered) await Promise.all(this.all.map((replica) => replica.probe(position)));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.all.map((replica) => replica.close()));
  }

  private noteNumbering(position: string): void {
    if (position === '' && !this.isUnnumbered)
      this.logger.error('The primary does not write a binary log with global transaction ids; replicas are not used');
    this.isUnnumbered = position === '';
  }
}
