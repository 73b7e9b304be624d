import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Counters, type Limit } from './counters.js';

const MAX_KEYS = 50_000;

interface Window {
  count: number;
  endsAt: number;
}

/** For one process. Who was counted is known only by a digest under a key that never leaves it. */
export class MemoryCounters implements Counters {
  private readonly secret = randomBytes(32);
  private readonly windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  constructor(private readonly now: () => number = Date.now) {}

  take(key: string, limit: Limit): Promise<number> {
    const name = this.nameOf(key);
    const window = this.current(name) ?? { count: 0, endsAt: this.now() + limit.windowMs };
    const blocked = this.blocked(window, limit);
    if (blocked === 0) this.windows.set(name, { ...window, count: window.count + 1 });
    return Promise.resolve(blocked);
  }

  blockedFor(key: string, limit: Limit): Promise<number> {
    return Promise.resolve(this.blocked(this.current(this.nameOf(key)), limit));
  }

  clear(key: string): Promise<void> {
    this.windows.delete(this.nameOf(key));
    return Promise.resolve();
  }

  private nameOf(key: string): string {
    return createHmac('sha256', this.secret).update(key).digest('base64');
  }

  private current(name: string): Window | undefined {
    const window = this.windows.get(name);
    return window && window.endsAt > this.now() ? window : undefined;
  }

  private blocked(window: Window | undefined, { most }: Limit): number {
    return window && window.count >= most ? window.endsAt - this.now() : 0;
  }
}
