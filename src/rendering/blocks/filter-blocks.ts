import { escapeUnclosedTags } from '../../text/clean.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { type BlockAttributes, parseAttributes } from './block.js';
import { isMap } from '../../text/php/php-values.js';
import { foldBlocks } from './render-blocks.js';

/** Attributes nested deeper than this are dropped. */
const MAX_DEPTH = 100;

/** Filters text of users who may not store unfiltered HTML. */
type TextFilter = (text: string) => string;

interface FilteredBlocks {
  /** Filters the texts of attributes; by default as contents are filtered. */
  readonly filter?: TextFilter;
  /** Whether blocks keep CSS of their own, which only users who may edit the CSS of the site may add. */
  readonly keepsCss?: boolean;
}

const filterContent: TextFilter = (text) => filterPostHtml(text, 'wp7');

/**
 * Filters the attributes of blocks like the text itself, and writes the delimiters in the form of
 * the editor. Texts without blocks stay unchanged.
 */
export function filterBlocks(html: string, { filter = filterContent, keepsCss = false }: FilteredBlocks = {}): string {
  // A `<` inside the attributes ends the tag before it: such a delimiter is text.
  const text = html.includes('<!-- wp:') ? escapeUnclosedTags(html) : html;
  if (!text.includes('<!-- wp:')) return text;
  const attributesOf = (json: string | undefined) => {
    const attributes = parseAttributes(json);
    return filterAttributes(keepsCss ? attributes : withoutCss(attributes), filter, 0) as BlockAttributes;
  };
  return foldBlocks<{ html: string }>(text.replace(/--->/g, '-->'), ({ name, json, html }) => ({
    html: serializeBlock(name, attributesOf(json), html),
  }))
    .map((piece) => (typeof piece === 'string' ? piece : piece.html))
    .join('');
}

/** Without the CSS of the block itself; a style that has nothing else goes with it. */
function withoutCss(attributes: BlockAttributes): BlockAttributes {
  const { style, ...others } = attributes;
  if (!isMap(style) || !Object.hasOwn(style, 'css')) return attributes;
  const { css: _css, ...remaining } = style;
  return Object.keys(remaining).length > 0 ? { ...attributes, style: remaining } : others;
}

function filterAttributes(value: unknown, filter: TextFilter, depth: number): unknown {
  if (typeof value === 'string') return filter(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((element) => filterAttributes(element, filter, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [filter(key), filterAttributes(member, filter, depth + 1)]),
  );
}

/** A block as the editor writes it. */
export function serializeBlock(name: string, attributes: BlockAttributes, inside: string): string {
  const settings = Object.keys(attributes).length > 0 ? `${attributeJson(attributes)} ` : '';
  return inside === ''
    ? `<!-- wp:${name} ${settings}/-->`
    : `<!-- wp:${name} ${settings}-->${inside}<!-- /wp:${name} -->`;
}

/** JSON that can neither end the enclosing comment nor be mistaken for markup. An empty map is an empty list. */
function attributeJson(attributes: BlockAttributes): string {
  return JSON.stringify(attributes, (_, member: unknown) =>
    isMap(member) && Object.keys(member).length === 0 ? [] : member,
  )
    .replaceAll('\\\\', '\\u005c')
    .replaceAll('\\"', '\\u0022')
    .replaceAll('--', '\\u002d\\u002d')
    .replace(/[<>&]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
}
