import { Injectable } from '@nestjs/common';
import { Database, type SqlParameter, type Transaction } from '../../database/database.js';
import { placeholders, skipped } from '../../database/engine/parameters.js';
import { TotalsCache } from '../../database/totals-cache.js';
import { mergedIds } from '../series/merged-ids.js';
import { FAR, placeInList } from '../series/place.js';
import { type Series } from '../series/series.js';
import { totalOf } from '../series/total.js';
import { APPROVED, type Comment, ORDINARY_TYPES, PENDING, readComment, SELECTED_COLUMNS } from './comment.js';
import { commentConditions, commentOrder, type CommentQuery } from './comment-query.js';
import { commentSeries, orderedLists } from './comment-series.js';

type Reader = Pick<Transaction, 'query'>;

/** Reads comments. Inside a transaction pass it, so that its own writes are seen. */
@Injectable()
export class CommentsStore {
  constructor(
    private readonly db: Database,
    private readonly totals: TotalsCache,
  ) {}

  async byId(id: number, reader: Reader = this.db): Promise<Comment | undefined> {
    return (await this.byIds([id], reader)).get(id);
  }

  /** Those that exist, by id, in no particular order. */
  async byIds(ids: readonly number[], reader: Reader = this.db): Promise<Map<number, Comment>> {
    const wanted = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
    if (wanted.length === 0) return new Map();
    const rows = await reader.query<Comment>(
      `SELECT ${SELECTED_COLUMNS} FROM ${this.db.tables.comments} WHERE comment_ID IN (${placeholders(wanted.length)})`,
      wanted,
    );
    return new Map(rows.map((row) => [row.id, readComment(row)]));
  }

  /** A page of a list in its order, and how many comments all pages have together. */
  async list(query: CommentQuery): Promise<{ comments: Comment[]; total: number }> {
    const series = this.db.listIndex.isUsable ? commentSeries(query, this.db) : undefined;
    const lists = series && orderedLists(query, this.db);
    const where = commentConditions(query, this.db.tables.posts);
    const from = `FROM ${this.db.tables.comments} WHERE ${where.sql}`;
    const [total, ids] = await Promise.all([
      series
        ? this.indexedTotal(series)
        : this.totals.count(`SELECT COUNT(*) AS total ${from}`, where.parameters, ['comments', 'posts']),
      lists ? this.indexedPage(query, series, lists) : this.page(query, from, where.parameters),
    ]);
    return { comments: await this.inOrder(ids), total };
  }

  private async page(query: CommentQuery, from: string, parameters: readonly SqlParameter[]): Promise<number[]> {
    const order = commentOrder(query);
    const rows = await this.db.query<{ id: number }>(
      `SELECT comment_ID AS id ${from} ORDER BY ${order.sql} LIMIT ? OFFSET ?`,
      [...parameters, ...order.parameters, query.limit, skipped(query.offset)],
    );
    return rows.map((row) => row.id);
  }

  private async indexedPage(
    { ascending, limit, offset }: CommentQuery,
    series: Series,
    lists: readonly Series[],
  ): Promise<number[]> {
    const page = { isRising: ascending, limit, offset };
    const place = offset >= FAR ? await placeInList(series, page, this.db) : undefined;
    const ids = mergedIds(lists, { ...page, place });
    const rows = await this.db.query<{ found: number }>(ids.join(''), ids.parameters);
    return rows.map((row) => row.found);
  }

  private async indexedTotal(series: Series): Promise<number> {
    const total = totalOf(series);
    const [row] = await this.db.query<{ total: number }>(`SELECT ${total.join('')} AS total`, total.parameters);
    return Number(row!.total);
  }

  /** The newest approved ordinary comments of each post, in one statement for all posts. */
  async newestOf(posts: readonly number[], limit: number): Promise<Comment[]> {
    if (posts.length === 0) return [];
    const one =
      `SELECT id FROM (SELECT comment_ID AS id FROM ${this.db.tables.comments} WHERE comment_post_ID = ? AND comment_approved = ? ` +
      `AND comment_type IN (${placeholders(ORDINARY_TYPES.length)}) ORDER BY comment_date_gmt DESC, comment_ID DESC LIMIT ?) newest`;
    const rows = await this.db.query<{ id: number }>(
      posts.map(() => one).join(' UNION ALL '),
      posts.flatMap((post) => [post, APPROVED, ...ORDINARY_TYPES, limit]),
    );
    const comments = await this.inOrder(rows.map((row) => row.id));
    return comments.sort((a, b) => (a.dateGmt === b.dateGmt ? b.id - a.id : a.dateGmt < b.dateGmt ? 1 : -1));
  }

  /** Which of these comments have approved answers or, with `pending`, answers that wait for approval. */
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
