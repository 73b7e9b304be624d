import { addArg, Arg, type DtoClass } from '../../rest/args/arg.decorator.js';
import { CollectionDto, CONTEXT_ARG, type Context } from '../../rest/args/common.dto.js';
import { type ArgDeclaration } from '../../rest/args/schema.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { SEARCH_TYPES, type SearchType } from './search.fields.js';

const IDS = { type: 'array', items: { type: 'integer' }, default: [] } as const;

export interface SearchDto extends CollectionDto {
  type: SearchType;
  subtype: string[];
  exclude: number[];
  include: number[];
}

/** Searchable subtypes, by type of search: those with pages on the site. */
export function searchedSubtypes({ restTypes, restTaxonomies }: ContentModel): Readonly<Record<SearchType, string[]>> {
  return {
    post: restTypes.filter(({ name, viewable }) => viewable && name !== 'attachment').map(({ name }) => name),
    term: restTaxonomies.filter(({ viewable }) => viewable).map(({ name }) => name),
    'post-format': [],
  };
}

export function searchDto(model: ContentModel): DtoClass<SearchDto> {
  const { post, term } = searchedSubtypes(model);

  class Dto extends CollectionDto implements SearchDto {
    @Arg({ ...CONTEXT_ARG, enum: ['view', 'embed'] })
    declare context: Context;

    @Arg({ type: 'string', enum: SEARCH_TYPES, default: 'post', description: 'Type of content to search.' })
    type!: SearchType;

    @Arg({
      type: 'array',
      items: { type: 'string', enum: [...post, ...term, 'any'] },
      default: 'any',
      description: 'Limit to these post types or taxonomies.',
    })
    subtype!: string[];

    @Arg({ ...IDS, description: 'Exclude these IDs.' })
    exclude!: number[];

    @Arg({ ...IDS, description: 'Limit to these IDs.' })
    include!: number[];
  }
  for (const { name, schema } of model.queries.searchFilters())
    addArg(Dto.prototype, name, { ...(schema as ArgDeclaration), early: true });
  return Dto;
}
