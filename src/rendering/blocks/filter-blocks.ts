import { escapeUnclosedTags } from '../../text/clean.js';
import { filterPostHtml } from '../../text/sanitize/kses.js';
import { type BlockAttributes, parseAttributes } from './block.js';
import { isMap } from '../../text/php-values.js';
import { foldBlocks } from './render-blocks.js';

/** Attributes nested deeper than this are dropped. */
const DEEPEST = 100;

/**
 * Filters the attributes of blocks like the text itself, and writes the delimiters in the form of
 * the editor. Texts without blocks stay unchanged.
 */
export function filterBlocks(html: string): string {
  // A `<` inside the attributes ends the tag before it: such a delimiter is text.
  const text = html.includes('<!-- wp:') ? escapeUnclosedTags(html) : html;
  if (!text.includes('<!-- wp:')) return text;
  return foldBlocks<{ html: string }>(text.replace(/--->/g, '-->'), ({ name, json, html }) => ({
    html: serializeBlock(name, filterAttributes(parseAttributes(json), 0) as BlockAttributes, html),
  }))
    .map((piece) => (typeof piece === 'string' ? piece : piece.html))
    .join('');
}

function filterAttributes(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return filterPostHtml(value, 'current');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.map((element) => filterAttributes(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [filterPostHtml(key, 'current'), filterAttributes(member, depth + 1)]),
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
