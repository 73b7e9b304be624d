import { Inject, Injectable } from '@nestjs/common';
import { addressGroup } from '../../../access/authentication/address-group.js';
import { OptionsStore } from '../../../database/options.store.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { FormTokens, type TokenState } from '../checks/form-token.js';
import { findSpam, type SpamFinding } from '../checks/spam.js';
import { SubmissionLimiter } from '../checks/submission-limiter.js';
import { userAgent } from './scene.js';
import { type Submission } from './submission.js';
import { type Visit } from './visit.js';

/** Submissions of one form from one address in ten minutes. */
const MOST = 10;
const WINDOW_MS = 10 * 60 * 1000;

/** What the guard says: nothing against it, a reason, or too many from there. */
export type SpamVerdict = { readonly token: TokenState } | { readonly finding: SpamFinding } | { readonly retryAfter: number };

/** Decides whether a complete submission is one that people want to read. */
@Injectable()
export class SpamGuard {
  private readonly limiter = new SubmissionLimiter(MOST, WINDOW_MS);

  constructor(
    private readonly options: OptionsStore,
    private readonly tokens: FormTokens,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async judge(visit: Visit, submission: Submission): Promise<SpamVerdict> {
    const { form, posted, settings } = submission;
    const retryAfter = this.config.rateLimit ? this.limiter.take(`${form.id} ${addressGroup(visit.request.address)}`) : 0;
    if (retryAfter > 0) return { retryAfter };
    const token = await this.tokens.check(form.id, posted.about('form_token'));
    if (settings.isOn('subscribers_only')) return { token };
    const [older, newer] = await Promise.all([this.options.text('blacklist_keys'), this.options.text('disallowed_keys')]);
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
