import { kebabCase } from '../kebab-case.js';
import { escapeAttribute } from '../../../text/escape.js';
import { type BlockAttributes, member, textAttribute } from '../block.js';
import { isMap } from '../../../text/php/php-values.js';
import { filterWp7Style } from '../../../text/sanitize/css.js';
import { type Block, type BlockScope } from '../block-scope.js';
import { type Support, supportsOf } from '../block-supports.js';
import { addClasses, firstTag } from '../tags.js';

interface WrapperExtras {
  /** Classes before all others. */
  readonly classes?: readonly (string | false | undefined)[];
  /** Declarations behind all others. */
  readonly style?: string;
  /** Attributes behind the class, in order. */
  readonly attributes?: readonly (readonly [name: string, value: string])[];
}

export const ALIGNMENTS = new Set<unknown>(['left', 'center', 'right', 'wide', 'full']);

/** The attributes of the outer tag of a dynamic block, implied by its block attributes. */
export function wrapperAttributes(
  { name, attributes }: Pick<Block, 'name' | 'attributes'>,
  extras: WrapperExtras = {},
): string {
  const supports = supportsOf(name);
  const provided = (extras.classes ?? []).filter((name): name is string => typeof name === 'string' && name !== '');
  const classes = [
    ...provided.flatMap((name) => name.split(/\s+/)),
    ...(supports.has('align') && (attributes.align === '' || ALIGNMENTS.has(attributes.align))
      ? [`align${attributes.align as string}`]
      : []),
    ...textAttribute(attributes.className).split(/\s+/),
    `wp-block-${name.replace('/', '-')}`,
    ...colorClasses(attributes, supports),
    ...typographyClasses(attributes, supports),
    ...borderClasses(attributes, supports),
  ];
  const style = [...inlineStyle(attributes, supports), extras.style ?? ''].filter((part) => part !== '').join(';');
  const anchor = textAttribute(attributes.anchor);
  const label = supports.has('ariaLabel') ? textAttribute(attributes.ariaLabel) : '';
  const all: (readonly [string, string])[] = [
    ...(style === '' ? [] : ([['style', style]] as const)),
    ['class', [...new Set(classes.filter((name) => name !== ''))].join(' ')],
    ...(anchor === '' ? [] : ([['id', anchor]] as const)),
    ...(label === '' ? [] : ([['aria-label', label]] as const)),
    ...(extras.attributes ?? []).filter(([key]) => label === '' || key !== 'aria-label'),
  ];
  return all.map(([key, value]) => `${key}="${escapeAttribute(value)}"`).join(' ');
}

/** Supports that some blocks apply to parts of themselves. */
const PARTS = {
  color: ['text', 'background', 'gradient'],
  plainColor: ['text', 'background'],
  font: [
    'fontSize',
    'fontFamily',
    'fontStyle',
    'fontWeight',
    'lineHeight',
    'letterSpacing',
    'textDecoration',
    'textTransform',
  ],
  border: ['borderColor', 'borderRadius', 'borderStyle', 'borderWidth'],
} as const satisfies Record<string, readonly Support[]>;

/** Borders of parts are written in another order than those of blocks. */
const PART_ORDER = [/^border(?:-\w+)?-width:/, /^border(?:-\w+)?-color:/, /^border(?:-\w+)?-style:/, /^/];

/** How blocks write the names of values of the theme. */
interface Naming {
  /** In classes. */
  readonly className: (name: string) => string;
  /** The name in a reference to a value of this kind; '' if it is none. */
  readonly referenced: (value: unknown, kind: string) => string;
  readonly declaration: (property: string, value: unknown) => string[];
}

interface PartOptions {
  /** Makes a font size fluid. */
  readonly fluid?: (size: string) => string;
  readonly naming?: Naming;
}

/** Classes and declarations for a part of a block; a fixed font size can be made fluid. */
export function partAttributes(
  attributes: BlockAttributes,
  part: keyof typeof PARTS,
  { fluid = (size) => size, naming = KEBAB_CASE }: PartOptions = {},
): { classes: string[]; declarations: string[] } {
  const supports: ReadonlySet<Support> = new Set(PARTS[part]);
  const order = (declaration: string) => PART_ORDER.findIndex((pattern) => pattern.test(declaration));
  // The colour of the theme does not replace one of its own here.
  const { borderColor: _, ...styled } = attributes;
  return {
    classes: [
      ...colorClasses(attributes, supports, naming),
      ...typographyClasses(attributes, supports, naming),
      ...borderClasses(attributes, supports, naming),
    ],
    declarations: inlineStyle(part === 'border' ? styled : attributes, supports, { naming })
      .sort((a, b) => order(a) - order(b))
      .map((declaration) => declaration.replace(/^([\w-]+):/, '$1: '))
      .map((declaration) =>
        declaration.replace(/^font-size: (.*)$/, (_all, size: string) => `font-size: ${fluid(size)}`),
      ),
  };
}

