import { validateBySchema } from '../../rest/args/full-schema.js';
import { type ArgDeclaration, type ValueSchema } from '../../rest/args/schema.js';
import { type Entry } from './entry.js';
import { type EntryView } from './present/entry-view.js';
import { type PostType } from '../../site/model/post-types.js';
import { type Profile } from '../../variant/profile.js';
import { type Field, type FieldMap } from '../../rest/fields/resource-fields.js';
import { META_ARG, metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';
import { STATUS_ARG, TemplateValidator, WRITABLE_STATUSES } from './entry.validators.js';

export type EntryField = Field<Entry, EntryView>;
export type EntryFieldMap = FieldMap<Entry, EntryView>;

export const everywhere = ['view', 'edit', 'embed'] as const;
export const visible = ['view', 'edit'] as const;
export const editing = ['edit'] as const;

/** Text or an object with `raw`; anything else is ignored by the write, not refused. */
export const lenient = { unchecked: true, early: false } as const;

const TEXT: ValueSchema = { type: ['object', 'string'], properties: { raw: { type: 'string' } } };

/** A text, or an object with the text as `raw`; other values are refused. */
export const checkedText: Partial<ArgDeclaration> = {
  ...lenient,
  validate: (value, name) => validateBySchema(value, TEXT, name),
};

/** The title of something that is stored as an entry; its raw form is shown in every context. */
export const storedTitle = (description: string): Field<{ readonly entry: Entry }, EntryView> => ({
  description,
  type: ['object', 'string'],
  default: '',
  context: ['embed', 'view', 'edit'],
  properties: {
    raw: { description: 'Title as stored.', type: 'string', context: everywhere, value: ({ entry }) => entry.title },
    rendered: {
      description: 'The title as HTML.',
      type: 'string',
      context: everywhere,
      readonly: true,
      value: ({ entry }, view) => view.title(entry),
    },
  },
  arg: checkedText,
});

/** In current releases null clears a date. */
const resettable = ({ rest }: Profile): Pick<ArgDeclaration, 'type'> | undefined =>
  rest.describesSchemas ? { type: ['string', 'null'] } : undefined;

/** First fields of every entry, in response order. */
export const IDENTITY: EntryFieldMap = {
  id: {
    description: 'Entry ID.',
    type: 'integer',
    context: everywhere,
    readonly: true,
    value: (entry) => entry.id,
  },
  date: {
    description: 'Publication time, in the site’s time zone.',
    type: 'string',
    format: 'date-time',
    variation: resettable,
    arg: { variation: resettable },
    context: everywhere,
    value: (entry, view) => view.date(entry),
  },
  date_gmt: {
    description: 'Publication time, in UTC.',
    type: 'string',
    format: 'date-time',
    variation: resettable,
    arg: { variation: resettable },
    context: visible,
    value: (entry, view) => view.dateGmt(entry),
  },
  guid: {
    description: 'GUID of the entry.',
    type: 'object',
    context: visible,
    readonly: true,
    properties: {
      rendered: {
        description: 'The GUID as displayed.',
        type: 'string',
        context: visible,
        readonly: true,
        value: (entry) => entry.guid,
      },
      raw: {
        description: 'The GUID as stored.',
        type: 'string',
        context: editing,
        readonly: true,
        value: (entry) => entry.guid,
      },
    },
  },
  modified: {
    description: 'Time of the last change, in the site’s time zone.',
    type: 'string',
    format: 'date-time',
    context: visible,
    readonly: true,
    value: (entry, view) => view.modified(entry),
  },
  modified_gmt: {
    description: 'Time of the last change, in UTC.',
    type: 'string',
    format: 'date-time',
    context: visible,
    readonly: true,
    value: (entry, view) => view.modifiedGmt(entry),
  },
};

export const PASSWORD: EntryField = {
  description: 'Password that protects the content and the excerpt.',
  type: 'string',
  context: editing,
  value: (entry) => entry.password,
};

export const SLUG: EntryField = {
  description: 'Slug of the entry.',
  type: 'string',
  context: everywhere,
  value: (entry) => entry.slug,
};

export const STATUS: EntryField = {
  description: 'Status of the entry.',
  type: 'string',
  enum: WRITABLE_STATUSES,
  context: visible,
  value: (entry) => entry.status,
  arg: STATUS_ARG,
};

export const TYPE: EntryField = {
  description: 'Post type of the entry.',
  type: 'string',
  context: everywhere,
  readonly: true,
  value: (entry) => entry.type,
};

export const LINK: EntryField = {
  description: 'Permalink of the entry.',
  type: 'string',
  format: 'uri',
  context: everywhere,
  readonly: true,
  value: (entry, view) => view.link(entry),
};

export const TITLE: EntryField = {
  description: 'Title of the entry.',
  type: 'object',
  context: everywhere,
  properties: {
    raw: { description: 'The title as stored.', type: 'string', context: editing, value: (entry) => entry.title },
    rendered: {
      description: 'The title as HTML.',
      type: 'string',
      context: everywhere,
      readonly: true,
      value: (entry, view) => view.title(entry),
    },
  },
  arg: lenient,
};

export const CONTENT: EntryField = {
  description: 'Content of the entry.',
  type: 'object',
  context: visible,
  properties: {
    raw: {
      description: 'The content as stored.',
      type: 'string',
      context: editing,
      value: (entry) => entry.content ?? '',
    },
    rendered: {
      description: 'The content as HTML.',
      type: 'string',
      context: visible,
      readonly: true,
      value: (entry, view) => view.content(entry),
    },
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
      context: editing,
      readonly: true,
      present: (profile) => profile.entries.showsEditorFields,
      value: (entry) => (entry.content?.includes('<!-- wp:') ? 1 : 0),
    },
  },
  arg: lenient,
};

