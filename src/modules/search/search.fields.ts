import { ResourceFields, viewAndEmbed, readOnly } from '../../rest/fields/resource-fields.js';

/** A search result. */
export interface SearchResult {
  readonly id: number | string;
  readonly title: string;
  readonly url: string;
  readonly type: string;
  /** Post type; terms name their taxonomy as `type`. */
  readonly subtype?: string;
  /** Routes of the result and of its type; post formats have none. */
  readonly self?: { readonly route: string; readonly about: string; readonly source: string };
}

export const SEARCH_TYPES = ['post', 'term', 'post-format'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

// `_fields` selects them as a whole: a member such as `title.rendered` is none of a result.
const undivided = true;

export const FINDING = new ResourceFields<SearchResult, undefined>('search-result', {
  id: readOnly(['integer', 'string'], 'ID or slug of the result.', viewAndEmbed, (finding) => finding.id, {
    undivided,
  }),
  title: readOnly('string', 'Title of the result, as HTML.', viewAndEmbed, (finding) => finding.title, { undivided }),
  url: readOnly('uri', 'URL of the result.', viewAndEmbed, (finding) => finding.url, { undivided }),
  type: {
    description: 'Type of the result; for terms, their taxonomy.',
    type: 'string',
    // The REST API lists the kinds of searches, though terms show their taxonomy.
    variation: () => ({ enum: SEARCH_TYPES }),
    context: viewAndEmbed,
    readonly: true,
    undivided,
    value: (finding) => finding.type,
  },
  subtype: readOnly('string', 'Post type of the result.', viewAndEmbed, (finding) => finding.subtype, {
    optional: true,
    undivided,
  }),
});

/** The same, with the names of what can be searched. */
export function searchResultFields(subtypes: readonly string[]): typeof FINDING {
  const { subtype, ...others } = FINDING.fields;
  const described = { ...subtype!, variation: () => ({ enum: subtypes }) };
  return new ResourceFields(FINDING.title, { ...others, subtype: described });
}
