import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { inBackground } from '../../database/engine/query-counter.js';

/**
 * How soon a change made by another process, or by a WordPress on the same database, is noticed at the latest. When it cannot be
 * kept, because the database or this process is too busy, the cache is not used.
 */
export const NOTICED_WITHIN_MS = 2000;
const EVERY_MS = 500;
/** After a longer pause (a machine that slept, or whose clock was set) the traces of changes may be gone. */
const LONGEST_PAUSE_MS = 600_000;

/** Looks for what others wrote to the database and publishes it as our own commits are. */
@Injectable()
export class ChangeWatchService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Cache');
  private timer?: NodeJS.Timeout;
  private looking?: Promise<void>;
  private stopped = false;
  private isBlind = false;
  /** On the wall clock, which goes on while the machine sleeps. */
  private lastLook = wallClock();

  constructor(private readonly database: Database) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.look();
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.looking = this.look().finally(() => this.schedule());
    }, EVERY_MS).unref();
  }

  private async look(): Promise<void> {
    const { changes } = this.database;
    const began = performance.now();
    try {
      const tables = await inBackground(() => this.database.changedElsewhere());
      const hasPaused = Math.abs(wallClock() - this.lastLook) > LONGEST_PAUSE_MS;
      changes.publish(hasPaused || this.isBlind ? this.everything : tables, 'elsewhere');
      changes.watchFor(NOTICED_WITHIN_MS, began);
      this.lastLook = wallClock();
      this.isBlind = false;
    } catch (error) {
      if (!this.isBlind)
        this.logger.warn({
          msg: 'changes by other processes cannot be detected; the response cache is not used',
          err: error,
        });
      // Whatever happened meanwhile went unseen.
      this.isBlind = true;
    }
  }

  private get everything(): ReadonlySet<string> {
    return new Set(this.database.tables.all);
  }
}

function wallClock(): number {
  return Date.now();
}
