import type { Database, Transaction } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { numberedSlug } from '../entries/write/slug-rules.js';
import type { TermNode } from './term-tree.js';

const MAX_SLUG_BYTES = 200;
const FIRST_BATCH = 8;
const LARGEST_BATCH = 512;

/**
 * A slug for a term whose wished one is taken: followed by the slugs of its ancestors (nearest first) until it is free,
 * then by the first free number. Unlike the wish it must be free in all taxonomies.
 */
export async function freeTermSlug(
  tx: Transaction,
  database: Database,
  wish: string,
  ancestors: readonly TermNode[],
): Promise<string> {
  const prolonged: string[] = [];
  for (const { slug } of ancestors) {
    const longer = `${prolonged.at(-1) ?? wish}-${slug}`;
    if (longer.length > MAX_SLUG_BYTES) break;
    prolonged.push(longer);
  }
  const free = await firstFree(tx, database, prolonged);
  if (free !== undefined) return free;
  const base = prolonged.at(-1) ?? wish;
  for (let first = 2, size = FIRST_BATCH; ; first += size, size = Math.min(size * 2, LARGEST_BATCH)) {
    const numbered = await firstFree(
      tx,
      database,
      Array.from({ length: size }, (_, index) => numberedSlug(base, first + index)),
    );
    if (numbered !== undefined) return numbered;
  }
}

async function firstFree(
  tx: Transaction,
  { tables }: Database,
  candidates: readonly string[],
): Promise<string | undefined> {
  if (candidates.length === 0) return undefined;
  const rows = await tx.query<{ slug: string }>(
    `SELECT slug FROM ${tables.terms} WHERE slug IN (${placeholders(candidates.length)})`,
    candidates,
  );
  const taken = new Set(rows.map((row) => row.slug.toLowerCase()));
  return candidates.find((candidate) => !taken.has(candidate));
}
