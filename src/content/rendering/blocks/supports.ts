import { type BlockTheme } from '../context.js';
import { type BlockAttributes, isRecord, member } from './block.js';
import { type Block, type BlockScope } from './block-scope.js';
import { childLayoutClass, layoutClasses } from './layout.js';
import { addClasses, addStyle, firstTag, openTagWithClass } from './tags.js';

/** Themes without values of their own have those of a plain block theme. */
const PLAIN: BlockTheme = { gap: '0.5em', blockGaps: {}, padsRoot: false };

/** Numbers a style variation of the theme takes before the blocks inside; undefined for other blocks. */
export function takeVariation({ name, attributes }: Block, { context }: BlockScope): string | undefined {
  const known = context.theme.blocks?.variations?.[name];
  const classes = typeof attributes.className === 'string' ? attributes.className.split(/\s+/) : [];
  const variation = known && classes.find((one) => known.includes(one.replace(/^is-style-/, '')));
  return variation?.startsWith('is-style-') ? `${variation}--${context.counters.next('block')}` : undefined;
}

/** Applies the classes and styles implied by block attributes to the HTML, in the order in which classes are appended. */
export function applySupports(saved: string, block: Block, scope: BlockScope, variation: string | undefined): string {
  const { name, attributes, node } = block;
  const { counters, theme } = scope.context;
  const blockTheme = theme.blocks ?? PLAIN;
  let html = saved;
  const addToFirst = (...classes: string[]) => (html = addClasses(html, firstTag(html), classes));
  if (hasElementColors(attributes)) addToFirst(`wp-elements-${counters.next('elements')}`);
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
  if (variation !== undefined) addToFirst(variation);
  for (const viewport of hiddenViewports(attributes)) addToFirst(`wp-block-hidden-${viewport}`);
  html = withBackground(html, name, attributes);
  html = withOpenRatio(html, name, attributes);
  return fluidFontSize(html, attributes, blockTheme);
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
  if (!isRecord(style) || !isRecord(style.elements)) return false;
  return Object.entries(style.elements).some(
    ([element, value]) => /^(?:link|button|heading|h[1-6])$/.test(element) && isRecord(value) && isRecord(value.color),
  );
}

const PIXELS_PER_REM = 16;
const SMALLEST = 14;
const NARROWEST = 320;

/** Makes a fixed font size in the HTML fluid, if the theme uses fluid font sizes. */
export function fluidFontSize(html: string, attributes: BlockAttributes, { fluidWidth }: BlockTheme): string {
  const size = member(attributes, 'style', 'typography', 'fontSize');
  if (fluidWidth === undefined || typeof size !== 'string') return html;
  const fluid = clampedSize(size, fluidWidth);
  const at = fluid === undefined ? -1 : html.indexOf(`font-size:${size}`);
  if (at === -1) return html;
  const end = at + `font-size:${size}`.length;
  return `${html.slice(0, at)}font-size:${fluid};${html.slice(html[end] === ';' ? end + 1 : end)}`;
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
  const offset = unit === 'px' ? '3.2px' : '0.2rem';
  return `clamp(${low}${unit}, ${lowRem}rem + ((1vw - ${offset}) * ${slope}), ${size})`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