/** For types whose texts are for editors only. */
export const RAW_TITLE: EntryField = {
  ...TITLE,
  properties: {
    raw: { description: 'The title as stored.', type: 'string', context: visible, value: (entry) => entry.title },
  },
};

export const RAW_CONTENT: EntryField = withoutRendered(CONTENT);

function withoutRendered(field: EntryField): EntryField {
  const { raw, rendered: _rendered, ...others } = field.properties as EntryFieldMap;
  return { ...field, properties: { raw: { ...raw!, context: visible }, ...others } };
}

export const EXCERPT: EntryField = {
  description: 'Excerpt of the entry.',
  type: 'object',
  context: everywhere,
  properties: {
    raw: { description: 'The excerpt as stored.', type: 'string', context: editing, value: (entry) => entry.excerpt },
    rendered: {
      description: 'The excerpt as HTML.',
      type: 'string',
      context: everywhere,
      readonly: true,
      value: (entry, view) => view.excerpt(entry),
    },
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

export const AUTHOR: EntryField = {
  description: 'User ID of the author.',
  type: 'integer',
  context: everywhere,
  value: (entry) => entry.author,
};

export const FEATURED_MEDIA: EntryField = {
  description: 'ID of the featured image.',
  type: 'integer',
  context: (profile) => (profile.entries.embedsFeaturedMedia ? everywhere : visible),
  value: (entry, view) => view.featuredMedia(entry),
  arg: { nullAs: 0 },
};

export const DISCUSSION: EntryFieldMap = {
  comment_status: {
    description: 'Whether comments are open.',
    type: 'string',
    enum: ['open', 'closed'],
    context: visible,
    value: (entry) => entry.commentStatus,
  },
  ping_status: {
    description: 'Whether pingbacks and trackbacks are open.',
    type: 'string',
    enum: ['open', 'closed'],
    context: visible,
    value: (entry) => entry.pingStatus,
  },
};

export const STICKY: EntryField = {
  description: 'Whether the post is sticky.',
  type: 'boolean',
  context: visible,
  value: (entry, view) => view.isSticky(entry),
  arg: { nullAs: false },
};

export const FORMATS = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];

export const FORMAT: EntryField = {
  description: 'Post format.',
  type: 'string',
  enum: FORMATS,
  context: visible,
  value: (entry, view) => view.format(entry),
};

export const TEMPLATE: EntryField = {
  description: 'Template the entry is displayed with.',
  type: 'string',
  enum: (profile) => profile.entries.templates,
  context: visible,
  value: (entry, view) => view.template(entry),
  arg: { checkedBy: TemplateValidator },
};

/** Declared meta keys of a type. */
export const metaOf = (type: string): EntryField =>
  metaMember<Entry, EntryView>('post', type, {
    description: 'Registered meta values.',
    context: visible,
    value: (entry, view) =>
      shownMeta(
        view.metaFields.filter(({ ownMember }) => !ownMember),
        view.meta(entry),
      ),
    arg: META_ARG,
  });

/** Permalink and style fields of types with pages on the site, in current releases. */
export function addressing(type: PostType): EntryFieldMap {
  const present = (profile: Profile) => profile.entries.showsEditorFields;
  return {
    permalink_template: {
      description: 'Permalink of the entry with a placeholder for the slug.',
      type: 'string',
      context: editing,
      readonly: true,
      present,
      value: (entry, view) => view.permalinkTemplate(entry, type),
    },
    generated_slug: {
      description: 'Slug generated from the title.',
      type: 'string',
      context: editing,
      readonly: true,
      present,
      value: (entry, view) => view.generatedSlug(entry),
    },
    class_list: {
      description: 'CSS classes of the entry, for themes.',
      type: 'array',
      items: { type: 'string' },
      context: visible,
      readonly: true,
      present,
      value: (entry, view) => view.classes(entry, type),
    },
  };
}
