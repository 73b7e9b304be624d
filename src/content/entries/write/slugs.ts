import type { Database, SqlParameter, Transaction } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { trimEndCharacters } from '../../../text/php-strings.js';

const MAX_SLUG_BYTES = 200;
const TRASHED_SUFFIX = '__trashed';
/** Leaves room for the suffix in the indexed part of the column. */
const MAX_TRASHED_BYTES = 191;

/** Entries with these statuses may have no slug, or share one. */
const UNSLUGGED = new Set(['draft', 'pending', 'auto-draft']);
/** Path segments below a post or page with another meaning. */
const RESERVED = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

export function needsSlug(status: string): boolean {
  return !UNSLUGGED.has(status);
}

interface SlugPlace {
  type: string;
  hierarchical: boolean;
  permalinkStructure: string;
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

export function numberedSlug(slug: string, number: number): string {
  const suffix = `-${number}`;
  return cutSlug(slug, MAX_SLUG_BYTES - suffix.length) + suffix;
}

/** The slug of a trashed entry, so that the original one is free for others. */
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

const FIRST_BATCH = 8;
const LARGEST_BATCH = 512;

export interface RequestedSlug extends SlugPlace {
  slug: string;
  /** The entry itself; 0 while it has no row. */
  id: number;
  parent: number;
  /** The current slug of the entry: kept even if it would not be assigned to a new one. */
  current?: string;
}

/**
 * Serializes the choice of slugs: two concurrent transactions would both find the same slug free.
 * Locks a row that always exists; SQLite has a single writer anyway.
 */
export async function waitForSlugs(tx: Transaction, database: Database): Promise<void> {
  await tx.query(
    `SELECT option_id FROM ${database.tables.options} WHERE option_name = 'siteurl'${database.sql.forUpdate()}`,
  );
}

/** The slug itself, or with the first free numeric suffix. Call `waitForSlugs` first. */
export async function uniqueSlug(tx: Transaction, database: Database, requested: RequestedSlug): Promise<string> {
  const reserved = requested.slug !== requested.current && isReservedSlug(requested.slug, requested);
  if (!reserved && (await takenAmong(tx, database, requested, [requested.slug])).size === 0) return requested.slug;
  for (let first = 2, size = FIRST_BATCH; ; first += size, size = Math.min(size * 2, LARGEST_BATCH)) {
    const candidates = Array.from({ length: size }, (_, index) => numberedSlug(requested.slug, first + index));
    const taken = await takenAmong(tx, database, requested, candidates);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

async function takenAmong(
  tx: Transaction,
  { tables }: Database,
  requested: RequestedSlug,
  slugs: readonly string[],
): Promise<Set<string>> {
  const [scope, parameters] = scopeOf(requested);
  const rows = await tx.query<{ slug: string }>(
    `SELECT post_name AS slug FROM ${tables.posts} WHERE post_name IN (${placeholders(slugs.length)}) AND ID <> ?${scope}`,
    [...slugs, requested.id, ...parameters],
  );
  return new Set(rows.map((row) => row.slug.toLowerCase()));
}

/** The scope in which a slug must be unique. */
function scopeOf({ type, hierarchical, parent }: RequestedSlug): [string, SqlParameter[]] {
  if (type === 'attachment') return ['', []];
  if (hierarchical) return [" AND post_type IN (?, 'attachment') AND post_parent = ?", [type, parent]];
  return [' AND post_type = ?', [type]];
}
