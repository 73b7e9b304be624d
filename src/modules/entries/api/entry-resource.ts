import { type Entry, type EntryType } from '../model/entry.js';
import { type EntryView } from '../read/entry-view.js';
import { type ContentModel } from '../../../content-model/content-model.js';
import { type Taxonomy } from '../../../content-model/taxonomies.js';
import { withDeclaredFields } from '../../../rest/fields/declared-field.js';
import { ResourceFields } from '../../../rest/fields/resource-fields.js';
import { actionLinksSchema } from '../model/action-links.js';
import { perModel } from '../../../content-model/per-model.js';
import { type EntryFieldMap } from './entry.fields.js';
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
  const all = withDeclaredFields(
    fields,
    model.fields.of('post', type.name),
    `entries of type "${type.name}"`,
    (entry, view, name) => view.declared(entry, name),
  );
  const resource: EntryResource = {
    type,
    taxonomies: model.taxonomiesOf(type),
    route: type.route,
    fields: new ResourceFields<Entry, EntryView>(type.name, all, (profile, site) =>
      profile.entries.linksForEditors ? actionLinksSchema(resource, site, profile.entries) : undefined,
    ),
  };
  return resource;
}

/** The resource of a post type whose fields follow from its declaration. */
export const entryResourceOf = perModel((model, name) => {
  const type = model.types.get(name)!;
  return entryResource(model, type, entryTypeFields(type, model.taxonomiesOf(type), model.metaOf('post', name)));
});
