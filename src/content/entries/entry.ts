import { type PostType } from '../types/post-types.js';

/** What a kind of entry (post, page, attachment…) is called, supports and asks for. */
export type EntryType = PostType;

/** A row of the posts table, whatever its type. Dates are stored text; zero dates occur in the GMT columns. */
export interface Entry {
  id: number;
  type: string;
  status: string;
  author: number;
  /** Site time. */
  date: string;
  dateGmt: string;
  modified: string;
  modifiedGmt: string;
  title: string;
  excerpt: string;
  /** Left out where nothing needs it: it is by far the widest column. */
  content?: string;
  slug: string;
  /** In clear text; empty for entries without one. */
  password: string;
  commentStatus: string;
  pingStatus: string;
  parent: number;
  menuOrder: number;
  mimeType: string;
  guid: string;
}

export const ZERO_DATE = '0000-00-00 00:00:00';

/** The column of each member. */
export const ENTRY_COLUMNS: Readonly<Record<Exclude<keyof Entry, 'content'>, string>> = {
  id: 'ID',
  type: 'post_type',
  status: 'post_status',
  author: 'post_author',
  date: 'post_date',
  dateGmt: 'post_date_gmt',
  modified: 'post_modified',
  modifiedGmt: 'post_modified_gmt',
  title: 'post_title',
  excerpt: 'post_excerpt',
  slug: 'post_name',
  password: 'post_password',
  commentStatus: 'comment_status',
  pingStatus: 'ping_status',
  parent: 'post_parent',
  menuOrder: 'menu_order',
  mimeType: 'post_mime_type',
  guid: 'guid',
};

const LIGHT = Object.entries(ENTRY_COLUMNS)
  .map(([name, column]) => `${column} AS ${name}`)
  .join(', ');

/** The columns of an `Entry` for a SELECT on the posts table. */
export function entryColumns({ content }: { content: boolean }): string {
  return content ? `${LIGHT}, post_content AS content` : LIGHT;
}

/** The moment as the date columns write it, in UTC. */
export function utcText(moment: Date): string {
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** Whether a scheduled entry's time has come. It is seen as published from then on, though its row is written later. */
export function isDue(entry: Pick<Entry, 'status' | 'dateGmt'>, nowGmt: string): boolean {
  return entry.status === 'future' && entry.dateGmt !== ZERO_DATE && entry.dateGmt <= nowGmt;
}

/** The row as readers shall see it. */
export function seen<E extends Pick<Entry, 'status' | 'dateGmt'>>(entry: E, nowGmt: string): E {
  if (isDue(entry, nowGmt)) entry.status = 'publish';
  return entry;
}
