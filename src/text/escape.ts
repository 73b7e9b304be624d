import { normalizeEntities, NAMED_ENTITIES } from './entities.js';
import { isWellFormed } from './php-strings.js';

const MARKUP: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#039;',
  }),
);

/** Which quotes are decoded besides `&`, `<` and `>`. */
export type QuoteStyle = 'none' | 'single' | 'double' | 'both';

/** For text between tags: escapes markup and quotes, leaves existing character references. Malformed text gives ''. */
export function escapeHtml(text: string): string {
  if (!isWellFormed(text)) return '';
  return normalizeEntities(text)
    .replaceAll('&apos;', '&amp;apos;') // not a name in HTML 4
    .replace(/[<>"']/g, (char) => MARKUP.get(char) ?? char);
}

/** For attribute values. */
export function escapeAttribute(text: string): string {
  return escapeHtml(text);
}

/** For the inside of a textarea: existing character references are escaped once more. */
export function escapeTextarea(text: string): string {
  return isWellFormed(text) ? text.replace(/[&<>"']/g, (char) => MARKUP.get(char) ?? char) : '';
}

const DECODED: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    lt: '<',
    '#60': '<',
    gt: '>',
    '#62': '>',
    amp: '&',
    '#38': '&',
    '#x26': '&',
    quot: '"',
    '#34': '"',
    '#x22': '"',
    '#39': "'",
    '#x27': "'",
  }),
);

/** Undoes one level of escaping of `& < >` and, as asked, of the quotes. */
export function decodeSpecialCharacters(text: string, quotes: QuoteStyle = 'none'): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:(lt|gt|amp|quot)|#0*([0-9]{2})|#[xX]0*([0-9]{2}));/g, (all, name, decimal, hex) => {
    const char = DECODED.get(name ?? (decimal === undefined ? `#x${hex}` : `#${decimal}`));
    if (char === undefined) return all;
    if (char === '"' && (quotes === 'none' || quotes === 'single')) return all;
    if (char === "'" && (quotes === 'none' || quotes === 'double')) return all;
    return char;
  });
}

/** Writes named character references as numeric ones, which XML understands too. */
export function namedToNumericEntities(text: string): string {
  return text.replace(/&([A-Za-z]{2,8}[0-9]{0,2});/g, (all, name: string) => {
    const code = NAMED_ENTITIES.get(name);
    return code === undefined ? all : `&#${code};`;
  });
}
