import { removeAccents, type AccentOptions } from './accents.js';
import { lowerAscii, removeEntityLike, trimCharacters, trimEndCharacters } from './php-strings.js';
import { stripTags } from './strip-tags.js';

const MAX_SLUG_BYTES = 200;

/** `save` folds typographic characters; the others only encode them. */
export type SlugContext = 'save' | 'query' | 'display';

/** By current rules, Unicode spaces and the non-breaking hyphen are saved as dashes, and invisible characters vanish. */
export interface SlugOptions extends AccentOptions {
  /** Whether a saved `/` becomes a dash; otherwise it vanishes. */
  slashBecomesDash: boolean;
  context?: SlugContext;
}

const DASHES = encodedAlternatives('\u00a0–—');
// Quotes, signs, and the acute, grave, macron and caron marks in spacing and combining form.
const DROPPED = encodedAlternatives('¡¿«»‹›‘’“”‚‛„‟©®°…™´ˊ\u0301\u0341\u0300\u0304\u030c');
const UNICODE_DASHES = encodedAlternatives(
  '\u2011\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f',
);
// Soft hyphen, bullet, zero-width characters, marks of direction, byte order mark and object replacement character.
const INVISIBLE = encodedAlternatives(
  '\u00ad\u2022\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff\ufffc',
);
const TIMES = encodedAlternatives('×');
const DASH_ENTITIES = /&nbsp;|&#160;|&ndash;|&#8211;|&mdash;|&#8212;/g;

/** URL part for a title: base letters and dashes, other scripts percent-encoded; `fallback` when nothing is left. */
export function slugify(title: string, options: SlugOptions, fallback = ''): string {
  const { context = 'save' } = options;
  const plain = context === 'save' ? removeAccents(title, options) : title;
  return slugifyWithDashes(plain, { ...options, context }) || fallback;
}

/** The part of `slugify` that does not touch accents. */
export function slugifyWithDashes(title: string, options: SlugOptions): string {
  const { slashBecomesDash, rules, context = 'display' } = options;
  let slug = keepPercentEscapes(stripTags(title).replace(/\p{Surrogate}/gu, ''));
  slug = lowerAscii(encodeUtf8(lowerEachCharacter(slug), MAX_SLUG_BYTES));
  if (context === 'save') {
    slug = slug.replace(DASHES, '-').replace(DASH_ENTITIES, '-');
    if (rules === 'wp7') slug = slug.replace(UNICODE_DASHES, '-').replace(INVISIBLE, '');
    if (slashBecomesDash) slug = slug.replaceAll('/', '-');
    slug = slug.replace(DROPPED, '').replace(TIMES, 'x');
  }
  slug = removeEntityLike(slug)
    .replaceAll('.', '-')
    .replace(/[^%a-z0-9 _-]/g, '')
    .replace(/[ -]+/g, '-');
  return trimCharacters(slug, '-');
}

/** Percent-encodes non-ASCII characters in lower-case hex; a limit in bytes (0 = none) never cuts one in half. */
export function encodeUtf8(text: string, limit = 0): string {
  let out = '';
  for (const char of text) {
    const piece = char <= '\x7f' ? char : Buffer.from(char).toString('hex').replace(/../g, '%$&');
    if (limit > 0 && out.length + piece.length > limit) break;
    out += piece;
  }
  return out;
}

/** The slug with a number, for the second and further ones of the same name. */
export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return cutSlug(slug, MAX_SLUG_BYTES - suffix.length) + suffix;
}

/** Cuts between characters, never inside a percent-encoded one. */
export function cutSlug(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  let end = 0;
  for (const [character] of slug.matchAll(/%[0-7][0-9a-f]|%[c-f][0-9a-f](?:%[89ab][0-9a-f])*|[^]/gi)) {
    if (end + character.length > length) break;
    end += character.length;
  }
  return trimEndCharacters(slug.slice(0, end), '-');
}

function keepPercentEscapes(text: string): string {
  return text
    .replace(/%([a-fA-F0-9]{2})/g, '---$1---')
    .replaceAll('%', '')
    .replace(/---([a-fA-F0-9]{2})---/g, '%$1');
}

/** Character by character, so that a final Greek sigma is not treated specially. */
function lowerEachCharacter(text: string): string {
  return text.replace(/[^\x00-\x7f]/gu, (char) => char.toLowerCase());
}

function encodedAlternatives(characters: string): RegExp {
  return new RegExp(Array.from(characters, (char) => encodeUtf8(char)).join('|'), 'g');
}
