import { Inject, Injectable } from '@nestjs/common';
import { addressGroup } from '../../../access/authentication/address-group.js';
import { OptionsStore } from '../../../database/options.store.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { COUNTERS, type Counters, RateLimit } from '../../../platform/limits/counters.js';
import { FormTokensService, type TokenState } from '../checks/form-tokens.service.js';
import { type Submission, userAgent, type SubmissionRequest } from './submission.js';

/** Why a submission is considered spam; stored with it, never shown to the sender. */
interface SpamFinding {
  readonly agent: string;
  readonly reason: string;
}

export interface SpamEvidence {
  readonly userAgent: string;
  readonly address: string;
  readonly values: readonly string[];
  /** The site's disallowed words, one per line. */
  readonly disallowed: string;
  /** The value of the honeypot field. */
  readonly trap: string;
  readonly token: TokenState;
  readonly needsToken: boolean;
}

const MAX_WORD_LENGTH = 256;

/** The first finding. */
export function findSpam(evidence: SpamEvidence): SpamFinding | undefined {
  if (evidence.userAgent.length < 2) return { agent: 'agent', reason: 'The browser does not say what it is.' };
  const word = disallowedWord(evidence);
  if (word !== undefined) return { agent: 'disallowed-list', reason: `A disallowed word is used: ${word}` };
  if (evidence.trap !== '') return { agent: 'honeypot', reason: 'A field that people do not see was filled in.' };
  return tokenProblem(evidence);
}

function disallowedWord({ disallowed, values, address, userAgent }: SpamEvidence): string | undefined {
  const lines = disallowed
    .toLowerCase()
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  const words = lines.filter((word) => word !== '' && word.length <= MAX_WORD_LENGTH);
  if (words.length === 0) return undefined;
  const texts = [...values, address, userAgent].map((text) => text.toLowerCase());
  return words.find((word) => texts.some((text) => text.includes(word)));
}

function tokenProblem({ token, needsToken }: SpamEvidence): SpamFinding | undefined {
  if (typeof token === 'object' || (token === 'absent' && !needsToken)) return undefined;
  return { agent: 'form-token', reason: `The token of the form is ${token}.` };
}

/** Submissions of one form from one address in ten minutes. */
const LIMIT = { most: 10, windowMs: 10 * 60 * 1000 };

/** Accepted, a spam finding, or rate limited. */
type SpamVerdict = { readonly token: TokenState } | { readonly finding: SpamFinding } | { readonly retryAfter: number };

/** Decides whether a valid submission is spam. */
@Injectable()
export class SpamGuardService {
  private readonly limiter: RateLimit;

  constructor(
    private readonly options: OptionsStore,
    private readonly tokens: FormTokensService,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(COUNTERS) counters: Counters,
  ) {
    this.limiter = new RateLimit(counters, 'form', LIMIT);
  }

  async judge(visit: SubmissionRequest, submission: Submission): Promise<SpamVerdict> {
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
