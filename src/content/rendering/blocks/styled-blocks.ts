import { autop } from '../../../text/autop.js';
import { type BlockTheme, type RenderContext } from '../context.js';
import { type BlockAttributes, isRecord, parseAttributes } from './block.js';
import { childLayoutClass, layoutClasses } from './layout.js';
import { expandEmbeds } from '../embeds/embeds.js';
import { foldBlocks, type ReadBlock } from './render-blocks.js';
import { addAttribute, addClasses, firstTag, openTagWithClass } from './tags.js';

interface RenderedBlock {
  html: string;
  name: string;
  attributes: BlockAttributes;
}

type Block = ReadBlock<RenderedBlock> & { attributes: BlockAttributes };

/** Changes to the saved HTML of one kind of block. */
type Restyle = (html: string, block: Block, context: RenderContext) => string;

/** Blocks nested deeper keep their saved HTML: each level searches the text of all levels inside. */
const DEEPEST = 50;

/** Themes without values of their own have those of a plain block theme. */
const PLAIN: BlockTheme = { gap: '0.5em', blockGaps: {}, padsRoot: false };

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const named = (...names: string[]) => new Set(names);
const withClass =
  (names: ReadonlySet<string>, name: string): Restyle =>
  (html) =>
    addClasses(html, firstTag(html, names), [name]);

const RESTYLED: ReadonlyMap<string, Restyle> = new Map(
  Object.entries<Restyle>({
    paragraph: withClass(named('p'), 'wp-block-paragraph'),
    heading: withClass(HEADINGS, 'wp-block-heading'),
    list: withClass(named('ul', 'ol'), 'wp-block-list'),
    shortcode: (html) => autop(html),
    button: (html) => (buttonText(html) === '' ? '' : html),
    image: (html) => (hasPicture(html) ? html.replace(/<figcaption[^<>]*><\/figcaption>/i, '') : ''),
    gallery: (html, _block, { counters }) =>
      addClasses(html, firstTag(html), [`wp-block-gallery-${counters.next('block')}`]),
    block: (_html, block, context) => renderPattern(block, context as BlockContext),
    // Templates of lists that are not rendered: what they hold is no text of its own.
    'comment-template': () => '',
    'post-template': () => '',
    cover: (html, { attributes }) =>
      attributes.minHeight === undefined || isRecord(attributes.style)
        ? html
        : html.replace(/(min-height:[^;"]{1,40})(?=")/, '$1;aspect-ratio:unset;'),
  }),
);

/** Patterns that one text may show, however they are nested. */
const MOST_PATTERNS = 200;

interface BlockContext extends RenderContext {
  /** The patterns being rendered: none is rendered inside itself. */
  readonly inside?: ReadonlySet<number>;
  /** How many more patterns may be rendered. */
  readonly budget?: { left: number };
  /** What the block that shows a pattern replaces in it: attributes by the name of a block. */
  readonly overrides?: BlockAttributes;
}

/** The blocks of a published synced pattern in the place of the block that refers to it. */
function renderPattern({ attributes }: Block, context: BlockContext): string {
  const { ref } = attributes;
  const { inside = new Set<number>(), budget = { left: MOST_PATTERNS } } = context;
  const text = typeof ref === 'number' ? context.patterns.get(ref) : undefined;
  if (text === undefined || inside.has(ref as number) || budget.left-- <= 0) return '';
  const overrides = isRecord(attributes.content) ? attributes.content : undefined;
  const nested: BlockContext = { ...context, inside: new Set([...inside, ref as number]), budget, overrides };
  return renderStyledBlocks(expandEmbeds(text, context), nested);
}

/** Text that the place where a pattern is shown puts into one of its blocks. */
function overridden(html: string, { name, attributes }: Block, { overrides }: BlockContext): string {
  const metadata = isRecord(attributes.metadata) ? attributes.metadata : {};
  const bindings = isRecord(metadata.bindings) ? metadata.bindings : {};
  const target = metadata.name;
  const values =
    typeof target === 'string' && overrides && Object.hasOwn(overrides, target) ? overrides[target] : undefined;
  const source = isRecord(bindings.__default) ? bindings.__default.source : undefined;
  if (!isRecord(values) || source !== 'core/pattern-overrides') return html;
  const text = name === 'button' ? values.text : values.content;
  const tag = OVERRIDABLE.get(name);
  return tag === undefined || typeof text !== 'string' ? html : withInnerHtml(html, tag, text);
}

const OVERRIDABLE: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['paragraph', named('p')],
  ['heading', HEADINGS],
  ['button', named('a', 'button')],
]);

