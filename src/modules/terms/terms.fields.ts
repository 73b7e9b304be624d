import { type AssignedTerm, type Term } from './term.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { perModel } from '../../content-model/per-model.js';
import { type Taxonomy } from '../../content-model/taxonomies.js';
import { type StoredMeta } from '../meta/meta.store.js';
import { type MetaField } from '../../content-model/meta-fields.js';
import { isMap } from '../../text/php/php-values.js';
import { ArgIssue } from '../../rest/args/schema.js';
import { withDeclaredFields } from '../../rest/fields/declared-field.js';
import { type FieldValues } from '../../content-model/field-values.js';
import {
  type FieldMap,
  ResourceFields,
  embedSecond,
  viewAndEdit,
  readOnly,
  field,
} from '../../rest/fields/resource-fields.js';
import { metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';

/** Embedded terms lack the values that only a full row has. */
export type ShownTerm = AssignedTerm & Partial<Term>;

export interface TermView {
  link: string;
  metaFields: readonly MetaField[];
  meta: ReadonlyMap<number, StoredMeta>;
  /** Values of declared fields. */
  declared: FieldValues;
}

export type TermFields = ResourceFields<ShownTerm, TermView>;

/** The writable values of a term. */
export interface TermValues {
  name: string;
  slug: string;
  description: string;
  parent: number;
  meta: unknown;
}

function termFields(model: ContentModel, taxonomy: Taxonomy): TermFields {
  const fields: FieldMap<ShownTerm, TermView> = {
    id: readOnly('integer', 'Term ID.', embedSecond, (term) => term.id),
    count: readOnly('integer', 'Number of published posts with the term.', viewAndEdit, (term) => term.count),
    description: field('string', 'Description of the term, as HTML.', viewAndEdit, (term) => term.description, {
      arg: { nullAs: '' },
    }),
    link: readOnly('uri', 'URL of the term’s archive page.', embedSecond, (_, view) => view.link),
    name: field('string', 'Name of the term, as HTML.', embedSecond, (term) => term.name, {
      required: true,
      arg: { nullAs: '' },
    }),
    slug: field('string', 'Slug of the term.', embedSecond, (term) => term.slug, { arg: { nullAs: '' } }),
    taxonomy: readOnly('string', 'Taxonomy the term belongs to.', embedSecond, (term) => term.taxonomy, {
      enum: ({ rest }) => (rest.describesAllKeywords ? [taxonomy.name] : [...model.taxonomies.keys()]),
    }),
    parent: field('integer', 'ID of the parent term; 0 at the top level.', viewAndEdit, (term) => term.parent, {
      present: () => taxonomy.hierarchical,
      arg: { nullAs: 0 },
    }),
    meta: metaMember('term', taxonomy.name, (term, view) => shownMeta(view.metaFields, view.meta.get(term.id)), {
      validate: (value) => (isMap(value) || Array.isArray(value) ? undefined : new ArgIssue('Invalid parameter.')),
    }),
  };
  const { name } = taxonomy;
  const declared = model.fields.of('term', name);
  return new ResourceFields<ShownTerm, TermView>(
    name === 'post_tag' ? 'tag' : name,
    withDeclaredFields(fields, declared, `terms of "${name}"`, ({ id }, view, field) =>
      view.declared.get(field)?.get(id),
    ),
  );
}

/** The terms of one taxonomy as a REST resource. */
export interface TermResource {
  readonly taxonomy: Taxonomy;
  readonly fields: TermFields;
  /** First path segment of the routes; also the name under which terms are embedded, and the filter of entries by them. */
  readonly base: string;
  /** Path of the collection. */
  readonly route: string;
}

export const termResource = perModel((model, name): TermResource => {
  const taxonomy = model.taxonomies.get(name)!;
  return { taxonomy, fields: termFields(model, taxonomy), base: taxonomy.restBase!, route: taxonomy.route };
});
