import { type Entry } from '../../content/entries/entry.js';
import { type EntryView } from '../../content/entries/present/entry-view.js';
import { mysqlToRfc3339 } from '../../text/dates.js';
import { type FieldMap, ResourceFields } from '../../rest/fields/resource-fields.js';
import { type PostType } from '../../site/model/post-types.js';
import { lenient, storedTitle } from '../entries/entry.fields.js';

/** A template or template part that is stored in the database. */
export interface StoredTemplate {
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
}

const everywhere = ['embed', 'view', 'edit'] as const;
const always = ['view', 'edit', 'embed'] as const;
const shown = ['view', 'edit'] as const;
const editing = ['edit'] as const;

/** OPTIONS names the type as PHP does. */
const BOOL = { variation: () => ({ type: 'bool' }) };

/** Templates of the default hierarchy. */
const DEFAULT_SLUGS = new Set(
  'index home front-page singular single page archive author category taxonomy date tag attachment search privacy-policy 404'.split(
    ' ',
  ),
);

/** Theme files are not read: only customized templates are known to have one. */
const hasThemeFile = ({ origin }: StoredTemplate) => origin === 'theme';

function sourceOf(template: StoredTemplate): 'theme' | 'site' | 'user' {
  if (hasThemeFile(template)) return 'theme';
  return template.entry.author === 0 ? 'site' : 'user';
}

export const templateId = ({ theme, slug }: Pick<StoredTemplate, 'theme' | 'slug'>) => `${theme}//${slug}`;

/** Those of a version: it also names the template it belongs to. */
export function templateRevisionFields(type: PostType): TemplateFields {
  const { title, fields } = templateFields(type);
  return new ResourceFields<StoredTemplate, EntryView>(title, {
    ...fields,
    parent: {
      description: 'Post ID of the template the revision belongs to.',
      type: 'integer',
      context: always,
      value: ({ entry }) => entry.parent,
    },
  });
}

export type TemplateFields = ResourceFields<StoredTemplate, EntryView>;

export function templateFields(type: PostType): TemplateFields {
  const isPart = type.name === 'wp_template_part';
  const fields: FieldMap<StoredTemplate, EntryView> = {
    id: { description: 'ID.', type: 'string', context: everywhere, readonly: true, value: templateId },
    theme: { description: 'Theme it belongs to.', type: 'string', context: everywhere, value: ({ theme }) => theme },
    content: {
      description: 'Content.',
      type: ['object', 'string'],
      default: '',
      context: everywhere,
      properties: {
        raw: {
          description: 'The content as stored.',
          type: 'string',
          context: shown,
          value: ({ entry }) => entry.content ?? '',
        },
        block_version: {
          description: 'Version of the block format.',
          type: 'integer',
          context: editing,
          readonly: true,
          value: ({ entry }) => (entry.content?.includes('<!-- wp:') ? 1 : 0),
        },
      },
      arg: lenient,
    },
    slug: {
      description: 'Slug of the template, unique within the theme.',
      type: 'string',
      context: everywhere,
      required: true,
      minLength: 1,
      pattern: '[a-zA-Z0-9_\\%-]+',
      value: ({ slug }) => slug,
    },
    source: {
      description: 'Where the content comes from: the theme, a plugin or a customization.',
      type: 'string',
      context: everywhere,
      readonly: true,
      value: () => 'custom',
    },
    origin: {
      description: 'Source of the original, for customized ones.',
      type: 'string',
      nullable: true,
      context: everywhere,
      readonly: true,
      value: ({ origin }) => origin ?? null,
    },
    type: { description: 'Type.', type: 'string', context: everywhere, value: () => type.name },
    description: {
      description: 'Description.',
      type: 'string',
      default: '',
      context: everywhere,
      value: ({ entry }) => entry.excerpt,
    },
    title: storedTitle('Title.'),
    status: {
      description: 'Status.',
      type: 'string',
      enum: ['publish', 'future', 'draft', 'pending', 'private'],
      default: 'publish',
      context: everywhere,
      value: ({ entry }) => entry.status,
    },
    wp_id: {
      description: 'Post ID of the customization.',
      type: 'integer',
      context: everywhere,
      readonly: true,
      value: ({ entry }) => entry.id,
    },
    has_theme_file: {
      description: 'Whether the theme has a file for it.',
      type: 'boolean',
      ...BOOL,
      context: everywhere,
      readonly: true,
      value: hasThemeFile,
    },
    ...(!isPart && {
      is_custom: {
        description: 'Whether it is a custom template, outside the template hierarchy.',
        type: 'boolean',
        ...BOOL,
        context: everywhere,
        readonly: true,
        value: ({ slug, isSuggestion }: StoredTemplate) => !isSuggestion && !DEFAULT_SLUGS.has(slug),
      },
    }),
    author: {
      description: 'User ID of the author.',
      type: 'integer',
      context: always,
      value: ({ entry }) => entry.author,
    },
    ...(isPart && {
      area: {
        description: 'Area of the template part.',
        type: 'string',
        context: everywhere,
        value: ({ area }: StoredTemplate) => area,
      },
    }),
    modified: {
      description: 'Time of the last change, in the site’s time zone.',
      type: ['string', 'null'],
      format: 'date-time',
      context: shown,
      readonly: true,
      value: ({ entry }) => mysqlToRfc3339(entry.modified),
    },
    date: {
      description: 'Time of creation, in the site’s time zone.',
      type: ['string', 'null'],
      format: 'date-time',
      context: shown,
      readonly: true,
      value: ({ entry }) => mysqlToRfc3339(entry.date),
    },
    author_text: {
      description: 'Display name of the author.',
      type: 'string',
      context: always,
      readonly: true,
      value: (template) =>
        ({ theme: template.theme, site: template.siteName, user: template.authorName })[sourceOf(template)],
    },
    original_source: {
      description: 'Source of the original, for customized ones.',
      type: 'string',
      context: always,
      readonly: true,
      enum: ['theme', 'plugin', 'site', 'user'],
      value: sourceOf,
    },
    // Plugins register templates in PHP; stored ones never come from there.
    ...(!isPart && {
      plugin: {
        description: 'Plugin that registered it.',
        type: 'string' as const,
        context: always,
        readonly: true,
        optional: true,
      },
    }),
  };
  return new ResourceFields<StoredTemplate, EntryView>(type.name, fields);
}
