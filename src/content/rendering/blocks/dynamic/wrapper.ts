import { escapeAttribute } from '../../../../text/escape.js';
import { type BlockAttributes, isRecord, member } from '../block.js';
import { type Block } from '../block-scope.js';

interface WrapperExtras {
  /** Classes before all others. */
  readonly classes?: readonly (string | false | undefined)[];
  /** Attributes behind the class, in order. */
  readonly attributes?: readonly (readonly [name: string, value: string])[];
}

/** The attributes of the outer tag of a dynamic block, implied by its block attributes. */
export function wrapperAttributes({ name, attributes }: Block, extras: WrapperExtras = {}): string {
  const given = (extras.classes ?? []).filter((one): one is string => typeof one === 'string' && one !== '');
  const classes = [
    ...given,
    ...(text(attributes.align) ? [`align${text(attributes.align)}`] : []),
    ...text(attributes.className).split(/\s+/),
    `wp-block-${name.replace('/', '-')}`,
    ...colorClasses(attributes),
    ...typographyClasses(attributes),
    ...borderClasses(attributes),
  ];
  const style = inlineStyle(attributes);
  const anchor = text(attributes.anchor);
  const all: (readonly [string, string])[] = [
    ...(style === '' ? [] : ([['style', style]] as const)),
    ['class', [...new Set(classes.filter((one) => one !== ''))].join(' ')],
    ...(anchor === '' ? [] : ([['id', anchor]] as const)),
    ...(extras.attributes ?? []),
  ];
  return all.map(([key, value]) => `${key}="${escapeAttribute(value)}"`).join(' ');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const slug = (value: unknown): string =>
  text(value)
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '');

function colorClasses(attributes: BlockAttributes): string[] {
  const { textColor, backgroundColor, gradient } = attributes;
  const custom = member(attributes, 'style', 'color');
  const of = isRecord(custom) ? custom : {};
  return [
    ...(textColor || of.text ? ['has-text-color'] : []),
    ...(textColor ? [`has-${slug(textColor)}-color`] : []),
    ...(backgroundColor || gradient || of.background || of.gradient ? ['has-background'] : []),
    ...(backgroundColor ? [`has-${slug(backgroundColor)}-background-color`] : []),
    ...(gradient ? [`has-${slug(gradient)}-gradient-background`] : []),
  ];
}

function typographyClasses({ fontSize, fontFamily, style }: BlockAttributes): string[] {
  const align = member(style, 'typography', 'textAlign');
  return [
    ...(fontSize ? [`has-${slug(fontSize)}-font-size`] : []),
    ...(fontFamily ? [`has-${slug(fontFamily)}-font-family`] : []),
    ...(align ? [`has-text-align-${slug(align)}`] : []),
  ];
}

function borderClasses({ borderColor, style }: BlockAttributes): string[] {
  return [
    ...(borderColor || member(style, 'border', 'color') ? ['has-border-color'] : []),
    ...(borderColor ? [`has-${slug(borderColor)}-border-color`] : []),
  ];
}

/** Inline properties by the path of their value; sides of boxes are added to the property. */
const PROPERTIES: readonly (readonly [property: string, ...path: string[]])[] = [
  ['color', 'color', 'text'],
  ['background-color', 'color', 'background'],
  ['background', 'color', 'gradient'],
  ['font-size', 'typography', 'fontSize'],
  ['font-family', 'typography', 'fontFamily'],
  ['font-style', 'typography', 'fontStyle'],
  ['font-weight', 'typography', 'fontWeight'],
  ['line-height', 'typography', 'lineHeight'],
  ['text-decoration', 'typography', 'textDecoration'],
  ['text-transform', 'typography', 'textTransform'],
  ['letter-spacing', 'typography', 'letterSpacing'],
  ['border-color', 'border', 'color'],
  ['border-radius', 'border', 'radius'],
  ['border-style', 'border', 'style'],
  ['border-width', 'border', 'width'],
  ['padding', 'spacing', 'padding'],
  ['margin', 'spacing', 'margin'],
  ['min-height', 'dimensions', 'minHeight'],
];

function inlineStyle({ style }: BlockAttributes): string {
  return PROPERTIES.flatMap(([property, ...path]) => {
    const value = member(style, ...path);
    if (!isRecord(value)) return declaration(property, value);
    return ['top', 'right', 'bottom', 'left'].flatMap((side) => declaration(`${property}-${side}`, value[side]));
  }).join('');
}

function declaration(property: string, value: unknown): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const preset = /^var:preset\|([\w-]+)\|([\w-]+)$/.exec(String(value));
  const written = preset ? `var(--wp--preset--${preset[1]}--${preset[2]})` : String(value);
  return written === '' || /[;{}<>"'\\]|url\(|expression/i.test(written) ? [] : [`${property}:${written};`];
}
