import { type Database, type Transaction } from '../../../database/database.js';
import { Comment } from '../../../database/entities/index.js';
import { PhpArray, toText, unserialize } from '../../../text/php/index.js';
import { type MetaWriter } from '../../meta/meta.writer.js';

/** Post meta: the statuses of an entry's comments before it was moved to the trash, by comment ID. */
const FORMER_COMMENT_STATUSES = '_wp_trash_meta_comments_status';
/** Status of comments whose entry is in the trash. */
export const POST_TRASHED = 'post-trashed';
/** For comments whose former status is unknown: a moderator decides. */
const PENDING = '0';
const BATCH = 500;

/** Comments leave the site with their entry; their statuses are stored for restoring them. */
export async function trashComments(tx: Transaction, meta: MetaWriter, entryId: number): Promise<void> {
  const comments = await tx.find(Comment, ['id', 'approved'], { post: entryId });
  if (comments.length === 0) return;
  comments.sort((a, b) => a.id - b.id);
  const before = await formerStatuses(meta, entryId);
  const statuses = comments.map(({ id, approved }): [number, string] => [
    id,
    // Left by an entry that other software took out of the trash.
    approved === POST_TRASHED ? formerStatus(before, id) : approved,
  ]);
  await meta.set(entryId, FORMER_COMMENT_STATUSES, PhpArray.map(statuses));
  await tx.update(Comment, { post: entryId }, { approved: POST_TRASHED });
}

/** Gives the comments of an entry the statuses they had before it was moved to the trash; returns how many. */
export async function restoreComments(
  tx: Transaction,
  { tables }: Database,
  meta: MetaWriter,
  entryId: number,
): Promise<number> {
  const comments = await tx.find(Comment, ['id'], { post: entryId, approved: POST_TRASHED });
  const before = await formerStatuses(meta, entryId);
  const byStatus = new Map<string, number[]>();
  for (const { id } of comments) {
    const status = formerStatus(before, id);
    byStatus.set(status, [...(byStatus.get(status) ?? []), id]);
  }
  for (const [approved, ids] of byStatus) {
    for (let from = 0; from < ids.length; from += BATCH)
      await tx.update(Comment, { id: ids.slice(from, from + BATCH) }, { approved });
  }
  await meta.delete(entryId, FORMER_COMMENT_STATUSES);
  // Comments that were deleted meanwhile were counted without those in the trash.
  if (comments.length > 0)
    await tx.execute(
      `UPDATE ${tables.posts} SET comment_count = (SELECT COUNT(*) FROM ${tables.comments} ` +
        `WHERE comment_post_ID = ? AND comment_approved = '1' AND comment_type <> 'note') WHERE ID = ?`,
      [entryId, entryId],
      tables.posts,
    );
  return comments.length;
}

async function formerStatuses(meta: MetaWriter, entryId: number): Promise<PhpArray | undefined> {
  const [stored = ''] = await meta.values(entryId, FORMER_COMMENT_STATUSES);
  const statuses = unserialize(stored);
  return statuses instanceof PhpArray ? statuses : undefined;
}

function formerStatus(statuses: PhpArray | undefined, commentId: number): string {
  const status = toText(statuses?.get(commentId) ?? '');
  return status === '' || status === POST_TRASHED ? PENDING : status;
}
