import { ZERO_DATE } from '../../database/entities/index.js';
import { type SqlParameter } from '../../database/database.js';
import { type WxrItem } from './wxr-records.js';

const DATE = /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
/** A larger id would leave few numbers for what comes later. */
const LARGEST_REUSABLE_ID = 2_000_000_000;
const LONGEST = { type: 20, status: 20, slug: 200, guid: 255, password: 255 };

export function isDate(text: string): boolean {
  return DATE.test(text);
}

/** Whether an id of the file may be used here, if it is free. */
export function isReusableId(id: number): boolean {
  return id > 0 && id <= LARGEST_REUSABLE_ID;
}

/** Why an item cannot be imported; undefined when it can. */
export function itemProblem(item: WxrItem): string | undefined {
  if (item.type.length > LONGEST.type) return `the post type ${JSON.stringify(item.type.slice(0, 40))} is too long`;
  if (item.status === '' || item.status.length > LONGEST.status)
    return `the status ${JSON.stringify(item.status.slice(0, 40))} is none`;
  const wrong = [item.date, item.modified].find((date) => !isDate(date));
  if (wrong !== undefined) return `${JSON.stringify(wrong.slice(0, 40))} is no date`;
  return undefined;
}

export const ENTRY_COLUMNS = [
  'post_author',
  'post_date',
  'post_date_gmt',
  'post_content',
  'post_title',
  'post_excerpt',
  'post_status',
  'comment_status',
  'ping_status',
  'post_password',
  'post_name',
  'to_ping',
  'pinged',
  'post_modified',
  'post_modified_gmt',
  'post_content_filtered',
  'post_parent',
  'guid',
  'menu_order',
  'post_type',
  'post_mime_type',
  'comment_count',
] as const;

export interface EntryExtras {
  author: number;
  slug: string;
  parent: number;
  mimeType: string;
  commentCount: number;
}

/** Values of ENTRY_COLUMNS. */
export function entryValues(
  item: WxrItem,
  { author, slug, parent, mimeType, commentCount }: EntryExtras,
): SqlParameter[] {
  const gmt = (text: string) => (isDate(text) ? text : ZERO_DATE);
  return [
    author,
    item.date,
    gmt(item.dateGmt),
    item.content,
    item.title,
    item.excerpt,
    item.status,
    item.commentStatus.slice(0, 20),
    item.pingStatus.slice(0, 20),
    item.password.slice(0, LONGEST.password),
    slug.slice(0, LONGEST.slug),
    '',
    '',
    item.modified,
    gmt(item.modifiedGmt),
    '',
    parent,
    item.guid.slice(0, LONGEST.guid),
    item.menuOrder,
    item.type,
    mimeType,
    commentCount,
  ];
}
