import { type Field, ResourceFields, embedFirst, readOnly } from '../../rest/fields/resource-fields.js';
import { type ValueSchema } from '../../rest/args/schema.js';
import { type BlockTypeData } from '../../rendering/blocks/block-type.js';

type BlockTypeField = Field<BlockTypeData, undefined>;
type Read = BlockTypeField['value'];

const NAME_PATTERN = '^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$';

const shared = { context: embedFirst, readonly: true } as const satisfies Partial<BlockTypeField>;

const KEYWORDS = { description: 'Search keywords.', type: 'array', items: { type: 'string' } } as const;
const ICON = { description: 'Name of the icon.', type: ['string', 'null'], default: null } as const;
const CATEGORY = { description: 'Group in which editors list it.', type: ['string', 'null'], default: null } as const;

const INNER_BLOCKS: ValueSchema = {
  description: 'Blocks inside.',
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { description: 'Name of the block type.', type: 'string', pattern: NAME_PATTERN, required: true },
      attributes: { description: 'Attributes of the block.', type: 'object' },
      innerBlocks: { description: 'Blocks inside, described in the same way.', type: 'array' },
    },
  },
};

const EXAMPLE = {
  description: 'A block to show as a preview.',
  type: ['object', 'null'],
  default: null,
  properties: {
    attributes: { description: 'Attributes of the block.', type: 'object' },
    innerBlocks: INNER_BLOCKS,
  },
} as const;

const STYLE: ValueSchema = {
  type: 'object',
  properties: {
    name: { description: 'Name of the style.', type: 'string', required: true },
    label: { description: 'Title.', type: 'string' },
    inline_style: { description: 'CSS of the style.', type: 'string' },
    style_handle: { description: 'Handle of the style sheet.', type: 'string' },
  },
};

const VARIATION: ValueSchema = {
  type: 'object',
  properties: {
    name: { description: 'Name of the variation.', type: 'string', required: true },
    title: { description: 'Title.', type: 'string', required: true },
    description: { description: 'Description.', type: 'string', required: false },
    category: { ...CATEGORY, ...shared } as ValueSchema,
    icon: { ...ICON, ...shared } as ValueSchema,
    isDefault: { description: 'Whether a new block is one.', type: 'boolean', required: false, default: false },
    attributes: { description: 'Initial values of the attributes.', type: 'object' },
    innerBlocks: INNER_BLOCKS,
    example: { ...EXAMPLE, ...shared } as ValueSchema,
    scope: {
      description: 'Where editors offer it.',
      type: ['array', 'null'],
      default: null,
      items: { type: 'string', enum: ['block', 'inserter', 'transform'] },
      readonly: true,
    } as ValueSchema,
    keywords: { ...KEYWORDS, default: [], ...shared } as ValueSchema,
  },
};

/** Keywords of schemas that fields do not have. */
const keywords = (of: object): Pick<BlockTypeField, 'variation'> => ({ variation: () => of });

const blockNames = (description: string, value: Read): BlockTypeField =>
  readOnly(['array', 'null'], description, embedFirst, value, {
    items: { type: 'string', pattern: NAME_PATTERN },
    default: null,
  });

const handles = (description: string, value: Read): BlockTypeField =>
  readOnly(['array'], description, embedFirst, value, { items: { type: 'string' }, default: [] });

const firstHandle = (description: string, value: Read): BlockTypeField =>
  readOnly(['string', 'null'], description, embedFirst, value, { default: null });

const map = (description: string, value: Read): BlockTypeField =>
  readOnly('object', description, embedFirst, value, { default: [], properties: [] });

/** Style sheets of WordPress’s own blocks are named after the block. */
const sheetOf = (name: string) => `wp-block-${name.replace(/^core\//, '')}`;
const styles = ({ name, style_handles = [sheetOf(name)] }: BlockTypeData) => style_handles;
const editorStyles = ({ name, editor_style_handles = [`${sheetOf(name)}-editor`] }: BlockTypeData) =>
  editor_style_handles;

