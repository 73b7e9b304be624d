import { createHash, createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { addressGroup } from '../../../access/authentication/address-group.js';
import { hasPasswordCookie, passwordCookieName } from '../../../access/authentication/post-password-cookie.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { COUNTERS, type Counters, RateLimit } from '../../../platform/limits/counters.js';
import { hashPostPassword, verifyPassword } from '../../../text/passwords/index.js';
import { type Entry } from '../model/entry.js';
import { isPasswordOf } from '../model/readable.js';

/** The hash includes the cost of verifying it; only the usual cost is accepted from clients. */
const USUAL_HASH = /^\$P\$B[./0-9A-Za-z]{30}$/;

const WINDOW_MS = 15 * 60_000;
/** Wrong passwords for one entry from one address. */
const WRONG_PASSWORDS = { most: 10, windowMs: WINDOW_MS };
/** Browsers send their cookie with every request, so each of its values counts once per entry. */
const COUNTED_VALUES = { most: 1, windowMs: WINDOW_MS };

/** Results of checking cookies that are remembered, so that a cookie is hashed once per password. */
const MAX_RESULTS = 10_000;
/** Slow checks for one request. Entries of a list with further passwords stay locked in this response. */
const MAX_CHECKS = 10;

type Protected = Pick<Entry, 'id' | 'password'>;

/** A request that may have the password cookie. */
export interface CookieReader {
  readonly address: string;
  /** The Cookie header. */
  readonly cookies: string | undefined;
  readonly siteUrl: string;
}

export interface CookieResult {
  /** IDs of the entries whose password the cookie is made of. */
  readonly opened: ReadonlySet<number>;
  /** Seconds until the cookie can be checked for an entry that had too many wrong passwords; else 0. */
  readonly blockedFor: number;
}

const NOTHING_OPENED: CookieResult = { opened: new Set(), blockedFor: 0 };

/** Checks passwords of entries, however they are sent, and limits how often one can be guessed. */
@Injectable()
export class PostPasswordService {
  private readonly wrong?: RateLimit;
  private readonly counted?: RateLimit;
  private readonly secret = randomBytes(32);
  /** By cookie: the password that the cookie is known to be made of. It opens no entry with another password. */
  private readonly passwords = new LRUCache<string, string>({ max: MAX_RESULTS });
  /** By cookie and password. */
  private readonly results = new LRUCache<string, Promise<boolean>>({ max: MAX_RESULTS });

  constructor(@Inject(COUNTERS) counters: Counters, @Inject(CONFIG) { rateLimit }: Config) {
    if (!rateLimit) return;
    this.wrong = new RateLimit(counters, 'post password', WRONG_PASSWORDS);
    this.counted = new RateLimit(counters, 'post password value', COUNTED_VALUES);
  }

  /** Counts a wrong password. Returns the seconds to wait after too many, also for the right one; else 0. */
  async attempt(address: string, entry: Protected, provided: string | undefined): Promise<number> {
    if (!this.wrong || !provided || entry.password === '') return 0;
    const key = keyOf(entry, address);
    return isPasswordOf(entry, provided) ? this.wrong.blockedFor(key) : this.wrong.take(key);
  }

  /** The entries of a list that the password opens. For each of the others, a wrong password counts once. */
  async openedByPassword(
    address: string,
    entries: readonly Entry[],
    password: string | undefined,
  ): Promise<ReadonlySet<number>> {
    if (!password) return NOTHING_OPENED.opened;
    const isOpened = async (entry: Entry): Promise<boolean> => {
      if (!isPasswordOf(entry, password)) await this.countOnce(entry, address, password);
      else if (!((await this.wrong?.blockedFor(keyOf(entry, address))) ?? 0)) return true;
      return false;
    };
    const locked = entries.filter((entry) => entry.password !== '');
    const opened = await Promise.all(locked.map(isOpened));
    return new Set(locked.filter((_entry, index) => opened[index]).map(({ id }) => id));
  }

  /** The entries opened by the password cookie, which contains a hash of the password. Wrong cookies count. */
  async openedByCookie({ address, cookies, siteUrl }: CookieReader, entries: readonly Entry[]): Promise<CookieResult> {
    const cookie = hasPasswordCookie(cookies) ? cookieValue(cookies!, passwordCookieName(siteUrl)) : undefined;
    if (cookie === undefined || !USUAL_HASH.test(cookie)) return NOTHING_OPENED;
    const locked = entries.filter(({ password }) => password !== '');
    const openedWith = (password: string): CookieResult => ({
      opened: new Set(locked.filter((entry) => entry.password === password).map(({ id }) => id)),
      blockedFor: 0,
    });
    const cachedDigest = this.passwords.get(this.digest(cookie));
    const byPassword = new Map(locked.map((entry) => [entry.password, entry]));
    if (cachedDigest !== undefined) {
      const password = [...byPassword.keys()].find((text) => this.digest(text) === cachedDigest);
      return password === undefined ? NOTHING_OPENED : openedWith(password);
    }
    let checks = 0;
    let blockedFor = 0;
    for (const [password, entry] of byPassword) {
      if (!this.results.has(this.digest(cookie, password)) && ++checks > MAX_CHECKS) continue;
      const result = await this.checkCookie(cookie, entry, address);
      if (result === true) return openedWith(password);
      if (result !== false) blockedFor = Math.max(blockedFor, result);
    }
    return { opened: NOTHING_OPENED.opened, blockedFor };
  }

  /** The value of the cookie for a typed password, right or wrong; or the seconds to wait after too many wrong ones. */
  async cookieFor(address: string, entry: Protected, typed: string): Promise<string | number> {
    const blocked = await this.attempt(address, entry, typed);
    if (blocked > 0) return blocked;
    const cookie = await hashPostPassword(typed, addressGroup(address));
    // The next request has this cookie; it neither hashes nor counts again.
    if (isPasswordOf(entry, typed)) this.passwords.set(this.digest(cookie), this.digest(entry.password));
    else {
      this.results.set(this.digest(cookie, entry.password), Promise.resolve(false));
      await this.counted?.take(valueKey(entry, address, cookie));
    }
    return cookie;
  }

  /** Whether the cookie is made of the entry's password, or the seconds to wait after too many wrong ones. */
  private async checkCookie(cookie: string, entry: Entry, address: string): Promise<boolean | number> {
    const name = this.digest(cookie, entry.password);
    const cached = this.results.get(name);
    if (cached) return cached;
    // Counted before the result is known, so that parallel guesses count too.
    const { blockedFor, isNew } = await this.countOnce(entry, address, cookie);
    if (blockedFor > 0) return blockedFor;
    const result = verifyPassword(entry.password, cookie, addressGroup(address)).then(({ ok }) => ok);
    this.results.set(name, result);
    let isRight: boolean | undefined;
    try {
      isRight = await result;
    } finally {
      if (isRight === undefined) this.results.delete(name);
      if (isRight !== false && isNew) await this.refund(entry, address, cookie);
    }
    if (isRight) this.passwords.set(this.digest(cookie), this.digest(entry.password));
    return isRight;
  }

  /** Counts a value that was not counted for the entry before. */
  private async countOnce(
    entry: Protected,
    address: string,
    value: string,
  ): Promise<{ blockedFor: number; isNew: boolean }> {
    if (!this.wrong || !this.counted) return { blockedFor: 0, isNew: false };
    const key = keyOf(entry, address);
    const blocked = await this.wrong.blockedFor(key);
    if (blocked > 0) return { blockedFor: blocked, isNew: false };
    const valueName = valueKey(entry, address, value);
    if ((await this.counted.take(valueName)) > 0) return { blockedFor: 0, isNew: false };
    const blockedFor = await this.wrong.take(key);
    // A value that was refused unchecked has to count when it is sent again.
    if (blockedFor > 0) await this.counted.clear(valueName);
    return { blockedFor, isNew: true };
  }

  private async refund(entry: Protected, address: string, value: string): Promise<void> {
    await this.wrong?.refund(keyOf(entry, address));
    await this.counted?.clear(valueKey(entry, address, value));
  }

  private digest(...parts: string[]): string {
    return createHmac('sha256', this.secret).update(JSON.stringify(parts)).digest('base64');
  }
}

function keyOf({ id }: Protected, address: string): string {
  return `${id} ${addressGroup(address)}`;
}

function valueKey(entry: Protected, address: string, value: string): string {
  return `${keyOf(entry, address)} ${createHash('sha256').update(value).digest('base64')}`;
}

function cookieValue(cookies: string, name: string): string | undefined {
  const pair = cookies.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  if (pair === undefined) return undefined;
  try {
    return decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim());
  } catch {
    return undefined;
  }
}
