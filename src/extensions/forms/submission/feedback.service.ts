import { Injectable } from '@nestjs/common';
import { stripTags } from '../../../content/text/strip-tags.js';
import { Reply } from '../../../rest/response/reply.js';
import { type RequestContext } from '../../../rest/route/context.js';
import { QuizService } from '../checks/quiz.service.js';
import { FormsSecret } from '../checks/secret.js';
import { Posted } from '../fields/posted.js';
import { isUnaccepted, validateField } from '../fields/validate-field.js';
import { DEFAULT_MESSAGES, type MessageKey } from '../form/messages.js';
import { FormsService } from '../forms.service.js';
import { asHtml, replaceTags } from '../mail/replace-tags.js';
import { SpecialTags } from '../mail/special-tags.js';
import { FieldTags, TagSources } from '../mail/tag-values.js';
import { type FormTag } from '../template/form-tag.js';
import { AcceptedSubmissions } from './accepted-submissions.service.js';
import { type InvalidField, presentFeedback, readsNewerMembers } from './feedback.presenter.js';
import { PrivateFiles } from './private-files.service.js';
import { NEVER_KEPT } from './refill.service.js';
import { pageUrl, submissionScene, userAgent, wallClock } from './scene.js';
import { SpamGuard } from './spam-guard.service.js';
import { Submission, type SubmissionStatus } from './submission.js';
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

/** Takes filled-in forms: checks them in the order of the interface, then has them stored and mailed. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly forms: FormsService,
    private readonly quizzes: QuizService,
    private readonly guard: SpamGuard,
    private readonly files: PrivateFiles,
    private readonly accepted: AcceptedSubmissions,
    private readonly store: SubmissionsStore,
    private readonly secret: FormsSecret,
  ) {}

  async submit(ctx: RequestContext): Promise<Reply> {
    const form = await this.forms.found(ctx);
    const submission = new Submission(form, new Posted(ctx.request.json ?? ctx.request.form ?? {}), new Date());
    return this.reply(ctx, submission, await this.outcome(ctx, submission));
  }

  private async outcome(ctx: RequestContext, submission: Submission): Promise<Outcome> {
    if (submission.settings.isOn('subscribers_only') && !ctx.principal.can('read')) return { status: 'error' };
    submission.files = await this.files.inspect(ctx.request.files);
    const invalid = await this.validate(ctx, submission);
    if (invalid.length > 0) return { status: 'validation_failed', invalid };
    if (submission.tags.some((tag) => isUnaccepted(tag, submission.posted))) return { status: 'acceptance_missing' };
    const verdict = await this.guard.judge(ctx, submission);
    if ('retryAfter' in verdict) return { status: 'spam', retryAfter: verdict.retryAfter };
    const about = describe(ctx, submission);
    if ('finding' in verdict) {
      const spam = { formId: submission.form.id, fields: submission.record, about: { ...about, spam: [verdict.finding] } };
      if (submission.mayBeStored) await this.store.addSpam(spam);
      return { status: 'spam' };
    }
    const once = typeof verdict.token === 'object' ? verdict.token.once : undefined;
    const result = await this.accepted.take(ctx, submission, { about, once });
    if (typeof result === 'string') return { status: result };
    return { status: 'validation_failed', invalid: result.used.map((tag) => ({ tag, key: 'quiz_answer_not_correct' })) };
  }

  /** One finding a field, in the order of the template. */
  private async validate(ctx: RequestContext, submission: Submission): Promise<{ tag: FormTag; key: MessageKey }[]> {
    const { tags, posted, form, settings, answered, fields } = submission;
    for (const tag of tags.filter((candidate) => candidate.base === 'quiz')) {
      const challenge = await this.quizzes.answered(form.id, tag, posted);
      if (challenge) answered.set(tag.name, challenge);
    }
    const scene = {
      posted,
      today: wallClock(submission.receivedAt, ctx),
      acceptanceIsValidation: settings.isOn('acceptance_as_validation'),
      files: (field: string) => submission.filesOf(field),
      isAnswered: (tag: FormTag) => answered.has(tag.name),
    };
    const invalid = new Map<string, { tag: FormTag; key: MessageKey }>();
    for (const tag of tags) {
      const key = tag.name === '' || invalid.has(tag.name) ? undefined : validateField(tag, fields.get(tag.name) ?? NO_VALUE, scene);
      if (key !== undefined) invalid.set(tag.name, { tag, key });
    }
    return [...invalid.values()];
  }

  private async reply(ctx: RequestContext, submission: Submission, { status, invalid = [], retryAfter }: Outcome): Promise<Reply> {
    const { form, tags, fields, fileNames } = submission;
    const special = new SpecialTags(submissionScene(ctx, submission, { invalidFields: invalid.length }), true);
    const source = new TagSources([new FieldTags(fields, fileNames), special]);
    const message = (key: MessageKey) => replaceTags(stripTags(form.properties.messages[key] ?? DEFAULT_MESSAGES[key]), source, asHtml);
    const invalidFields: InvalidField[] = invalid.map(({ tag, key }) => ({ tag, message: message(key) }));
    const outcome = {
      status,
      message: status === 'error' ? MEMBERS_ONLY : message(MESSAGE_OF[status]),
      invalidFields,
      quiz: await this.quizzes.challenges(form.id, tags),
      postedDataHash: await this.dataHash(ctx, submission, status),
    };
    const isNewer = ctx.request.json !== undefined || readsNewerMembers(submission);
    const headers = { ...NEVER_KEPT, ...(retryAfter !== undefined && { 'Retry-After': retryAfter }) };
    return new Reply(presentFeedback(submission, outcome, isNewer), retryAfter === undefined ? 200 : 429, headers);
  }

  /** Lets a script recognise that the same data was sent before, for up to an hour. */
  private async dataHash(ctx: RequestContext, { record, unitTag }: Submission, status: SubmissionStatus): Promise<string> {
    if (status !== 'mail_sent' && status !== 'mail_failed') return '';
    return this.secret.sign('data', JSON.stringify(record), ctx.request.address, unitTag, Math.floor(Date.now() / HALF_HOUR_MS));
  }
}

const NO_VALUE = { raw: [], piped: [], isOffered: false };

/** What is kept about a submission besides its fields. */
function describe(ctx: RequestContext, { posted, unitTag, consent }: Submission): Record<string, unknown> {
  return {
    remote_ip: ctx.request.address,
    user_agent: userAgent(ctx),
    url: pageUrl(ctx),
    unit_tag: unitTag,
    container_post: Number.parseInt(posted.about('container_post'), 10) || 0,
    user: ctx.principal.id,
    consent,
  };
}
