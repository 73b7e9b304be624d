import { type Entry, type EntryType } from '../../content/entries/entry.js';
import { type EntryView } from '../../content/entries/present/entry-view.js';
import { POST_TYPES } from '../../content/types/post-types.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { actionLinksSchema } from './action-links.js';
import { type EntryFieldMap } from './entry.fields.js';

/** A member of the posts table's family as the interface shows it. */
export interface EntryResource {
  readonly type: EntryType;
  readonly fields: ResourceFields<Entry, EntryView>;
  /** Path of its collection. */
  readonly route: string;
}

export function entryResource(typeName: string, fields: EntryFieldMap): EntryResource {
  const type = POST_TYPES.get(typeName)!;
  const resource: EntryResource = {
    type,
    route: `/wp/v2/${type.restBase}`,
    fields: new ResourceFields<Entry, EntryView>(type.name, fields, (profile, site) =>
      profile.entries.tellsActions ? actionLinksSchema(resource, site) : undefined,
    ),
  };
  return resource;
}
