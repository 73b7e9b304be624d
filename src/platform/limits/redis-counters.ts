import { createHmac } from 'node:crypto';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { type Counters, type Limit } from './counters.js';

const PREFIX = 'nestpress:limit:';
/** A Redis that hangs must not make requests hang. */
const ANSWER_WITHIN_MS = 300;
/** After a failure everybody is spared the wait for so long. */
const REST_MS = 1000;

/** Keys: the counter. Arguments: how many at most, for how long, whether to count. Gives the milliseconds to wait. */
const TAKE = `
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
if count >= tonumber(ARGV[1]) then return math.max(redis.call('PTTL', KEYS[1]), 1) end
if ARGV[3] == '1' and redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;

/**
 * For all processes and machines on one Redis. Everything is counted nearby as well, and that count is the answer while
 * Redis is away: the limit becomes one a machine, never none and never a failure.
 */
export class RedisCounters implements Counters, OnApplicationShutdown {
  private readonly logger = new Logger('Limits');
  private readonly redis: Redis;
  private awayUntil = 0;
  private isAway = false;

  /** The secret is the same for all who share the counts. */
  constructor(
    url: string,
    private readonly nearby: Counters,
    private readonly secret: () => Promise<string>,
  ) {
    this.redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: ANSWER_WITHIN_MS,
      connectTimeout: 2000,
    });
    // Whoever asks notices.
    this.redis.on('error', () => undefined);
  }

  async take(key: string, limit: Limit): Promise<number> {
    const nearby = await this.nearby.take(key, limit);
    return (await this.ask(key, limit, true)) ?? nearby;
  }

  async blockedFor(key: string, limit: Limit): Promise<number> {
    return (await this.ask(key, limit, false)) ?? this.nearby.blockedFor(key, limit);
  }

  async clear(key: string): Promise<void> {
    await this.nearby.clear(key);
    await this.attempt(async () => this.redis.del(await this.nameOf(key)));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async ask(key: string, { most, windowMs }: Limit, counts: boolean): Promise<number | undefined> {
    return this.attempt(async () =>
      Number(await this.redis.eval(TAKE, 1, await this.nameOf(key), most, windowMs, counts ? 1 : 0)),
    );
  }

  /** Undefined where Redis does not answer. */
  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (performance.now() < this.awayUntil) return undefined;
    try {
      const answer = await work();
      this.isAway = false;
      return answer;
    } catch (error) {
      if (!this.isAway)
        this.logger.warn(
          `Redis does not answer; limits are kept by each machine: ${error instanceof Error ? error.message : String(error)}`,
        );
      this.isAway = true;
      this.awayUntil = performance.now() + REST_MS;
      return undefined;
    }
  }

  /** Addresses and names of people are not to be read off Redis. */
  private async nameOf(key: string): Promise<string> {
    return (
      PREFIX +
      createHmac('sha256', await this.secret())
        .update(key)
        .digest('base64url')
    );
  }
}
