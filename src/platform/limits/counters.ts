import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

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
  refund(key: string, limit: Limit): Promise<void>;
  clear(key: string, limit: Limit): Promise<void>;
}

/** Injection token of the Counters that all processes of the service share. */
export const COUNTERS = Symbol('COUNTERS');

/** One limiter per limit: a limiter of the library has its points and duration fixed. */
export class LimiterPool<T> {
  private readonly limiters = new Map<string, T>();

  constructor(private readonly create: (options: { points: number; duration: number; keyPrefix: string }) => T) {}

  of({ most, windowMs }: Limit): T {
    const name = `${most}/${windowMs}`;
    let limiter = this.limiters.get(name);
    if (!limiter) {
      limiter = this.create({ points: most, duration: windowMs / 1000, keyPrefix: '' });
      this.limiters.set(name, limiter);
    }
    return limiter;
  }
}

/** Counts one occurrence; the library reports an exceeded limit by rejecting with the result. */
export async function consume(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<{ result: RateLimiterRes; ms: number }> {
  try {
    return { result: await limiter.consume(key), ms: 0 };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return { result: refused, ms: Math.max(refused.msBeforeNext, 1) };
  }
}

/** Milliseconds until another occurrence is allowed; 0 = now. */
export async function blockedFor(limiter: RateLimiterAbstract, key: string): Promise<number> {
  const result = await limiter.get(key);
  return result && result.consumedPoints >= limiter.points ? Math.max(result.msBeforeNext, 0) : 0;
}

/** One limit of the service: how often the same visitor, account or address may do one thing. */
export class RateLimit {
  constructor(
    private readonly counters: Counters,
    private readonly name: string,
    private readonly limit: Limit,
  ) {}

  /** Counts one occurrence. Returns the seconds to wait if the limit was reached before, else 0. */
  async take(key: string): Promise<number> {
    return inSeconds(await this.counters.take(this.keyOf(key), this.limit));
  }

  /** Seconds until another occurrence is allowed; 0 = now. */
  async blockedFor(key: string): Promise<number> {
    return inSeconds(await this.counters.blockedFor(this.keyOf(key), this.limit));
  }

  /** Takes one occurrence back. */
  refund(key: string): Promise<void> {
    return this.counters.refund(this.keyOf(key), this.limit);
  }

  clear(key: string): Promise<void> {
    return this.counters.clear(this.keyOf(key), this.limit);
  }

  private keyOf(key: string): string {
    return `${this.name} ${key}`;
  }
}

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
