import { type Database, type SqlParameter, type Transaction } from '../../../database/database.js';
import { utcText } from '../../entries/entry.js';
import { parseDate } from '../../../text/dates.js';
import { APPROVED, type Comment, TRASH } from '../comment.js';

const HOUR_MS = 60 * 60 * 1000;
const PACE_SECONDS = 15;

/** Whether the post has the same comment by the same person already, the trash aside. */
export async function isDuplicate(
  tx: Transaction,
  db: Database,
  comment: Pick<Comment, 'post' | 'parent' | 'authorName' | 'authorEmail' | 'content'>,
): Promise<boolean> {
  const byEmail = comment.authorEmail !== '';
  const rows = await tx.query(
    `SELECT comment_ID FROM ${db.tables.comments} WHERE comment_post_ID = ? AND comment_parent = ? AND comment_approved <> ? ` +
      `AND comment_author = ?${byEmail ? ' AND comment_author_email = ?' : ''} AND comment_content = ? LIMIT 1`,
    [
      comment.post,
      comment.parent,
      TRASH,
      comment.authorName,
      ...(byEmail ? [comment.authorEmail] : []),
      comment.content,
    ],
  );
  return rows.length > 0;
}

/** Whether the same user, for visitors the same address, or the same e-mail address commented a moment ago. */
export async function isFlood(
  tx: Transaction,
  db: Database,
  comment: Pick<Comment, 'authorEmail' | 'authorIp' | 'dateGmt'>,
  userId: number,
): Promise<boolean> {
  const [whose, value] = userId > 0 ? ['user_id', userId] : ['comment_author_IP', comment.authorIp];
  const [last] = await tx.query<{ date: string }>(
    `SELECT comment_date_gmt AS date FROM ${db.tables.comments} WHERE comment_date_gmt >= ? AND (${whose} = ? OR comment_author_email = ?) ` +
      'ORDER BY comment_date_gmt DESC LIMIT 1',
    [utcText(new Date(Date.now() - HOUR_MS)), value, comment.authorEmail],
  );
  return last !== undefined && (parseDate(comment.dateGmt) ?? 0) - (parseDate(last.date) ?? 0) < PACE_SECONDS;
}

/** Whether the person had a comment approved before: the user with this address, or where there is none the same name and address. */
export async function wasApprovedBefore(
  tx: Transaction,
  db: Database,
  { authorName, authorEmail }: Pick<Comment, 'authorName' | 'authorEmail'>,
): Promise<boolean> {
  if (authorName === '' || authorEmail === '') return false;
  const [user] = await tx.query<{ id: number }>(
    `SELECT ID AS id FROM ${db.tables.users} WHERE user_email = ? ORDER BY ID LIMIT 1`,
    [authorEmail],
  );
  const [whose, values]: [string, SqlParameter[]] = user
    ? ['user_id = ?', [user.id]]
    : ['comment_author = ? AND comment_author_email = ?', [authorName, authorEmail]];
  const rows = await tx.query(
    `SELECT comment_ID FROM ${db.tables.comments} WHERE ${whose} AND comment_approved = ? LIMIT 1`,
    [...values, APPROVED],
  );
  return rows.length > 0;
}