/** The declarations of a part, in the form that attributes of blocks have. */
export function partStyle(attributes: BlockAttributes, part: keyof typeof PARTS): string {
  return inlineStyle(attributes, new Set<Support>(PARTS[part]), { sides: SIDES_OF_PARTS })
    .map((declaration) => `${declaration};`)
    .join('');
}

/** A reference to a value of the theme: its kind and its name. */
const PRESET = /^var:preset\|([\w-]+)\|([^|]{1,200})$/;

/** The class of blocks that set the colour of their links. */
export function linkColorClass({ attributes }: Pick<Block, 'attributes'>): string | false {
  return Boolean(member(attributes, 'style', 'elements', 'link', 'color', 'text')) && 'has-link-color';
}

export const slug = (value: unknown): string => kebabCase(textAttribute(value));

/** The name in a reference to a value of the theme. */
function presetName(value: unknown, kind: string): string {
  const [, found, name] = PRESET.exec(textAttribute(value)) ?? [];
  return found === kind ? name! : '';
}

const KEBAB_CASE: Naming = { className: slug, referenced: presetName, declaration };

/** For blocks that write attributes as they are and resolve no references. */
export const LITERAL: Naming = {
  className: escapeAttribute,
  referenced: () => '',
  declaration: (property, value) => declaration(property, value, false),
};

interface ColorNames {
  readonly text: string;
  readonly background: string;
  readonly gradient: string;
}

/** The values of the theme that a block uses, by its attributes or by references in its styles. */
function colorNames(
  { textColor, backgroundColor, gradient, style }: BlockAttributes,
  { referenced }: Naming,
): ColorNames {
  return {
    text: textAttribute(textColor) || referenced(member(style, 'color', 'text'), 'color'),
    background: textAttribute(backgroundColor) || referenced(member(style, 'color', 'background'), 'color'),
    gradient: textAttribute(gradient) || referenced(member(style, 'color', 'gradient'), 'gradient'),
  };
}

function sizeName({ fontSize, style }: BlockAttributes, { referenced }: Naming): string {
  return textAttribute(fontSize) || referenced(member(style, 'typography', 'fontSize'), 'font-size');
}

function borderName({ borderColor, style }: BlockAttributes, { referenced }: Naming): string {
  return textAttribute(borderColor) || referenced(member(style, 'border', 'color'), 'color');
}

function colorClasses(
  attributes: BlockAttributes,
  supports: ReadonlySet<Support>,
  naming: Naming = KEBAB_CASE,
): string[] {
  const named = colorNames(attributes, naming);
  const { className } = naming;
  const custom = member(attributes, 'style', 'color');
  const color = isMap(custom) ? custom : {};
  const shows = (kind: keyof ColorNames) => supports.has(kind) && (named[kind] !== '' || Boolean(color[kind]));
  return [
    ...(shows('text') ? ['has-text-color'] : []),
    ...(supports.has('text') && named.text ? [`has-${className(named.text)}-color`] : []),
    ...(shows('background') || shows('gradient') ? ['has-background'] : []),
    ...(supports.has('background') && named.background ? [`has-${className(named.background)}-background-color`] : []),
    ...(supports.has('gradient') && named.gradient ? [`has-${className(named.gradient)}-gradient-background`] : []),
  ];
}

function typographyClasses(
  attributes: BlockAttributes,
  supports: ReadonlySet<Support>,
  naming: Naming = KEBAB_CASE,
): string[] {
  const align = member(attributes.style, 'typography', 'textAlign');
  const size = sizeName(attributes, naming);
  const family = textAttribute(attributes.fontFamily);
  return [
    ...(supports.has('fontSize') && size ? [`has-${naming.className(size)}-font-size`] : []),
    ...(supports.has('fontFamily') && family ? [`has-${naming.className(family)}-font-family`] : []),
    ...(supports.has('textAlign') && align ? [`has-text-align-${slug(align)}`] : []),
  ];
}

function borderClasses(
  attributes: BlockAttributes,
  supports: ReadonlySet<Support>,
  naming: Naming = KEBAB_CASE,
): string[] {
  if (!supports.has('borderColor')) return [];
  const color = borderName(attributes, naming);
  return [
    ...(color || member(attributes.style, 'border', 'color') ? ['has-border-color'] : []),
    ...(color ? [`has-${naming.className(color)}-border-color`] : []),
  ];
}

