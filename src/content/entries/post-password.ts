import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { verifyPassword } from '../../text/passwords/index.js';
import { type Entry } from './entry.js';
import { isPasswordOf } from './readable.js';
import { addressGroup } from '../../access/authentication/address-group.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { COUNTERS, type Counters, RateLimit } from '../../platform/limits/counters.js';

/** The hash includes the cost of verifying it; only the usual cost is accepted from clients. */
const USUAL_HASH = /^\$P\$B[./0-9A-Za-z]{30}$/;

export function passwordCookieName(siteUrl: string): string {
  return `wp-postpass_${createHash('md5').update(siteUrl).digest('hex')}`;
}

/** Whether the reader has a password cookie of the site, whatever its value. */
export function hasPasswordCookie(cookies: string | undefined): boolean {
  return cookies?.includes('wp-postpass_') ?? false;
}

/** The entries unlocked by the reader's password cookie, which contains a hash of the password. */
export async function unlockedByCookie(
  cookies: string | undefined,
  siteUrl: string,
  entries: readonly Entry[],
): Promise<ReadonlySet<number>> {
  const hash = hasPasswordCookie(cookies) ? cookieValue(cookies!, passwordCookieName(siteUrl)) : undefined;
  const unlocked = new Set<number>();
  if (hash === undefined || !USUAL_HASH.test(hash)) return unlocked;
  for (const password of new Set(entries.map((entry) => entry.password).filter((text) => text !== ''))) {
    if (!(await verifyPassword(password, hash)).ok) continue;
    for (const entry of entries) if (entry.password === password) unlocked.add(entry.id);
    break;
  }
  return unlocked;
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

/** Wrong passwords for one entry from one address. */
const WRONG_PASSWORDS = { most: 10, windowMs: 15 * 60_000 };

/** Limits how often the password of an entry can be guessed. */
@Injectable()
export class PostPasswordLimiter {
  private readonly limit?: RateLimit;

  constructor(@Inject(COUNTERS) counters: Counters, @Inject(CONFIG) { rateLimit }: Config) {
    if (rateLimit) this.limit = new RateLimit(counters, 'post password', WRONG_PASSWORDS);
  }

  /** Counts a wrong password. Returns the seconds to wait after too many, also for the right one; else 0. */
  async attempt(address: string, entry: Pick<Entry, 'id' | 'password'>, provided: string | undefined): Promise<number> {
    if (!this.limit || !provided || entry.password === '') return 0;
    const key = `${entry.id} ${addressGroup(address)}`;
    return isPasswordOf(entry, provided) ? this.limit.blockedFor(key) : this.limit.take(key);
  }
}
