import { type Entry } from '../entries/model/entry.js';
import { type EntryView } from '../entries/read/entry-view.js';
import {
  type Field,
  type FieldMap,
  ResourceFields,
  everywhere,
  embedFirst,
  viewAndEdit,
  editOnly,
  readOnly,
  field,
} from '../../rest/fields/resource-fields.js';
import { type PostType } from '../../content-model/post-types.js';
import { checkedText, storedTitle } from '../entries/api/entry.fields.js';
import { type TemplateFile } from './template-files.js';

/** A template or template part. */
export interface BlockTemplate {
  /** The row of the template; that of a file is not stored and has the ID 0. */
  readonly entry: Entry;
  readonly theme: string;
  /** Name under which it is addressed; that of a revision is the name of its template. */
  readonly slug: string;
  /** Origin of a customized template, such as `theme`. */
  readonly origin: string | undefined;
  readonly area: string;
  readonly isSuggestion: boolean;
  readonly authorName: string;
  readonly siteName: string;
  /** The file behind it, as far as it was imported from WordPress. */
  readonly file?: TemplateFile;
  /** The row that is shown instead of the file, where the file was asked for. */
  readonly replacedBy?: Entry;
}

/** OPTIONS names the type as PHP does. */
const BOOL = { variation: () => ({ type: 'bool' }) };

/** Templates of the default hierarchy. */
const DEFAULT_SLUGS = new Set(
  'index home front-page singular single page archive author category taxonomy date tag attachment search privacy-policy 404'.split(
    ' ',
  ),
);

/** Nothing is stored: the file is shown as it is. */
export const isFile = ({ entry }: BlockTemplate) => entry.id === 0;

/** Without WordPress, only templates whose row names their origin are known to have a file. */
const hasThemeFile = ({ origin, file }: BlockTemplate) => file?.hasThemeFile ?? origin === 'theme';

function sourceOf(template: BlockTemplate): string {
  const { file, origin, entry } = template;
  if (file && isFile(template)) return file.originalSource;
  // Rows of early releases do not name their origin.
  if (hasThemeFile(template) && (origin === undefined || origin === 'theme')) return 'theme';
  if (origin === 'plugin') return 'plugin';
  return entry.author === 0 && !hasThemeFile(template) ? 'site' : 'user';
}

function authorOf(template: BlockTemplate): string {
  const { file, theme, siteName, authorName } = template;
  const source = sourceOf(template);
  if (source === 'theme' || source === 'plugin') return file?.authorText ?? theme;
  return source === 'site' ? siteName : authorName;
}

/** Dates are those of rows. */
const dateOf = (template: BlockTemplate, date: string, view: EntryView) =>
  isFile(template) ? null : view.isoDate(date);

export const templateId = ({ theme, slug }: Pick<BlockTemplate, 'theme' | 'slug'>) => `${theme}//${slug}`;

/** The fields of a revision, which also names its template. */
export function templateRevisionFields(type: PostType): TemplateFields {
  const { title, fields } = templateFields(type);
  return new ResourceFields<BlockTemplate, EntryView>(title, {
    ...fields,
    parent: {
      description: 'Post ID of the template the revision belongs to.',
      type: 'integer',
      context: everywhere,
      value: ({ entry }) => entry.parent,
    },
  });
}

/** Whether it is outside of the template hierarchy. */
export function isCustom(template: BlockTemplate): boolean {
  if (template.file && isFile(template)) return template.file.isCustom;
  return !template.isSuggestion && !DEFAULT_SLUGS.has(template.slug);
}

/** Titles of files are shown as they are. */
function titleField(): Field<BlockTemplate, EntryView> {
  const stored: Field<BlockTemplate, EntryView> = storedTitle('Title.');
  const { raw, rendered } = stored.properties as Record<'raw' | 'rendered', Field<BlockTemplate, EntryView>>;
  const value = (template: BlockTemplate, view: EntryView) =>
    isFile(template) ? template.entry.title : view.title(template.entry);
  return { ...stored, properties: { raw, rendered: { ...rendered, value } } };
}

