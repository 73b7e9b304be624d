import { Inject, Injectable } from '@nestjs/common';
import { addressGroup } from '../../access/authentication/address-group.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { COUNTERS, type Counters } from '../../platform/limits/counters.js';
import { RateLimit } from '../../platform/limits/rate-limit.js';
import { type Entry } from './entry.js';

/** Wrong passwords for one entry from one address. */
const WRONG_PASSWORDS = { most: 10, windowMs: 15 * 60_000 };

/** Limits how often the password of an entry can be guessed. */
@Injectable()
export class PostPasswordLimiter {
  private readonly limit?: RateLimit;

  constructor(@Inject(COUNTERS) counters: Counters, @Inject(CONFIG) { rateLimit }: Config) {
    if (rateLimit) this.limit = new RateLimit(counters, 'post password', WRONG_PASSWORDS);
  }

  /** Counts a wrong password. Returns the seconds to wait when there were too many, also for the right one; else 0. */
  async attempt(address: string, entry: Pick<Entry, 'id' | 'password'>, given: string | undefined): Promise<number> {
    if (!this.limit || !given || entry.password === '') return 0;
    const key = `${entry.id} ${addressGroup(address)}`;
    return given === entry.password ? this.limit.blockedFor(key) : this.limit.take(key);
  }
}
