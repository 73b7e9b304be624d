import { type MenuSettings } from './menu-settings.store.js';
import { type StoredMeta } from '../meta/meta.store.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type MetaField } from '../../content-model/meta-fields.js';
import { ResourceFields, embedSecond, viewAndEdit, readOnly, field } from '../../rest/fields/resource-fields.js';
import { MENU_TAXONOMY } from './menu-item.js';
import { META_ARG, metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';
import {
  type ShownTerm,
  termResource,
  type TermFields,
  type TermResource,
  type TermValues,
} from '../terms/terms.fields.js';
import { MenuLocationsValidator } from './menu-locations.service.js';

export interface MenuView {
  settings: MenuSettings;
  metaFields: readonly MetaField[];
  meta: ReadonlyMap<number, StoredMeta>;
}

/** What can be sent of a menu. */
export interface MenuValues extends TermValues {
  locations: string[];
  auto_add: boolean;
}

export const MENU = new ResourceFields<ShownTerm, MenuView>(MENU_TAXONOMY, {
  id: readOnly('integer', 'Menu ID.', embedSecond, ({ id }) => id),
  description: field('string', 'Description of the menu, as HTML.', viewAndEdit, ({ description }) => description),
  name: field('string', 'Name of the menu, as HTML.', embedSecond, ({ name }) => name, { required: true }),
  slug: field('string', 'Slug of the menu.', embedSecond, ({ slug }) => slug),
  meta: metaMember(
    'term',
    MENU_TAXONOMY,
    ({ id }, { metaFields, meta }) => shownMeta(metaFields, meta.get(id)),
    META_ARG,
  ),
  locations: {
    description: 'Menu locations the menu is assigned to.',
    type: 'array',
    items: { type: 'string' },
    context: viewAndEdit,
    value: ({ id }, { settings }) => locationsOf(settings, id),
    arg: { checkedBy: MenuLocationsValidator },
  },
  auto_add: {
    description: 'Whether new top-level pages are added to the menu.',
    type: 'boolean',
    context: viewAndEdit,
    value: ({ id }, { settings }) => settings.autoAdd.has(id),
  },
});

export function locationsOf({ locations }: MenuSettings, menu: number): string[] {
  return [...locations].filter(([, holder]) => holder === menu).map(([location]) => location);
}

/** Menus as terms with members of their own. */
export function menuResource(model: ContentModel): TermResource {
  const resource = termResource(model, MENU_TAXONOMY);
  // Read by MenusService alone, which knows their view.
  return { ...resource, fields: MENU as unknown as TermFields };
}
