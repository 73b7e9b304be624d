import { type Counters, type Limit } from './counters.js';

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
  giveBack(key: string): Promise<void> {
    return this.counters.giveBack(this.keyOf(key), this.limit);
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
