import { In } from 'typeorm';
import { type Transaction } from '../../../database/index.js';
import { Comment, CommentMeta, ZERO_DATE } from '../../../database/entities/index.js';
import { maybeUnserialize, PhpArray, toText } from '../../../text/php/index.js';
import { queryInBatches, insertRows } from '../bulk-rows.js';
import { isDate, isReusableId } from './item-values.js';
import { type WxrComment, type WxrItem } from './wxr-records.js';

/** Post meta of a trashed entry: the status that each of its comments had. */
const TRASHED_COMMENTS = '_wp_trash_meta_comments_status';

export interface CommentsOfEntry {
  entryId: number;
  comments: readonly WxrComment[];
}

/** Writes the comments of new entries. They keep their IDs if these are free; replies keep their parents. */
export async function importComments(
  tx: Transaction,
  entries: readonly CommentsOfEntry[],
  userOf: (id: number) => number,
): Promise<number> {
  const all = entries.flatMap(placed);
  if (all.length === 0) return 0;
  const requestedIds = [...new Set(all.map(({ comment }) => comment.id).filter(isReusableId))];
  const taken = await queryInBatches(requestedIds, (part) =>
    tx.manager.find(Comment, { select: { id: true }, where: { id: In([...part]) } }),
  );
  const ids = originalIds(
    all.map(({ comment }) => comment),
    taken.map(({ id }) => id),
  );
  const idOf = (comment?: WxrComment) => (comment && ids.get(comment)) ?? 0;
  const rows: Partial<Comment>[] = [];
  const others: typeof all = [];
  for (const item of all) {
    const id = ids.get(item.comment);
    if (id === undefined) others.push(item);
    else rows.push({ id, ...rowOf(item, idOf(item.above), userOf) });
  }
  await insertRows(tx, Comment, rows);
  for (const item of others) {
    const { insertId } = await tx.insert(Comment, rowOf(item, idOf(item.above), userOf));
    ids.set(item.comment, insertId);
  }
  // Replies to comments that have just been assigned their IDs.
  const renumbered = new Set(others.map(({ comment }) => comment));
  const late = all.filter(({ above }) => above && renumbered.has(above));
  for (const { comment, above } of late) {
    await tx.update(Comment, { id: ids.get(comment)! }, { parent: ids.get(above!)! });
  }
  const meta = all.flatMap(({ comment }) =>
    comment.meta.map(({ key, value }) => ({ owner: ids.get(comment)!, key, value })),
  );
  await insertRows(tx, CommentMeta, meta);
  return all.length;
}

/**
 * The stored comment count of an entry. Trashing an entry gives its comments the status `post-trashed` and leaves the count as it
 * was; the former statuses are in the entry's meta.
 */
export function commentCountOf({ status, meta, comments }: Pick<WxrItem, 'status' | 'meta' | 'comments'>): number {
  const approved = comments.filter((comment) => comment.approved === '1').length;
  if (status !== 'trash') return approved;
  const before = maybeUnserialize(meta.find(({ key }) => key === TRASHED_COMMENTS)?.value ?? '');
  if (!(before instanceof PhpArray)) return approved;
  const wasApproved = ({ id, approved: state }: WxrComment) =>
    state === 'post-trashed' && toText(before.get(id)) === '1';
  return approved + comments.filter(wasApproved).length;
}

interface PlacedComment {
  entryId: number;
  comment: WxrComment;
  /** The parent comment. */
  above?: WxrComment;
}

function placed({ entryId, comments }: CommentsOfEntry): PlacedComment[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  return comments.map((comment) => ({
    entryId,
    comment,
    above: comment.parent === comment.id ? undefined : byId.get(comment.parent),
  }));
}

/** Each ID once, unless it exists here. */
function originalIds(comments: readonly WxrComment[], taken: readonly number[]): Map<WxrComment, number> {
  const used = new Set(taken);
  const ids = new Map<WxrComment, number>();
  for (const comment of comments) {
    if (!isReusableId(comment.id) || used.has(comment.id)) continue;
    used.add(comment.id);
    ids.set(comment, comment.id);
  }
  return ids;
}

function rowOf(
  { entryId, comment }: PlacedComment,
  parent: number,
  userOf: (id: number) => number,
): Omit<Comment, 'id' | 'karma'> {
  const date = (text: string) => (isDate(text) ? text : ZERO_DATE);
  const { id: _id, meta: _meta, ...values } = comment;
  return {
    ...values,
    post: entryId,
    date: date(comment.date),
    dateGmt: date(comment.dateGmt),
    userAgent: '',
    parent,
    author: userOf(comment.author),
  };
}
