import { Arg } from '../../rest/args/arg.decorator.js';
import { MAX_SEARCH_LENGTH } from '../../rest/budget.js';
import { type Profile } from '../../variant/profile.js';
import { CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';

const present = (profile: Profile) => profile.entries.pagesRevisions;

const PARENT = { type: 'integer', description: 'ID of the entry the revisions belong to.' } as const;
const ID = { type: 'integer', description: 'Revision ID.' } as const;

export class ListRevisionsDto {
  @Arg(PARENT)
  parent!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;

  @Arg({ type: 'integer', default: 1, minimum: 1, present, description: 'Page of the list.' })
  page!: number;

  @Arg({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    present,
    description: 'Maximum number of revisions per page; all by default.',
  })
  per_page?: number;

  @Arg({
    type: 'string',
    maxLength: MAX_SEARCH_LENGTH,
    present,
    description: 'Limit to revisions that match this text.',
  })
  search?: string;

  @Arg({ type: 'array', items: { type: 'integer' }, default: [], present, description: 'Exclude these revision IDs.' })
  exclude!: number[];

  @Arg({ type: 'array', items: { type: 'integer' }, default: [], present, description: 'Limit to these revision IDs.' })
  include!: number[];

  @Arg({ type: 'integer', present, description: 'Offset of the first revision; overrides the page.' })
  offset?: number;

  @Arg({ type: 'string', enum: ['asc', 'desc'], default: 'desc', present, description: 'Sort direction.' })
  order!: 'asc' | 'desc';

  @Arg({
    type: 'string',
    enum: ['date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'],
    default: 'date',
    present,
    description: 'Field to sort by.',
  })
  orderby!: string;
}

export class ReadRevisionDto {
  @Arg(PARENT)
  parent!: number;

  @Arg(ID)
  id!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class DeleteRevisionDto {
  @Arg(PARENT)
  parent!: number;

  @Arg(ID)
  id!: number;

  @Arg({ type: 'boolean', default: false, description: 'Must be true: revisions cannot be moved to the trash.' })
  force!: boolean;
}

/** The path names the entry `id`, as in its update route. */
export class ListAutosavesDto {
  @Arg({ ...PARENT, unlisted: true })
  id!: number;

  @Arg(PARENT)
  parent?: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}

/** The base of the arguments that save: an `id` in the body names the entry, as it does where the entry is updated. */
export class CreateAutosaveDto {
  @Arg({ ...PARENT, unlisted: true })
  id!: number;

  @Arg(PARENT)
  parent?: number;
}

export class ReadAutosaveDto {
  @Arg(PARENT)
  parent!: number;

  @Arg(ID)
  id!: number;

  @Arg(CONTEXT_ARG)
  context!: Context;
}
