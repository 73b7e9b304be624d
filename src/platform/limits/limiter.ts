import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { type Limit } from './counters.js';

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
