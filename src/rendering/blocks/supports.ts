import { type BlockTheme } from '../render-context.js';
import { type Block, type BlockScope } from './block-scope.js';
import { isDynamic } from './block-supports.js';
import { type BlockNode, innerBlocks } from './block-tree.js';
import { type BlockAttributes, member } from './block.js';
import { isMap } from '../../text/php/php-values.js';
import { childLayoutClass, layoutClasses, shortHash } from './layout.js';
import {
  addClasses,
  addStyle,
  attributeOf,
  firstTag,
  firstTagWithClasses,
  openTagWithClass,
  prioritizeImages,
} from './tags.js';

const PIXELS_PER_REM = 16;
const SMALLEST = 14;
const NARROWEST = 320;

/** A font size as the theme wants it: fluid, or as it is. */
export function fluidSize(size: string, theme: BlockTheme | undefined): string {
  return (theme?.fluidWidth === undefined ? undefined : clampedSize(size, theme.fluidWidth)) ?? size;
}

/** A fixed size in a fluid form; undefined if it is not a fixed size, or too small. */
export function clampedSize(size: string, widest: number): string | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?|\.\d+)(px|rem|em)$/.exec(size) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  const scale = unit === 'px' ? 1 : PIXELS_PER_REM;
  const value = Number(number);
  const pixels = value * scale;
  if (pixels <= SMALLEST) return undefined;
  const factor = Math.min(Math.max(1 - 0.075 * Math.log2(pixels), 0.25), 0.75);
  const low = Math.max(round(value * factor), SMALLEST / scale);
  const lowRem = unit === 'px' ? round(low / PIXELS_PER_REM) : low;
  const slope = round((100 * (value - low)) / ((widest - NARROWEST) / scale)) || 1;
  const offset = unit === 'px' ? '3.2px' : `0.2${unit}`;
  return `clamp(${low}${unit}, ${lowRem}rem + ((1vw - ${offset}) * ${slope}), ${size})`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Blocks that cannot have CSS of their own. */
const WITHOUT_CSS = new Set(['block', 'freeform', 'html', 'missing', 'more', 'nextpage', 'shortcode']);

/** The class of a block with CSS of its own, derived from the whole block; markup in the CSS makes it invalid. */
function cssClass(node: BlockNode): string | undefined {
  const css = member(node.attributes, 'style', 'css');
  if (typeof css !== 'string' || css.trim() === '' || css.includes('<') || WITHOUT_CSS.has(node.name)) return undefined;
  return `wp-custom-css-${shortHash(parsedBlock(node, 0))}`;
}

/** Deeper blocks do not count: they are not rendered either. */
const MAX_DEPTH = 50;

/** A block in the shape in which WordPress reads it from the text. */
function parsedBlock(node: BlockNode, depth: number): unknown {
  const texts = node.parts.filter((part): part is string => typeof part === 'string');
  return {
    blockName: node.name.includes('/') ? node.name : `core/${node.name}`,
    attrs: node.attributes,
    innerBlocks: depth < MAX_DEPTH ? innerBlocks(node).map((inner) => parsedBlock(inner, depth + 1)) : [],
    innerHTML: texts.join(''),
    innerContent: node.parts.map((part) => (typeof part === 'string' ? part : null)),
  };
}

/** Themes without values of their own have those of a plain block theme. */
const PLAIN: BlockTheme = { gap: '0.5em', blockGaps: {}, padsRoot: false };

/** Classes with which the styles of one block are found. */
export interface OwnClasses {
  /** Class for the colours of elements inside it. */
  readonly elements: string | undefined;
  /** Class of the style variation. */
  readonly variation: string | undefined;
  /** Class for CSS of its own. */
  readonly css: string | undefined;
}

/** Takes the numbers of a block's own classes, before those of the blocks inside. */
export function takeOwnClasses(node: BlockNode, scope: BlockScope): OwnClasses {
  const { name, attributes } = node;
  const hasElements = !HIDING_COLORS.has(name) && hasElementColors(attributes);
  const elements = hasElements ? `wp-elements-${scope.context.counters.next('elements')}` : undefined;
  const variation = takeVariation(node, scope);
  return {
    elements,
    variation,
    css: cssClass({ ...node, attributes: withClassNames(attributes, elements, variation) }),
  };
}

