import { type TextRules } from '../text/text-rules.js';

/** How text differs between the variants. */
export interface TextDialect {
  readonly rules: TextRules;
  /** A slash in a title becomes a dash of the slug; otherwise it is dropped. */
  readonly slashBecomesDash: boolean;
}

export const TEXT_A: TextDialect = { rules: 'wp4', slashBecomesDash: true };

export const TEXT_B: TextDialect = { ...TEXT_A, slashBecomesDash: false };
