import { In } from 'typeorm';
import { type Transaction } from '../../../database/database.js';
import { Comment as CommentRow, CommentMeta } from '../../../database/entities/index.js';
import { APPROVED, type Comment, PENDING, SPAM, type StatusChange, TRASH } from '../comment.js';

/** Where the state is kept from which a comment went to the trash or to spam, and when that was. */
const FORMER_STATE = '_wp_trash_meta_status';
const SINCE = '_wp_trash_meta_time';

/** Brings a comment into the wished state, which it returns. Spam and trash remember the state before; coming back restores it. */
export async function changeStatus(
  tx: Transaction,
  comment: Pick<Comment, 'id' | 'approved'>,
  requestedStatus: StatusChange,
): Promise<string> {
  const next = await nextState(tx, comment.id, requestedStatus);
  if (next === comment.approved) return next;
  if (requestedStatus === 'spam' || requestedStatus === 'trash') await remember(tx, comment);
  if (requestedStatus === 'unspam' || requestedStatus === 'untrash') await forget(tx, comment.id);
  await tx.manager.update(CommentRow, { id: comment.id }, { approved: next });
  return next;
}

async function nextState(tx: Transaction, id: number, requestedStatus: StatusChange): Promise<string> {
  switch (requestedStatus) {
    case 'approve':
      return APPROVED;
    case 'hold':
      return PENDING;
    case 'spam':
      return SPAM;
    case 'trash':
      return TRASH;
    default:
      return formerState(tx, id);
  }
}

async function formerState(tx: Transaction, id: number): Promise<string> {
  const row = await tx.manager.findOne(CommentMeta, { where: { owner: id, key: FORMER_STATE }, order: { id: 'ASC' } });
  return row?.value || PENDING;
}

async function remember(tx: Transaction, { id, approved }: Pick<Comment, 'id' | 'approved'>): Promise<void> {
  await forget(tx, id);
  await tx.insert(CommentMeta, [
    { owner: id, key: FORMER_STATE, value: approved },
    { owner: id, key: SINCE, value: String(Math.floor(Date.now() / 1000)) },
  ]);
}

async function forget(tx: Transaction, id: number): Promise<void> {
  await tx.manager.delete(CommentMeta, { owner: id, key: In([FORMER_STATE, SINCE]) });
}
