import { trimAscii } from './php-strings.js';
import { stripAllTags } from './strip-tags.js';

export { stripAllTags } from './strip-tags.js';

/** The first `count` characters of the plain text, never ending in half a character reference. */
export function htmlExcerpt(text: string, count: number, more = ''): string {
  const plain = stripAllTags(text, { removeBreaks: true });
  const cut = withoutHalfReference(firstCharacters(plain, count));
  return cut === plain ? cut : trimAscii(cut) + more;
}

/** The first `count` blank-separated words of the plain text; a negative count drops the last word. */
export function trimWords(text: string, count = 55, more = '&hellip;'): string {
  const words = stripAllTags(text)
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '');
  if (words.length <= count) return words.join(' ');
  return words.slice(0, count < 0 ? -1 : count).join(' ') + more;
}

/** An `&` with at most six bytes behind it may be the beginning of a character reference. */
function withoutHalfReference(text: string): string {
  if (!text.includes('&')) return text;
  const bytes = Buffer.from(text).toString('latin1');
  return Buffer.from(bytes.replace(/&[^; \t\n\v\f\r]{0,6}$/, ''), 'latin1').toString();
}

function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let out = '';
  let taken = 0;
  for (const char of text) {
    if (taken++ >= count) break;
    out += char;
  }
  return out;
}
