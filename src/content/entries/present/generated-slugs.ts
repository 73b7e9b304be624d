import { type Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { slugify, type SlugOptions } from '../../../text/slug.js';
import { type Entry } from '../entry.js';
import { numberedSlug } from '../write/slugs.js';

/** Numbers tried for a taken slug; a suggestion need not be exhaustive. */
const CANDIDATES = 20;

interface Slugged {
  id: number;
  slug: string;
  type: string;
  parent: number;
}

/** The slugs that entries would get from their titles, all looked up together. */
export async function generatedSlugs(
  entries: readonly Entry[],
  db: Database,
  options: SlugOptions,
): Promise<Map<number, string>> {
  if (entries.length === 0) return new Map();
  const suggested = new Map(entries.map((entry) => [entry.id, slugify(entry.title, options) || String(entry.id)]));
  const candidates = new Set([...suggested.values()].flatMap(numbered));
  const rows = await db.query<Slugged>(
    `SELECT ID AS id, post_name AS slug, post_type AS type, post_parent AS parent FROM ${db.tables.posts} ` +
      `WHERE post_name IN (${placeholders(candidates.size)})`,
    [...candidates],
  );
  return new Map(
    entries.map((entry) => {
      const taken = new Set(rows.filter((row) => competes(row, entry)).map(({ slug }) => slug.toLowerCase()));
      const slug = suggested.get(entry.id)!;
      return [entry.id, numbered(slug).find((candidate) => !taken.has(candidate)) ?? slug];
    }),
  );
}

/** Whether two entries may not have the same slug: see scopeOf in unique-slug.ts. */
function competes(other: Slugged, { id, type, parent }: Entry): boolean {
  if (other.id === id) return false;
  if (type === 'attachment') return true;
  if (type === 'page') return (other.type === 'page' || other.type === 'attachment') && other.parent === parent;
  return other.type === type;
}

function numbered(slug: string): string[] {
  return [slug, ...Array.from({ length: CANDIDATES }, (_, index) => numberedSlug(slug, index + 2))];
}
