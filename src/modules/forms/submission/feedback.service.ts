import { Injectable } from '@nestjs/common';
import { stripTags } from '../../../text/strip-tags.js';
import { Reply } from '../../../rest/response/reply.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { FormsSecretService } from '../checks/form-tokens.service.js';
import { SubmittedFields } from '../fields/posted-fields.js';
import { isUnaccepted, validateField } from '../fields/validate-field.js';
import { DEFAULT_MESSAGES, type MessageKey } from '../form/form.js';
import { type FormIdDto } from '../forms.dto.js';
import { FormsService } from '../forms.service.js';
import { asHtml, FieldTags, replaceTags, TagSources, SpecialTags } from '../mail/mail-tags.js';
import { type FormTag } from '../template/form-tag.js';
import { AcceptedSubmissionsService } from './accepted-submissions.service.js';
import { ChallengesService, NO_STORE } from './challenges.service.js';
import { type FeedbackOutcome, type InvalidField, presentFeedback, readsNewerMembers } from './feedback.presenter.js';
import { PrivateFilesService } from './private-files.service.js';
import { SpamGuardService } from './spam-guard.service.js';
import {
  Submission,
  type SubmissionStatus,
  pageUrl,
  mailTagContext,
  userAgent,
  type SubmissionRequest,
  siteTime,
} from './submission.js';
import { SubmissionsStore } from './submissions.store.js';

interface Outcome {
  status: SubmissionStatus;
  invalid?: readonly { tag: FormTag; key: MessageKey }[];
  /** Seconds to wait before the next try. */
  retryAfter?: number;
}

const MESSAGE_OF: Readonly<Record<Exclude<SubmissionStatus, 'error'>, MessageKey>> = {
  validation_failed: 'validation_error',
  acceptance_missing: 'accept_terms',
  spam: 'spam',
  mail_failed: 'mail_sent_ng',
  mail_sent: 'mail_sent_ok',
};

const MEMBERS_ONLY = 'Please sign in to use this form.';
const HALF_HOUR_MS = 30 * 60 * 1000;

