import { type Entry, ZERO_DATE } from '../entries/entry.js';
import { type EntryView } from '../entries/present/entry-view.js';
import { type Feature } from '../../site/model/declarations.js';
import { perModel } from '../../site/model/per-model.js';
import { type PostType } from '../../site/model/post-types.js';
import { type Field, type FieldMap, ResourceFields } from '../../rest/fields/resource-fields.js';
import { metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';

const everywhere = ['view', 'edit', 'embed'] as const;
const visible = ['view', 'edit'] as const;
const editing = ['edit'] as const;
const editedOrEmbedded = ['edit', 'embed'] as const;

/** Writes stored dates. */
type DateView = Pick<EntryView, 'isoDate'>;

/** Unlike that of an entry, a date that was never set stays null. */
const dateOrNull = (stored: string, view: DateView) => (stored === ZERO_DATE ? null : view.isoDate(stored));

function date(
  description: string,
  context: readonly ('view' | 'edit' | 'embed')[],
  value: (revision: Entry, view: DateView) => unknown,
): Field<Entry, DateView> {
  return { description, type: 'string', format: 'date-time', context, value };
}

/** Described like an entry's text, although a revision never has a password of its own. */
const PROTECTED: Field<Entry, EntryView> = {
  description: 'Whether it is protected by a password.',
  type: 'boolean',
  optional: true,
  context: everywhere,
  readonly: true,
};

/** In the schema like the flag above, but never sent. */
const BLOCK_VERSION: Field<Entry, EntryView> = {
  description: 'Version of the block format.',
  type: 'integer',
  optional: true,
  context: editing,
  readonly: true,
  present: (profile) => profile.entries.pagesRevisions,
};

/** What the versions of everything have. */
export const ROW_FIELDS = {
  author: {
    description: 'User ID of the revision’s author.',
    type: 'integer',
    context: everywhere,
    value: (revision) => revision.author,
  },
  date: {
    ...date('Time of creation, in the site’s time zone.', everywhere, (revision, view) =>
      revision.dateGmt === ZERO_DATE ? null : view.isoDate(revision.date),
    ),
    nullable: true,
  },
  date_gmt: {
    ...date('Time of creation, in UTC.', visible, (revision, view) => dateOrNull(revision.dateGmt, view)),
    nullable: true,
  },
  id: { description: 'Revision ID.', type: 'integer', context: everywhere, value: (revision) => revision.id },
  modified: date('Time of the last change, in the site’s time zone.', visible, (revision, view) =>
    view.isoDate(revision.modified),
  ),
  modified_gmt: {
    ...date('Time of the last change, in UTC.', visible, (revision, view) => dateOrNull(revision.modifiedGmt, view)),
    nullable: true,
  },
  parent: {
    description: 'ID of the entry the revision belongs to.',
    type: 'integer',
    context: everywhere,
    value: (revision) => revision.parent,
  },
} satisfies FieldMap<Entry, DateView>;

const FIELDS: FieldMap<Entry, EntryView> = {
  ...ROW_FIELDS,
  slug: {
    description: 'Slug of the revision.',
    type: 'string',
    context: everywhere,
    value: (revision) => revision.slug,
  },
  guid: {
    description: 'GUID of the revision.',
    type: 'object',
    context: visible,
    readonly: true,
    properties: {
      rendered: {
        description: 'The GUID as displayed.',
        type: 'string',
        context: visible,
        readonly: true,
        value: (revision) => revision.guid,
      },
      raw: {
        description: 'The GUID as stored.',
        type: 'string',
        context: editing,
        readonly: true,
        value: (revision) => revision.guid,
      },
    },
  },
  title: {
    description: 'Title of the revision.',
    type: 'object',
    context: everywhere,
    properties: {
      raw: {
        description: 'The title as stored.',
        type: 'string',
        context: editing,
        value: (revision) => revision.title,
      },
      rendered: {
        description: 'The title as HTML.',
        type: 'string',
        context: everywhere,
        readonly: true,
        value: (revision, view) => view.title(revision),
      },
    },
  },
  content: {
    description: 'Content of the revision.',
    type: 'object',
    context: visible,
    properties: {
      raw: {
        description: 'The content as stored.',
        type: 'string',
        context: editing,
        value: (revision) => revision.content ?? '',
      },
      rendered: {
        description: 'The content as HTML.',
        type: 'string',
        context: visible,
        readonly: true,
        value: (revision, view) => view.content(revision),
      },
      block_version: BLOCK_VERSION,
      protected: PROTECTED,
    },
  },
  excerpt: {
    description: 'Excerpt of the revision.',
    type: 'object',
    context: everywhere,
    properties: {
      raw: {
        description: 'The excerpt as stored.',
        type: 'string',
        context: editing,
        value: (revision) => revision.excerpt,
      },
      rendered: {
        description: 'The excerpt as HTML; never generated from the content.',
        type: 'string',
        context: everywhere,
        readonly: true,
        value: (revision, view) => (revision.excerpt === '' ? '' : view.excerpt(revision)),
      },
      protected: PROTECTED,
    },
  },
};

/** The declared meta of the entry at that time; types without `custom-fields` have none. */
const metaOfRevisions = ({ name, supports }: PostType): Field<Entry, EntryView> => ({
  ...metaMember<Entry, EntryView>('post', name, {
    description: 'Registered meta values.',
    context: visible,
    value: (revision, view) => {
      const fields = supports.includes('custom-fields') ? view.metaFields : [];
      const stored = view.meta(revision);
      // A meta value that is a field of the entry is null in a revision without it.
      const unset = fields.filter(({ key, ownMember }) => ownMember && !stored?.has(key)).map(({ key }) => [key, null]);
      const members = shownMeta(fields, stored);
      return unset.length > 0 ? { ...(members as object), ...Object.fromEntries(unset) } : members;
    },
  }),
  present: (profile) => profile.entries.pagesRevisions,
});

/** The texts of a revision are included in the same contexts as those of its entry. */
function fieldsOf(type: PostType): FieldMap<Entry, EntryView> {
  const { title, content, excerpt, ...others } = FIELDS;
  const shows = (feature: Feature) => type.supports.includes(feature) || type.shows.includes(feature);
  return {
    ...others,
    ...(shows('title') && { title: withRaw(title!, type) }),
    ...(shows('editor') && { content: withRaw(content!, type) }),
    ...(shows('excerpt') && { excerpt: excerpt! }),
    meta: metaOfRevisions(type),
  };
}

function withRaw(field: Field<Entry, EntryView>, { showsRawText, embedsTexts }: PostType): Field<Entry, EntryView> {
  const { raw, rendered, block_version: version, ...others } = field.properties as FieldMap<Entry, EntryView>;
  const rest = (contexts: Field['context']) => ({
    ...(version && { block_version: { ...version, context: contexts } }),
    ...others,
  });
  if (showsRawText)
    return {
      ...field,
      properties: { raw: { ...raw!, context: visible }, rendered: { ...rendered!, unlisted: true }, ...rest(editing) },
    };
  if (!embedsTexts) return field;
  return {
    ...field,
    context: everywhere,
    properties: {
      raw: { ...raw!, context: editedOrEmbedded },
      rendered: { ...rendered!, context: everywhere },
      ...rest(editedOrEmbedded),
    },
  };
}

/** The revisions of one post type as a REST resource. */
export interface RevisionResource {
  readonly type: PostType;
  readonly fields: ResourceFields<Entry, EntryView>;
}

export const revisionResourceOf = perModel((model, name): RevisionResource => {
  const type = model.types.get(name)!;
  return { type, fields: new ResourceFields<Entry, EntryView>(`${name}-revision`, fieldsOf(type)) };
});

/** Where entries show no GUID, the schema of their autosaves knows neither of its two forms. */
const PLAIN_GUID: Field<Entry, EntryView> = {
  description: 'GUID of the revision.',
  type: 'string',
  context: visible,
  value: ({ guid }) => ({ rendered: guid, raw: guid }),
};

/** An autosave also has the URL of its preview. */
export interface AutosaveView extends EntryView {
  readonly previewLink: (autosave: Entry) => string;
}

/** An autosave has the texts that its entry has, described alike. */
function sharedFields(type: PostType, { fields: own }: ResourceFields<never, never>): FieldMap<Entry, EntryView> {
  const fields = fieldsOf(type);
  const { content: _content, ...withoutContent } = fields;
  return {
    ...(own.content ? fields : withoutContent),
    ...(!own.guid && { guid: PLAIN_GUID }),
    ...(fields.title && own.title && { title: { ...fields.title, type: own.title.type } }),
  };
}

export const autosaveFields = (type: PostType, own: ResourceFields<never, never>) =>
  new ResourceFields<Entry, AutosaveView>(`${type.name}-revision`, {
    ...sharedFields(type, own),
    preview_link: {
      description: 'URL of the preview.',
      type: 'string',
      format: 'uri',
      context: editing,
      readonly: true,
      value: (autosave, view) => view.previewLink(autosave),
    },
  });
