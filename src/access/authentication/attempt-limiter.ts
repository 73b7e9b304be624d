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

/** Wrong attempts for one account from one address. */
export const ATTEMPTS = { most: 5, windowMs: 15 * 60 * 1000 };

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
