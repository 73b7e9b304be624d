import { type TermOrderBy } from './term-query.js';
import { addArg, Arg, type DtoClass } from '../../rest/args/arg.decorator.js';
import { CollectionDto, type Context, CONTEXT_ARG } from '../../rest/args/common.dto.js';
import { type RowFilterDeclaration } from '../../content-model/declared-queries.js';
import { type ArgDeclaration } from '../../rest/args/schema.js';
import { type Taxonomy } from '../../content-model/taxonomies.js';

const ID_ARG = { type: 'integer', description: 'Term ID.' } as const;
const IDS = { type: 'array', items: { type: 'integer' }, default: [] } as const;

export interface ListTermsDto extends CollectionDto {
  exclude: number[];
  include: number[];
  offset?: number;
  order: 'asc' | 'desc';
  orderby: TermOrderBy;
  hide_empty: boolean;
  parent?: number;
  post?: number;
  slug?: string[];
}

/** Hierarchies are filtered by parent; flat lists have an offset. */
export function listTermsDto(
  { hierarchical }: Taxonomy,
  filters: readonly RowFilterDeclaration[] = [],
): DtoClass<ListTermsDto> {
  class Dto extends CollectionDto implements ListTermsDto {
    @Arg({ ...IDS, description: 'Exclude these term IDs.' })
    exclude!: number[];

    @Arg({ ...IDS, description: 'Limit to these term IDs.' })
    include!: number[];

    @Arg({
      type: 'integer',
      description: 'Offset of the first term; overrides the page.',
      present: () => !hierarchical,
    })
    offset?: number;

    @Arg({ type: 'string', enum: ['asc', 'desc'], default: 'asc', description: 'Sort direction.' })
    order!: 'asc' | 'desc';

    @Arg({
      type: 'string',
      enum: (profile) => profile.terms.orderby,
      default: 'name',
      description: 'Field to sort by.',
    })
    orderby!: TermOrderBy;

    @Arg({ type: 'boolean', default: false, description: 'Exclude terms that no post has.' })
    hide_empty!: boolean;

    @Arg({ type: 'integer', description: 'Limit to direct children of this term.', present: () => hierarchical })
    parent?: number;

    @Arg({ type: 'integer', default: null, description: 'Limit to terms of this post.' })
    post?: number;

    @Arg({ type: 'array', items: { type: 'string' }, description: 'Limit to terms with one of these slugs.' })
    slug?: string[];
  }
  for (const { name, schema } of filters) addArg(Dto.prototype, name, { ...(schema as ArgDeclaration), early: true });
  return Dto;
}

export class TermIdDto {
  @Arg(ID_ARG)
  id!: number;
}

export class ReadTermDto extends TermIdDto {
  @Arg(CONTEXT_ARG)
  context!: Context;
}

export class DeleteTermDto extends TermIdDto {
  @Arg({ type: 'boolean', default: false, description: 'Must be true: terms cannot be moved to the trash.' })
  force!: boolean;
}
