import { ResourceFields } from '../../rest/fields/resource-fields.js';

/** A search result. */
export interface Finding {
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

const everywhere = ['view', 'embed'] as const;

export const FINDING = new ResourceFields<Finding, undefined>('search-result', {
  id: {
    description: 'ID or slug of the result.',
    type: ['integer', 'string'],
    context: everywhere,
    readonly: true,
    value: (finding) => finding.id,
  },
  title: {
    description: 'Title of the result, as HTML.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: (finding) => finding.title,
  },
  url: {
    description: 'URL of the result.',
    type: 'string',
    format: 'uri',
    context: everywhere,
    readonly: true,
    value: (finding) => finding.url,
  },
  type: {
    description: 'Type of the result; for terms, their taxonomy.',
    type: 'string',
    // The interface lists the kinds of searches, though terms show their taxonomy.
    variation: () => ({ enum: SEARCH_TYPES }),
    context: everywhere,
    readonly: true,
    value: (finding) => finding.type,
  },
  subtype: {
    description: 'Post type of the result.',
    type: 'string',
    context: everywhere,
    readonly: true,
    optional: true,
    value: (finding) => finding.subtype,
  },
});

/** The same, with the names of what can be searched. */
export function searchResultFields(subtypes: readonly string[]): typeof FINDING {
  const { subtype, ...others } = FINDING.fields;
  const described = { ...subtype!, variation: () => ({ enum: subtypes }) };
  return new ResourceFields(FINDING.title, { ...others, subtype: described });
}
