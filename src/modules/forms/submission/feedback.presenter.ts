import { cleanHtmlClass } from '../../../text/clean.js';
import { type FormTag } from '../template/form-tag.js';
import { type FreshChallenges } from './challenges.service.js';
import { type Submission, type SubmissionStatus } from './submission.js';

export interface InvalidField {
  readonly tag: FormTag;
  readonly message: string;
}

export interface FeedbackOutcome {
  readonly status: SubmissionStatus;
  readonly message: string;
  readonly invalidFields: readonly InvalidField[];
  readonly challenges: FreshChallenges;
  readonly postedDataHash: string;
  /** Seconds to wait before the next try, after too many. */
  readonly retryAfter?: number;
}

/**
 * The response to a submission. Pages with older scripts get exactly the properties those know; `isNewer` adds what
 * later ones read.
 */
export function presentFeedback(
  { form, unitTag, isDemo }: Submission,
  outcome: FeedbackOutcome,
  isNewer: boolean,
): Record<string, unknown> {
  const { status, message, invalidFields, challenges, postedDataHash } = outcome;
  const items = invalidFields.map(({ tag, message: text }) => ({
    into: `span.wpcf7-form-control-wrap.${cleanHtmlClass(tag.name)}`,
    message: text,
    idref: tag.id ?? null,
    ...(isNewer && { field: tag.name, error_id: `${unitTag}-ve-${tag.name}` }),
  }));
  return {
    ...(isNewer && { contact_form_id: form.id }),
    into: `#${unitTag}`,
    status,
    message,
    ...(status === 'validation_failed' && { invalidFields: items }),
    ...(isNewer && { invalid_fields: items, posted_data_hash: postedDataHash, ...(isDemo && { demo_mode: true }) }),
    ...challenges,
  };
}

/** Whether the page's script reads the newer properties. */
export function readsNewerMembers({ posted }: Submission): boolean {
  const [, major = '0', minor = '0'] = /^(\d{1,4})\.(\d{1,4})/.exec(posted.about('version')) ?? [];
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 2);
}
