import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, inBackground, SharedRun } from '../../database/index.js';
import { wallClock } from '../../telemetry/index.js';
import { ChangeFeedStore } from './change-feed.store.js';

/** Writes of other programs are noticed within this time. */
const POLL_MS = 1000;
/** Waiting requests are woken no more often: each of them then reads a page. */
const PACE_MS = 100;
/** Changes get their positions within this time, whether or not anything reads the feed. */
const UPKEEP_MS = 60_000;
const CLEAN_EVERY_MS = 3_600_000;
/** How long changes are stored, and how many. */
const RETENTION_SECONDS = 30 * 86_400;
const MAX_ROWS = 2_000_000;

/**
 * The end of the feed. However many requests wait for a change, one poll of the process gives committed changes their
 * positions and wakes the requests if there are new ones.
 */
@Injectable()
export class FeedTailService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('ChangeFeed');
  private readonly waiting = new Set<() => void>();
  private readonly sequencing = new SharedRun(() => inBackground(() => this.feed.sequence()));
  private timer?: NodeJS.Timeout;
  private maintenanceTimer?: NodeJS.Timeout;
  private maintenance?: Promise<void>;
  private cleanAt = 0;
  private polledAt = -Infinity;
  private dueAt = Infinity;
  private last = 0;
  isStopping = false;

  constructor(
    database: Database,
    private readonly feed: ChangeFeedStore,
  ) {
    database.changes.listen(() => this.schedule(PACE_MS));
  }

  onApplicationBootstrap(): void {
    this.maintenanceTimer = setInterval(() => {
      this.maintenance ??= this.maintain()
        .catch((error: unknown) => this.logger.warn(`The change feed could not be maintained: ${String(error)}`))
        .finally(() => (this.maintenance = undefined));
    }, UPKEEP_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    clearInterval(this.maintenanceTimer);
    this.wake();
    await this.maintenance;
  }

  /** Bounds both tables, whether or not anything reads the feed. */
  async maintain(maxRows = MAX_ROWS): Promise<void> {
    await this.sequence();
    if (performance.now() < this.cleanAt) return;
    this.cleanAt = performance.now() + CLEAN_EVERY_MS;
    await inBackground(() => this.feed.deleteOld(Math.floor(wallClock() / 1000) - RETENTION_SECONDS, maxRows));
  }

  /** Gives positions to all changes that were committed before the call. Calls at the same time share one run. */
  sequence(): Promise<void> {
    return this.sequencing.join();
  }

  /** Resolves when there may be a change after the position, and at the latest after this time. */
  wait(position: number, ms: number, closed?: AbortSignal): Promise<void> {
    if (this.isStopping || closed?.aborted) return Promise.resolve();
    // A replica may not have the last change yet.
    const longest = Math.max(1, this.last > position ? Math.min(ms, PACE_MS) : ms);
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        closed?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, longest).unref();
      closed?.addEventListener('abort', wake);
      this.waiting.add(wake);
      this.schedule(POLL_MS);
    });
  }

  /** Polls when this time has passed since the last poll, unless that is planned earlier. */
  private schedule(ms: number): void {
    if (this.waiting.size === 0 || this.isStopping) return;
    const due = this.polledAt + ms;
    if (this.timer && due >= this.dueAt) return;
    clearTimeout(this.timer);
    this.dueAt = due;
    this.timer = setTimeout(() => void this.poll(), Math.max(due - performance.now(), 0)).unref();
  }

  private async poll(): Promise<void> {
    this.timer = undefined;
    this.polledAt = performance.now();
    try {
      await this.sequence();
      const { position: last } = await inBackground(() => this.feed.last());
      if (last !== this.last) this.wake();
      this.last = last;
    } catch {
      // Each request reads by itself and reports the reason.
      this.wake();
    }
    this.schedule(POLL_MS);
  }

  private wake(): void {
    for (const wake of [...this.waiting]) wake();
  }
}
