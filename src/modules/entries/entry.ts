import { Post, selectColumns, ZERO_DATE } from '../../database/entities/index.js';
import { type Database } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { type Reader } from '../../database/reader.js';
import { rowReader } from '../../database/row-reader.js';
import { type PostType } from '../../site/model/post-types.js';

export { ZERO_DATE };

/** Labels, features and capabilities of a post type. */
export type EntryType = PostType;

const COLUMNS = [
  'id',
  'type',
  'status',
  'author',
  'date',
  'dateGmt',
  'modified',
  'modifiedGmt',
  'title',
  'excerpt',
  'slug',
  'password',
  'commentStatus',
  'pingStatus',
  'parent',
  'menuOrder',
  'mimeType',
  'guid',
] as const satisfies readonly (keyof Post)[];

/** The columns read from the posts table, for any post type. */
export interface Entry extends Pick<Post, (typeof COLUMNS)[number]> {
  /** Omitted if not needed: it is by far the widest column. */
  content?: string;
  /** Of a row whose content is too large to be read with it; null otherwise. */
  contentBytes?: number | null;
  /** Its content was left out, because those of other entries leave no room for it. */
  isWithoutContent?: boolean;
  /** Loaded although a scope hides it, to decide about what is below it. */
  isHidden?: boolean;
}

const WITHOUT_CONTENT = selectColumns(Post, COLUMNS);
const WITH_CONTENT = selectColumns(Post, [...COLUMNS, 'content']);

/** The columns of an `Entry` for a SELECT of one row of the posts table. */
export function entryColumns({ content }: { content: boolean }): string {
  return content ? WITH_CONTENT : WITHOUT_CONTENT;
}

/** Whether entries are read with their contents; `fitting`: those that are too many are left out instead of refused. */
export type ContentOption = boolean | 'fitting';

/** Larger contents are read after their rows, once it is known how large all of them are. */
const READ_WITH_ROW_BYTES = 262_144;

/** The same for several rows; pass them to `readContents`. */
export function listedColumns({ sql }: Pick<Database, 'sql'>, { content }: { content: ContentOption }): string {
  if (!content) return WITHOUT_CONTENT;
  const bytes = sql.byteLength('post_content');
  const isLarge = `${bytes} > ${READ_WITH_ROW_BYTES}`;
  return `${WITHOUT_CONTENT}, CASE WHEN ${isLarge} THEN NULL ELSE post_content END AS content, CASE WHEN ${isLarge} THEN ${bytes} END AS contentBytes`;
}

/** There is more content than one response may have. */
export class ContentsTooLarge extends Error {
  constructor(readonly limit: number) {
    super(`The entries have more than ${limit} bytes of content.`);
  }
}

/** Adds the large contents of rows that were read with `listedColumns`, unless all contents together are too large. */
export async function readContents<Row extends Entry>(
  { tables, contentLimits: { read: limit } }: Pick<Database, 'tables' | 'contentLimits'>,
  from: Pick<Reader, 'query'>,
  rows: readonly Row[],
  option: ContentOption = true,
): Promise<void> {
  if (!option) return;
  let total = 0;
  for (const row of rows) {
    const bytes = row.contentBytes ?? row.content?.length ?? 0;
    if (rows.length === 1 || total + bytes <= limit) total += bytes;
    else if (option === 'fitting') Object.assign(row, { content: '', contentBytes: null, isWithoutContent: true });
    else throw new ContentsTooLarge(limit);
  }
  const large = rows.filter(({ contentBytes }) => typeof contentBytes === 'number');
  if (large.length === 0) return;
  const contents = await from.query<{ id: number; content: string }>(
    `SELECT ID AS id, post_content AS content FROM ${tables.posts} WHERE ID IN (${placeholders(large.length)})`,
    large.map(({ id }) => id),
  );
  const byId = new Map(contents.map(({ id, content }) => [id, content]));
  for (const row of large) row.content = byId.get(row.id) ?? '';
}

/** Replaces NULL values of foreign databases. Apply it to every row read with `entryColumns`. */
export const readEntry = rowReader<Entry>(Post);

/** Whether a scheduled entry is due. It counts as published from then on, although its row is updated later. */
export function isDue(entry: Pick<Entry, 'status' | 'dateGmt'>, nowGmt: string): boolean {
  return entry.status === 'future' && entry.dateGmt !== ZERO_DATE && entry.dateGmt <= nowGmt;
}

/** The row as readers should see it. */
export function withDuePublished<E extends Pick<Entry, 'status' | 'dateGmt'>>(entry: E, nowGmt: string): E {
  if (isDue(entry, nowGmt)) entry.status = 'publish';
  return entry;
}
