import { LRUCache } from 'lru-cache';

interface Window {
  count: number;
  endsAt: number;
}

const MAX_KEYS = 20_000;

/** How often something may happen in a while, by key; for one process. */
export class SubmissionLimiter {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /** Counts one more; seconds to wait when there were too many already, else 0. */
  take(key: string, now = Date.now()): number {
    const known = this.windows.get(key);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + this.windowMs };
    if (window.count >= this.limit) return Math.ceil((window.endsAt - now) / 1000);
    this.windows.set(key, { ...window, count: window.count + 1 });
    return 0;
  }
}
