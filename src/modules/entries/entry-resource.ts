import { type Entry, type EntryType } from './entry.js';
import { type EntryView } from './present/entry-view.js';
import { type ContentModel } from '../../site/model/content-model.js';
import { DeclarationError } from '../../site/model/declarations.js';
import { type Taxonomy } from '../../site/model/taxonomies.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { actionLinksSchema } from './action-links.js';
import { perModel } from '../../site/model/per-model.js';
import { declaredField, type EntryFieldMap } from './entry.fields.js';
import { entryTypeFields } from './entry-type.fields.js';

/** A post type as a REST resource. */
export interface EntryResource {
  readonly type: EntryType;
  /** The type's taxonomies that have routes. */
  readonly taxonomies: readonly Taxonomy[];
  readonly fields: ResourceFields<Entry, EntryView>;
  /** Path of its collection. */
  readonly route: string;
}

export function entryResource(model: ContentModel, type: EntryType, fields: EntryFieldMap): EntryResource {
  const resource: EntryResource = {
    type,
    taxonomies: model.taxonomiesOf(type),
    route: type.route,
    fields: new ResourceFields<Entry, EntryView>(type.name, withDeclared(model, type, fields), (profile, site) =>
      profile.entries.linksForEditors ? actionLinksSchema(resource, site, profile.entries) : undefined,
    ),
  };
  return resource;
}

/** With the computed fields that modules declare. */
function withDeclared(model: ContentModel, { name }: EntryType, fields: EntryFieldMap): EntryFieldMap {
  const declared = model.fields.of(name);
  const taken = declared.find((one) => Object.hasOwn(fields, one.name));
  if (taken)
    throw new DeclarationError(`Field "${taken.name}": entries of type "${name}" already have one of this name.`);
  return declared.length === 0
    ? fields
    : { ...fields, ...Object.fromEntries(declared.map((one) => [one.name, declaredField(one)])) };
}

/** The resource of a post type whose fields follow from its declaration. */
export const entryResourceOf = perModel((model, name) => {
  const type = model.types.get(name)!;
  return entryResource(model, type, entryTypeFields(type, model.taxonomiesOf(type), model.metaOf('post', name)));
});
