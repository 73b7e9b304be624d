import {
  APPROVED,
  columnNames,
  Comment as CommentRow,
  membersOf,
  PENDING,
  selectColumns,
} from '../../database/entities/index.js';
import { rowReader } from '../../database/row-reader.js';

/** A row of the comments table without its karma, which is not used. */
export type Comment = Omit<CommentRow, 'karma'>;

const MEMBERS = membersOf(CommentRow).filter((member): member is keyof Comment => member !== 'karma');

export const COMMENT_COLUMNS = columnNames(CommentRow);

/** The columns of a `Comment` for a SELECT on the comments table. */
export const SELECTED_COLUMNS = selectColumns(CommentRow, MEMBERS);

/** Replaces NULL values of foreign databases. */
export const readComment = rowReader<Comment>(CommentRow);

export { APPROVED, PENDING };
export const SPAM = 'spam';
export const TRASH = 'trash';

/** Stored types of ordinary comments: newer releases write `comment`. */
export const ORDINARY_TYPES = ['', 'comment'] as const;

/** Notes of editors on a post. They do not count as comments, and approval does not make them public. */
export const NOTE = 'note';
/** Post types whose editor shows notes. */
export const NOTED_TYPES: ReadonlySet<string> = new Set(['post', 'page']);
/** Comment meta of a note: `resolved` or `reopen`. */
export const NOTE_STATUS = '_wp_note_status';

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

/** Statuses that can be requested for a comment. */
export type StatusChange = 'approve' | 'hold' | 'spam' | 'unspam' | 'trash' | 'untrash';

const STATUS_CHANGES: ReadonlyMap<string, StatusChange> = new Map([
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

/** Undefined for unknown words, which are ignored. */
export function statusChange(word: string): StatusChange | undefined {
  return STATUS_CHANGES.get(word);
}
