import { Injectable } from '@nestjs/common';
import { CaptchaService } from '../checks/captcha.service.js';
import { type QuizChallenge, QuizService } from '../checks/quiz.service.js';
import { Database } from '../../../database/database.js';
import { type FormTag } from '../template/form-tag.js';
import { type Submission } from './submission.js';
import { SubmissionsStore } from './submissions.store.js';
import { Reply } from '../../../rest/response/reply.js';
import { type RequestContext } from '../../../rest/http/request-context.js';
import { FormTokensService } from '../checks/form-tokens.service.js';
import { type RefillDto } from '../forms.dto.js';
import { FormsService } from '../forms.service.js';
import { tagsOf } from '../template/parse-template.js';

export interface FreshChallenges {
  captcha?: Record<string, string>;
  quiz?: Record<string, QuizChallenge>;
}

/** The quizzes and captchas of a form. */
@Injectable()
export class ChallengesService {
  constructor(
    private readonly quizzes: QuizService,
    private readonly captchas: CaptchaService,
    private readonly store: SubmissionsStore,
    private readonly database: Database,
  ) {}

  /** New challenges for every tag that needs one. */
  async fresh(formId: number, tags: readonly FormTag[], home: string): Promise<FreshChallenges> {
    const [captcha, quiz] = await Promise.all([
      this.captchas.challenges(formId, tags, home),
      this.quizzes.challenges(formId, tags),
    ]);
    return { ...(captcha && { captcha }), ...(quiz && { quiz }) };
  }

  /** Checks the answers. A quiz is used up when the submission is accepted, a captcha by every attempt. */
  async check({ form, tags, posted, answered }: Submission): Promise<(tag: FormTag) => boolean> {
    const solved = new Set<string>();
    for (const tag of tags) {
      if (tag.base === 'quiz') {
        const challenge = await this.quizzes.answered(form.id, tag, posted);
        if (challenge) answered.set(tag.name, challenge);
      } else if (tag.base === 'captchar') {
        const attempt = await this.captchas.attempt(form.id, tag, posted);
        const isFirst =
          attempt !== undefined &&
          (await this.database.transaction((tx) => this.store.spend(tx, [attempt.challenge]))).length === 0;
        if (isFirst && attempt.isRight) solved.add(tag.name);
      }
    }
    return ({ base, name }) => (base === 'quiz' ? answered : solved).has(name);
  }
}

export const NO_STORE = { 'Cache-Control': 'no-store' };

/** New challenges for a form on a page that may be old. With `?token=1` also the token with the time it was shown. */
@Injectable()
export class RefillService {
  constructor(
    private readonly forms: FormsService,
    private readonly challenges: ChallengesService,
    private readonly tokens: FormTokensService,
  ) {}

  async refill(ctx: RequestContext, args: RefillDto): Promise<Reply> {
    const { id, properties } = await this.forms.existing(ctx, args.id);
    const fresh = await this.challenges.fresh(id, tagsOf(properties.form), ctx.site.home);
    const response = { ...fresh, ...(args.token !== undefined && { token: await this.tokens.issue(id) }) };
    return new Reply(Object.keys(response).length > 0 ? response : [], 200, NO_STORE);
  }
}
