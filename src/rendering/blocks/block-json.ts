import { compile, selectAll, selectOne } from 'css-select';
import { DomUtils, parseDocument } from 'htmlparser2';
import { isMap } from '../../text/php/php-values.js';
import { type BlockAttributes, FREEFORM, member, parseAttributes } from './block.js';
import { attributesJson } from './block-tree.js';
import { type BlockAttribute, type BlockTypeData, CORE_BLOCK_TYPES } from './block-type.js';
import { foldBlocks, type ReadBlock } from './render-blocks.js';

/** A block as data. */
export interface BlockJson {
  /** With its namespace: `core/paragraph`; `core/freeform` for what stands between blocks. */
  readonly name: string;
  /** Attributes of the delimiter, those in the saved HTML, and defaults. */
  readonly attributes: BlockAttributes;
  readonly innerBlocks: readonly BlockJson[];
  /** The saved HTML; null where the inner blocks stand. */
  readonly innerContent: readonly (string | null)[];
  /** HTML as visitors see it, if it is requested. */
  readonly rendered?: string;
}

/** Renders the text of a block. */
export type BlockRenderer = (text: string) => string;

export type BlockTypes = ReadonlyMap<string, BlockTypeData>;

/** The block types of WordPress itself, by name. */
export const CORE_BLOCKS: BlockTypes = new Map(CORE_BLOCK_TYPES.map((type) => [type.name, type]));

/** Blocks inside more blocks than this are left out, so that no text makes a response too deep to write. */
const MAX_DEPTH = 100;
/** Blocks inside more than these have no HTML of their own, since each level renders the text of those below it once more. */
const MAX_RENDERED_DEPTH = 10;
/** Elements nested deeper than editors save them are not looked for: finding them would take the square of the depth. */
const MAX_NESTING = 500;
const TAG = /<(\/?)([a-z][^\s/>]*)/gi;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

type Document = ReturnType<typeof parseDocument>;
type ChildNode = Document['children'][number];
type Element = Extract<ChildNode, { attribs: object }>;

interface FoldedBlock {
  /** The text of the block, if it is rendered. */
  readonly html: string;
  /** Undefined for blocks that their author has hidden. */
  readonly block?: BlockJson;
}

/** The blocks of a content as data. What is not in a block becomes a block of its own, except for white space. */
export function blocksOf(
  content: string,
  { types = CORE_BLOCKS, render }: { types?: BlockTypes; render?: BlockRenderer } = {},
): BlockJson[] {
  const pieces = foldBlocks<FoldedBlock>(content, (read) => {
    const text = render ? textOf(read) : '';
    const block = blockJson(read, types);
    if (!block || !render || read.depth > MAX_RENDERED_DEPTH) return { html: text, block };
    return { html: text, block: { ...block, rendered: render(text) } };
  });
  return pieces.flatMap((piece) => {
    if (typeof piece !== 'string') return piece.block ?? [];
    return piece.trim() === '' ? [] : freeform(piece, render && piece);
  });
}

const textOf = ({ name, json, html }: ReadBlock<FoldedBlock>) =>
  `<!-- wp:${name}${json === undefined ? '' : ` ${json}`} -->${html}<!-- /wp:${name} -->`;

const freeform = (html: string, rendered?: string): BlockJson => ({
  name: FREEFORM,
  attributes: { content: html },
  innerBlocks: [],
  innerContent: [html],
  ...(rendered !== undefined && { rendered }),
});

function blockJson({ name, json, parts, depth }: ReadBlock<FoldedBlock>, types: BlockTypes): BlockJson | undefined {
  const own = parseAttributes(json);
  if (member(own, 'metadata', 'blockVisibility') === false) return undefined;
  const fullName = name.includes('/') ? name : `core/${name}`;
  const innerBlocks: BlockJson[] = [];
  const innerContent: (string | null)[] = [];
  for (const part of parts) {
    if (typeof part === 'string') innerContent.push(part);
    else if (part.block && depth < MAX_DEPTH) {
      innerBlocks.push(part.block);
      innerContent.push(null);
    }
  }
  const html = innerContent.filter((part) => part !== null).join('');
  return { name: fullName, attributes: readAttributes(own, types.get(fullName), html), innerBlocks, innerContent };
}

/** Attributes of the delimiter come first, in their order, so that writing the block again gives the same text. */
export function readAttributes(own: BlockAttributes, type: BlockTypeData | undefined, html: string): BlockAttributes {
  if (!type) return own;
  const all = new Map(Object.entries(own));
  const saved = html.trim();
  const isReadable = !isTooDeep(saved);
  let document: Document | undefined;
  for (const [name, attribute] of Object.entries(type.attributes)) {
    if (isInHtml(attribute) && isReadable) {
      document ??= parseDocument(saved, { withStartIndices: true, withEndIndices: true });
      const value = attribute.source ? sourcedValue(attribute, document, saved) : localValue(name, saved);
      if (value === undefined) all.delete(name);
      else all.set(name, value);
    }
    if (!all.has(name) && attribute.default !== undefined) all.set(name, defaultOf(attribute));
  }
  return Object.fromEntries(all);
}

