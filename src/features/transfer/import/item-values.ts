import { type Post, ZERO_DATE } from '../../../database/entities/index.js';
import { type WxrItem } from './wxr-records.js';

const DATE = /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
/** A larger ID would leave few numbers for later rows. */
const MAX_REUSABLE_ID = 2_000_000_000;
const LONGEST = { type: 20, status: 20, slug: 200, guid: 255, password: 255 };

export function isDate(text: string): boolean {
  return DATE.test(text);
}

/** Whether an ID of the file may be used here, if it is free. */
export function isReusableId(id: number): boolean {
  return id > 0 && id <= MAX_REUSABLE_ID;
}

/** Why an item cannot be imported; undefined if it can. */
export function itemProblem(item: WxrItem): string | undefined {
  if (item.type.length > LONGEST.type) return `the post type ${JSON.stringify(item.type.slice(0, 40))} is too long`;
  if (item.status === '' || item.status.length > LONGEST.status)
    return `the status ${JSON.stringify(item.status.slice(0, 40))} is none`;
  const wrong = [item.date, item.modified].find((date) => !isDate(date));
  if (wrong !== undefined) return `${JSON.stringify(wrong.slice(0, 40))} is no date`;
  return undefined;
}

export interface EntryExtras {
  author: number;
  slug: string;
  parent: number;
  mimeType: string;
  commentCount: number;
}

/** The row of an item in the posts table, without its id. */
export function entryRow(
  item: WxrItem,
  { author, slug, parent, mimeType, commentCount }: EntryExtras,
): Omit<Post, 'id'> {
  const gmt = (text: string) => (isDate(text) ? text : ZERO_DATE);
  return {
    author,
    date: item.date,
    dateGmt: gmt(item.dateGmt),
    content: item.content,
    title: item.title,
    excerpt: item.excerpt,
    status: item.status,
    commentStatus: item.commentStatus.slice(0, 20),
    pingStatus: item.pingStatus.slice(0, 20),
    password: item.password.slice(0, LONGEST.password),
    slug: slug.slice(0, LONGEST.slug),
    toPing: '',
    pinged: '',
    modified: item.modified,
    modifiedGmt: gmt(item.modifiedGmt),
    contentFiltered: '',
    parent,
    guid: item.guid.slice(0, LONGEST.guid),
    menuOrder: item.menuOrder,
    type: item.type,
    mimeType,
    commentCount,
  };
}