/** Attributes with a block's own classes after the author's. */
export function withClassNames(attributes: BlockAttributes, ...classes: (string | undefined)[]): BlockAttributes {
  const added = classes.filter((name) => name !== undefined);
  if (added.length === 0) return attributes;
  const className = typeof attributes.className === 'string' ? attributes.className : '';
  return { ...attributes, className: [className, ...added].join(' ').trim() };
}

/** Blocks whose colours are not those of their outer tag. */
const HIDING_COLORS = new Set(['button', 'icon', 'search', 'separator', 'tab-list', 'table']);

/** Names a style variation of the theme with a number; undefined for other blocks. */
function takeVariation({ name, attributes }: BlockNode, { context }: BlockScope): string | undefined {
  const variations = context.theme.blocks?.variations?.[name];
  const classes = typeof attributes.className === 'string' ? attributes.className.split(/\s+/) : [];
  const variation = variations && classes.find((name) => variations.includes(name.replace(/^is-style-/, '')));
  return variation?.startsWith('is-style-') ? `${variation}--${context.counters.next('block')}` : undefined;
}

/** Applies the classes and styles implied by block attributes to the HTML, in the order in which classes are appended. */
export function applySupports(saved: string, block: Block, scope: BlockScope, own: OwnClasses): string {
  const { name, attributes, node } = block;
  const { counters, theme } = scope.context;
  const blockTheme = theme.blocks ?? PLAIN;
  let html = saved;
  const addToFirst = (...classes: string[]) => (html = addClasses(html, firstTag(html), classes));
  if (own.elements !== undefined) addToFirst(own.elements);
  const child = childLayoutClass(attributes, scope.parent?.attributes ?? {});
  if (child !== undefined) addToFirst(child);
  const classes = layoutClasses(name, attributes, blockTheme);
  if (classes.length > 0) {
    const lead = typeof node.parts[0] === 'string' && node.parts.length > 1 ? node.parts[0] : undefined;
    const inner = lead === undefined ? undefined : openTagWithClass(lead);
    const around = inner && attributeOf(lead!, inner, 'class');
    html = addClasses(html, around ? firstTagWithClasses(html, around) : firstTag(html), classes);
  }
  const position = member(attributes, 'style', 'position', 'type');
  if (name === 'group' && (position === 'sticky' || position === 'fixed')) {
    const number = counters.next('block');
    if (position === 'sticky') addToFirst(`wp-container-${number}`, 'is-position-sticky');
  }
  html = withBackground(html, name, attributes);
  const duotone = duotoneClass(name, attributes, scope);
  if (duotone !== undefined) addToFirst(duotone);
  if (own.variation !== undefined) addToFirst(own.variation);
  const viewports = hiddenViewports(attributes);
  for (const viewport of viewports) addToFirst(`wp-block-hidden-${viewport}`);
  if (viewports.length > 0) html = prioritizeImages(html, 'auto');
  if (own.css !== undefined) addToFirst('has-custom-css', own.css);
  html = withRatio(html, name, attributes);
  html = fluidFontSize(html, attributes, blockTheme, isDynamic(name) ? '' : ';');
  // The script's state is applied after everything else.
  if (name === 'accordion-item' && attributes.openByDefault === true && html.includes('state.isOpen'))
    addToFirst('is-open');
  return html;
}

function hiddenViewports(attributes: BlockAttributes): string[] {
  const viewports = member(attributes, 'metadata', 'blockVisibility', 'viewport');
  return isMap(viewports) ? Object.keys(viewports).filter((name) => viewports[name] === false) : [];
}

/** Blocks whose background is part of their saved attributes only. */
const WITH_BACKGROUND = new Set(['accordion', 'group', 'post-content', 'pullquote', 'quote', 'verse']);

function withBackground(html: string, name: string, attributes: BlockAttributes): string {
  const background = member(attributes, 'style', 'background');
  if (!WITH_BACKGROUND.has(name) || !isMap(background)) return html;
  const { backgroundImage, gradient, backgroundPosition } = background;
  const hasImage = isMap(backgroundImage) || typeof backgroundImage === 'string';
  const size = background.backgroundSize ?? (hasImage ? 'cover' : undefined);
  const images = [text(gradient), imageReference(backgroundImage)].filter((image) => image !== '');
  const declarations = [
    ...(images.length === 0 ? [] : [`background-image:${images.join(', ')}`]),
    ...plain('background-position', backgroundPosition ?? (hasImage && size === 'contain' ? '50% 50%' : undefined)),
    ...plain('background-repeat', background.backgroundRepeat),
    ...plain('background-size', size),
    ...plain('background-attachment', background.backgroundAttachment),
  ];
  if (declarations.length === 0) return html;
  const styled = addStyle(html, firstTag(html), `${declarations.join(';')};`);
  return addClasses(styled, firstTag(styled), ['has-background']);
}

