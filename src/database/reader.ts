import { type Database, type SqlParameter, type Transaction } from './database.js';
import { placeholders } from './engine/parameters.js';
import { columnNames, CommentMeta, PostMeta, TermMeta, UserMeta } from './entities/index.js';

/** Where rows are read from: the database, or a transaction that must see its own writes. */
export type Reader = Pick<Transaction, 'query' | 'manager'>;

/** `from` is everything that follows FROM. */
export async function countRows(
  reader: Pick<Reader, 'query'>,
  from: string,
  parameters?: readonly SqlParameter[],
): Promise<number> {
  const [row] = await reader.query<{ total: number }>(`SELECT COUNT(*) AS total FROM ${from}`, parameters);
  return Number(row!.total);
}

export const META_ENTITIES = { post: PostMeta, term: TermMeta, user: UserMeta, comment: CommentMeta } as const;

const META_COLUMNS = {
  post: columnNames(PostMeta),
  term: columnNames(TermMeta),
  user: columnNames(UserMeta),
  comment: columnNames(CommentMeta),
} as const;

export type MetaRow = Pick<PostMeta, 'owner' | 'key' | 'value'>;

/** Meta rows of several objects in the order of insertion, of the named keys or of all. */
export async function metaRows(
  reader: Pick<Reader, 'query'>,
  { tables, sql }: Pick<Database, 'tables' | 'sql'>,
  object: keyof typeof META_ENTITIES,
  owners: readonly number[],
  keys?: readonly string[],
): Promise<MetaRow[]> {
  if (owners.length === 0 || keys?.length === 0) return [];
  const { id, owner } = META_COLUMNS[object];
  const ofKeys = keys ? ` AND ${sql.unindexed('meta_key')} IN (${placeholders(keys.length)})` : '';
  return reader.query<MetaRow>(
    `SELECT ${owner} AS owner, meta_key AS \`key\`, meta_value AS value FROM ${tables[`${object}meta`]} ` +
      `WHERE ${owner} IN (${placeholders(owners.length)})${ofKeys} ORDER BY ${id}`,
    [...owners, ...(keys ?? [])],
  );
}
