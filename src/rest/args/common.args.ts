import { cleanTextField, cleanKey } from '../../text/clean.js';
import { toInteger, toText } from './php-values.js';
import { MAX_SEARCH_LENGTH } from '../budget.js';
import { Arg } from './arg.decorator.js';

export type Context = 'view' | 'embed' | 'edit';

export const CONTEXTS: readonly Context[] = ['view', 'embed', 'edit'];

export const CONTEXT_ARG = {
  type: 'string',
  enum: CONTEXTS,
  default: 'view',
  early: true,
  sanitize: (value: unknown) => cleanKey(toText(value)),
  description: 'Which audience the answer is for; decides which members it has.',
} as const;

export class NoArgs {}

export class ContextArgs {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

const positive = (value: unknown) => Math.abs(toInteger(value));

/** Arguments every paged collection shares, in the order of the index. */
export class CollectionArgs extends ContextArgs {
  @Arg({
    type: 'integer',
    default: 1,
    minimum: 1,
    early: true,
    sanitize: positive,
    description: 'Number of the page wanted.',
  })
  page!: number;

  @Arg({
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 100,
    early: true,
    sanitize: positive,
    description: 'How many items a page has at most.',
  })
  per_page!: number;

  @Arg({
    type: 'string',
    maxLength: MAX_SEARCH_LENGTH,
    early: true,
    sanitize: (value) => cleanTextField(toText(value)),
    description: 'Keep only items that match this text.',
  })
  search?: string;
}
