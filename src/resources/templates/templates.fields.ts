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
  /** Where a customized template comes from, such as `theme`. */
  readonly origin: string | undefined;
  readonly area: string;
  readonly isSuggestion: boolean;
  readonly authorName: string;
  readonly siteName: string;
}

const everywhere = ['view', 'edit', 'embed'] as const;
const shown = ['view', 'edit'] as const;
const editing = ['edit'] as const;

/** Templates that the hierarchy of every theme knows. */
const DEFAULT_SLUGS = new Set(
  'index home front-page singular single page archive author category taxonomy date tag attachment search privacy-policy 404'.split(
    ' ',
  ),
);

/** The files of themes are not read: only what was customized tells that it has one. */
const hasThemeFile = ({ origin }: StoredTemplate) => origin === 'theme';

function sourceOf(template: StoredTemplate): 'theme' | 'site' | 'user' {
  if (hasThemeFile(template)) return 'theme';
  return template.entry.author === 0 ? 'site' : 'user';
}

export const templateId = ({ theme, slug }: Pick<StoredTemplate, 'theme' | 'slug'>) => `${theme}//${slug}`;

export type TemplateFields = ResourceFields<StoredTemplate, EntryView>;

export function templateFields(type: PostType): TemplateFields {
  const isPart = type.name === 'wp_template_part';
  const fields: FieldMap<StoredTemplate, EntryView> = {
    id: { description: 'Identifier.', type: 'string', context: everywhere, readonly: true, value: templateId },
    theme: { description: 'Theme it belongs to.', type: 'string', context: everywhere, value: ({ theme }) => theme },
    content: {
      description: 'Content.',
      type: 'object',
      context: everywhere,
      properties: {
        raw: {
          description: 'The content as stored.',
          type: 'string',
          context: shown,
          value: ({ entry }) => entry.content ?? '',
        },
        block_version: {
          description: 'Version of the format of its blocks.',
          type: 'integer',
          context: editing,
          readonly: true,
          value: ({ entry }) => (entry.content?.includes('<!-- wp:') ? 1 : 0),
        },
      },
      arg: lenient,
    },
    slug: {
      description: 'Name that identifies it within the theme.',
      type: 'string',
      context: everywhere,
      required: true,
      value: ({ slug }) => slug,
    },
    source: {
      description: 'Where its content comes from.',
      type: 'string',
      context: everywhere,
      readonly: true,
      value: () => 'custom',
    },
    origin: {
      description: 'What a customized one was made from.',
      type: 'string',
      nullable: true,
      context: everywhere,
      readonly: true,
      value: ({ origin }) => origin ?? null,
    },
    type: { description: 'Kind.', type: 'string', context: everywhere, readonly: true, value: () => type.name },
    description: {
      description: 'What it is for.',
      type: 'string',
      context: everywhere,
      value: ({ entry }) => entry.excerpt,
    },
    title: storedTitle('Title.'),
    status: {
      description: 'State.',
      type: 'string',
      enum: ['publish', 'future', 'draft', 'pending', 'private'],
      context: everywhere,
      value: ({ entry }) => entry.status,
    },
    wp_id: {
      description: 'Number of its row.',
      type: 'integer',
      context: everywhere,
      readonly: true,
      value: ({ entry }) => entry.id,
    },
    has_theme_file: {
      description: 'Whether the theme has a file for it.',
      type: 'boolean',
      context: everywhere,
      readonly: true,
      value: hasThemeFile,
    },
    ...(!isPart && {
      is_custom: {
        description: 'Whether the hierarchy of themes does not know it.',
        type: 'boolean',
        context: everywhere,
        readonly: true,
        value: ({ slug, isSuggestion }: StoredTemplate) => !isSuggestion && !DEFAULT_SLUGS.has(slug),
      },
    }),
    author: {
      description: 'Number of its author.',
      type: 'integer',
      context: everywhere,
      value: ({ entry }) => entry.author,
    },
    ...(isPart && {
      area: {
        description: 'Place where the part is used.',
        type: 'string',
        context: everywhere,
        value: ({ area }: StoredTemplate) => area,
      },
    }),
    modified: {
      description: 'When it was last changed, in the site’s time.',
      type: 'string',
      format: 'date-time',
      context: shown,
      readonly: true,
      value: ({ entry }) => mysqlToRfc3339(entry.modified),
    },
    date: {
      description: 'When it was created, in the site’s time.',
      type: 'string',
      format: 'date-time',
      context: shown,
      readonly: true,
      value: ({ entry }) => mysqlToRfc3339(entry.date),
    },
    author_text: {
      description: 'Who made it, for display.',
      type: 'string',
      context: everywhere,
      readonly: true,
      value: (template) =>
        ({ theme: template.theme, site: template.siteName, user: template.authorName })[sourceOf(template)],
    },
    original_source: {
      description: 'Where it first came from.',
      type: 'string',
      context: everywhere,
      readonly: true,
      enum: ['theme', 'plugin', 'site', 'user'],
      value: sourceOf,
    },
  };
  return new ResourceFields<StoredTemplate, EntryView>(type.name, fields);
}
