import { Logger } from '@nestjs/common';
import type { Pool } from 'mysql2';
import { inBackground } from './query-counter.js';
import { type Replica, type GtidSyntax, gtidSyntax, roundTrip } from './replica.js';
import { endsConnection } from './errors.js';

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
    const [rows] = await roundTrip(this.pool, [this.syntax.position], signal);
    return (rows![0] as { position: string }).position;
  }
}

const LOOK_EVERY_MS = 500;

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
    this.timer = setInterval(() => void inBackground(() => this.look()), LOOK_EVERY_MS).unref();
    void this.look();
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
  async look(): Promise<void> {
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
