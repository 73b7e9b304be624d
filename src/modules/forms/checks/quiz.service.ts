import { randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type SubmittedFields } from '../fields/posted-fields.js';
import { type FormTag } from '../template/form-tag.js';
import { FormsSecretService } from './form-tokens.service.js';

/** The question and what must come back with its answer. */
export type QuizChallenge = readonly [question: string, proof: string];

/** An answered challenge, to be spent once. */
export interface AnsweredChallenge {
  readonly field: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const LIFETIME_MS = 24 * 3600 * 1000;

/**
 * Questions whose answers prove themselves: the proof is a keyed hash of form, field, answer, end of validity and a
 * number used once. Nothing is stored before an answer is accepted.
 */
@Injectable()
export class QuizService {
  constructor(private readonly secret: FormsSecretService) {}

  /** A fresh challenge for every quiz of a form; undefined when it has none. */
  async challenges(formId: number, tags: readonly FormTag[]): Promise<Record<string, QuizChallenge> | undefined> {
    const quizzes = tags.filter((tag) => tag.base === 'quiz' && tag.name !== '');
    if (quizzes.length === 0) return undefined;
    return Object.fromEntries(
      await Promise.all(quizzes.map(async (tag) => [tag.name, await this.challenge(formId, tag)] as const)),
    );
  }

  /** Undefined unless the answer fits a challenge of ours that is still valid; the caller sees whether it was used before. */
  async answered(formId: number, tag: FormTag, posted: SubmittedFields): Promise<AnsweredChallenge | undefined> {
    const [expiry = '', id = '', signature = ''] = posted.about(`quiz_answer_${tag.name}`).split('.');
    const expiresAt = Number.parseInt(expiry, 36);
    if (!(expiresAt > Date.now()) || !/^[\w-]{16}$/.test(id)) return undefined;
    const isRight = await this.secret.isSignature(
      signature,
      'quiz',
      formId,
      tag.name,
      normalised(posted.first(tag.name)),
      expiry,
      id,
    );
    return isRight ? { field: tag.name, id, expiresAt } : undefined;
  }

  private async challenge(formId: number, tag: FormTag): Promise<QuizChallenge> {
    const { before, after } = tag.pipes.length > 0 ? tag.pipes[randomInt(tag.pipes.length)]! : sum();
    const expiry = (Date.now() + LIFETIME_MS).toString(36);
    const id = randomBytes(12).toString('base64url');
    return [
      before,
      [expiry, id, await this.secret.sign('quiz', formId, tag.name, normalised(after), expiry, id)].join('.'),
    ];
  }
}

function sum(): { before: string; after: string } {
  const [a, b] = [randomInt(1, 10), randomInt(1, 10)];
  return { before: `${a}+${b}=?`, after: String(a + b) };
}

/** Width, case and blanks around make no difference. */
export function normalised(answer: string): string {
  return answer.normalize('NFKC').toLowerCase().trim();
}
