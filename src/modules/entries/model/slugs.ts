import { cutSlug } from '../../../text/slug.js';
import { UNPUBLISHED_STATUSES } from '../../../content-model/post-statuses.js';
import { type Entry } from './entry.js';

const TRASHED_SUFFIX = '__trashed';
/** Leaves room for the suffix in the indexed part of the column. */
const MAX_TRASHED_BYTES = 191;

/** Path segments below a post or page with another meaning. */
const RESERVED = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

/** Unpublished entries may have no slug, or share one. */
export function needsSlug(status: string): boolean {
  return !UNPUBLISHED_STATUSES.has(status);
}

/** Whether an entry that needs a slug probably keeps the one it has. */
export function keepsSlug(
  { slug = '', status = '' }: Partial<Pick<Entry, 'slug' | 'status'>>,
  changes: Partial<Pick<Entry, 'slug' | 'status'>>,
): boolean {
  const next = changes.status ?? status;
  return (changes.slug ?? slug) === slug && status !== 'trash' && next !== 'trash' && needsSlug(next);
}

export interface SlugPlace {
  type: string;
  hierarchical: boolean;
  permalinkStructure: string;
  /** The name of the theme that a template belongs to. */
  theme?: string;
}

/** Whether the URL of the slug belongs to a page of another kind. */
export function isReservedSlug(slug: string, { type, hierarchical, permalinkStructure }: SlugPlace): boolean {
  if (RESERVED.has(slug)) return true;
  if (hierarchical) return /^(?:page)?\d+$/.test(slug);
  return type === 'post' && /^\d+$/.test(slug) && looksLikeDate(Number(slug), permalinkStructure);
}

/** A number in place of a year, month or day would open an archive instead of the post. */
function looksLikeDate(number: number, permalinkStructure: string): boolean {
  const parts = permalinkStructure.split('/').filter((part) => part !== '');
  const place = parts.indexOf('%postname%');
  if (place === 0) return true;
  const before = parts[place - 1];
  return (before === '%year%' && number < 13) || (before === '%monthnum%' && number < 32);
}

/** The slug of a trashed entry, so that the original one is free for others. */
export function trashedSlug(slug: string): string {
  return slug.endsWith(TRASHED_SUFFIX) ? slug : cutSlug(slug, MAX_TRASHED_BYTES) + TRASHED_SUFFIX;
}

/** The slug before the entry was trashed, as far as the trashed one shows it: drafts without a slug get one there too. */
export const withoutTrashedSuffix = (slug: string) => slug.replace(/__trashed(?:-\d+)?$/, '');

/** Whether two entries must have different slugs: of templates, those of one theme. */
export function sharesSlugs(
  { type, hierarchical, parent, theme }: Pick<SlugPlace, 'type' | 'hierarchical' | 'theme'> & Pick<Entry, 'parent'>,
  holder: Pick<Entry, 'type' | 'parent'> & { theme?: string | null },
): boolean {
  if (type === 'attachment') return true;
  if (hierarchical) return [type, 'attachment'].includes(holder.type) && holder.parent === parent;
  return holder.type === type && (theme === undefined || (holder.theme ?? theme) === theme);
}
