import { type TextRules } from './text-rules.js';
import { removeAccents } from './accents.js';
import { typeOfExtension, type MimeTable } from './mime.js';
import { isWellFormed, trimCharacters } from './php-strings.js';
import { slugifyWithDashes } from './slug.js';

const REFUSED_CHARACTERS = /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+\0]/g;
/** Looks like a file extension, so that a server might interpret it in the middle of a name. */
const EXTENSION_LIKE = /^[a-zA-Z]{2,5}\d?$/;

const TYPOGRAPHIC_QUOTES = /[’«»”“]/g;

export interface FileNameTypes {
  /** All registered types, to distinguish a bare extension from a name. */
  registered: MimeTable;
  /** Types the user may upload: other inner extensions get a trailing `_`. */
  allowed: MimeTable;
  /** By current rules, letters lose their accents, and typographic quotes and repeated dots are removed. */
  rules?: TextRules;
  /** Site locale, whose transcription replaces accented letters. */
  locale?: string;
}

export function cleanFileName(name: string, { registered, allowed, rules, locale }: FileNameTypes): string {
  const removesAccents = rules === 'wp7';
  const plain = removesAccents ? removeAccents(name, { locale, rules }).replace(TYPOGRAPHIC_QUOTES, '') : name;
  let cleaned = isWellFormed(plain) ? plain : asciiName(plain);
  cleaned = cleaned
    .replace(REFUSED_CHARACTERS, '')
    .replaceAll('\u00a0', ' ')
    .replace(/[\r\n\t -]+/g, '-');
  if (removesAccents) cleaned = cleaned.replace(/\.{2,}/g, '.');
  cleaned = trimCharacters(cleaned, '.-_');
  if (typeOfExtension(cleaned, registered) !== undefined) cleaned = `unnamed-file.${cleaned}`;

  const parts = cleaned.split('.');
  if (parts.length <= 2) return cleaned;
  const lastIndex = parts.length - 1;
  return parts
    .map((part, index) => {
      const inner = index > 0 && index < lastIndex;
      return inner && EXTENSION_LIKE.test(part) && typeOfExtension(part, allowed) === undefined ? `${part}_` : part;
    })
    .join('.');
}

function asciiName(name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = dot < 0 ? name : name.slice(0, dot);
  return slugifyWithDashes(stem, { slashBecomesDash: false }) + (dot < 0 ? '' : name.slice(dot));
}

/** Last part of a path, `/` and `\` alike, without `suffix`. */
export function baseName(path: string, suffix = ''): string {
  const name = trimTrailingSlashes(path).split(/[/\\]/).at(-1) ?? '';
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

function trimTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && (path[end - 1] === '/' || path[end - 1] === '\\')) end--;
  return path.slice(0, end);
}
