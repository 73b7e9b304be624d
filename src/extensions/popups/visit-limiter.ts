import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAX_COUNTED = 30;
const WINDOW_MS = 5 * 60 * 1000;
const MAX_KEYS = 50_000;

/**
 * How much one visitor's events count. Who that is, is known only by a digest under a key that never leaves this
 * process and is forgotten with it.
 */
export class VisitLimiter {
  private readonly key = randomBytes(32);
  private readonly counted = new LRUCache<string, number>({ max: MAX_KEYS, ttl: WINDOW_MS, noUpdateTTL: true });

  /** Whether an event of this visitor still counts; says yes a limited number of times in a few minutes. */
  admits(visitor: string, subject: string): boolean {
    const key = createHmac('sha256', this.key).update(`${visitor.length}:${visitor}${subject}`).digest('base64');
    const before = this.counted.get(key) ?? 0;
    if (before >= MAX_COUNTED) return false;
    this.counted.set(key, before + 1);
    return true;
  }
}
