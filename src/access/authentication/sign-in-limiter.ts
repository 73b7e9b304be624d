import { createHash } from 'node:crypto';
import { type Counters, RateLimit } from '../../platform/limits/counters.js';
import { trimBlanks } from '../../text/passwords/index.js';
import { addressGroup } from './address-group.js';

const MINUTE_MS = 60_000;

/** Wrong attempts for one account, or one name, from one address. */
const PER_ACCOUNT_AND_ADDRESS = { most: 5, windowMs: 15 * MINUTE_MS };
/** Wrong attempts from one address, whatever the account. */
const PER_ADDRESS = { most: 100, windowMs: 15 * MINUTE_MS };
/** Wrong attempts for one account, or one name, from all addresses that have not signed in to it lately. */
const PER_ACCOUNT = { most: 100, windowMs: 15 * MINUTE_MS };
/** An address that signed in counts as known to the account for this long. */
const KNOWN_ADDRESS = { most: 1, windowMs: 24 * 60 * MINUTE_MS };

/** An attempt to sign in. */
export interface SignInAttempt {
  /** The name that was sent; upper case and blanks around it make no difference. */
  name: string;
  /** ID of the account with this name or e-mail address; undefined if there is none. */
  account: number | undefined;
  address: string;
}

export interface SignInDecision {
  /** Seconds until another attempt is allowed; 0 = the attempt may go on. */
  blockedFor: number;
  /**
   * The account had too many attempts, but not under this name. The attempt must be refused like a wrong password, after the
   * same work: 429 would reveal that the name and another one, such as a login and an e-mail address, belong to one account.
   */
  isLocked: boolean;
}

/** Limits wrong attempts to sign in. */
export interface SignInLimiter {
  /** Seconds until another attempt with this name is allowed; 0 = now. */
  blockedFor(attempt: SignInAttempt): Promise<number>;
  /** Counts an attempt before its result is known, so that parallel guesses count too. */
  take(attempt: SignInAttempt): Promise<SignInDecision>;
  /** The attempt succeeded: resets it and earlier failures for the account from this address. */
  succeeded(attempt: SignInAttempt): Promise<void>;
  /** The attempt had no result: it does not count. */
  refund(attempt: SignInAttempt): Promise<void>;
}

/** Injection token of the SignInLimiter. */
export const SIGN_IN_LIMITER = Symbol('SIGN_IN_LIMITER');

/**
 * Limits per address, per name and per account, and the latter two also per address. Those of a name are reported, those of an
 * account are not. For a name without account, both count the same. The limits for all addresses would let anyone lock the
 * owner of an account out, so they do not apply to addresses from which the owner signed in within the last day.
 */
export class CountingSignInLimiter implements SignInLimiter {
  private readonly perAddress: RateLimit;
  private readonly perNameAndAddress: RateLimit;
  private readonly perAccountAndAddress: RateLimit;
  private readonly perName: RateLimit;
  private readonly perAccount: RateLimit;
  private readonly knownAddress: RateLimit;

  constructor(counters: Counters) {
    this.perAddress = new RateLimit(counters, 'sign-in address', PER_ADDRESS);
    this.perNameAndAddress = new RateLimit(counters, 'sign-in name and address', PER_ACCOUNT_AND_ADDRESS);
    this.perAccountAndAddress = new RateLimit(counters, 'sign-in', PER_ACCOUNT_AND_ADDRESS);
    this.perName = new RateLimit(counters, 'sign-in name', PER_ACCOUNT);
    this.perAccount = new RateLimit(counters, 'sign-in account', PER_ACCOUNT);
    this.knownAddress = new RateLimit(counters, 'sign-in known address', KNOWN_ADDRESS);
  }

  async blockedFor(attempt: SignInAttempt): Promise<number> {
    const keys = keysOf(attempt);
    const [byAddress, byBoth, byName, byKnownAddress] = await Promise.all([
      this.perAddress.blockedFor(keys.address),
      this.perNameAndAddress.blockedFor(keys.nameAndAddress),
      this.perName.blockedFor(keys.name),
      this.knownAddress.blockedFor(keys.accountAndAddress),
    ]);
    return Math.max(byAddress, byBoth, byKnownAddress > 0 ? 0 : byName);
  }

  async take(attempt: SignInAttempt): Promise<SignInDecision> {
    const keys = keysOf(attempt);
    // In this order, so that a blocked address can neither add keys nor block accounts.
    const byAddress = await this.perAddress.take(keys.address);
    if (byAddress > 0) return { blockedFor: byAddress, isLocked: false };
    const byBoth = await this.perNameAndAddress.take(keys.nameAndAddress);
    if (byBoth > 0) return { blockedFor: byBoth, isLocked: false };
    const isLocked = (await this.perAccountAndAddress.take(keys.accountAndAddress)) > 0;
    if ((await this.knownAddress.blockedFor(keys.accountAndAddress)) > 0) return { blockedFor: 0, isLocked };
    const [byName, byAccount] = await Promise.all([this.perName.take(keys.name), this.perAccount.take(keys.account)]);
    return { blockedFor: byName, isLocked: isLocked || byAccount > 0 };
  }

  async succeeded(attempt: SignInAttempt): Promise<void> {
    const { nameAndAddress, accountAndAddress } = keysOf(attempt);
    await this.refund(attempt);
    await Promise.all([
      this.perNameAndAddress.clear(nameAndAddress),
      this.perAccountAndAddress.clear(accountAndAddress),
      this.knownAddress.take(accountAndAddress),
    ]);
  }

  async refund(attempt: SignInAttempt): Promise<void> {
    const keys = keysOf(attempt);
    const isKnownAddress = (await this.knownAddress.blockedFor(keys.accountAndAddress)) > 0;
    await Promise.all([
      this.perAddress.refund(keys.address),
      this.perNameAndAddress.refund(keys.nameAndAddress),
      this.perAccountAndAddress.refund(keys.accountAndAddress),
      ...(isKnownAddress ? [] : [this.perName.refund(keys.name), this.perAccount.refund(keys.account)]),
    ]);
  }
}

/** Used when limiting is switched off. */
export class NoSignInLimiter implements SignInLimiter {
  blockedFor(): Promise<number> {
    return Promise.resolve(0);
  }

  take(): Promise<SignInDecision> {
    return Promise.resolve({ blockedFor: 0, isLocked: false });
  }

  succeeded(): Promise<void> {
    return Promise.resolve();
  }

  refund(): Promise<void> {
    return Promise.resolve();
  }
}

function keysOf({ name: sent, account: id, address }: SignInAttempt) {
  const group = addressGroup(address);
  const name = trimBlanks(sent).toLowerCase();
  const account = id ?? name;
  return {
    address: group,
    name: digest([name]),
    nameAndAddress: digest([name, group]),
    account: digest([account]),
    accountAndAddress: digest([account, group]),
  };
}

/** A key of fixed size, however long the name is. */
function digest(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
