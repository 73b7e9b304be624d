import { cleanTextField, cleanKey } from '../../text/clean.js';
import { toInteger, toText } from '../../text/php/php-values.js';
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
  description: 'Scope of the request; determines which fields the response has.',
} as const;

export class EmptyDto {}

export class ContextDto {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

const positive = (value: unknown) => Math.abs(toInteger(value));

/** Arguments of every paged collection, in the order of the index. */
export class CollectionDto extends ContextDto {
  @Arg({
    type: 'integer',
    default: 1,
    minimum: 1,
    early: true,
    sanitize: positive,
    description: 'Page of the list.',
  })
  page!: number;

  @Arg({
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 100,
    early: true,
    sanitize: positive,
    description: 'Maximum number of items per page.',
  })
  per_page!: number;

  @Arg({
    type: 'string',
    maxLength: MAX_SEARCH_LENGTH,
    early: true,
    sanitize: (value) => cleanTextField(toText(value)),
    description: 'Limit to items that match this text.',
  })
  search?: string;
}
