import { columnNames, Post, selectColumns, ZERO_DATE } from '../../database/entities/index.js';
import { rowReader } from '../../database/row-reader.js';
import { type PostType } from '../../site/model/post-types.js';

export { ZERO_DATE };

/** What a kind of entry (post, page, attachment…) is called, supports and asks for. */
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

/** What is read of a row of the posts table, whatever its post type. */
export interface Entry extends Pick<Post, (typeof COLUMNS)[number]> {
  /** Left out where nothing needs it: it is by far the widest column. */
  content?: string;
}

const WITHOUT_CONTENT = selectColumns(Post, COLUMNS);
const WITH_CONTENT = selectColumns(Post, [...COLUMNS, 'content']);

/** The columns of an `Entry` for a SELECT on the posts table. */
export function entryColumns({ content }: { content: boolean }): string {
  return content ? WITH_CONTENT : WITHOUT_CONTENT;
}

/** Fills in what a foreign database left NULL. Apply to every row that was read by `entryColumns`. */
export const readEntry = rowReader<Entry>('posts', columnNames(Post));

/** The moment as the date columns write it, in UTC. */
export function utcText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** Whether a scheduled entry's time has come. It is seen as published from then on, though its row is written later. */
export function isDue(entry: Pick<Entry, 'status' | 'dateGmt'>, nowGmt: string): boolean {
  return entry.status === 'future' && entry.dateGmt !== ZERO_DATE && entry.dateGmt <= nowGmt;
}

/** The row as readers shall see it. */
export function withDuePublished<E extends Pick<Entry, 'status' | 'dateGmt'>>(entry: E, nowGmt: string): E {
  if (isDue(entry, nowGmt)) entry.status = 'publish';
  return entry;
}
