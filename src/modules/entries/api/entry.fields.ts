import { STATUSES } from '../../../variant/entries.variants.js';
import { FULL_SCHEMA, validateValue } from '../../../rest/args/validate-value.js';
import { type ArgDeclaration, type ValueSchema } from '../../../rest/args/schema.js';
import { type Entry } from '../model/entry.js';
import { type EntryView } from '../read/entry-view.js';
import { type PostType } from '../../../content-model/post-types.js';
import { type Profile } from '../../../variant/profile.js';
import {
  type Field,
  type FieldMap,
  embedFirst,
  everywhere,
  viewAndEdit,
  editOnly,
  field,
  readOnly,
} from '../../../rest/fields/resource-fields.js';
import { META_ARG, metaMember } from '../../meta/meta.field.js';
import { shownMeta } from '../../meta/meta-values.js';
import { STATUS_ARG, statusChoices, TemplateValidator, WRITABLE_STATUSES } from './entry.validators.js';

export type EntryField = Field<Entry, EntryView>;
export type EntryFieldMap = FieldMap<Entry, EntryView>;

/** Text or an object with `raw`; anything else is ignored by the write, not refused. */
export const lenient = { unchecked: true, early: false } as const;

const TEXT: ValueSchema = { type: ['object', 'string'], properties: { raw: { type: 'string' } } };

/** A text, or an object with the text as `raw`; other values are refused. */
export const checkedText: Partial<ArgDeclaration> = {
  ...lenient,
  validate: (value, name) => validateValue(value, TEXT, name, FULL_SCHEMA),
};

/** The title of something that is stored as an entry; its raw form is shown in every context. */
export const storedTitle = (description: string): Field<{ readonly entry: Entry }, EntryView> => ({
  description,
  type: ['object', 'string'],
  default: '',
  context: embedFirst,
  properties: {
    raw: field('string', 'Title as stored.', everywhere, ({ entry }) => entry.title),
    rendered: readOnly('string', 'The title as HTML.', everywhere, ({ entry }, view) => view.title(entry)),
  },
  arg: checkedText,
});

/** Null clears a date. */
const resettable = ({ entries }: Profile): Pick<ArgDeclaration, 'type'> | undefined =>
  entries.resetsDates ? { type: ['string', 'null'] } : undefined;

/** First fields of every entry, in response order. */
export const SSO: EntryFieldMap = {
  id: readOnly('integer', 'Entry ID.', everywhere, (entry) => entry.id),
  date: {
    description: 'Publication time, in the site’s time zone.',
    type: 'string',
    format: 'date-time',
    variation: resettable,
    arg: { variation: resettable },
    context: everywhere,
    value: (entry, view) => view.date(entry),
  },
  date_gmt: field('date-time', 'Publication time, in UTC.', viewAndEdit, (entry, view) => view.dateGmt(entry), {
    variation: resettable,
    arg: { variation: resettable },
  }),
  guid: {
    description: 'GUID of the entry.',
    type: 'object',
    context: viewAndEdit,
    readonly: true,
    properties: {
      rendered: readOnly('string', 'The GUID as displayed.', viewAndEdit, (entry) => entry.guid),
      raw: readOnly('string', 'The GUID as stored.', editOnly, (entry) => entry.guid),
    },
  },
  modified: readOnly('date-time', 'Time of the last change, in the site’s time zone.', viewAndEdit, (entry, view) =>
    view.modified(entry),
  ),
  modified_gmt: readOnly('date-time', 'Time of the last change, in UTC.', viewAndEdit, (entry, view) =>
    view.modifiedGmt(entry),
  ),
};

export const PASSWORD: EntryField = field(
  'string',
  'Password that protects the content and the excerpt.',
  editOnly,
  (entry) => entry.password,
);

export const SLUG: EntryField = field('string', 'Slug of the entry.', everywhere, (entry) => entry.slug);

export const STATUS: EntryField = field('string', 'Status of the entry.', viewAndEdit, (entry) => entry.status, {
  enum: WRITABLE_STATUSES,
  responds: { type: 'string', enum: STATUSES },
  siteSchema: statusChoices,
  arg: STATUS_ARG,
});

export const TYPE: EntryField = readOnly('string', 'Post type of the entry.', everywhere, (entry) => entry.type);

export const LINK: EntryField = readOnly('uri', 'Permalink of the entry.', everywhere, (entry, view) =>
  view.link(entry),
);

export const TITLE: EntryField = {
  description: 'Title of the entry.',
  type: 'object',
  context: everywhere,
  properties: {
    raw: field('string', 'The title as stored.', editOnly, (entry) => entry.title),
    rendered: readOnly('string', 'The title as HTML.', everywhere, (entry, view) => view.title(entry)),
  },
  arg: lenient,
};

export const CONTENT: EntryField = {
  description: 'Content of the entry.',
  type: 'object',
  context: viewAndEdit,
  properties: {
    raw: field('string', 'The content as stored.', editOnly, (entry) => entry.content ?? ''),
    rendered: readOnly('string', 'The content as HTML.', viewAndEdit, (entry, view) => view.content(entry)),
    protected: {
      description: 'Whether the content is protected by a password.',
      type: 'boolean',
      context: everywhere,
      readonly: true,
      value: (entry) => entry.password !== '',
    },
    block_version: {
      description: 'Version of the block format of the content; 0 if it has no blocks.',
      type: 'integer',
      context: editOnly,
      readonly: true,
      present: (profile) => profile.entries.showsEditorFields,
      value: (entry) => (entry.content?.includes('<!-- wp:') ? 1 : 0),
    },
  },
  arg: lenient,
};

