import { removeAccents, type AccentOptions } from './accents.js';
import { lowerAscii, removeEntityLike, trimAscii } from './php-strings.js';
import { stripAllTags } from './strip-tags.js';

/** Internal keys: lower-case letters, digits, `_` and `-`. */
export function cleanKey(key: string): string {
  return lowerAscii(key).replace(/[^a-z0-9_-]/g, '');
}

/** One CSS class name, or the cleaned fallback when nothing is left. */
export function cleanHtmlClass(name: string, fallback = ''): string {
  const cleaned = name.replace(/%[a-fA-F0-9]{2}/g, '').replace(/[^A-Za-z0-9_-]/g, '');
  return cleaned === '' && fallback !== '' ? cleanHtmlClass(fallback) : cleaned;
}

export function cleanMimeType(type: string): string {
  return type.replace(/[^-+*.a-zA-Z0-9/]/g, '');
}

export interface UsernameOptions extends AccentOptions {
  /** Only letters, digits, blank and `_ . - @`. */
  strict?: boolean;
}

export function cleanUsername(name: string, { strict = false, ...accents }: UsernameOptions = {}): string {
  const plain = removeEntityLike(removeAccents(stripAllTags(name), accents).replace(/%[a-fA-F0-9]{2}/g, ''));
  const allowed = strict ? plain.replace(/[^a-z0-9 _.\-@]/gi, '') : plain;
  return trimAscii(allowed).replace(/[ \t\n\v\f\r]+/g, ' ');
}
