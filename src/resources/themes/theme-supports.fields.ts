import { type ValueSchema } from '../../rest/args/schema.js';

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
const presets = (value: string, schema: ValueSchema): ValueSchema => ({
  type: 'object',
  properties: { name: text, [value]: schema, slug: text },
  additionalProperties: false,
});

/** Features that themes declare in PHP: described, never sent. */
export const THEME_SUPPORTS: Record<string, ValueSchema> = {
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
    items: oneOf('standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'),
  },
  'post-thumbnails': list('Post types with featured images; true for all.', text),
  'responsive-embeds': flag('Embeds that keep their aspect ratio.'),
  'title-tag': flag('Document titles that WordPress generates.'),
  'wp-block-styles': flag('The default styles of blocks for visitors.'),
};
