import { everywhere, editOnly, viewAndEdit, field } from '../../../rest/fields/resource-fields.js';
import { type PostType } from '../../../content-model/post-types.js';
import { type PostTypeSupport } from '../../../content-model/declarations.js';
import { type MetaField } from '../../../content-model/meta-fields.js';
import { type Taxonomy } from '../../../content-model/taxonomies.js';
import { STATUSES } from '../../../variant/entries.variants.js';
import { WRITABLE_STATUSES } from './entry.validators.js';
import { termsFields } from './assigned-terms.fields.js';
import {
  addressing,
  AUTHOR,
  BLOCKS,
  CONTENT,
  DISCUSSION,
  type EntryField,
  type EntryFieldMap,
  EXCERPT,
  FEATURED_MEDIA,
  FORMAT,
  SSO,
  LINK,
  metaOf,
  PASSWORD,
  RAW_CONTENT,
  RAW_TITLE,
  SLUG,
  STATUS,
  STICKY,
  TEMPLATE,
  TITLE,
  TYPE,
} from './entry.fields.js';

/** Fields of an entry of the type, in response order: the common ones and those of the type's features. */
export function entryTypeFields(
  type: PostType,
  taxonomies: readonly Taxonomy[],
  meta: readonly MetaField[],
): EntryFieldMap {
  const shows = (feature: PostTypeSupport) => type.supports.includes(feature) || type.shows.includes(feature);
  return {
    ...SSO,
    password: PASSWORD,
    slug: SLUG,
    status: statusField(type),
    type: TYPE,
    link: LINK,
    ...(shows('title') && { title: type.showsRawText ? RAW_TITLE : textField(TITLE, type) }),
    ...(shows('editor') && { content: type.showsRawText ? RAW_CONTENT : textField(CONTENT, type) }),
    ...(shows('editor') && !type.showsRawText && { blocks: BLOCKS }),
    ...(shows('excerpt') && { excerpt: EXCERPT }),
    ...(shows('author') && { author: AUTHOR }),
    ...(shows('thumbnail') && { featured_media: FEATURED_MEDIA }),
    ...(type.hierarchical && { parent: parentField(type) }),
    ...(shows('page-attributes') && { menu_order: MENU_ORDER }),
    ...(shows('comments') && DISCUSSION),
    ...(type.sticky && { sticky: STICKY }),
    template: type.templates ? { ...TEMPLATE, enum: ['', ...type.templates], arg: {} } : TEMPLATE,
    ...(shows('post-formats') && { format: FORMAT }),
    ...(shows('custom-fields') && { meta: metaOf(type.name) }),
    ...termsFields(taxonomies),
    ...(type.viewable && addressing(type)),
    ...Object.fromEntries(meta.filter(({ ownMember }) => ownMember).map((field) => [field.key, metaValueField(field)])),
  };
}

function statusField({ statuses, transitions, embedsTexts }: PostType): EntryField {
  const choices = Object.fromEntries(Object.entries(statuses).map(([name, { label }]) => [name, label]));
  const queues = Object.keys(statuses).filter((name) => statuses[name]!.isQueue);
  const variation = () => ({ choices, queues, ...(transitions && { transitions }) });
  const names = Object.keys(statuses);
  if (names.length === 0) return embedsTexts ? { ...STATUS, context: everywhere } : STATUS;
  const all = [...WRITABLE_STATUSES, ...names];
  return { ...STATUS, enum: all, responds: { type: 'string', enum: [...STATUSES, ...names] }, variation, arg: {} };
}

function textField(field: EntryField, { embedsTexts }: PostType): EntryField {
  if (!embedsTexts) return field;
  const properties = Object.entries(field.properties as EntryFieldMap).map(([name, property]) => {
    return [name, { ...property, context: property.context === editOnly ? ['edit', 'embed'] : everywhere }];
  });
  return { ...field, context: everywhere, properties: Object.fromEntries(properties) as EntryFieldMap };
}

/** A meta value returned as a field of its own. It is written in `meta`. */
const metaValueField = (field: MetaField): EntryField => ({
  description: 'A meta value of the entry.',
  unlisted: true,
  type: 'string',
  enum: ['', ...(field.schema.enum ?? [])].map(String),
  context: everywhere,
  readonly: true,
  value: (entry, view) => view.meta(entry)?.get(field.key)?.[0] ?? '',
});

const MENU_ORDER: EntryField = field('integer', 'Menu order.', viewAndEdit, (entry) => entry.menuOrder, {
  arg: { nullAs: 0 },
});

const parentField = ({ name }: PostType): EntryField =>
  field('integer', `ID of the parent ${name}; 0 at the top level.`, viewAndEdit, (entry) => entry.parent, {
    arg: { nullAs: 0 },
  });
