import { Post, selectColumns, ZERO_DATE } from '../../../database/entities/index.js';
import { rowReader } from '../../../database/row-reader.js';
import { type PostType } from '../../../content-model/post-types.js';

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
  /** Size of a content that is too large to be read with the row; null otherwise. */
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

/** Meta values of one entry by key; of several rows with one key the first counts. */
export type EntryMeta = ReadonlyMap<string, string>;

/** The entry with the texts of an autosave, unless they are older. */
export function withAutosave(entry: Entry, { title, content, excerpt, modifiedGmt }: Entry): Entry {
  return modifiedGmt < entry.modifiedGmt ? entry : { ...entry, title, content, excerpt };
}
