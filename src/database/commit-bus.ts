import { seesUncommitted } from './joined-transaction.js';

/** Whether this process committed the change or detected that another one did. */
export type ChangeOrigin = 'here' | 'elsewhere';

type Listener = (tables: ReadonlySet<string>, origin: ChangeOrigin) => void;

/**
 * Publishes which tables were written: by this process right after each commit, as the transaction reports them; by others
 * while watching is on. Caches compare positions of this feed: whatever was read
 * before a table's last change may be stale.
 */
export class CommitBus {
  private readonly listeners = new Set<Listener>();
  private readonly changedAt = new Map<string, number>();
  private position = 0;
  private watchedUntil = Number.NEGATIVE_INFINITY;

  listen(listener: Listener): void {
    this.listeners.add(listener);
  }

  publish(tables: ReadonlySet<string>, origin: ChangeOrigin = 'here'): void {
    if (tables.size === 0) return;
    this.position++;
    for (const table of tables) this.changedAt.set(table, this.position);
    for (const listener of this.listeners) listener(tables, origin);
  }

  /** Take this position before reading anything that will be cached. */
  now(): number {
    return this.position;
  }

  changedSince(position: number, tables: readonly string[]): boolean {
    return tables.some((table) => (this.changedAt.get(table) ?? 0) > position);
  }

  /** Guarantees, for this time, that no change by others stays undetected for longer than the watch's bound. */
  watchFor(ms: number, from = performance.now()): void {
    this.watchedUntil = from + ms;
  }

  /** Without a watch, nothing may be cached. */
  get isWatched(): boolean {
    return this.isWatchedAt(performance.now()) && !seesUncommitted();
  }

  /** The same for work outside of transactions, at a time that is already known. */
  isWatchedAt(now: number): boolean {
    return now < this.watchedUntil;
  }
}