/** Handles submissions: validates them in the order of the REST API, then stores and mails them. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly forms: FormsService,
    private readonly challenges: ChallengesService,
    private readonly guard: SpamGuardService,
    private readonly files: PrivateFilesService,
    private readonly accepted: AcceptedSubmissionsService,
    private readonly store: SubmissionsStore,
    private readonly secret: FormsSecretService,
  ) {}

  /** Raw: the fields of the body are those of the form. */
  async submit(ctx: RequestContext, { id }: FormIdDto): Promise<Reply> {
    const form = await this.forms.existing(ctx, id);
    const submission = new Submission(
      form,
      new SubmittedFields(ctx.request.json ?? ctx.request.form ?? {}),
      new Date(),
    );
    const outcome = await this.take(ctx, submission);
    const isNewer = ctx.request.json !== undefined || readsNewerMembers(submission);
    const { retryAfter } = outcome;
    const headers = { ...NO_STORE, ...(retryAfter !== undefined && { 'Retry-After': retryAfter }) };
    return new Reply(presentFeedback(submission, outcome, isNewer), retryAfter === undefined ? 200 : 429, headers);
  }

  /** Processes a submission, sent through the REST API or as a plain form. */
  async take(visit: SubmissionRequest, submission: Submission): Promise<FeedbackOutcome> {
    return this.describeOutcome(visit, submission, await this.outcome(visit, submission));
  }

  private async outcome(visit: SubmissionRequest, submission: Submission): Promise<Outcome> {
    if (submission.settings.isOn('subscribers_only') && !visit.principal.can('read')) return { status: 'error' };
    // Files in fields that the form does not have are ignored, whatever they are.
    submission.files = await this.files.inspect(
      visit.request.files.filter(({ field }) => submission.hasFileField(field)),
    );
    const invalid = await this.validate(visit, submission);
    if (invalid.length > 0) return { status: 'validation_failed', invalid };
    if (submission.tags.some((tag) => isUnaccepted(tag, submission.posted))) return { status: 'acceptance_missing' };
    const verdict = await this.guard.judge(visit, submission);
    if ('retryAfter' in verdict) return { status: 'spam', retryAfter: verdict.retryAfter };
    const about = describe(visit, submission);
    if ('finding' in verdict) {
      const spam = {
        formId: submission.form.id,
        fields: submission.record,
        about: { ...about, spam: [verdict.finding] },
      };
      if (submission.mayBeStored) await this.store.addSpam(spam);
      return { status: 'spam' };
    }
    const once = typeof verdict.token === 'object' ? verdict.token.once : undefined;
    const result = await this.accepted.take(visit, submission, { about, once });
    if (typeof result === 'string') return { status: result };
    return {
      status: 'validation_failed',
      invalid: result.used.map((tag) => ({ tag, key: 'quiz_answer_not_correct' })),
    };
  }

  /** One finding per field, in the order of the template. */
  private async validate(
    visit: SubmissionRequest,
    submission: Submission,
  ): Promise<{ tag: FormTag; key: MessageKey }[]> {
    const { tags, posted, settings, fields } = submission;
    const scene = {
      posted,
      today: siteTime(submission.receivedAt, visit),
      acceptanceIsValidation: settings.isOn('acceptance_as_validation'),
      files: (field: string) => submission.filesOf(field),
      isAnswered: await this.challenges.check(submission),
    };
    const invalid = new Map<string, { tag: FormTag; key: MessageKey }>();
    for (const tag of tags) {
      const key =
        tag.name === '' || invalid.has(tag.name)
          ? undefined
          : validateField(tag, fields.get(tag.name) ?? NO_VALUE, scene);
      if (key !== undefined) invalid.set(tag.name, { tag, key });
    }
    return [...invalid.values()];
  }

  private async describeOutcome(
    visit: SubmissionRequest,
    submission: Submission,
    { status, invalid = [], retryAfter }: Outcome,
  ): Promise<FeedbackOutcome> {
    const { form, tags, fields, fileNames } = submission;
    const special = new SpecialTags(mailTagContext(visit, submission, { invalidFields: invalid.length }), true);
    const source = new TagSources([new FieldTags(fields, fileNames), special]);
    const message = (key: MessageKey) =>
      replaceTags(stripTags(form.properties.messages[key] ?? DEFAULT_MESSAGES[key]), source, asHtml);
    const invalidFields: InvalidField[] = invalid.map(({ tag, key }) => ({ tag, message: message(key) }));
    return {
      status,
      message: status === 'error' ? MEMBERS_ONLY : message(MESSAGE_OF[status]),
      invalidFields,
      challenges: await this.challenges.fresh(form.id, tags, visit.site.home),
      postedDataHash: await this.dataHash(visit, submission, status),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }

  /** Lets a script detect that the same data was sent before, for up to an hour. */
  private async dataHash(
    visit: SubmissionRequest,
    { record, unitTag }: Submission,
    status: SubmissionStatus,
  ): Promise<string> {
    if (status !== 'mail_sent' && status !== 'mail_failed') return '';
    return this.secret.sign(
      'data',
      JSON.stringify(record),
      visit.request.address,
      unitTag,
      Math.floor(Date.now() / HALF_HOUR_MS),
    );
  }
}

const NO_VALUE = { raw: [], piped: [], isOffered: false };

/** The stored values of a submission besides its fields. */
function describe(visit: SubmissionRequest, { posted, unitTag, consent }: Submission): Record<string, unknown> {
  return {
    remote_ip: visit.request.address,
    user_agent: userAgent(visit),
    url: pageUrl(visit),
    unit_tag: unitTag,
    container_post: Number.parseInt(posted.about('container_post'), 10) || 0,
    user: visit.principal.id,
    consent,
  };
}
