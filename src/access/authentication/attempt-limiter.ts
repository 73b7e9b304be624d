import { LRUCache } from 'lru-cache';

/** Counts attempts to log in. Keys name an account and an address. */
export interface AttemptLimiter {
  /** Seconds until another attempt is allowed; 0 = now. */
  blockedFor(key: string): Promise<number>;
  /** Counts an attempt before its outcome is known, so that parallel guesses count too; like blockedFor when none is left. */
  take(key: string): Promise<number>;
  /** The attempt succeeded: what came before is forgiven. */
  clear(key: string): Promise<void>;
}

/** Injection token of the AttemptLimiter. */
export const ATTEMPT_LIMITER = Symbol('ATTEMPT_LIMITER');

const MAX_ATTEMPTS = 5;
const WINDOW_MS = 15 * 60 * 1000;
const MAX_KEYS = 20_000;

interface Window {
  attempts: number;
  endsAt: number;
}

/** For one process. */
export class MemoryAttemptLimiter implements AttemptLimiter {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_KEYS });

  constructor(private readonly now: () => number = Date.now) {}

  blockedFor(key: string): Promise<number> {
    return Promise.resolve(this.secondsBlocked(this.current(key)));
  }

  take(key: string): Promise<number> {
    const window = this.current(key) ?? { attempts: 0, endsAt: this.now() + WINDOW_MS };
    const blocked = this.secondsBlocked(window);
    if (blocked === 0) this.windows.set(key, { ...window, attempts: window.attempts + 1 });
    return Promise.resolve(blocked);
  }

  clear(key: string): Promise<void> {
    this.windows.delete(key);
    return Promise.resolve();
  }

  private current(key: string): Window | undefined {
    const window = this.windows.get(key);
    return window && window.endsAt > this.now() ? window : undefined;
  }

  private secondsBlocked(window: Window | undefined): number {
    return window && window.attempts >= MAX_ATTEMPTS ? Math.ceil((window.endsAt - this.now()) / 1000) : 0;
  }
}

/** For when limiting is switched off. */
export class NoAttemptLimiter implements AttemptLimiter {
  blockedFor(): Promise<number> {
    return Promise.resolve(0);
  }

  take(): Promise<number> {
    return Promise.resolve(0);
  }

  clear(): Promise<void> {
    return Promise.resolve();
  }
}
