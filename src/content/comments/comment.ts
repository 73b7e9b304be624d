/** A row of the comments table. Dates are stored text. */
export interface Comment {
  id: number;
  /** 0 for the rare comment on nothing. */
  post: number;
  /** The comment it answers; 0 at the top. */
  parent: number;
  /** User id; 0 for visitors. */
  author: number;
  authorName: string;
  authorEmail: string;
  authorUrl: string;
  authorIp: string;
  userAgent: string;
  /** Site time. */
  date: string;
  dateGmt: string;
  content: string;
  /** `1`, `0`, `spam`, `trash` or `post-trashed`. */
  approved: string;
  /** Empty for ordinary comments, otherwise `pingback`, `trackback`… */
  type: string;
}

/** Members and their columns. */
export const COMMENT_COLUMNS: Readonly<Record<keyof Comment, string>> = {
  id: 'comment_ID',
  post: 'comment_post_ID',
  parent: 'comment_parent',
  author: 'user_id',
  authorName: 'comment_author',
  authorEmail: 'comment_author_email',
  authorUrl: 'comment_author_url',
  authorIp: 'comment_author_IP',
  userAgent: 'comment_agent',
  date: 'comment_date',
  dateGmt: 'comment_date_gmt',
  content: 'comment_content',
  approved: 'comment_approved',
  type: 'comment_type',
};

export const APPROVED = '1';
export const PENDING = '0';
export const SPAM = 'spam';
export const TRASH = 'trash';

/** Stored types of ordinary comments: newer releases write the word. */
export const ORDINARY_TYPES = ['', 'comment'] as const;

export function shownType(stored: string): string {
  return stored === '' ? 'comment' : stored;
}

const SHOWN_STATUSES: ReadonlyMap<string, string> = new Map([
  [APPROVED, 'approved'],
  [PENDING, 'hold'],
]);

export function shownStatus(approved: string): string {
  return SHOWN_STATUSES.get(approved) ?? approved;
}

/** What can be asked to become of a comment. */
export type StatusWish = 'approve' | 'hold' | 'spam' | 'unspam' | 'trash' | 'untrash';

const WISHES: ReadonlyMap<string, StatusWish> = new Map([
  ['approved', 'approve'],
  ['approve', 'approve'],
  ['1', 'approve'],
  ['hold', 'hold'],
  ['0', 'hold'],
  ['spam', 'spam'],
  ['unspam', 'unspam'],
  ['trash', 'trash'],
  ['untrash', 'untrash'],
]);

/** Undefined for words that mean nothing; those are passed over. */
export function statusWish(word: string): StatusWish | undefined {
  return WISHES.get(word);
}