const OPEN: ValueSchema = { type: 'object', additionalProperties: true };
/** Blocks inside of a block have the same members. */
const BLOCK: ValueSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    attributes: OPEN,
    innerBlocks: { type: 'array', items: OPEN },
    innerContent: { type: 'array', items: { type: ['string', 'null'] } },
    rendered: { type: 'string' },
  },
  required: ['name', 'attributes', 'innerBlocks', 'innerContent'],
};

/** The blocks of the content; not part of WordPress's API, and therefore not part of the schema it shows. */
export const BLOCKS: EntryField = {
  description:
    'The blocks of the content as data; only with `blocks=1`, or where `_fields` names it. `blocks=rendered`: with the HTML of each.',
  type: 'array',
  context: viewAndEdit,
  readonly: true,
  unlisted: true,
  onRequest: true,
  onRequestAs: ['rendered'],
  optional: true,
  responds: { type: 'array', items: BLOCK },
  value: (entry, view) => view.blocks(entry),
};

/** For types whose texts are for editors only. */
export const RAW_TITLE: EntryField = {
  ...TITLE,
  properties: {
    raw: field('string', 'The title as stored.', viewAndEdit, (entry) => entry.title),
  },
};

export const RAW_CONTENT: EntryField = withoutRendered(CONTENT);

function withoutRendered(field: EntryField): EntryField {
  const { raw, rendered: _rendered, ...others } = field.properties as EntryFieldMap;
  return { ...field, properties: { raw: { ...raw!, context: viewAndEdit }, ...others } };
}

export const EXCERPT: EntryField = {
  description: 'Excerpt of the entry.',
  type: 'object',
  context: everywhere,
  properties: {
    raw: field('string', 'The excerpt as stored.', editOnly, (entry) => entry.excerpt),
    rendered: readOnly('string', 'The excerpt as HTML.', everywhere, (entry, view) => view.excerpt(entry)),
    protected: {
      description: 'Whether the excerpt is protected by a password.',
      type: 'boolean',
      context: everywhere,
      readonly: true,
      value: (entry) => entry.password !== '',
    },
  },
  arg: lenient,
};

export const AUTHOR: EntryField = field('integer', 'User ID of the author.', everywhere, (entry) => entry.author);

export const FEATURED_MEDIA: EntryField = {
  description: 'ID of the featured image.',
  type: 'integer',
  context: (profile) => (profile.entries.embedsFeaturedMedia ? everywhere : viewAndEdit),
  value: (entry, view) => view.featuredMedia(entry),
  arg: { nullAs: 0 },
};

export const DISCUSSION: EntryFieldMap = {
  comment_status: field('string', 'Whether comments are open.', viewAndEdit, (entry) => entry.commentStatus, {
    enum: ['open', 'closed'],
  }),
  ping_status: field('string', 'Whether pingbacks and trackbacks are open.', viewAndEdit, (entry) => entry.pingStatus, {
    enum: ['open', 'closed'],
  }),
};

export const STICKY: EntryField = field(
  'boolean',
  'Whether the post is sticky.',
  viewAndEdit,
  (entry, view) => view.isSticky(entry),
  { arg: { nullAs: false } },
);

export const FORMATS = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];

export const FORMAT: EntryField = field('string', 'Post format.', viewAndEdit, (entry, view) => view.format(entry), {
  enum: FORMATS,
});

export const TEMPLATE: EntryField = {
  description: 'Template the entry is displayed with.',
  type: 'string',
  enum: (profile) => profile.entries.templates,
  context: viewAndEdit,
  value: (entry, view) => view.template(entry),
  arg: { checkedBy: TemplateValidator },
};

/** Declared meta keys of a type. */
export const metaOf = (type: string): EntryField =>
  metaMember<Entry, EntryView>(
    'post',
    type,
    (entry, view) =>
      shownMeta(
        view.metaFields.filter(({ ownMember }) => !ownMember),
        view.meta(entry),
      ),
    META_ARG,
  );

/** Permalink and style fields of types with pages on the site, in WordPress 7. */
export function addressing(type: PostType): EntryFieldMap {
  const present = (profile: Profile) => profile.entries.showsEditorFields;
  return {
    permalink_template: {
      description: 'Permalink of the entry with a placeholder for the slug.',
      type: 'string',
      context: editOnly,
      readonly: true,
      present,
      value: (entry, view) => view.permalinkTemplate(entry, type),
    },
    generated_slug: {
      description: 'Slug generated from the title.',
      type: 'string',
      context: editOnly,
      readonly: true,
      present,
      value: (entry, view) => view.generatedSlug(entry),
    },
    class_list: {
      description: 'CSS classes of the entry, for themes.',
      type: 'array',
      items: { type: 'string' },
      context: viewAndEdit,
      readonly: true,
      present,
      value: (entry, view) => view.classes(entry, type),
    },
  };
}