function withInnerHtml(html: string, names: ReadonlySet<string>, inner: string): string {
  const tag = firstTag(html, names);
  const end = tag ? html.lastIndexOf(`</${tag.name}>`) : -1;
  return !tag || end < tag.end ? html : html.slice(0, tag.end) + inner + html.slice(end);
}

/** A text written in blocks as current releases render it: saved HTML with the classes and attributes its attributes imply. */
export function renderStyledBlocks(text: string, context: RenderContext): string {
  return foldBlocks<RenderedBlock>(text, (block) => renderBlock(block, context))
    .map((piece) => (typeof piece === 'string' ? piece : piece.html))
    .join('');
}

function renderBlock(read: ReadBlock<RenderedBlock>, context: RenderContext): RenderedBlock {
  const attributes = parseAttributes(read.json);
  const { name } = read;
  if (read.depth > DEEPEST) return { html: read.html, name, attributes };
  if (isRecord(attributes.metadata) && attributes.metadata.blockVisibility === false)
    return { html: '', name, attributes };
  const saved: Block = { ...read, attributes, html: joined(read, attributes) };
  const block: Block = { ...saved, html: overridden(saved.html, saved, context) };
  const restyle = RESTYLED.get(name);
  const html = restyle ? restyle(block.html, block, context) : block.html;
  return { html: html === '' ? '' : supported(html, block, context), name, attributes };
}

/** The text and the inner blocks, which know only now what is around them. */
function joined({ name, parts }: ReadBlock<RenderedBlock>, attributes: BlockAttributes): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const html = name === 'gallery' && part.name === 'image' ? withImageId(part) : part.html;
      const child = childLayoutClass(part.attributes, attributes);
      return child === undefined ? html : addClasses(html, firstTag(html), [child]);
    })
    .join('');
}

function withImageId({ html, attributes: { id } }: RenderedBlock): string {
  if (typeof id !== 'number' || /\sdata-id=/.test(html)) return html;
  return addAttribute(html, firstTag(html, named('img')), 'data-id', String(id));
}

function hasPicture(html: string): boolean {
  const image = firstTag(html, named('img'));
  return image !== undefined && /\ssrc=["'][^"']/i.test(html.slice(image.start, image.end));
}

function buttonText(html: string): string {
  const tag = firstTag(html, named('a', 'button'));
  const end = tag ? html.lastIndexOf(`</${tag.name}>`) : -1;
  return !tag || end < tag.end ? html : withoutComments(html.slice(tag.end, end)).trim();
}

function withoutComments(html: string): string {
  let text = '';
  for (let from = 0; ;) {
    const start = html.indexOf('<!--', from);
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4);
    if (end < 0) return text + html.slice(from);
    text += html.slice(from, start);
    from = end + 3;
  }
}

/** What attributes imply on top of the saved HTML. */
function supported(saved: string, block: Block, context: RenderContext): string {
  const { name, attributes, parts } = block;
  const theme = context.theme.blocks ?? PLAIN;
  let html = fluidFontSize(saved, attributes, theme);
  const lead = typeof parts[0] === 'string' && parts.length > 1 ? parts[0] : undefined;
  const classes = layoutClasses(name, attributes, theme);
  if (classes.length > 0) {
    const inner = lead === undefined ? undefined : openTagWithClass(lead);
    // The tag that holds the inner blocks; `saved` may have grown only inside tags before it.
    const target = inner && html.startsWith(lead!) ? inner : firstTag(html);
    html = addClasses(html, target, classes);
  }
  if (hasElementColors(attributes))
    html = addClasses(html, firstTag(html), [`wp-elements-${context.counters.next('elements')}`]);
  return html;
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

/** A fixed font size in the saved HTML, made to grow with the screen up to its value, where the theme wants that. */
export function fluidFontSize(html: string, { style }: BlockAttributes, { fluidWidth }: BlockTheme): string {
  const typography = isRecord(style) && isRecord(style.typography) ? style.typography : {};
  const size = typography.fontSize;
  if (fluidWidth === undefined || typeof size !== 'string') return html;
  const fluid = clampedSize(size, fluidWidth);
  const declaration = `font-size:${size}`;
  return fluid === undefined || !html.includes(declaration)
    ? html
    : html.replace(declaration, () => `font-size:${fluid};`);
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