/** Values that could end the declaration are left out. */
function text(value: unknown): string {
  return typeof value === 'string' && !/[;{}<>"'\\]/.test(value) ? value : '';
}

function plain(property: string, value: unknown): string[] {
  return typeof value === 'string' && /^[\w\s.%-]+$/.test(value) ? [`${property}:${value}`] : [];
}

function imageReference(image: unknown): string {
  if (typeof image === 'string') return text(image);
  const url = member(image, 'url');
  return typeof url !== 'string' || url === '' || /[\\'"()\s<>]/.test(url) ? '' : `url('${url}')`;
}

/** Blocks whose images can be shown in two colours. */
const WITH_DUOTONE = new Set(['avatar', 'cover', 'image', 'post-author', 'post-featured-image', 'site-logo']);
const DUOTONES = new Set([
  'dark-grayscale',
  'grayscale',
  'purple-yellow',
  'blue-red',
  'midnight',
  'magenta-yellow',
  'purple-green',
  'blue-orange',
]);

function duotoneClass(name: string, attributes: BlockAttributes, { context }: BlockScope): string | undefined {
  const value = member(attributes, 'style', 'color', 'duotone');
  if (!WITH_DUOTONE.has(name) || (typeof value !== 'string' && !Array.isArray(value))) return undefined;
  const [, preset] = typeof value === 'string' ? (/^var:preset\|duotone\|(.*)$/.exec(value) ?? []) : [];
  if (preset !== undefined && DUOTONES.has(preset)) return `wp-duotone-${preset}`;
  const colors = (Array.isArray(value) ? value : [value]).map((color) => String(color).replace(/[^\w-]/g, ''));
  return `wp-duotone-${colors.join('-')}-${context.counters.next('block')}`;
}

/** A cover has the ratio of its attributes, or none if it has a minimum height. */
function withRatio(html: string, name: string, { minHeight, style }: BlockAttributes): string {
  if (name !== 'cover') return html;
  const ratio = member(style, 'dimensions', 'aspectRatio');
  if (typeof ratio !== 'string' || !/^[\w\s./]+$/.test(ratio))
    return minHeight === undefined ? html : addStyle(html, firstTag(html), 'aspect-ratio:unset;');
  if (ratio === 'auto') return addStyle(html, firstTag(html), 'aspect-ratio:auto;');
  const styled = addStyle(html, firstTag(html), `aspect-ratio:${ratio};height:unset;min-height:unset;`);
  return addClasses(styled, firstTag(styled), ['has-aspect-ratio']);
}

/** Colours of links, buttons or headings inside the block. */
function hasElementColors({ style }: BlockAttributes): boolean {
  const elements = member(style, 'elements');
  if (!isMap(elements)) return false;
  return Object.entries(elements).some(([element, value]) => {
    const color = (...path: string[]) => Boolean(member(value, ...path));
    if (element === 'link') return color('color', 'text') || color(':hover', 'color', 'text');
    if (!/^(?:button|heading|h[1-6])$/.test(element)) return false;
    return ['text', 'background', 'gradient'].some((kind) => color('color', kind));
  });
}

/** Makes a fixed font size in the HTML fluid, if the theme uses fluid font sizes. */
export function fluidFontSize(
  html: string,
  attributes: BlockAttributes,
  theme: BlockTheme | undefined,
  end: ';' | '' = ';',
): string {
  const size = member(attributes, 'style', 'typography', 'fontSize');
  if (theme?.fluidWidth === undefined || typeof size !== 'string') return html;
  const fluid = clampedSize(size, theme.fluidWidth);
  const at = fluid === undefined ? -1 : html.indexOf(`font-size:${size}`);
  if (at === -1) return html;
  const rest = html.slice(at + `font-size:${size}`.length);
  return `${html.slice(0, at)}font-size:${fluid}${end}${end !== '' && rest.startsWith(';') ? rest.slice(1) : rest}`;
}