/** Inline properties by the support they need and the path of their value. */
const PROPERTIES: readonly (readonly [property: string, support: Support, ...path: string[]])[] = [
  ['color', 'text', 'color', 'text'],
  ['background-color', 'background', 'color', 'background'],
  ['background', 'gradient', 'color', 'gradient'],
  ['font-size', 'fontSize', 'typography', 'fontSize'],
  ['font-family', 'fontFamily', 'typography', 'fontFamily'],
  ['font-style', 'fontStyle', 'typography', 'fontStyle'],
  ['font-weight', 'fontWeight', 'typography', 'fontWeight'],
  ['line-height', 'lineHeight', 'typography', 'lineHeight'],
  ['column-count', 'textColumns', 'typography', 'textColumns'],
  ['text-decoration', 'textDecoration', 'typography', 'textDecoration'],
  ['text-transform', 'textTransform', 'typography', 'textTransform'],
  ['letter-spacing', 'letterSpacing', 'typography', 'letterSpacing'],
  ['writing-mode', 'writingMode', 'typography', 'writingMode'],
  ['border-color', 'borderColor', 'border', 'color'],
  ['border-radius', 'borderRadius', 'border', 'radius'],
  ['border-style', 'borderStyle', 'border', 'style'],
  ['border-width', 'borderWidth', 'border', 'width'],
  ['border-top', 'borderWidth', 'border', 'top'],
  ['border-right', 'borderWidth', 'border', 'right'],
  ['border-bottom', 'borderWidth', 'border', 'bottom'],
  ['border-left', 'borderWidth', 'border', 'left'],
  ['padding', 'padding', 'spacing', 'padding'],
  ['margin', 'margin', 'spacing', 'margin'],
  ['min-height', 'minHeight', 'dimensions', 'minHeight'],
  ['box-shadow', 'shadow', 'shadow'],
];

/** Properties of a theme's values that classes set, by the attribute that names the value. */
function isSetByClass(property: string, attributes: BlockAttributes, naming: Naming): boolean {
  const named = colorNames(attributes, naming);
  switch (property) {
    case 'color':
      return named.text !== '';
    case 'background-color':
      return named.background !== '';
    case 'background':
      return named.gradient !== '';
    case 'font-size':
      return sizeName(attributes, naming) !== '';
    case 'font-family':
      return Boolean(attributes.fontFamily);
    case 'border-color':
      return borderName(attributes, naming) !== '';
    default:
      return false;
  }
}

function inlineStyle(
  attributes: BlockAttributes,
  supports: ReadonlySet<Support>,
  { sides = SIDES, naming = KEBAB_CASE }: { sides?: readonly string[]; naming?: Naming } = {},
): string[] {
  return PROPERTIES.flatMap(([property, support, ...path]) => {
    if (!supports.has(support) || isSetByClass(property, attributes, naming)) return [];
    const value = member(attributes.style, ...path);
    return isMap(value) ? boxDeclarations(property, value, sides, naming) : naming.declaration(property, value);
  });
}

/** Properties of one side of a border, in the order of blocks and of their parts. */
const SIDES = ['width', 'color', 'style'];
const SIDES_OF_PARTS = ['color', 'style', 'width'];

const CORNERS = [
  ['topLeft', 'top-left'],
  ['topRight', 'top-right'],
  ['bottomLeft', 'bottom-left'],
  ['bottomRight', 'bottom-right'],
] as const;

/** Values by corner, side or, for one side of a border, by property. */
function boxDeclarations(property: string, value: BlockAttributes, sides: readonly string[], naming: Naming): string[] {
  if (property === 'border-radius')
    return CORNERS.flatMap(([key, corner]) => naming.declaration(`border-${corner}-radius`, value[key]));
  const parts = property.startsWith('border-') ? sides : ['top', 'right', 'bottom', 'left'];
  return parts.flatMap((part) => naming.declaration(`${property}-${part}`, value[part]));
}

/** Numbers have no unit, which only borders can do without. Values that authors may not write are left out. */
export function declaration(property: string, value: unknown, resolves = true): string[] {
  if (typeof value === 'number' && property.startsWith('border-')) return [`${property}:${value}px`];
  if (typeof value !== 'string') return [];
  const [, kind, name] = (resolves && PRESET.exec(value)) || [];
  const written = kind === undefined ? value : `var(--wp--preset--${kind}--${kebabCase(name!)})`;
  return written === '' || /[;{}<>"'\\]|url\(|expression/i.test(written)
    ? []
    : [filterWp7Style(`${property}:${written}`)].filter((declaration) => declaration !== '');
}

/** An item of a template, whose first tag has the class for the colours of the block's elements, too. */
export function templateItem(block: Block, scope: BlockScope): string {
  const html = block.inner(scope);
  const elements = /(?<!\S)wp-elements-\S*/.exec(textAttribute(block.attributes.className))?.[0];
  return elements === undefined ? html : addClasses(html, firstTag(html), [elements]);
}
