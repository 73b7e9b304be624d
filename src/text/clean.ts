import { escapeHtml } from './escape.js';
import { isWellFormed, trimAscii, lowerAscii, removeEntityLike } from './php-strings.js';
import { stripAllTags } from './strip-tags.js';
import { removeAccents, type AccentOptions } from './accents.js';

/** One line of plain text: no tags, no percent-escapes, single blanks. Malformed text gives ''. */
export function cleanTextField(text: string): string {
  if (!isWellFormed(text)) return '';
  let cleaned = text;
  if (cleaned.includes('<')) {
    // '<' before a line break would become a tag when the break is dropped later.
    cleaned = stripAllTags(escapeUnclosedTags(cleaned)).replaceAll('<\n', '&lt;\n');
  }
  cleaned = trimAscii(cleaned.replace(/[\r\n\t ]+/g, ' '));
  const withoutEscapes = removePercentEscapes(cleaned);
  return withoutEscapes === cleaned ? cleaned : trimAscii(withoutEscapes.replace(/ +/g, ' '));
}

const NEEDS_ESCAPING = /[&"'\ud800-\udfff]/;

/** Escapes each `<…` that meets another `<` or the end before its `>`. */
export function escapeUnclosedTags(text: string): string {
  return text.replace(
    /<[^<>]*(?=<|$)/g,
    (tag) => `&lt;${NEEDS_ESCAPING.test(tag) ? escapeHtml(tag.slice(1)) : tag.slice(1)}`,
  );
}

/** Removes `%xx`, also those that appear only because an inner one was removed. */
function removePercentEscapes(text: string): string {
  return removeEscapes(text, /^[0-9a-f]$/i, /^[0-9a-f]$/i);
}

/** Removes encoded line breaks, also those that appear only because an inner one was removed. */
export function removeEncodedBreaks(text: string): string {
  return removeEscapes(text, /^0$/, /^[ad]$/i);
}

function removeEscapes(text: string, first: RegExp, second: RegExp): string {
  if (!text.includes('%')) return text;
  const chars: string[] = [];
  for (const char of text) {
    chars.push(char);
    if (second.test(char) && chars.at(-3) === '%' && first.test(chars.at(-2) ?? '')) chars.length -= 3;
  }
  return chars.join('');
}

/** Internal keys: lower-case letters, digits, `_` and `-`. */
export function cleanKey(key: string): string {
  return lowerAscii(key).replace(/[^a-z0-9_-]/g, '');
}

/** A CSS class name, or the cleaned fallback if nothing is left. */
export function cleanHtmlClass(name: string, fallback = ''): string {
  const cleaned = name.replace(/%[a-fA-F0-9]{2}/g, '').replace(/[^A-Za-z0-9_-]/g, '');
  return cleaned === '' && fallback !== '' ? cleanHtmlClass(fallback) : cleaned;
}

interface UsernameOptions extends AccentOptions {
  /** Only letters, digits, blank and `_ . - @`. */
  strict?: boolean;
}

export function cleanUsername(name: string, { strict = false, ...accents }: UsernameOptions = {}): string {
  const plain = removeEntityLike(removeAccents(stripAllTags(name), accents).replace(/%[a-fA-F0-9]{2}/g, ''));
  const allowed = strict ? plain.replace(/[^a-z0-9 _.\-@]/gi, '') : plain;
  return trimAscii(allowed).replace(/[ \t\n\v\f\r]+/g, ' ');
}
