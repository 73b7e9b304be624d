import { type BlockTheme } from '../context.js';
import { type BlockAttributes, isRecord, member } from './block.js';
import { type Block, type BlockScope } from './block-scope.js';
import { type BlockNode } from './block-tree.js';
import { cssClass } from './custom-css.js';
import { isDynamic } from './block-supports.js';
import { childLayoutClass, layoutClasses } from './layout.js';
import { addClasses, addStyle, firstTag, openTagWithClass } from './tags.js';

/** Themes without values of their own have those of a plain block theme. */
const PLAIN: BlockTheme = { gap: '0.5em', blockGaps: {}, padsRoot: false };

/** Classes with which the styles of one block are found. */
export interface OwnClasses {
  /** Of the colours of elements inside it. */
  readonly elements?: string;
  /** Of its style variation. */
  readonly variation?: string;
  /** Of its own CSS. */
  readonly css?: string;
}

/** Takes the numbers of a block's own classes, before those of the blocks inside. */
export function takeOwnClasses(node: BlockNode, scope: BlockScope): OwnClasses {
  const { name, attributes } = node;
  const elements = !HIDING_COLORS.has(name) && hasElementColors(attributes);
  return {
    ...(elements && { elements: `wp-elements-${scope.context.counters.next('elements')}` }),
    variation: takeVariation(node, scope),
    css: cssClass(node),
  };
}

/** Blocks whose colours are not those of their outer tag. */
const HIDING_COLORS = new Set(['button', 'icon', 'search', 'separator', 'tab-list', 'table']);

/** Names a style variation of the theme with a number; undefined for other blocks. */
function takeVariation({ name, attributes }: BlockNode, { context }: BlockScope): string | undefined {
  const known = context.theme.blocks?.variations?.[name];
  const classes = typeof attributes.className === 'string' ? attributes.className.split(/\s+/) : [];
  const variation = known && classes.find((one) => known.includes(one.replace(/^is-style-/, '')));
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
    const inner = lead === undefined || !html.startsWith(lead) ? undefined : openTagWithClass(lead);
    html = addClasses(html, inner ?? firstTag(html), classes);
  }
  const position = member(attributes, 'style', 'position', 'type');
  if (name === 'group' && (position === 'sticky' || position === 'fixed'))
    addToFirst(`wp-container-${counters.next('block')}`, `is-position-${position}`);
  if (own.variation !== undefined) addToFirst(own.variation);
  for (const viewport of hiddenViewports(attributes)) addToFirst(`wp-block-hidden-${viewport}`);
  if (own.css !== undefined) addToFirst('has-custom-css', own.css);
  html = withBackground(html, name, attributes);
  html = withOpenRatio(html, name, attributes);
  return fluidFontSize(html, attributes, blockTheme, isDynamic(name) ? '' : ';');
}

function hiddenViewports(attributes: BlockAttributes): string[] {
  const viewports = member(attributes, 'metadata', 'blockVisibility', 'viewport');
  return isRecord(viewports) ? Object.keys(viewports).filter((name) => viewports[name] === false) : [];
}

/** Blocks whose background image is part of their saved attributes only. */
const WITH_BACKGROUND = new Set(['group', 'post-content', 'pullquote', 'quote', 'verse']);

function withBackground(html: string, name: string, attributes: BlockAttributes): string {
  const background = member(attributes, 'style', 'background');
  if (!WITH_BACKGROUND.has(name) || !isRecord(background)) return html;
  const url = member(background, 'backgroundImage', 'url');
  if (typeof url !== 'string' || url === '' || /[\\'"()\s<>]/.test(url)) return html;
  const declarations = [`background-image:url('${url}')`];
  const add = (property: string, key: string, fallback?: string) => {
    const value = background[key] ?? fallback;
    if (typeof value === 'string' && /^[\w\s.%-]+$/.test(value)) declarations.push(`${property}:${value}`);
  };
  add('background-position', 'backgroundPosition');
  add('background-repeat', 'backgroundRepeat');
  add('background-size', 'backgroundSize', 'cover');
  add('background-attachment', 'backgroundAttachment');
  return addStyle(html, firstTag(html), `${declarations.join(';')};`);
}

/** A minimum height keeps a cover from having a fixed ratio. */
function withOpenRatio(html: string, name: string, { minHeight, style }: BlockAttributes): string {
  return name !== 'cover' || minHeight === undefined || isRecord(style)
    ? html
    : html.replace(/(min-height:[^;"]{1,40})(?=")/, '$1;aspect-ratio:unset;');
}

/** Colours of links, buttons or headings inside the block. */
function hasElementColors({ style }: BlockAttributes): boolean {
  const elements = member(style, 'elements');
  if (!isRecord(elements)) return false;
  return Object.entries(elements).some(([element, value]) => {
    const color = (...path: string[]) => Boolean(member(value, ...path));
    if (element === 'link') return color('color', 'text') || color(':hover', 'color', 'text');
    if (!/^(?:button|heading|h[1-6])$/.test(element)) return false;
    return ['text', 'background', 'gradient'].some((kind) => color('color', kind));
  });
}

const PIXELS_PER_REM = 16;
const SMALLEST = 14;
const NARROWEST = 320;

/** Makes a fixed font size in the HTML fluid, if the theme uses fluid font sizes. */
export function fluidFontSize(
  html: string,
  attributes: BlockAttributes,
  { fluidWidth }: BlockTheme,
  end: ';' | '' = ';',
): string {
  const size = member(attributes, 'style', 'typography', 'fontSize');
  if (fluidWidth === undefined || typeof size !== 'string') return html;
  const fluid = clampedSize(size, fluidWidth);
  const at = fluid === undefined ? -1 : html.indexOf(`font-size:${size}`);
  if (at === -1) return html;
  const rest = html.slice(at + `font-size:${size}`.length);
  return `${html.slice(0, at)}font-size:${fluid}${end}${end !== '' && rest.startsWith(';') ? rest.slice(1) : rest}`;
}

function clampedSize(size: string, widest: number): string | undefined {
  const [, number, unit] = /^(\d*\.?\d+)(px|rem|em)$/.exec(size) ?? [];
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