export type TemplateFields = ResourceFields<BlockTemplate, EntryView>;

export function templateFields(type: PostType): TemplateFields {
  const isPart = type.name === 'wp_template_part';
  const fields: FieldMap<BlockTemplate, EntryView> = {
    id: readOnly('string', 'ID.', embedFirst, templateId),
    theme: field('string', 'Theme it belongs to.', embedFirst, ({ theme }) => theme),
    content: {
      description: 'Content.',
      type: ['object', 'string'],
      default: '',
      context: embedFirst,
      properties: {
        raw: field('string', 'The content as stored.', viewAndEdit, ({ entry }) => entry.content ?? ''),
        block_version: readOnly('integer', 'Version of the block format.', editOnly, ({ entry }) =>
          entry.content?.includes('<!-- wp:') ? 1 : 0,
        ),
      },
      arg: checkedText,
    },
    slug: field('string', 'Slug of the template, unique within the theme.', embedFirst, ({ slug }) => slug, {
      required: true,
      minLength: 1,
      pattern: '[a-zA-Z0-9_\\%-]+',
    }),
    source: {
      description: 'Where the content comes from: the theme, a plugin or a customization.',
      type: 'string',
      context: embedFirst,
      readonly: true,
      value: (template) => (isFile(template) ? template.file!.source : 'custom'),
    },
    origin: {
      description: 'Source of the original, for customized ones.',
      type: 'string',
      nullable: true,
      context: embedFirst,
      readonly: true,
      value: ({ origin }) => origin ?? null,
    },
    type: field('string', 'Type.', embedFirst, ({ entry }) => entry.type),
    description: field('string', 'Description.', embedFirst, ({ entry }) => entry.excerpt, { default: '' }),
    title: titleField(),
    status: field('string', 'Status.', embedFirst, ({ entry }) => entry.status, {
      enum: ['publish', 'future', 'draft', 'pending', 'private'],
      default: 'publish',
    }),
    wp_id: readOnly('integer', 'Post ID of the customization.', embedFirst, ({ entry }) => entry.id),
    has_theme_file: {
      description: 'Whether the theme has a file for it.',
      type: 'boolean',
      ...BOOL,
      context: embedFirst,
      readonly: true,
      value: hasThemeFile,
    },
    ...(!isPart && {
      is_custom: {
        description: 'Whether it is a custom template, outside the template hierarchy.',
        type: 'boolean',
        ...BOOL,
        context: embedFirst,
        readonly: true,
        value: isCustom,
      },
    }),
    author: field('integer', 'User ID of the author.', everywhere, ({ entry }) => entry.author),
    ...(isPart && {
      // `lookup` finds templates below the route of the parts, too.
      area: field(
        'string',
        'Area of the template part.',
        embedFirst,
        ({ entry, area }: BlockTemplate) => (entry.type === type.name ? area : undefined),
        { optional: true },
      ),
    }),
    modified: {
      description: 'Time of the last change, in the site’s time zone.',
      type: ['string', 'null'],
      format: 'date-time',
      context: viewAndEdit,
      readonly: true,
      value: (template, view) => dateOf(template, template.entry.modified, view),
    },
    date: {
      description: 'Time of creation, in the site’s time zone.',
      type: ['string', 'null'],
      format: 'date-time',
      context: viewAndEdit,
      readonly: true,
      value: (template, view) => dateOf(template, template.entry.date, view),
    },
    author_text: readOnly('string', 'Display name of the author.', everywhere, authorOf),
    original_source: readOnly('string', 'Source of the original, for customized ones.', everywhere, sourceOf, {
      enum: ['theme', 'plugin', 'site', 'user'],
    }),
    // Plugins register templates in PHP; rows do not name them.
    ...(!isPart && {
      plugin: {
        description: 'Plugin that registered it.',
        type: 'string' as const,
        context: everywhere,
        readonly: true,
        optional: true,
        value: ({ file }: BlockTemplate) => file?.plugin,
      },
    }),
  };
  return new ResourceFields<BlockTemplate, EntryView>(type.name, fields);
}
