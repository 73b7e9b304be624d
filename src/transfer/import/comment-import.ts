import { type Database, type SqlParameter, type Transaction } from '../../database/database.js';
import { marks } from '../../database/engine/parameters.js';
import { ZERO_DATE } from '../../database/entities/index.js';
import { queryInBatches, insertMany } from '../bulk-rows.js';
import { isDate, isReusableId } from './item-values.js';
import { type WxrComment } from './wxr-records.js';

const COLUMNS = [
  'comment_post_ID',
  'comment_author',
  'comment_author_email',
  'comment_author_url',
  'comment_author_IP',
  'comment_date',
  'comment_date_gmt',
  'comment_content',
  'comment_approved',
  'comment_agent',
  'comment_type',
  'comment_parent',
  'user_id',
] as const;

export interface CommentsOfEntry {
  entryId: number;
  comments: readonly WxrComment[];
}

/** Writes the comments of new entries. Ids are kept where they are free; replies stay below what they answer. */
export async function importComments(
  tx: Transaction,
  db: Database,
  entries: readonly CommentsOfEntry[],
  userOf: (id: number) => number,
): Promise<number> {
  const all = entries.flatMap(placed);
  if (all.length === 0) return 0;
  const { comments: table, commentmeta } = db.tables;
  const requestedIds = [...new Set(all.map(({ comment }) => comment.id).filter(isReusableId))];
  const taken = new Set(
    (
      await queryInBatches(requestedIds, (part) =>
        tx.query<{ id: number }>(
          `SELECT comment_ID AS id FROM ${table} WHERE comment_ID IN (${marks(part.length)})`,
          part,
        ),
      )
    ).map((row) => row.id),
  );
  const ids = keptIds(
    all.map(({ comment }) => comment),
    taken,
  );
  const idOf = (comment?: WxrComment) => (comment && ids.get(comment)) ?? 0;
  const rows: SqlParameter[][] = [];
  const others: typeof all = [];
  for (const one of all) {
    const id = ids.get(one.comment);
    if (id === undefined) others.push(one);
    else rows.push([id, ...rowOf(one, idOf(one.above), userOf)]);
  }
  await insertMany(tx, table, ['comment_ID', ...COLUMNS], rows);
  for (const one of others) {
    const names = COLUMNS.map((name) => `\`${name}\``).join(', ');
    const { insertId } = await tx.execute(
      `INSERT INTO ${table} (${names}) VALUES (${marks(COLUMNS.length)})`,
      rowOf(one, idOf(one.above), userOf),
    );
    ids.set(one.comment, insertId);
  }
  // What answers a comment that only now has its id.
  const renumbered = new Set(others.map(({ comment }) => comment));
  const late = all.filter(({ above }) => above && renumbered.has(above));
  for (const { comment, above } of late) {
    await tx.execute(`UPDATE ${table} SET comment_parent = ? WHERE comment_ID = ?`, [
      ids.get(above!)!,
      ids.get(comment)!,
    ]);
  }
  const meta = all.flatMap(({ comment }) => comment.meta.map(({ key, value }) => [ids.get(comment)!, key, value]));
  await insertMany(tx, commentmeta, ['comment_id', 'meta_key', 'meta_value'], meta);
  return all.length;
}

/** As the entry counts them. */
export function countApproved(comments: readonly WxrComment[]): number {
  return comments.filter((comment) => comment.approved === '1').length;
}

interface PlacedComment {
  entryId: number;
  comment: WxrComment;
  /** What it answers. */
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

/** Each id once, unless it is taken here. */
function keptIds(comments: readonly WxrComment[], taken: ReadonlySet<number>): Map<WxrComment, number> {
  const used = new Set(taken);
  const ids = new Map<WxrComment, number>();
  for (const comment of comments) {
    if (!isReusableId(comment.id) || used.has(comment.id)) continue;
    used.add(comment.id);
    ids.set(comment, comment.id);
  }
  return ids;
}

function rowOf({ entryId, comment }: PlacedComment, parent: number, userOf: (id: number) => number): SqlParameter[] {
  const date = (text: string) => (isDate(text) ? text : ZERO_DATE);
  return [
    entryId,
    comment.author,
    comment.email,
    comment.url,
    comment.ip,
    date(comment.date),
    date(comment.dateGmt),
    comment.content,
    comment.approved,
    '',
    comment.type,
    parent,
    userOf(comment.user),
  ];
}
