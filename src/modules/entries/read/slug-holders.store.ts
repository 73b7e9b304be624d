import { type Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { Post, selectColumns } from '../../../database/entities/index.js';
import { type Reader } from '../../../database/reader.js';

const HOLDER_MEMBERS = ['id', 'slug', 'status', 'type', 'parent'] as const;
const HOLDER_COLUMNS = selectColumns(Post, HOLDER_MEMBERS);
export type SlugHolder = Pick<Post, (typeof HOLDER_MEMBERS)[number]>;

/** The entries of any type that have one of the slugs. */
export function slugHolders(from: Reader, { tables }: Database, slugs: readonly string[]): Promise<SlugHolder[]> {
  return from.query(
    `SELECT ${HOLDER_COLUMNS} FROM ${tables.posts} WHERE post_name IN (${placeholders(slugs.length)})`,
    slugs,
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
