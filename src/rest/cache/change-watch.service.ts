import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { SharedRun } from '../../database/shared-run.js';
import { wallClock } from '../../telemetry/clock.js';

/**
 * Upper bound for noticing a change made by another process, or by a WordPress on the same database. If the bound cannot be met,
 * because the database or this process is too busy, the cache is bypassed.
 */
export const NOTICED_WITHIN_MS = 2000;
const EVERY_MS = 500;
/** After a longer pause (the machine slept, or its clock was changed) the record of changes may be incomplete. */
const MAX_PAUSE_MS = 600_000;

/** Polls for writes of other processes and publishes them like our own commits. */
@Injectable()
export class ChangeWatchService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Cache');
  private timer?: NodeJS.Timeout;
  private readonly polls = new SharedRun(() => this.poll());
  private stopped = false;
  private isBlind = false;
  /** On the wall clock, which continues while the machine sleeps. */
  private lastPoll = wallClock();

  constructor(private readonly database: Database) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.polls.join();
    this.schedule();
  }

  /** Publishes all changes by others that were committed before the call, so that no cache is older. */
  async catchUp(): Promise<void> {
    await this.polls.join();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.polls.ended();
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      void this.polls.join().finally(() => this.schedule());
    }, EVERY_MS).unref();
  }

  private async poll(): Promise<void> {
    const { changes } = this.database;
    const began = performance.now();
    try {
      const tables = await inBackground(() => this.database.changedElsewhere());
      const hasPaused = Math.abs(wallClock() - this.lastPoll) > MAX_PAUSE_MS;
      changes.publish(hasPaused || this.isBlind ? this.everything : tables, 'elsewhere');
      changes.watchFor(NOTICED_WITHIN_MS, began);
      this.lastPoll = wallClock();
      this.isBlind = false;
    } catch (error) {
      if (!this.isBlind)
        this.logger.warn({
          msg: 'changes by other processes cannot be detected; the response cache is not used',
          err: error,
        });
      // Changes made in the meantime were not seen.
      this.isBlind = true;
    }
  }

  private get everything(): ReadonlySet<string> {
    return new Set(this.database.tables.all);
  }
}