export const BLOCK_TYPE = new ResourceFields<BlockTypeData, undefined>('block-type', {
  attributes: {
    description: 'Attributes of the block and what they hold.',
    type: ['object', 'null'],
    properties: [],
    default: null,
    ...keywords({ additionalProperties: { type: 'object' } }),
    ...shared,
    value: ({ attributes }) => attributes,
  },
  is_dynamic: {
    description: 'Whether the server renders the block.',
    type: 'boolean',
    default: false,
    ...shared,
    value: ({ is_dynamic = false }) => is_dynamic,
  },
  api_version: readOnly('integer', 'Version of the block API.', embedFirst, ({ api_version = 3 }) => api_version, {
    default: 1,
  }),
  name: {
    description: 'Name of the block type, with its namespace.',
    type: 'string',
    required: true,
    ...keywords({ pattern: NAME_PATTERN }),
    ...shared,
    value: ({ name }) => name,
  },
  title: readOnly('string', 'Title.', embedFirst, ({ title }) => title, { default: '' }),
  description: readOnly('string', 'Description.', embedFirst, ({ description = '' }) => description, { default: '' }),
  icon: { ...ICON, ...shared, value: ({ icon = null }) => icon },
  category: { ...CATEGORY, ...shared, value: ({ category = null }) => category },
  keywords: { ...KEYWORDS, default: [], ...shared, value: ({ keywords: words = [] }) => words },
  parent: blockNames('Blocks it can be placed in.', ({ parent = null }) => parent),
  ancestor: blockNames('Blocks it can be placed in at any depth.', ({ ancestor = null }) => ancestor),
  allowed_blocks: blockNames('Blocks that can be placed in it.', ({ allowed_blocks = null }) => allowed_blocks),
  provides_context: {
    ...map('Attributes that blocks inside can read.', ({ provides_context = [] }) => provides_context),
    ...keywords({ additionalProperties: { type: 'string' } }),
  },
  uses_context: {
    description: 'Values that it reads from blocks around it.',
    type: 'array',
    items: { type: 'string' },
    default: [],
    ...shared,
    value: ({ uses_context = [] }) => uses_context,
  },
  selectors: map('CSS selectors of its parts.', ({ selectors = [] }) => selectors),
  supports: map('Features of editors that it has.', ({ supports = [] }) => supports),
  styles: readOnly('array', 'Styles to choose from.', embedFirst, ({ styles: choices = [] }) => choices, {
    items: STYLE,
    default: [],
  }),
  textdomain: firstHandle('Name of its translations.', ({ textdomain = null }) => textdomain),
  example: { ...EXAMPLE, properties: () => EXAMPLE.properties, ...shared, value: ({ example = null }) => example },
  editor_script_handles: handles('Scripts of the editor.', ({ editor_script_handles: own = [] }) => own),
  script_handles: handles('Scripts of the editor and of pages.', ({ script_handles: own = [] }) => own),
  view_script_handles: handles('Scripts of pages.', ({ view_script_handles: own = [] }) => own),
  view_script_module_ids: handles('Script modules of pages.', ({ view_script_module_ids: ids = [] }) => ids),
  editor_style_handles: handles('Style sheets of the editor.', editorStyles),
  style_handles: handles('Style sheets of the editor and of pages.', styles),
  view_style_handles: handles('Style sheets of pages.', ({ view_style_handles: own = [] }) => own),
  variations: readOnly('array', 'Variations to choose from.', embedFirst, ({ variations = [] }) => variations, {
    items: VARIATION,
    default: null,
  }),
  block_hooks: {
    description: 'Blocks next to which the block is inserted automatically.',
    type: 'object',
    default: [],
    ...keywords({
      patternProperties: {
        [NAME_PATTERN]: { type: 'string', enum: ['before', 'after', 'first_child', 'last_child'] },
      },
    }),
    ...shared,
    value: ({ block_hooks = [] }) => block_hooks,
  },
  editor_script: firstHandle('First script of the editor.', ({ editor_script_handles: own = [] }) => own[0] ?? null),
  script: firstHandle('First script of the editor and of pages.', ({ script_handles: own = [] }) => own[0] ?? null),
  view_script: firstHandle('First script of pages.', ({ view_script_handles: own = [] }) => own[0] ?? null),
  editor_style: firstHandle('First style sheet of the editor.', (type) => editorStyles(type)[0] ?? null),
  style: firstHandle('First style sheet of the editor and of pages.', (type) => styles(type)[0] ?? null),
});
