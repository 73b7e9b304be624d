/** How often something may happen within a window that starts with its first occurrence. */
export interface Limit {
  readonly most: number;
  readonly windowMs: number;
}

/** Counts occurrences per key. A count starts with its first occurrence and expires when the limit's window is over. */
export interface Counters {
  /** Counts one occurrence. Returns the milliseconds until the next one is allowed if the limit was reached before, else 0. */
  take(key: string, limit: Limit): Promise<number>;
  /** What `take` would return, without counting. */
  blockedFor(key: string, limit: Limit): Promise<number>;
  /** Takes one occurrence back. */
  giveBack(key: string, limit: Limit): Promise<void>;
  clear(key: string, limit: Limit): Promise<void>;
}

/** Injection token of the Counters that all processes of the service share. */
export const COUNTERS = Symbol('COUNTERS');
