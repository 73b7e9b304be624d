import type { Database, SqlParameter, Transaction } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { isReservedSlug, numberedSlug, type SlugPlace } from './slug-rules.js';

const FIRST_BATCH = 8;
const LARGEST_BATCH = 512;

export interface SlugWish extends SlugPlace {
  slug: string;
  /** The entry itself; 0 while it has no row. */
  id: number;
  parent: number;
  /** The slug the entry has now: kept even where it would not be given to a new one. */
  current?: string;
}

/**
 * Lets one transaction at a time choose slugs: two that looked at the same moment would both find the same one free.
 * Any row that is always there will do; SQLite has one writer anyway.
 */
export async function waitForSlugs(tx: Transaction, database: Database): Promise<void> {
  await tx.query(
    `SELECT option_id FROM ${database.tables.options} WHERE option_name = 'siteurl'${database.sql.forUpdate()}`,
  );
}

/** The slug itself, or with the first free number behind it. Call `waitForSlugs` before. */
export async function uniqueSlug(tx: Transaction, database: Database, wish: SlugWish): Promise<string> {
  const reserved = wish.slug !== wish.current && isReservedSlug(wish.slug, wish);
  if (!reserved && (await takenAmong(tx, database, wish, [wish.slug])).size === 0) return wish.slug;
  for (let first = 2, size = FIRST_BATCH; ; first += size, size = Math.min(size * 2, LARGEST_BATCH)) {
    const candidates = Array.from({ length: size }, (_, index) => numberedSlug(wish.slug, first + index));
    const taken = await takenAmong(tx, database, wish, candidates);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

async function takenAmong(
  tx: Transaction,
  { tables }: Database,
  wish: SlugWish,
  slugs: readonly string[],
): Promise<Set<string>> {
  const [scope, parameters] = scopeOf(wish);
  const rows = await tx.query<{ slug: string }>(
    `SELECT post_name AS slug FROM ${tables.posts} WHERE post_name IN (${placeholders(slugs.length)}) AND ID <> ?${scope}`,
    [...slugs, wish.id, ...parameters],
  );
  return new Set(rows.map((row) => row.slug.toLowerCase()));
}

/** Where a slug must be the only one of its kind. */
function scopeOf({ type, hierarchical, parent }: SlugWish): [string, SqlParameter[]] {
  if (type === 'attachment') return ['', []];
  if (hierarchical) return [" AND post_type IN (?, 'attachment') AND post_parent = ?", [type, parent]];
  return [' AND post_type = ?', [type]];
}
