import { Arg } from '../../rest/args/arg.decorator.js';
import { type JsonType, type ValueSchema } from '../../rest/args/schema.js';
import { type Field, ResourceFields } from '../../rest/fields/resource-fields.js';
import { escapeHtml } from '../../text/escape.js';

/** Whether a theme opts in to something. */
const flag = (description: string): ValueSchema => ({ description, type: 'boolean', default: false });

/** A feature that a theme either lacks or describes. */
const settings = (description: string, properties: Record<string, ValueSchema>): ValueSchema => ({
  description,
  type: ['boolean', 'object'],
  default: false,
  properties,
  additionalProperties: false,
});

/** A feature that a theme either lacks or lists. */
const list = (description: string, items: ValueSchema): ValueSchema => ({
  description,
  type: ['boolean', 'array'],
  default: false,
  items,
});

const text: ValueSchema = { type: 'string' };
const integer: ValueSchema = { type: 'integer' };
const yesOrNo: ValueSchema = { type: 'boolean' };
const oneOf = (...values: string[]): ValueSchema => ({ type: 'string', enum: values });
const FORMATS = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];
/** In OPTIONS, WordPress sends the formats by their names, which JSON Schema does not know. */
const NAMED_FORMATS = { type: 'string', enum: Object.fromEntries(FORMATS.map((name) => [name, name])) };

const presets = (value: string, schema: ValueSchema): ValueSchema => ({
  type: 'object',
  properties: { name: text, [value]: schema, slug: text },
  additionalProperties: false,
});

/** Features that themes declare in PHP: described, never sent. */
const THEME_SUPPORTS: Record<string, ValueSchema> = {
  'align-wide': flag('Wide and full alignments.'),
  'automatic-feed-links': flag('Links to feeds in the head of pages.'),
  'block-templates': flag('Templates made of blocks.'),
  'block-template-parts': flag('Template parts made of blocks.'),
  'custom-background': settings('A background that the site can change.', {
    'default-image': { type: 'string', format: 'uri' },
    'default-preset': oneOf('default', 'fill', 'fit', 'repeat', 'custom'),
    'default-position-x': oneOf('left', 'center', 'right'),
    'default-position-y': oneOf('left', 'center', 'right'),
    'default-size': oneOf('auto', 'contain', 'cover'),
    'default-repeat': oneOf('repeat-x', 'repeat-y', 'repeat', 'no-repeat'),
    'default-attachment': oneOf('scroll', 'fixed'),
    'default-color': text,
  }),
  'custom-header': settings('A header that the site can change.', {
    'default-image': { type: 'string', format: 'uri' },
    'random-default': yesOrNo,
    width: integer,
    height: integer,
    'flex-height': yesOrNo,
    'flex-width': yesOrNo,
    'default-text-color': text,
    'header-text': yesOrNo,
    uploads: yesOrNo,
    video: yesOrNo,
  }),
  'custom-logo': settings('A logo that the site can change.', {
    width: integer,
    height: integer,
    'flex-width': yesOrNo,
    'flex-height': yesOrNo,
    'header-text': { type: 'array', items: text },
    'unlink-homepage-logo': yesOrNo,
  }),
  'customize-selective-refresh-widgets': flag('Widgets that the customizer can refresh one by one.'),
  'dark-editor-style': flag('An editor with light text on a dark background.'),
  'disable-custom-colors': flag('Only the colors of the palette.'),
  'disable-custom-font-sizes': flag('Only the font sizes of the theme.'),
  'disable-custom-gradients': flag('Only the gradients of the theme.'),
  'disable-layout-styles': flag('No generated layout styles.'),
  'editor-color-palette': list('Colors.', presets('color', text)),
  'editor-font-sizes': list('Font sizes.', presets('size', { type: 'number' })),
  'editor-gradient-presets': list('Gradients.', presets('gradient', text)),
  'editor-spacing-sizes': list('Spacing sizes.', presets('size', text)),
  'editor-styles': flag('Style sheets for the editor.'),
  html5: list(
    'Parts of pages in HTML5 markup.',
    oneOf('search-form', 'comment-form', 'comment-list', 'gallery', 'caption', 'script', 'style'),
  ),
  formats: {
    description: 'Post formats.',
    type: 'array',
    default: ['standard'],
    items: oneOf(...FORMATS),
  },
  'post-thumbnails': list('Post types with featured images; true for all.', text),
  'responsive-embeds': flag('Embeds that keep their aspect ratio.'),
  'title-tag': flag('Document titles that WordPress generates.'),
  'wp-block-styles': flag('The default styles of blocks for visitors.'),
};

