import { type Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { slugify, type SlugOptions } from '../../../text/slug.js';
import { type Entry } from '../entry.js';
import { numberedSlug } from '../write/slugs.js';

/** Numbers tried for a taken slug; more only for those where all of them are taken. A suggestion need not be exhaustive. */
const FEW = 20;
const MANY = 1000;
const MOST_PARAMETERS = 20_000;

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
  isReserved: (slug: string, entry: Entry) => boolean,
): Promise<Map<number, string>> {
  if (entries.length === 0) return new Map();
  const suggested = new Map(entries.map((entry) => [entry.id, slugify(entry.title, options) || String(entry.id)]));
  const found = new Map<number, string>();
  for (const candidates of [FEW, MANY]) {
    const open = entries.filter(({ id }) => !found.has(id));
    const slugs = [...new Set(open.map(({ id }) => suggested.get(id)!))];
    const count = Math.min(candidates, Math.floor(MOST_PARAMETERS / Math.max(1, slugs.length)));
    const rows = await rowsWithSlug(
      db,
      slugs.flatMap((slug) => numbered(slug, count)),
    );
    for (const entry of open) {
      const taken = new Set(rows.filter((row) => competes(row, entry)).map(({ slug }) => slug.toLowerCase()));
      const free = numbered(suggested.get(entry.id)!, count).find(
        (candidate) => !taken.has(candidate) && !isReserved(candidate, entry),
      );
      if (free !== undefined) found.set(entry.id, readable(free));
    }
  }
  return new Map(entries.map(({ id }) => [id, found.get(id) ?? readable(suggested.get(id)!)]));
}

async function rowsWithSlug(db: Database, slugs: readonly string[]): Promise<Slugged[]> {
  if (slugs.length === 0) return [];
  return db.query<Slugged>(
    `SELECT ID AS id, post_name AS slug, post_type AS type, post_parent AS parent FROM ${db.tables.posts} ` +
      `WHERE post_name IN (${placeholders(slugs.length)})`,
    slugs,
  );
}

/** For people: what is percent-encoded in the database is decoded, unless a cut left half a character. */
function readable(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** Whether two entries may not have the same slug: see scopeOf in unique-slug.ts. */
function competes(other: Slugged, { id, type, parent }: Entry): boolean {
  if (other.id === id) return false;
  if (type === 'attachment') return true;
  if (type === 'page') return (other.type === 'page' || other.type === 'attachment') && other.parent === parent;
  return other.type === type;
}

function numbered(slug: string, count: number): string[] {
  return [slug, ...Array.from({ length: count }, (_, index) => numberedSlug(slug, index + 2))];
}
