import { Inject, Injectable } from '@nestjs/common';
import { addressGroup } from '../../../access/authentication/address-group.js';
import { OptionsStore } from '../../../database/options.store.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { COUNTERS, type Counters } from '../../../platform/limits/counters.js';
import { RateLimit } from '../../../platform/limits/rate-limit.js';
import { FormTokens, type TokenState } from '../checks/form-token.js';
import { findSpam, type SpamFinding } from '../checks/spam.js';
import { userAgent } from './scene.js';
import { type Submission } from './submission.js';
import { type Visit } from './visit.js';

/** Submissions of one form from one address in ten minutes. */
const LIMIT = { most: 10, windowMs: 10 * 60 * 1000 };

/** What the guard says: nothing against it, a reason, or too many from there. */
export type SpamVerdict =
  { readonly token: TokenState } | { readonly finding: SpamFinding } | { readonly retryAfter: number };

/** Decides whether a complete submission is one that people want to read. */
@Injectable()
export class SpamGuard {
  private readonly limiter: RateLimit;

  constructor(
    private readonly options: OptionsStore,
    private readonly tokens: FormTokens,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(COUNTERS) counters: Counters,
  ) {
    this.limiter = new RateLimit(counters, 'form', LIMIT);
  }

  async judge(visit: Visit, submission: Submission): Promise<SpamVerdict> {
    const { form, posted, settings } = submission;
    const retryAfter = this.config.rateLimit
      ? await this.limiter.take(`${form.id} ${addressGroup(visit.request.address)}`)
      : 0;
    if (retryAfter > 0) return { retryAfter };
    const token = await this.tokens.check(form.id, posted.about('form_token'));
    if (settings.isOn('subscribers_only')) return { token };
    const [older, newer] = await Promise.all([
      this.options.text('blacklist_keys'),
      this.options.text('disallowed_keys'),
    ]);
    const finding = findSpam({
      userAgent: userAgent(visit),
      address: visit.request.address,
      values: [...submission.fields.values()].flatMap(({ raw }) => raw),
      disallowed: `${older}\n${newer}`,
      trap: posted.about('form_trap'),
      token,
      needsToken: settings.isOn('form_token'),
    });
    return finding ? { finding } : { token };
  }
}
