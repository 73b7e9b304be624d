import { type Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { Post, selectColumns } from '../../../database/entities/index.js';
import { type Reader } from '../../../database/reader.js';

const HOLDER_MEMBERS = ['id', 'slug', 'status', 'type', 'parent'] as const;
const HOLDER_COLUMNS = selectColumns(Post, HOLDER_MEMBERS);
export interface SlugHolder extends Pick<Post, (typeof HOLDER_MEMBERS)[number]> {
  /** The name of the theme that a template belongs to. */
  readonly theme?: string | null;
}

/** The entries of any type that have one of the slugs. */
export function slugHolders(from: Reader, { tables }: Database, slugs: readonly string[]): Promise<SlugHolder[]> {
  return from.query(
    `SELECT ${HOLDER_COLUMNS}, (${themeOf(tables)}) AS theme FROM ${tables.posts} WHERE post_name IN (${placeholders(slugs.length)})`,
    slugs,
  );
}

/** The name of the theme that a template belongs to. */
export async function themeOfTemplate(from: Reader, { tables }: Database, id: number): Promise<string | undefined> {
  const sql = `SELECT (${themeOf(tables)}) AS theme FROM ${tables.posts} WHERE ID = ?`;
  const [row] = await from.query<{ theme: string | null }>(sql, [id]);
  return row?.theme ?? undefined;
}

function themeOf({ posts, term_relationships, term_taxonomy, terms }: Database['tables']): string {
  return (
    `SELECT t.name FROM ${term_relationships} r JOIN ${term_taxonomy} x ON x.term_taxonomy_id = r.term_taxonomy_id ` +
    `JOIN ${terms} t ON t.term_id = x.term_id WHERE r.object_id = ${posts}.ID AND x.taxonomy = 'wp_theme' LIMIT 1`
  );
}

/** The entries of any type that have the slug of this one, itself included; none if it has no slug. */
export function slugHoldersLike(database: Database, id: number): Promise<SlugHolder[]> {
  const { tables } = database;
  return database.query(
    `SELECT ${HOLDER_COLUMNS} FROM ${tables.posts} WHERE post_name = (SELECT post_name FROM ${tables.posts} WHERE ID = ? AND post_name <> '')`,
    [id],
  );
}
