import { trimEndCharacters } from '../../../text/php-strings.js';

const MAX_SLUG_BYTES = 200;
const TRASHED_SUFFIX = '__trashed';
/** Leaves room for the suffix in the indexed part of the column. */
const MAX_TRASHED_BYTES = 191;

/** Entries in these states may go without a slug and share one. */
const UNSLUGGED = new Set(['draft', 'pending', 'auto-draft']);
/** Addresses below a post or page that mean something else. */
const RESERVED = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

export function needsSlug(status: string): boolean {
  return !UNSLUGGED.has(status);
}

export interface SlugPlace {
  type: string;
  hierarchical: boolean;
  permalinkStructure: string;
}

/** Whether a page of another kind lives at the address the slug would give. */
export function isReservedSlug(slug: string, { type, hierarchical, permalinkStructure }: SlugPlace): boolean {
  if (RESERVED.has(slug)) return true;
  if (hierarchical) return /^(?:page)?\d+$/.test(slug);
  return type === 'post' && /^\d+$/.test(slug) && looksLikeDate(Number(slug), permalinkStructure);
}

/** A number at the place of a year, month or day opens an archive instead of the post. */
function looksLikeDate(number: number, permalinkStructure: string): boolean {
  const parts = permalinkStructure.split('/').filter((part) => part !== '');
  const place = parts.indexOf('%postname%');
  if (place === 0) return true;
  const before = parts[place - 1];
  return (before === '%year%' && number < 13) || (before === '%monthnum%' && number < 32);
}

export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return cutSlug(slug, MAX_SLUG_BYTES - suffix.length) + suffix;
}

/** The slug of an entry in the trash, so that the plain one is free for others. */
export function trashedSlug(slug: string): string {
  return slug.endsWith(TRASHED_SUFFIX) ? slug : cutSlug(slug, MAX_TRASHED_BYTES) + TRASHED_SUFFIX;
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
