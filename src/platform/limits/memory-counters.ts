import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Counters, type Limit, blockedFor, consume, LimiterPool } from './counters.js';

const MAX_KEYS = 50_000;

/** For one process. Keys are stored as a digest under a secret that never leaves the process. */
export class MemoryCounters implements Counters {
  private readonly secret = randomBytes(32);
  private readonly limiters: LimiterPool<BoundedLimiter>;

  constructor(maxKeys = MAX_KEYS) {
    this.limiters = new LimiterPool((options) => new BoundedLimiter(new RateLimiterMemory(options), maxKeys));
  }

  take(key: string, limit: Limit): Promise<number> {
    return this.limiters.of(limit).take(this.nameOf(key));
  }

  blockedFor(key: string, limit: Limit): Promise<number> {
    return blockedFor(this.limiters.of(limit).limiter, this.nameOf(key));
  }

  refund(key: string, limit: Limit): Promise<void> {
    return this.limiters.of(limit).refund(this.nameOf(key));
  }

  clear(key: string, limit: Limit): Promise<void> {
    return this.limiters.of(limit).clear(this.nameOf(key));
  }

  private nameOf(key: string): string {
    return createHmac('sha256', this.secret).update(key).digest('base64');
  }
}

/**
 * The library keeps every key until its window ends, however many there are. This bounds them. Keys that have reached
 * the limit have a partition of their own, so that a flood of new keys, each counted once, cannot evict them.
 */
class BoundedLimiter {
  private readonly open: LRUCache<string, true>;
  private readonly blocked: LRUCache<string, true>;

  constructor(
    readonly limiter: RateLimiterMemory,
    max: number,
  ) {
    const dispose = (_value: true, key: string, reason: LRUCache.DisposeReason) => {
      if (reason === 'evict') void limiter.delete(key);
    };
    this.open = new LRUCache({ max, dispose });
    this.blocked = new LRUCache({ max, dispose });
  }

  async take(key: string): Promise<number> {
    const { result, ms } = await consume(this.limiter, key);
    this.file(key, result.consumedPoints);
    return ms;
  }

  async refund(key: string): Promise<void> {
    // Without a count there is nothing to take back; the library would start one below zero.
    if ((await this.limiter.get(key)) === null) return;
    this.file(key, (await this.limiter.reward(key)).consumedPoints);
  }

  async clear(key: string): Promise<void> {
    this.open.delete(key);
    this.blocked.delete(key);
    await this.limiter.delete(key);
  }

  private file(key: string, count: number): void {
    const [partition, other] = count < this.limiter.points ? [this.open, this.blocked] : [this.blocked, this.open];
    other.delete(key);
    partition.set(key, true);
  }
}
