import { type Database } from '../../database/database.js';
import { Post } from '../../database/entities/index.js';
import { escapeLike, like } from '../../database/engine/dialect.js';
import { POST_TRASHED, restoreComments } from '../entries/write/trashed-comments.store.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { UNPUBLISHED_STATUSES } from '../../content-model/post-statuses.js';

/** Entries that were taken out of the trash without what belongs to them. */
export interface HalfRestored {
  /** Whose comments are still marked as trashed. */
  readonly withoutComments: readonly number[];
  /** Drafts whose slug is still that of the trash. */
  readonly drafts: readonly number[];
  /** The same of published entries, whose address would change. */
  readonly published: readonly number[];
}

/** A change of the status alone, such as `POST wp/v2/posts/ID` makes, leaves comments and slug as they are in the trash. */
export async function findHalfRestored(database: Database): Promise<HalfRestored> {
  const { posts, comments } = database.tables;
  const [orphaned, named] = await Promise.all([
    database.query<{ id: number }>(
      `SELECT DISTINCT p.ID AS id FROM ${comments} c JOIN ${posts} p ON p.ID = c.comment_post_ID ` +
        "WHERE c.comment_approved = ? AND p.post_status <> 'trash' ORDER BY p.ID",
      [POST_TRASHED],
    ),
    database.query<{ id: number; status: string }>(
      `SELECT ID AS id, post_status AS status FROM ${posts} WHERE ${like('post_name')} AND post_status <> 'trash' ORDER BY ID`,
      [`${escapeLike('__trashed')}%`],
    ),
  ]);
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => Number(id));
  return {
    withoutComments: ids(orphaned),
    drafts: ids(named.filter(({ status }) => UNPUBLISHED_STATUSES.has(status))),
    published: ids(named.filter(({ status }) => !UNPUBLISHED_STATUSES.has(status))),
  };
}

/** Gives the comments their former statuses, and drafts the empty slug that they had. Returns how many entries were changed. */
export async function repairHalfRestored(database: Database): Promise<number> {
  const { withoutComments, drafts } = await findHalfRestored(database);
  for (const id of withoutComments)
    await database.transaction((tx) => restoreComments(tx, database, new MetaWriter(tx), id));
  for (const id of drafts) await database.transaction((tx) => tx.update(Post, { id }, { slug: '' }));
  return new Set([...withoutComments, ...drafts]).size;
}
