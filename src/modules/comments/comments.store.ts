import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { type ListPage } from '../../database/list-index/list-query.js';
import { ListReader } from '../../database/list-index/list-reader.js';
import { APPROVED, type Comment, ORDINARY_TYPES, PENDING, readComment, SELECTED_COLUMNS } from './comment.js';
import { type CommentQuery, commentsAsSql } from './comment-query.js';

type Reader = Pick<Transaction, 'query'>;

/** Reads comments. Pass the transaction, if any, so that its own writes are visible. */
@Injectable()
export class CommentsStore {
  constructor(
    private readonly db: Database,
    private readonly lists: ListReader,
  ) {}

  async byId(id: number, reader: Reader = this.db): Promise<Comment | undefined> {
    return (await this.byIds([id], reader)).get(id);
  }

  /** Existing comments, by ID, in no particular order. */
  async byIds(ids: readonly number[], reader: Reader = this.db): Promise<Map<number, Comment>> {
    const wanted = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
    if (wanted.length === 0) return new Map();
    const rows = await reader.query<Comment>(
      `SELECT ${SELECTED_COLUMNS} FROM ${this.db.tables.comments} WHERE comment_ID IN (${placeholders(wanted.length)})`,
      wanted,
    );
    return new Map(rows.map((row) => [row.id, readComment(row)]));
  }

  list(query: CommentQuery): Promise<ListPage<Comment>> {
    const source = commentsAsSql(query, this.db.tables);
    return this.lists.read(query, source, async (page) => this.inOrder(await this.lists.ids(page)));
  }

  /** The newest approved ordinary comments of each post, in one statement for all posts. */
  newestOf(posts: readonly number[], limit: number): Promise<Comment[]> {
    return this.newest('comment_post_ID', posts, limit);
  }

  /** The newest approved ordinary replies to each comment. */
  newestReplies(parents: readonly number[], limit: number): Promise<Comment[]> {
    return this.newest('comment_parent', parents, limit);
  }

  private async newest(
    column: 'comment_post_ID' | 'comment_parent',
    owners: readonly number[],
    limit: number,
  ): Promise<Comment[]> {
    if (owners.length === 0) return [];
    const one =
      `SELECT id FROM (SELECT comment_ID AS id FROM ${this.db.tables.comments} WHERE ${column} = ? AND comment_approved = ? ` +
      `AND comment_type IN (${placeholders(ORDINARY_TYPES.length)}) ORDER BY comment_date_gmt DESC, comment_ID DESC LIMIT ?) newest`;
    const rows = await this.db.query<{ id: number }>(
      owners.map(() => one).join(' UNION ALL '),
      owners.flatMap((owner) => [owner, APPROVED, ...ORDINARY_TYPES, limit]),
    );
    const comments = await this.inOrder(rows.map((row) => row.id));
    return comments.sort((a, b) => (a.dateGmt === b.dateGmt ? b.id - a.id : a.dateGmt < b.dateGmt ? 1 : -1));
  }

  /** Those of the comments that have approved replies or, with `pending`, replies awaiting moderation. */
  async answeredAmong(ids: readonly number[], { pending }: { pending: boolean }): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db.query<{ id: number }>(
      `SELECT DISTINCT comment_parent AS id FROM ${this.db.tables.comments} ` +
        `WHERE comment_parent IN (${placeholders(ids.length)}) AND comment_approved IN (?, ?)`,
      [...ids, APPROVED, pending ? PENDING : APPROVED],
    );
    return new Set(rows.map((row) => row.id));
  }

  private async inOrder(ids: readonly number[]): Promise<Comment[]> {
    const found = await this.byIds(ids);
    return ids.map((id) => found.get(id)).filter((comment) => comment !== undefined);
  }
}
