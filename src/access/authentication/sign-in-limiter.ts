import { createHash } from 'node:crypto';
import { type Counters, RateLimit } from '../../platform/limits/counters.js';
import { addressGroup } from './address-group.js';

const MINUTE_MS = 60_000;

/** Wrong attempts for one account from one address. */
const PER_ACCOUNT_AND_ADDRESS = { most: 5, windowMs: 15 * MINUTE_MS };
/** Wrong attempts from one address, whatever the account. */
const PER_ADDRESS = { most: 100, windowMs: 15 * MINUTE_MS };
/** Wrong attempts for one account, from all addresses that have not signed in to it lately. */
const PER_ACCOUNT = { most: 100, windowMs: 15 * MINUTE_MS };
/** An address that signed in counts as known to the account for this long. */
const KNOWN_ADDRESS = { most: 1, windowMs: 24 * 60 * MINUTE_MS };

/** An attempt to sign in: the account and the address it came from. */
export interface SignInAttempt {
  /** The account's ID; for an unknown account, the name that was sent. */
  account: number | string;
  address: string;
}

/** Limits wrong attempts to sign in. */
export interface SignInLimiter {
  /** Seconds until another attempt is allowed; 0 = now. */
  blockedFor(attempt: SignInAttempt): Promise<number>;
  /** Counts an attempt before its result is known, so that parallel guesses count too. Returns the same as `blockedFor`. */
  take(attempt: SignInAttempt): Promise<number>;
  /** The attempt succeeded: resets it and earlier failures for the account from this address. */
  succeeded(attempt: SignInAttempt): Promise<void>;
  /** The attempt had no result: it does not count. */
  refund(attempt: SignInAttempt): Promise<void>;
}

/** Injection token of the SignInLimiter. */
export const SIGN_IN_LIMITER = Symbol('SIGN_IN_LIMITER');

/**
 * Three limits at once. The one per account would let anyone lock its owner out, so it does not apply to addresses from which
 * the owner signed in within the last day.
 */
export class CountingSignInLimiter implements SignInLimiter {
  private readonly perAccountAndAddress: RateLimit;
  private readonly perAddress: RateLimit;
  private readonly perAccount: RateLimit;
  private readonly knownAddress: RateLimit;

  constructor(counters: Counters) {
    this.perAccountAndAddress = new RateLimit(counters, 'sign-in', PER_ACCOUNT_AND_ADDRESS);
    this.perAddress = new RateLimit(counters, 'sign-in address', PER_ADDRESS);
    this.perAccount = new RateLimit(counters, 'sign-in account', PER_ACCOUNT);
    this.knownAddress = new RateLimit(counters, 'sign-in known address', KNOWN_ADDRESS);
  }

  async blockedFor(attempt: SignInAttempt): Promise<number> {
    const { both, account, address } = keysOf(attempt);
    const [byBoth, byAddress, byAccount] = await Promise.all([
      this.perAccountAndAddress.blockedFor(both),
      this.perAddress.blockedFor(address),
      this.perAccount.blockedFor(account),
    ]);
    const known = byAccount > 0 && (await this.knownAddress.blockedFor(both)) > 0;
    return Math.max(byBoth, byAddress, known ? 0 : byAccount);
  }

  async take(attempt: SignInAttempt): Promise<number> {
    const { both, account, address } = keysOf(attempt);
    // In this order, so that a blocked address can neither add keys nor block accounts.
    const byAddress = await this.perAddress.take(address);
    if (byAddress > 0) return byAddress;
    const byBoth = await this.perAccountAndAddress.take(both);
    if (byBoth > 0 || (await this.knownAddress.blockedFor(both)) > 0) return byBoth;
    return this.perAccount.take(account);
  }

  async succeeded(attempt: SignInAttempt): Promise<void> {
    const { both } = keysOf(attempt);
    await this.refund(attempt);
    await Promise.all([this.perAccountAndAddress.clear(both), this.knownAddress.take(both)]);
  }

  async refund(attempt: SignInAttempt): Promise<void> {
    const { both, account, address } = keysOf(attempt);
    const known = (await this.knownAddress.blockedFor(both)) > 0;
    await Promise.all([
      this.perAddress.refund(address),
      this.perAccountAndAddress.refund(both),
      known ? undefined : this.perAccount.refund(account),
    ]);
  }
}

/** Used when limiting is switched off. */
export class NoSignInLimiter implements SignInLimiter {
  blockedFor(): Promise<number> {
    return Promise.resolve(0);
  }

  take(): Promise<number> {
    return Promise.resolve(0);
  }

  succeeded(): Promise<void> {
    return Promise.resolve();
  }

  refund(): Promise<void> {
    return Promise.resolve();
  }
}

function keysOf({ account, address }: SignInAttempt) {
  const group = addressGroup(address);
  return { both: digest([account, group]), account: digest([account]), address: group };
}

/** A key of fixed size, however long the name is. */
function digest(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
