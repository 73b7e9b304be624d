import { MENU_ITEM_KINDS, MENU_ITEM_TYPE, type MenuItem } from '../../content/menus/menu-item.js';
import { type StoredMeta } from '../../content/meta/meta.store.js';
import { type MetaField } from '../../site/model/meta-fields.js';
import { asList, toText } from '../../rest/args/php-values.js';
import { ArgIssue, type ArgSanitizer } from '../../rest/args/schema.js';
import { type FieldMap, ResourceFields } from '../../rest/fields/resource-fields.js';
import { cleanHtmlClass, cleanTextField } from '../../text/clean.js';
import { splitList } from '../../rest/args/php-values.js';
import { cleanUrl } from '../../text/urls.js';
import { META_ARG, metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';

const everywhere = ['view', 'edit', 'embed'] as const;
const viewAndEdit = ['view', 'edit'] as const;
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
  id: {
    description: 'Number of the item.',
    type: 'integer',
    context: everywhere,
    readonly: true,
    value: ({ entry }) => entry.id,
  },
  title: {
    description: 'Title of the item.',
    type: 'object',
    context: everywhere,
    properties: {
      raw: { description: 'The title as stored.', type: 'string', context: ['edit'], value: ({ title }) => title },
      rendered: {
        description: 'The title as HTML.',
        type: 'string',
        context: everywhere,
        readonly: true,
        value: (item, view) => view.title(item),
      },
    },
    arg: { type: undefined, unchecked: true },
  },
  status: {
    description: 'Whether the item is shown.',
    type: 'string',
    enum: STATUSES,
    default: 'publish',
    context: everywhere,
    value: ({ entry }) => entry.status,
  },
  url: {
    description: 'Address that the item leads to.',
    type: 'string',
    format: 'uri',
    context: everywhere,
    value: ({ url }) => url,
    arg: {
      validate: (value) =>
        value === '' || cleanUrl(toText(value)) !== '' ? undefined : new ArgIssue('Invalid URL.', 'rest_invalid_url'),
      sanitize: (value) => cleanUrl(toText(value)),
    },
  },
  attr_title: {
    description: 'Hint that browsers show.',
    type: 'string',
    context: everywhere,
    value: ({ entry }, view) => view.plain(entry.excerpt),
    arg: { sanitize: oneLine },
  },
  description: {
    description: 'What the item leads to, in words.',
    type: 'string',
    context: everywhere,
    value: ({ entry }, view) => view.summary(entry.content ?? ''),
    arg: { sanitize: oneLine },
  },
  type: {
    description: 'What the item leads to: an entry, a term, a list of entries, or any address.',
    type: 'string',
    enum: MENU_ITEM_KINDS,
    default: 'custom',
    context: everywhere,
    value: ({ kind }) => kind,
  },
  type_label: {
    description: 'The same in a word for editors.',
    type: 'string',
    context: everywhere,
    readonly: true,
    value: ({ label }) => label,
  },
  object: {
    description: 'Post type or taxonomy of what the item leads to.',
    type: 'string',
    context: everywhere,
    value: ({ object }) => object,
    arg: { sanitize: (value) => cleanTextField(toText(value)) },
  },
  object_id: {
    description: 'Number of the entry or term that the item leads to.',
    type: 'integer',
    default: 0,
    context: everywhere,
    value: ({ objectId }) => objectId,
    arg: { minimum: 0 },
  },
  parent: {
    description: 'Number of the item above; 0 at the top.',
    type: 'integer',
    default: 0,
    context: everywhere,
    value: ({ parent }) => parent,
    arg: { minimum: 0 },
  },
  menu_order: {
    description: 'Place of the item in its menu.',
    type: 'integer',
    default: 1,
    context: everywhere,
    value: ({ entry }) => entry.menuOrder,
    arg: { minimum: 1 },
  },
  target: {
    description: 'Where the link opens.',
    type: 'string',
    enum: TARGETS,
    context: everywhere,
    value: ({ target }) => target,
  },
  classes: {
    description: 'Class names of the link.',
    type: 'array',
    items: { type: 'string' },
    context: everywhere,
    value: ({ classes }) => classes,
    arg: { sanitize: classNames },
  },
  xfn: {
    description: 'Relations to what the link leads to.',
    type: 'array',
    items: { type: 'string' },
    context: everywhere,
    value: ({ xfn }) => xfn,
    arg: { sanitize: classNames },
  },
  invalid: {
    description: 'Whether the item leads to something that does not exist.',
    type: 'boolean',
    context: everywhere,
    readonly: true,
    value: ({ isInvalid }) => isInvalid,
  },
  meta: metaMember<MenuItem, MenuItemView>('post', MENU_ITEM_TYPE, {
    description: 'Further fields.',
    context: viewAndEdit,
    value: ({ entry }, { metaFields, meta }) => shownMeta(metaFields, meta.get(entry.id)),
    arg: META_ARG,
  }),
  menus: {
    description: 'Number of the menu that the item belongs to.',
    type: 'integer',
    context: viewAndEdit,
    optional: true,
    value: ({ menu }) => menu,
  },
};

export const MENU_ITEM = new ResourceFields<MenuItem, MenuItemView>(MENU_ITEM_TYPE, FIELDS);
