/** How often something may happen in a while. */
export interface Limit {
  readonly most: number;
  readonly windowMs: number;
}

/** Counts what happened under a key since its first time; forgotten when the limit's while is over. */
export interface Counters {
  /** Counts one more, unless there were too many already: then the milliseconds until it is forgotten, else 0. */
  take(key: string, limit: Limit): Promise<number>;
  /** What `take` would say, without counting. */
  blockedFor(key: string, limit: Limit): Promise<number>;
  clear(key: string): Promise<void>;
}

/** Injection token of the Counters that all of the service's processes share. */
export const COUNTERS = Symbol('COUNTERS');
