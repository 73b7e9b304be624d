import { createHmac } from 'node:crypto';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { type Counters, type Limit, blockedFor, consume, LimiterPool } from './counters.js';

const PREFIX = 'nestpress:limit:';
/** A Redis that hangs must not make requests hang. */
const COMMAND_TIMEOUT_MS = 300;
/** After a failure, Redis is checked this often, and not used until it responds. */
const RECHECK_MS = 1000;

/**
 * Shared by all processes and machines on one Redis. Everything is counted locally as well, and that count decides while Redis
 * is unavailable: the limit then applies per machine.
 */
export class RedisCounters implements Counters, OnApplicationShutdown {
  private readonly logger = new Logger('Limits');
  private readonly redis: Redis;
  private readonly limiters: LimiterPool<RateLimiterRedis>;
  private isAway = false;
  private recheck?: NodeJS.Timeout;

  /** The secret is the same for all processes that share the counts. */
  constructor(
    url: string,
    private readonly local: Counters,
    private readonly secret: () => Promise<string>,
  ) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
      connectTimeout: 2000,
    });
    // Failures are reported by the affected commands.
    this.redis.on('error', () => undefined);
    this.limiters = new LimiterPool(
      (options) => new RateLimiterRedis({ ...options, storeClient: this.redis, rejectIfRedisNotReady: true }),
    );
  }

  async take(key: string, limit: Limit): Promise<number> {
    const local = await this.local.take(key, limit);
    return (await this.attempt(key, async (name) => (await consume(this.limiters.of(limit), name)).ms)) ?? local;
  }

  async blockedFor(key: string, limit: Limit): Promise<number> {
    const shared = await this.attempt(key, (name) => blockedFor(this.limiters.of(limit), name));
    return shared ?? this.local.blockedFor(key, limit);
  }

  async refund(key: string, limit: Limit): Promise<void> {
    await this.local.refund(key, limit);
    await this.attempt(key, async (name) => {
      const limiter = this.limiters.of(limit);
      if ((await limiter.get(name)) !== null) await limiter.reward(name);
    });
  }

  async clear(key: string, limit: Limit): Promise<void> {
    await this.local.clear(key, limit);
    await this.attempt(key, (name) => this.limiters.of(limit).delete(name));
  }

  onApplicationShutdown(): void {
    clearTimeout(this.recheck);
    this.redis.disconnect();
  }

  /** Undefined if Redis does not respond. */
  private async attempt<T>(key: string, work: (name: string) => Promise<T>): Promise<T | undefined> {
    if (this.isAway) return undefined;
    try {
      return await work(await this.nameOf(key));
    } catch (error) {
      if (!this.isAway) {
        this.logger.warn(
          `Redis does not respond; rate limits apply per machine: ${error instanceof Error ? error.message : String(error)}`,
        );
        this.isAway = true;
        this.recheckLater();
      }
      return undefined;
    }
  }

  /** In the background: no request waits for a Redis that hangs. */
  private recheckLater(): void {
    this.recheck = setTimeout(() => {
      this.redis.ping().then(
        () => (this.isAway = false),
        () => this.recheckLater(),
      );
    }, RECHECK_MS).unref();
  }

  /** A digest: addresses and names of people must not be readable in Redis. */
  private async nameOf(key: string): Promise<string> {
    const digest = createHmac('sha256', await this.secret())
      .update(key)
      .digest('base64url');
    return PREFIX + digest;
  }
}