/** The stored values of the active theme; its header, files and features are only known to WordPress. */
export interface ActiveTheme {
  stylesheet: string;
  template: string;
  name: string;
  /** What was imported about the theme from WordPress, by field name. */
  described: Readonly<Record<string, unknown>>;
  /** ID of the entry with the site's own styles for the theme, if there is one. */
  globalStyles?: number;
}

type InFiles = Field<ActiveTheme, undefined>;

/** A field whose value only the files of the theme know: sent where it was imported from WordPress. */
const inFiles = (description: string, type: JsonType, more: Partial<InFiles> = {}): InFiles => ({
  description,
  type,
  readonly: true,
  optional: true,
  ...more,
});

const members = (properties: Record<string, ValueSchema>): Partial<InFiles> => ({
  properties: () => properties,
  declared: () => properties,
});

/** A value of the header of a theme, as written there and as HTML. */
const inHeader = (description: string, raw: ValueSchema = {}, rendered: ValueSchema = {}): InFiles =>
  inFiles(
    description,
    'object',
    members({
      raw: { description: 'The value as written.', type: 'string', ...raw },
      rendered: { description: 'The value as HTML.', type: 'string', ...rendered },
    }),
  );

const uri = { format: 'uri' };
const texts = (...names: string[]): ValueSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

/** Reads the fields that are in theme files from what was imported from WordPress. */
const withImported = (fields: Record<string, InFiles>): Record<string, InFiles> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.optional ? { ...field, value: ({ described }: ActiveTheme) => described[name] } : field,
    ]),
  );

const FIELDS = withImported({
  stylesheet: {
    description: 'Folder of the theme; its unique name.',
    type: 'string',
    readonly: true,
    value: ({ stylesheet }) => stylesheet,
  },
  stylesheet_uri: inFiles('URL of the folder of the theme.', 'string', uri),
  template: {
    description: 'Folder of the parent theme, or of the theme itself if it has none.',
    type: 'string',
    readonly: true,
    value: ({ template }) => template,
  },
  template_uri: inFiles('URL of the folder of the parent theme, or of the theme itself.', 'string', uri),
  author: inHeader('Author of the theme.'),
  author_uri: inHeader('Website of the author.', uri, uri),
  description: inHeader('Description of the theme.'),
  is_block_theme: inFiles('Whether the theme is made of blocks.', 'boolean'),
  name: {
    description: 'Name of the theme.',
    type: 'object',
    readonly: true,
    properties: {
      raw: { description: 'The name as stored.', type: 'string', value: ({ name }) => name },
      rendered: { description: 'The name as HTML.', type: 'string', value: ({ name }) => escapeHtml(name) },
    },
  },
  requires_php: inFiles('Lowest version of PHP that the theme works with.', 'string'),
  requires_wp: inFiles('Lowest version of WordPress that the theme works with.', 'string'),
  screenshot: inFiles('URL of the screenshot.', 'string', uri),
  tags: inHeader('Tags of the theme.', { type: 'array', items: { type: 'string' } }),
  textdomain: inFiles('Text domain of the theme.', 'string'),
  theme_supports: inFiles('Features of the theme.', 'object', {
    ...members(THEME_SUPPORTS),
    properties: () => ({ ...THEME_SUPPORTS, formats: { ...THEME_SUPPORTS.formats, items: NAMED_FORMATS } }),
  }),
  theme_uri: inHeader('Website of the theme.', uri, uri),
  version: inFiles('Version of the theme.', 'string'),
  status: {
    description: 'Whether the theme is active.',
    type: 'string',
    enum: ['inactive', 'active'],
    value: () => 'active',
  },
  default_template_types: inFiles('Kinds of templates.', 'array', { items: texts('slug', 'title', 'description') }),
  default_template_part_areas: inFiles('Areas of template parts.', 'array', {
    items: texts('area', 'label', 'description', 'icon', 'area_tag'),
  }),
});

export const THEME = new ResourceFields<ActiveTheme, undefined>('theme', FIELDS);

export class ListThemesDto {
  @Arg({
    type: 'array',
    items: { enum: ['active', 'inactive'], type: 'string' },
    description: 'Limit to themes with one of these statuses.',
  })
  status?: string[];
}

export class ReadThemeDto {
  @Arg({ type: 'string', description: 'Folder of the theme.' })
  stylesheet!: string;
}
