import { Injectable } from '@nestjs/common';
import { CaptchaService } from '../checks/captcha.service.js';
import { type QuizChallenge, QuizService } from '../checks/quiz.service.js';
import { Database } from '../../../database/database.js';
import { type FormTag } from '../template/form-tag.js';
import { type Submission } from './submission.js';
import { SubmissionsStore } from './submissions.store.js';

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

  /** New ones for every tag that wants one; a form without such tags has none. */
  async fresh(formId: number, tags: readonly FormTag[], home: string): Promise<FreshChallenges> {
    const [captcha, quiz] = await Promise.all([
      this.captchas.challenges(formId, tags, home),
      this.quizzes.challenges(formId, tags),
    ]);
    return { ...(captcha && { captcha }), ...(quiz && { quiz }) };
  }

  /** Says which were answered. A quiz is used up when the submission is accepted, a picture by every try. */
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
