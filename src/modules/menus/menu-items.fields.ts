import { MENU_ITEM_KINDS, MENU_ITEM_TYPE, type MenuItem } from './menu-item.js';
import { type StoredMeta } from '../meta/meta.store.js';
import { type MetaField } from '../../content-model/meta-fields.js';
import { asList, toText } from '../../text/php/php-values.js';
import { ArgIssue, type ArgSanitizer } from '../../rest/args/schema.js';
import {
  type FieldMap,
  ResourceFields,
  everywhere,
  editOnly,
  viewAndEdit,
  readOnly,
  field,
} from '../../rest/fields/resource-fields.js';
import { cleanHtmlClass, cleanKey, cleanTextField } from '../../text/clean.js';
import { splitList } from '../../text/php/php-values.js';
import { cleanUrl } from '../../text/urls.js';
import { actionLinksSchema } from '../entries/model/action-links.js';
import { checkedText } from '../entries/api/entry.fields.js';
import { META_ARG, metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';
const TARGETS = ['_blank', ''];
const STATUSES = ['publish', 'future', 'draft', 'pending', 'private'];

/** Texts of an item that need more than the item. */
export interface MenuItemView {
  /** The title as HTML. */
  title: (item: MenuItem) => string;
  /** A text without markup, with typographic quotes. */
  plain: (text: string) => string;
  /** The same of a text that may be long. */
  summary: (text: string) => string;
  metaFields: readonly MetaField[];
  meta: ReadonlyMap<number, StoredMeta>;
}

const oneLine: ArgSanitizer = (value) => cleanTextField(toText(value));
const classNames: ArgSanitizer = (value) =>
  (asList(typeof value === 'string' ? splitList(value) : value) ?? []).map((name) => cleanHtmlClass(toText(name)));

const FIELDS: FieldMap<MenuItem, MenuItemView> = {
  id: readOnly('integer', 'Menu item ID.', everywhere, ({ entry }) => entry.id, { default: 0, minimum: 0 }),
  title: {
    description: 'Title of the item.',
    type: ['string', 'object'],
    context: everywhere,
    properties: {
      raw: field('string', 'The title as stored.', editOnly, ({ title }) => title),
      rendered: readOnly('string', 'The title as HTML.', everywhere, (item, view) => view.title(item)),
    },
    arg: checkedText,
  },
  status: field('string', 'Status of the item.', everywhere, ({ entry }) => entry.status, {
    enum: STATUSES,
    default: 'publish',
  }),
  url: field('uri', 'URL of the link.', everywhere, ({ url }) => url, {
    arg: {
      validate: (value) =>
        value === '' || cleanUrl(toText(value), 'wp7') !== ''
          ? undefined
          : new ArgIssue('Invalid URL.', 'rest_invalid_url'),
      sanitize: (value) => cleanUrl(toText(value), 'wp7'),
    },
  }),
  attr_title: {
    description: 'Title attribute of the link.',
    type: 'string',
    context: everywhere,
    value: ({ entry }, view) => view.plain(entry.excerpt),
    arg: { sanitize: oneLine },
  },
  description: {
    description: 'Description of the link’s target.',
    type: 'string',
    context: everywhere,
    value: ({ entry }, view) => view.summary(entry.content ?? ''),
    arg: { sanitize: oneLine },
  },
  type: {
    description: 'Kind of target: an entry, a term, a post type archive or a custom URL.',
    type: 'string',
    enum: MENU_ITEM_KINDS,
    default: 'custom',
    context: everywhere,
    value: ({ kind }) => kind,
  },
  type_label: readOnly('string', 'Label of the item’s type, for editors.', everywhere, ({ label }) => label),
  object: field('string', 'Post type or taxonomy of the link’s target.', everywhere, ({ object }) => object, {
    arg: { sanitize: (value) => cleanKey(toText(value)) },
  }),
  object_id: field('integer', 'ID of the linked entry or term.', everywhere, ({ objectId }) => objectId, {
    default: 0,
    minimum: 0,
  }),
  parent: field('integer', 'ID of the parent item; 0 at the top level.', everywhere, ({ parent }) => parent, {
    default: 0,
    minimum: 0,
  }),
  menu_order: field('integer', 'Position of the item in its menu.', everywhere, ({ entry }) => entry.menuOrder, {
    default: 1,
    minimum: 1,
  }),
  target: field('string', 'Value of the link’s target attribute.', everywhere, ({ target }) => target, {
    enum: TARGETS,
  }),
  classes: field('array', 'CSS classes of the link.', everywhere, ({ classes }) => classes, {
    items: { type: 'string' },
    arg: { sanitize: classNames },
  }),
  xfn: field('array', 'XFN relationship of the link’s target.', everywhere, ({ xfn }) => xfn, {
    items: { type: 'string' },
    arg: { sanitize: classNames },
  }),
  invalid: {
    description: 'Whether the target of the item does not exist.',
    type: 'boolean',
    context: everywhere,
    readonly: true,
    value: ({ isInvalid }) => isInvalid,
  },
  meta: metaMember(
    'post',
    MENU_ITEM_TYPE,
    ({ entry }, { metaFields, meta }) => shownMeta(metaFields, meta.get(entry.id)),
    META_ARG,
  ),
  menus: field('integer', 'ID of the menu.', viewAndEdit, ({ menu }) => menu, { optional: true }),
};

export const MENU_ITEM: ResourceFields<MenuItem, MenuItemView> = new ResourceFields(
  MENU_ITEM_TYPE,
  FIELDS,
  (profile, site) => {
    const type = site.model.types.get(MENU_ITEM_TYPE)!;
    const target = { type, taxonomies: site.model.taxonomiesOf(type), route: type.route, fields: MENU_ITEM };
    return [
      ...actionLinksSchema(target, site, profile.entries),
      {
        rel: 'https://api.w.org/menu-item-object',
        title: 'The target of the item.',
        href: site.rest(`${type.route}/{id}`),
        targetSchema: { type: 'object', properties: { object: { type: 'integer' } } },
      },
    ];
  },
);
