import { type Entry, ZERO_DATE } from '../entries/model/entry.js';
import { type EntryView } from '../entries/read/entry-view.js';
import { type TitlePrefix } from '../../rendering/index.js';
import { type PostTypeSupport } from '../../content-model/declarations.js';
import { type ContentModel } from '../../content-model/content-model.js';
import { type AnyField } from '../../content-model/field-types.js';
import { withDeclaredFields } from '../../rest/fields/declared-field.js';
import { perModel } from '../../content-model/per-model.js';
import { type PostType } from '../../content-model/post-types.js';
import {
  type Field,
  type FieldMap,
  ResourceFields,
  everywhere,
  editOnly,
  viewAndEdit,
  editAndEmbed,
  field,
  readOnly,
} from '../../rest/fields/resource-fields.js';
import { metaMember } from '../meta/meta.field.js';
import { shownMeta } from '../meta/meta-values.js';

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
  context: editOnly,
  readonly: true,
  present: (profile) => profile.entries.pagesRevisions,
};

/** What the versions of everything have. */
export const ROW_FIELDS = {
  author: field('integer', 'User ID of the revision’s author.', everywhere, (revision) => revision.author),
  date: {
    ...date('Time of creation, in the site’s time zone.', everywhere, (revision, view) =>
      revision.dateGmt === ZERO_DATE ? null : view.isoDate(revision.date),
    ),
    nullable: true,
  },
  date_gmt: {
    ...date('Time of creation, in UTC.', viewAndEdit, (revision, view) => dateOrNull(revision.dateGmt, view)),
    nullable: true,
  },
  id: field('integer', 'Revision ID.', everywhere, (revision) => revision.id),
  modified: date('Time of the last change, in the site’s time zone.', viewAndEdit, (revision, view) =>
    view.isoDate(revision.modified),
  ),
  modified_gmt: {
    ...date('Time of the last change, in UTC.', viewAndEdit, (revision, view) =>
      dateOrNull(revision.modifiedGmt, view),
    ),
    nullable: true,
  },
  parent: field('integer', 'ID of the entry the revision belongs to.', everywhere, (revision) => revision.parent),
} satisfies FieldMap<Entry, DateView>;

const FIELDS: FieldMap<Entry, EntryView> = {
  ...ROW_FIELDS,
  slug: field('string', 'Slug of the revision.', everywhere, (revision) => revision.slug),
  guid: {
    description: 'GUID of the revision.',
    type: 'object',
    context: viewAndEdit,
    readonly: true,
    properties: {
      rendered: readOnly('string', 'The GUID as displayed.', viewAndEdit, (revision) => revision.guid),
      raw: readOnly('string', 'The GUID as stored.', editOnly, (revision) => revision.guid),
    },
  },
  title: {
    description: 'Title of the revision.',
    type: 'object',
    context: everywhere,
    properties: {
      raw: field('string', 'The title as stored.', editOnly, (revision) => revision.title),
      rendered: readOnly('string', 'The title as HTML.', everywhere, (revision, view) =>
        view.title(revision, titlePrefix(revision)),
      ),
    },
  },
  content: {
    description: 'Content of the revision.',
    type: 'object',
    context: viewAndEdit,
    properties: {
      raw: field('string', 'The content as stored.', editOnly, (revision) => revision.content ?? ''),
      rendered: readOnly('string', 'The content as HTML.', viewAndEdit, (revision, view) => view.content(revision)),
      block_version: BLOCK_VERSION,
      protected: PROTECTED,
    },
  },
  excerpt: {
    description: 'Excerpt of the revision.',
    type: 'object',
    context: everywhere,
    properties: {
      raw: field('string', 'The excerpt as stored.', editOnly, (revision) => revision.excerpt),
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
  ...metaMember<Entry, EntryView>('post', name, (revision, view) => {
    const fields = supports.includes('custom-fields') ? view.metaFields : [];
    const stored = view.meta(revision);
    // A meta value that is a field of the entry is null in a revision without it.
    const unset = fields.filter(({ key, ownMember }) => ownMember && !stored?.has(key)).map(({ key }) => [key, null]);
    const members = shownMeta(fields, stored);
    return unset.length > 0 ? { ...(members as object), ...Object.fromEntries(unset) } : members;
  }),
  present: (profile) => profile.entries.pagesRevisions,
});

/** The texts of a revision are included in the same contexts as those of its entry. */
function fieldsOf(type: PostType): FieldMap<Entry, EntryView> {
  const { title, content, excerpt, ...others } = FIELDS;
  const shows = (feature: PostTypeSupport) => type.supports.includes(feature) || type.shows.includes(feature);
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
      properties: {
        raw: { ...raw!, context: viewAndEdit },
        rendered: { ...rendered!, unlisted: true },
        ...rest(editOnly),
      },
    };
  if (!embedsTexts) return field;
  return {
    ...field,
    context: everywhere,
    properties: {
      raw: { ...raw!, context: editAndEmbed },
      rendered: { ...rendered!, context: everywhere },
      ...rest(editAndEmbed),
    },
  };
}

/** The computed fields that revisions of a type have. */
export function revisionFields(model: ContentModel, { name }: PostType): AnyField[] {
  return model.fields.of('post', name).filter(({ onRevisions }) => onRevisions);
}

/** The author's own draft is its autosave: its title is marked here, and nowhere else. */
function titlePrefix({ password, status }: Entry): TitlePrefix {
  if (password !== '') return 'Protected: ';
  return status === 'private' ? 'Private: ' : '';
}

const declared = (revision: Entry, view: EntryView, name: string) => view.declared(revision, name);

/** The revisions of one post type as a REST resource. */
export interface RevisionResource {
  readonly type: PostType;
  readonly fields: ResourceFields<Entry, EntryView>;
}

export const revisionResourceOf = perModel((model, name): RevisionResource => {
  const type = model.types.get(name)!;
  const fields = withDeclaredFields(fieldsOf(type), revisionFields(model, type), `revisions of "${name}"`, declared);
  return { type, fields: new ResourceFields<Entry, EntryView>(`${name}-revision`, fields) };
});

/** Where entries show no GUID, the schema of their autosaves knows neither of its two forms. */
const PLAIN_GUID: Field<Entry, EntryView> = field('string', 'GUID of the revision.', viewAndEdit, ({ guid }) => ({
  rendered: guid,
  raw: guid,
}));

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

export const autosaveFields = (type: PostType, own: ResourceFields<never, never>, computed: readonly AnyField[]) =>
  new ResourceFields<Entry, AutosaveView>(`${type.name}-revision`, {
    ...withDeclaredFields(sharedFields(type, own), computed, `autosaves of "${type.name}"`, declared),
    preview_link: readOnly('uri', 'URL of the preview.', editOnly, (autosave, view) => view.previewLink(autosave)),
  });
