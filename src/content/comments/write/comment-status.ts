import { type Database, type Transaction } from '../../../database/database.js';
import { APPROVED, type Comment, PENDING, SPAM, type StatusWish, TRASH } from '../comment.js';

/** Where the state is kept from which a comment went to the trash or to spam, and when that was. */
const FORMER_STATE = '_wp_trash_meta_status';
const SINCE = '_wp_trash_meta_time';

/** Brings a comment into the wished state, which it returns. Spam and trash remember the state before; coming back restores it. */
export async function changeStatus(
  tx: Transaction,
  db: Database,
  comment: Pick<Comment, 'id' | 'approved'>,
  wish: StatusWish,
): Promise<string> {
  const next = await nextState(tx, db, comment.id, wish);
  if (next === comment.approved) return next;
  if (wish === 'spam' || wish === 'trash') await remember(tx, db, comment);
  if (wish === 'unspam' || wish === 'untrash') await forget(tx, db, comment.id);
  await tx.execute(`UPDATE ${db.tables.comments} SET comment_approved = ? WHERE comment_ID = ?`, [next, comment.id]);
  return next;
}

async function nextState(tx: Transaction, db: Database, id: number, wish: StatusWish): Promise<string> {
  switch (wish) {
    case 'approve':
      return APPROVED;
    case 'hold':
      return PENDING;
    case 'spam':
      return SPAM;
    case 'trash':
      return TRASH;
    default:
      return formerState(tx, db, id);
  }
}

async function formerState(tx: Transaction, db: Database, id: number): Promise<string> {
  const [row] = await tx.query<{ value: string | null }>(
    `SELECT meta_value AS value FROM ${db.tables.commentmeta} WHERE comment_id = ? AND meta_key = ? ORDER BY meta_id LIMIT 1`,
    [id, FORMER_STATE],
  );
  return row?.value || PENDING;
}

async function remember(
  tx: Transaction,
  db: Database,
  { id, approved }: Pick<Comment, 'id' | 'approved'>,
): Promise<void> {
  await forget(tx, db, id);
  await tx.execute(
    `INSERT INTO ${db.tables.commentmeta} (comment_id, meta_key, meta_value) VALUES (?, ?, ?), (?, ?, ?)`,
    [id, FORMER_STATE, approved, id, SINCE, String(Math.floor(Date.now() / 1000))],
  );
}

async function forget(tx: Transaction, db: Database, id: number): Promise<void> {
  await tx.execute(`DELETE FROM ${db.tables.commentmeta} WHERE comment_id = ? AND meta_key IN (?, ?)`, [
    id,
    FORMER_STATE,
    SINCE,
  ]);
}