/** PHP writes an empty map as a list. */
function defaultOf({ type, default: value }: BlockAttribute): unknown {
  return type === 'object' && Array.isArray(value) && value.length === 0 ? {} : value;
}

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, closing, name] of html.matchAll(TAG)) {
    if (closing) depth--;
    else if (!VOID.test(name!) && ++depth > MAX_NESTING) return true;
  }
  return false;
}

const isInHtml = ({ source, role }: BlockAttribute) => source !== undefined || role === 'local';

/** Values that only an editor has: the saved HTML of a block of HTML is the one that can be known here. */
const localValue = (name: string, html: string) => (name === 'content' ? html : undefined);

/** The value of an attribute in the saved HTML; undefined if it is not there. */
function sourcedValue(attribute: BlockAttribute, scope: Document | Element, html: string): unknown {
  if (attribute.source === 'raw') return html;
  if (attribute.source === 'query')
    return selectAll(selectorOf(attribute.selector ?? '*'), scope).map((element) =>
      Object.fromEntries(
        Object.entries(attribute.query ?? {}).flatMap(([name, inner]) => {
          const value = sourcedValue(inner, element, html) ?? inner.default;
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
    );
  const found = attribute.selector === undefined ? scope : selectOne(selectorOf(attribute.selector), scope);
  if (!found) return missingValue(attribute);
  switch (attribute.source) {
    case 'attribute':
      return attributeValue(found, attribute);
    case 'text':
      return DomUtils.textContent(found);
    case 'tag':
      return 'name' in found ? found.name : undefined;
    default:
      return attribute.multiline === undefined ? innerHtml(found, html) : lines(found, attribute.multiline, html);
  }
}

/** What the editor reads where the element is not there. */
function missingValue({ source, type }: BlockAttribute): unknown {
  if (source === 'attribute' && type === 'boolean') return false;
  return source === 'rich-text' || source === 'html' ? '' : undefined;
}

/** The elements of a text with several lines, such as the items of a list. */
const lines = (parent: ChildNode | Document, tag: string, html: string): string =>
  ('children' in parent ? parent.children : [])
    .filter((child) => 'name' in child && child.name === tag)
    .map((child) => html.slice(child.startIndex!, child.endIndex! + 1))
    .join('');

function attributeValue(element: ChildNode | Document, { attribute = '', type }: BlockAttribute): unknown {
  const text = 'attribs' in element ? element.attribs[attribute.toLowerCase()] : undefined;
  if (type === 'boolean') return text !== undefined;
  if (text === undefined) return undefined;
  return type === 'number' || type === 'integer' ? numberOf(text) : text;
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? undefined : number;
}

/** As it was saved, not as a parser would write it. */
function innerHtml(parent: ChildNode | Document, html: string): string {
  const children = 'children' in parent ? parent.children : [];
  const [first, last] = [children[0], children.at(-1)];
  return first && last ? html.slice(first.startIndex!, last.endIndex! + 1) : '';
}

type Selector = ReturnType<typeof compile<ChildNode | Document, Element>>;
const selectors = new Map<string, Selector>();
const matchesNothing = (() => false) as unknown as Selector;

/** Selectors of plugins may be none. */
function selectorOf(text: string): Selector {
  let selector = selectors.get(text);
  if (!selector) {
    try {
      selector = compile<ChildNode | Document, Element>(text);
    } catch {
      selector = matchesNothing;
    }
    selectors.set(text, selector);
  }
  return selector;
}

/** The text that an editor stores for blocks: the reverse of `blocksOf`. */
export function writeBlocks(blocks: readonly BlockJson[], types: BlockTypes = CORE_BLOCKS): string {
  return blocks.map((block) => writeBlock(block, types)).join('\n\n');
}

function writeBlock({ name, attributes, innerBlocks, innerContent }: BlockJson, types: BlockTypes): string {
  if (name === FREEFORM) return String(attributes.content ?? '');
  let at = 0;
  const inside = innerContent
    .map((part) => part ?? (innerBlocks[at] ? writeBlock(innerBlocks[at++]!, types) : ''))
    .join('');
  const stored = delimiterAttributes(attributes, types.get(name));
  const shortName = name.replace(/^core\//, '');
  const opening = `wp:${shortName} ${Object.keys(stored).length > 0 ? `${attributesJson(stored)} ` : ''}`;
  return innerContent.length === 0 ? `<!-- ${opening}/-->` : `<!-- ${opening}-->${inside}<!-- /wp:${shortName} -->`;
}

/** What is neither in the HTML nor a default. */
function delimiterAttributes(attributes: BlockAttributes, type: BlockTypeData | undefined): BlockAttributes {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => {
      const declared = type && Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined;
      return (
        !(declared && isInHtml(declared)) && (declared?.default === undefined || !isEqual(value, defaultOf(declared)))
      );
    }),
  );
}

function isEqual(left: unknown, right: unknown): boolean {
  if (isMap(left) && isMap(right)) return JSON.stringify(left) === JSON.stringify(right);
  return left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right));
}
