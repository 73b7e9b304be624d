import type { QueryRunner } from 'typeorm';
import { toleratingCharacters } from './engine/errors.js';
import type { BoundValue } from './engine/parameters.js';
import type { StatementWatch } from './engine/statement-watch.js';

const WRITE =
  /^\s*(?:INSERT(?:\s+(?:IGNORE|OR\s+\w+))?\s+INTO|REPLACE\s+INTO|UPDATE(?:\s+IGNORE)?|DELETE\s+FROM)\s+[`"]?(\w+)/i;

/** The table a statement writes to, if any. */
export function writtenTable(sql: string): string | undefined {
  return WRITE.exec(sql)?.[1];
}

/** Whether this process committed the change or detected that another one did. */
export type ChangeOrigin = 'here' | 'elsewhere';

type Listener = (tables: ReadonlySet<string>, origin: ChangeOrigin) => void;

/**
 * Publishes which tables were written: by this process right after each commit, derived from the statements, so that no
 * writer can forget it; by others while watching is on. Caches compare positions of this feed: whatever was read
 * before a table's last change may be stale.
 */
export class ChangeFeed {
  private readonly listeners = new Set<Listener>();
  private readonly changedAt = new Map<string, number>();
  private moment = 0;
  private watchedUntil = Number.NEGATIVE_INFINITY;

  listen(listener: Listener): void {
    this.listeners.add(listener);
  }

  publish(tables: ReadonlySet<string>, origin: ChangeOrigin = 'here'): void {
    if (tables.size === 0) return;
    this.moment++;
    for (const table of tables) this.changedAt.set(table, this.moment);
    for (const listener of this.listeners) listener(tables, origin);
  }

  /** Take this position before reading anything that will be cached. */
  now(): number {
    return this.moment;
  }

  changedSince(moment: number, tables: readonly string[]): boolean {
    return tables.some((table) => (this.changedAt.get(table) ?? 0) > moment);
  }

  /** Guarantees, for this time, that no change by others stays undetected for longer than the watch's bound. */
  watchFor(ms: number, from = performance.now()): void {
    this.watchedUntil = from + ms;
  }

  /** Without a watch, nothing may be cached. */
  get isWatched(): boolean {
    return performance.now() < this.watchedUntil;
  }
}

/** Observes the statements of a query runner and collects the tables written, until it is stopped. */
export function recordWrites(
  runner: QueryRunner,
  watch: StatementWatch,
): { written: ReadonlySet<string>; stop(): void } {
  const written = new Set<string>();
  const query = runner.query;
  runner.query = ((sql: string, ...rest: unknown[]) => {
    const table = writtenTable(sql);
    if (table !== undefined) written.add(table);
    const [parameters, ...others] = rest;
    return watch.run(sql, () =>
      toleratingCharacters((parameters ?? []) as BoundValue[], (values) =>
        (query as (...args: unknown[]) => Promise<unknown>).call(runner, sql, values, ...others),
      ),
    );
  }) as typeof runner.query;
  return {
    written,
    // SQLite uses a single query runner for all transactions.
    stop: () => {
      runner.query = query;
    },
  };
}
