import { Inject, Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../../access/principal.js';
import { RestError } from '../../../rest/errors/rest-error.js';
import { type RestRequest } from '../../../rest/http/rest-request.js';
import { REST_OPTIONS, type RestOptions } from '../../../rest/rest-options.js';
import { SiteService } from '../../../site/site.service.js';
import { FormTokensService } from '../checks/form-tokens.service.js';
import { SubmittedFields } from '../fields/posted-fields.js';
import { type SavedForm } from '../form/form.js';
import { FormsStore } from '../forms.store.js';
import { type FormResult, type FormView } from '../html/control.js';
import { renderForm } from '../html/render-form.js';
import { ChallengesService } from '../submission/challenges.service.js';
import { type FeedbackOutcome } from '../submission/feedback.presenter.js';
import { FeedbackService } from '../submission/feedback.service.js';
import { Submission, type SubmissionStatus, type SubmissionRequest, siteTime } from '../submission/submission.js';
import { tagsOf } from '../template/parse-template.js';
import { formPage } from './form-page.js';

export interface ShownPage {
  readonly html: string;
  readonly status: number;
  readonly retryAfter?: number;
}

const STATES: Readonly<Record<SubmissionStatus, string>> = {
  validation_failed: 'invalid',
  acceptance_missing: 'unaccepted',
  spam: 'spam',
  mail_failed: 'failed',
  mail_sent: 'sent',
  error: 'aborted',
};

/** A form on a page of its own, for one visitor. */
@Injectable()
export class FormPageService {
  constructor(
    private readonly store: FormsStore,
    private readonly feedback: FeedbackService,
    private readonly challenges: ChallengesService,
    private readonly tokens: FormTokensService,
    private readonly sites: SiteService,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  /** Undefined if there is no such form. */
  async show(
    id: number,
    request: RestRequest,
    query: (name: string) => string | undefined,
  ): Promise<ShownPage | undefined> {
    const form = await this.store.find(id);
    if (!form) return undefined;
    const visit = await this.visit(request);
    const parts = {
      token: await this.tokens.issue(id),
      challenges: await this.challenges.fresh(id, tagsOf(form.properties.form), visit.site.home),
    };
    return { html: this.page(form, visit, { ...parts, defaults: { get: query } }), status: 200 };
  }

  /** Submits the form and shows it again with the result. */
  async take(id: number, request: RestRequest, readBody: () => Promise<void>): Promise<ShownPage | undefined> {
    const form = await this.store.find(id);
    if (!form) return undefined;
    const visit = await this.visit(request);
    const problem = await readBody().then(() => undefined, tooMuch);
    const posted = new SubmittedFields(request.form ?? {});
    const submission = new Submission(form, posted, new Date());
    const outcome: FeedbackOutcome = problem
      ? {
          status: 'error',
          message: problem.message,
          invalidFields: [],
          postedDataHash: '',
          challenges: await this.challenges.fresh(id, submission.tags, visit.site.home),
        }
      : await this.feedback.take(visit, submission);
    const isSent = outcome.status === 'mail_sent';
    const html = this.page(form, visit, {
      challenges: outcome.challenges,
      token: await this.nextToken(id, isSent ? '' : posted.about('form_token')),
      unitTag: submission.unitTag,
      container: Number.parseInt(posted.about('container_post'), 10) || 0,
      result: resultOf(outcome, isSent ? undefined : (name) => posted.all(name)),
    });
    const { retryAfter } = outcome;
    return {
      html,
      status: problem?.status ?? (retryAfter === undefined ? 200 : 429),
      ...(retryAfter !== undefined && { retryAfter }),
    };
  }

  private async visit(request: RestRequest): Promise<SubmissionRequest> {
    return { principal: ANONYMOUS, site: await this.sites.current(), request };
  }

  /** The same during corrections of one form, since a visitor who corrects a mistake is quick. */
  private async nextToken(id: number, former: string): Promise<string> {
    const state = await this.tokens.check(id, former);
    return typeof state === 'object' || state === 'too fast' ? former : this.tokens.issue(id);
  }

  private page(form: SavedForm, visit: SubmissionRequest, parts: PageParts): string {
    const { id, locale, title, properties } = form;
    const routes = `..${this.options.basePath}/forms/v1/contact-forms/${id}`;
    const { token, challenges, unitTag = '', container = 0, ...visible } = parts;
    const view: FormView = {
      ...visible,
      id,
      locale,
      template: properties.form,
      unitTag: unitTag.startsWith(`wpcf7-f${id}-`) ? unitTag : `wpcf7-f${id}-o1`,
      page: container,
      addresses: { action: String(id), feedback: `${routes}/feedback`, refill: `${routes}/refill` },
      fresh: {
        token,
        quiz: challenges.quiz ?? {},
        captcha: challenges.captcha ?? {},
        today: siteTime(new Date(), visit),
      },
    };
    return formPage({ title, locale, form: renderForm(view) });
  }
}

interface PageParts extends Pick<FormView, 'result' | 'defaults'> {
  readonly token: string;
  readonly challenges: FeedbackOutcome['challenges'];
  readonly unitTag?: string;
  readonly container?: number;
}

function resultOf({ status, message, invalidFields }: FeedbackOutcome, typed: FormResult['typed']): FormResult {
  return {
    state: STATES[status],
    message,
    errors: new Map(invalidFields.map(({ tag, message: text }) => [tag.name, text])),
    typed,
  };
}

/** A body beyond the limits is a client error, which the page reports. */
function tooMuch(error: unknown): RestError {
  if (error instanceof RestError) return error;
  throw error;
}
