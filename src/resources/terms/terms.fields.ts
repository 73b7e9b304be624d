import { type AssignedTerm, type Term } from '../../content/terms/term.js';
import { TAXONOMIES } from '../../content/types/taxonomies.js';
import { isMap } from '../../rest/args/php-values.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { CATEGORIES, TAGS, type TermKind } from './term-kinds.js';

const everywhere = ['view', 'embed', 'edit'] as const;
const shown = ['view', 'edit'] as const;

/** Embedded terms are shown without what only a full row has. */
export type ShownTerm = AssignedTerm & Partial<Term>;

export interface TermView {
  link: string;
}

export type TermFields = ResourceFields<ShownTerm, TermView>;

/** What can be sent of a term. */
export interface TermValues {
  name: string;
  slug: string;
  description: string;
  parent: number;
}

function termFields({ title, taxonomy }: TermKind): TermFields {
  return new ResourceFields<ShownTerm, TermView>(title, {
    id: {
      description: 'Number of the term.',
      type: 'integer',
      context: everywhere,
      readonly: true,
      value: (term) => term.id,
    },
    count: {
      description: 'How many published posts have the term.',
      type: 'integer',
      context: shown,
      readonly: true,
      value: (term) => term.count,
    },
    description: {
      description: 'What the term is about, as HTML.',
      type: 'string',
      context: shown,
      value: (term) => term.description,
    },
    link: {
      description: 'Address of the term’s page on the site.',
      type: 'string',
      format: 'uri',
      context: everywhere,
      readonly: true,
      value: (_, view) => view.link,
    },
    name: {
      description: 'Name of the term, as HTML.',
      type: 'string',
      context: everywhere,
      required: true,
      value: (term) => term.name,
    },
    slug: {
      description: 'The term’s part of addresses.',
      type: 'string',
      context: everywhere,
      value: (term) => term.slug,
    },
    taxonomy: {
      description: 'Taxonomy the term belongs to.',
      type: 'string',
      enum: [...TAXONOMIES.keys()],
      context: everywhere,
      readonly: true,
      value: (term) => term.taxonomy,
    },
    parent: {
      description: 'Number of the term above; 0 at the top.',
      type: 'integer',
      context: shown,
      value: (term) => term.parent,
      present: () => taxonomy.hierarchical,
    },
    meta: {
      description: 'Further fields.',
      type: 'object',
      context: shown,
      properties: [],
      value: () => [],
      arg: {
        validate: (value) => (isMap(value) || Array.isArray(value) ? undefined : new ArgIssue('Invalid parameter.')),
      },
    },
  });
}

export const CATEGORY = termFields(CATEGORIES);
export const TAG = termFields(TAGS);
