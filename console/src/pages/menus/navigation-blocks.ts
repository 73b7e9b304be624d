import { escapeHtml, textOf } from '../../lib/html';
import { type Menu, type MenuItem } from './menu-tree';

/** `wp/v2/navigation` in `context=edit`. */
export interface Navigation {
  id: number;
  title: { raw: string };
  content: { raw: string };
}

type Attributes = Record<string, unknown>;

interface BlockNode {
  name: string;
  json?: string;
  start: number;
  end: number;
  innerStart: number;
  innerEnd: number;
  inner: BlockNode[];
}

const DELIMITER =
  /<!--\s+(\/)?wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)\s+(?:(\{(?:(?!\}\s+\/?-->)[^])*\})\s+)?(\/)?-->/g;
const LINKS = new Set(['navigation-link', 'navigation-submenu']);
const PAGE_LIST = '<!-- wp:page-list /-->';

/** A menu made of blocks in the form of the editor; undefined if its blocks are not closed properly. */
export function readNavigation({ id, title, content }: Navigation): Menu | undefined {
  const nodes = blocksOf(content.raw);
  if (!nodes) return undefined;
  const items: Omit<MenuItem, 'id'>[] = [];
  addItems(items, content.raw, { inner: nodes, innerStart: 0, innerEnd: content.raw.length }, 0);
  return { id, name: title.raw, items: items.map((item, index) => ({ ...item, id: index + 1 })) };
}

/** Undefined if a block is not closed, or closed without having been opened. */
function blocksOf(text: string): BlockNode[] | undefined {
  const top: BlockNode[] = [];
  const open: BlockNode[] = [];
  for (const { 0: whole, 1: closes, 2: full, 3: json, 4: isAlone, index } of text.matchAll(DELIMITER)) {
    const name = full!.replace(/^core\//, '');
    const end = index + whole.length;
    if (closes) {
      const node = open.pop();
      if (node?.name !== name) return undefined;
      Object.assign(node, { end, innerEnd: index });
      continue;
    }
    const node: BlockNode = { name, json, start: index, end, innerStart: end, innerEnd: end, inner: [] };
    (open.at(-1)?.inner ?? top).push(node);
    if (!isAlone) open.push(node);
  }
  return open.length === 0 ? top : undefined;
}

function addItems(
  items: Omit<MenuItem, 'id'>[],
  text: string,
  { inner, innerStart, innerEnd }: Pick<BlockNode, 'inner' | 'innerStart' | 'innerEnd'>,
  depth: number,
): void {
  let at = innerStart;
  const keep = (start: number, end: number) => {
    const markup = text.slice(start, end).trim();
    if (markup !== '') items.push({ ...OTHER, label: 'HTML', type: 'block', depth, block: { markup } });
  };
  for (const node of inner) {
    keep(at, node.start);
    items.push(itemOf(text, node, depth));
    if (isLink(text, node)) addItems(items, text, node, depth + 1);
    at = node.end;
  }
  keep(at, innerEnd);
}

const OTHER = { title: '', object: '', object_id: 0, url: '' };

function itemOf(text: string, node: BlockNode, depth: number): Omit<MenuItem, 'id'> {
  const attributes = isLink(text, node) ? attributesOf(node) : undefined;
  if (!attributes) {
    const type = node.name === 'page-list' ? 'pages' : 'block';
    return { ...OTHER, label: node.name, type, depth, block: { markup: text.slice(node.start, node.end) } };
  }
  const { kind, url, id, type: object } = attributes;
  const isTarget = (kind === 'post-type' || kind === 'taxonomy') && typeof id === 'number';
  const title = labelOf(attributes);
  return {
    ...{ title, label: title, depth, url: typeof url === 'string' ? url : '' },
    type: !isTarget ? 'custom' : kind === 'taxonomy' ? 'taxonomy' : 'post_type',
    object: typeof object === 'string' ? object : '',
    object_id: isTarget ? id : 0,
    block: { attributes },
  };
}

/** Links consist of attributes and of the links below them. With anything else inside, a block is kept as it is. */
function isLink(text: string, node: BlockNode): boolean {
  if (!LINKS.has(node.name) || !attributesOf(node)) return false;
  let between = '';
  let at = node.innerStart;
  for (const { start, end } of node.inner) {
    between += text.slice(at, start);
    at = end;
  }
  return (between + text.slice(at, node.innerEnd)).trim() === '';
}

function attributesOf({ json }: BlockNode): Attributes | undefined {
  try {
    return JSON.parse(json ?? '{}') as Attributes;
  } catch {
    return undefined;
  }
}

const labelOf = ({ label }: Attributes) => (typeof label === 'string' ? textOf(label) : '');

/** The blocks of a menu, as the block editor writes them. */
export function writeNavigation(items: readonly MenuItem[]): string {
  let at = 0;
  const blocksAt = (depth: number): string => {
    const blocks: string[] = [];
    for (let item = items[at]; item && item.depth >= depth; item = items[at]) {
      at++;
      blocks.push(blockOf(item, blocksAt(item.depth + 1)));
    }
    return blocks.join('\n\n');
  };
  return blocksAt(0);
}

function blockOf(item: MenuItem, inside: string): string {
  if (item.type === 'pages') return item.block?.markup ?? PAGE_LIST;
  if (item.block?.markup !== undefined) return item.block.markup;
  const settings = serialize(linkAttributes(item));
  return inside === ''
    ? `<!-- wp:navigation-link ${settings} /-->`
    : `<!-- wp:navigation-submenu ${settings} -->\n${inside}\n<!-- /wp:navigation-submenu -->`;
}

function linkAttributes({ title, label, type, object, object_id: id, url, depth, block }: MenuItem): Attributes {
  const text = title || label;
  const stored = block?.attributes;
  if (!stored) {
    const target = { id, url, kind: type === 'taxonomy' ? 'taxonomy' : 'post-type' };
    // The block calls tags by another name than their taxonomy.
    const name = object === 'post_tag' ? 'tag' : object;
    return { label: escapeHtml(text), ...(type === 'custom' ? { url, kind: type } : { type: name, ...target }) };
  }
  const attributes = { ...stored };
  if (labelOf(stored) !== text) attributes.label = escapeHtml(text);
  if ((stored.url ?? '') !== url) attributes.url = url;
  if (depth > 0) for (const name of ['isTopLevelLink', 'isTopLevelItem']) delete attributes[name];
  return attributes;
}

/** JSON that cannot end the comment around it, written as WordPress writes it. */
function serialize(attributes: Attributes): string {
  return JSON.stringify(attributes)
    .replaceAll('\\\\', '\\u005c')
    .replaceAll('\\"', '\\u0022')
    .replaceAll('--', '\\u002d\\u002d')
    .replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
}
