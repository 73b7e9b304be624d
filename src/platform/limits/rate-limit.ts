import { type Counters, type Limit } from './counters.js';

/** One limit of the service: how often the same visitor, account or address may do one thing. */
export class RateLimit {
  constructor(
    private readonly counters: Counters,
    private readonly name: string,
    private readonly limit: Limit,
  ) {}

  /** Counts one more; seconds to wait when there were too many already, else 0. */
  async take(key: string): Promise<number> {
    return inSeconds(await this.counters.take(this.keyOf(key), this.limit));
  }

  /** Seconds until another is allowed; 0 = now. */
  async blockedFor(key: string): Promise<number> {
    return inSeconds(await this.counters.blockedFor(this.keyOf(key), this.limit));
  }

  /** What came before is forgiven. */
  clear(key: string): Promise<void> {
    return this.counters.clear(this.keyOf(key));
  }

  private keyOf(key: string): string {
    return `${this.name} ${key}`;
  }
}

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
