import { Injectable } from '@nestjs/common';
import { MoreThanOrEqual, Not } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { Comment as CommentRow, User } from '../../database/entities/index.js';
import { lockForUpdate } from '../../database/lock-parents.js';
import { type Reader } from '../../database/reader.js';
import { type SqlFragment } from '../../database/engine/sql-fragment.js';
import { type ListPage, type ListSource, sortRows } from '../../database/lists/list-query.js';
import { FOUND_ID, ListReader } from '../../database/lists/list-reader.js';
import { type FoundVersion, versionColumns } from '../../database/lists/indexed/versions.js';
import { EntryScopesStore } from '../../hooks/entry-scopes.store.js';
import { parseDate, utcText } from '../../text/dates.js';
import {
  APPROVED,
  type Comment,
  COMMENT_COLUMNS,
  NOTE,
  ORDINARY_TYPES,
  PENDING,
  readComment,
  SELECTED_COLUMNS,
  TRASH,
} from './comment.js';
import { type CommentOrder, type CommentQuery } from './comment-query.js';
import { commentsAsSql } from './comments-list.store.js';

/** Values of `orderby` whose order does not depend on a collation, so rows can be sorted here as in the database. */
const SORTABLE: ReadonlyMap<CommentOrder, 'dateGmt' | 'date' | 'id'> = new Map([
  ['date_gmt', 'dateGmt'],
  ['date', 'date'],
  ['id', 'id'],
]);

const HOUR_MS = 60 * 60 * 1000;
/** Time between two comments of an author. */
const PACE_SECONDS = 15;

/** Reads comments. Pass the transaction, if any, so that its own writes are visible. */
@Injectable()
export class CommentsStore {
  constructor(
    private readonly db: Database,
    private readonly lists: ListReader,
    private readonly scopes: EntryScopesStore,
  ) {}

  async byId(id: number, reader: Reader = this.db): Promise<Comment | undefined> {
    return (await this.byIds([id], reader)).get(id);
  }

  /** Existing comments, by ID, in no particular order. */
  async byIds(ids: readonly number[], reader: Reader = this.db): Promise<Map<number, Comment>> {
    const unique = [...new Set(ids)].filter((id) => Number.isSafeInteger(id) && id > 0);
    if (unique.length === 0) return new Map();
    const rows = await reader.query<Comment>(
      `SELECT ${SELECTED_COLUMNS} FROM ${this.db.tables.comments} WHERE comment_ID IN (${placeholders(unique.length)})`,
      unique,
    );
    return new Map(rows.map((row) => [row.id, readComment(row)]));
  }

  async list(query: CommentQuery): Promise<ListPage<Comment>> {
    return this.lists.read(query, await this.source(query), (page) => this.load(query, page));
  }

  /** In one query where the rows can be sorted here. */
  private async load({ orderby, order }: CommentQuery, page: SqlFragment): Promise<Comment[]> {
    const member = SORTABLE.get(orderby);
    if (!member) return this.inOrder(await this.lists.ids(page));
    const rows = await this.db.query<Comment>(
      `SELECT ${SELECTED_COLUMNS} FROM (${page.sql}) page JOIN ${this.db.tables.comments} ON comment_ID = found`,
      page.parameters,
    );
    return sortRows(rows.map(readComment), member, order);
  }

  /**
   * IDs and versions of the comments, without reading them. A comment is as current as its post, whose version changes with
   * every comment on it. Replies may be comments on other posts, so whether there are any is part of the version.
   */
  async findVersions(query: CommentQuery): Promise<ListPage<FoundVersion>> {
    const { items, total } = await this.lists.readColumns<FoundVersion & { answered: number }>(
      query,
      await this.source(query),
      (id) => this.versionColumns(id),
    );
    return {
      items: items.map(({ found, version, answered, shared }) => ({
        found,
        version: `${version} ${Number(answered)}`,
        shared,
      })),
      total,
    };
  }

  private versionColumns(id: string): string {
    const { comments } = this.db.tables;
    // Inside of the subqueries the bare name of the column would mean their own table.
    const outer = id === COMMENT_COLUMNS.id ? `${comments}.${id}` : id;
    const post = `(SELECT c.comment_post_ID FROM ${comments} c WHERE c.comment_ID = ${outer})`;
    const answered = `EXISTS (SELECT 1 FROM ${comments} c WHERE c.comment_parent = ${outer} AND c.comment_approved = '${APPROVED}')`;
    return `${FOUND_ID(id)}, ${versionColumns(this.db, post)}, ${answered} AS answered`;
  }

  private async source(query: CommentQuery): Promise<ListSource> {
    const source = commentsAsSql(query, this.db.tables, await this.scopes.hidden());
    return { ...source, countedFrom: [...(source.countedFrom ?? []), ...this.scopes.tables] };
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
    const select =
      `SELECT id FROM (SELECT comment_ID AS id FROM ${this.db.tables.comments} WHERE ${column} = ? AND comment_approved = ? ` +
      `AND comment_type IN (${placeholders(ORDINARY_TYPES.length)}) ORDER BY comment_date_gmt DESC, comment_ID DESC LIMIT ?) newest`;
    const rows = await this.db.query<{ id: number }>(
      owners.map(() => select).join(' UNION ALL '),
      owners.flatMap((owner) => [owner, APPROVED, ...ORDINARY_TYPES, limit]),
    );
    const comments = await this.inOrder(rows.map((row) => row.id));
    return comments.sort((a, b) => (a.dateGmt === b.dateGmt ? b.id - a.id : a.dateGmt < b.dateGmt ? 1 : -1));
  }

  /** Which of the comments have approved replies or, with `pending`, replies awaiting moderation. */
  async answeredAmong(ids: readonly number[], { pending }: { pending: boolean }): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db.query<{ id: number }>(
      `SELECT DISTINCT comment_parent AS id FROM ${this.db.tables.comments} ` +
        `WHERE comment_parent IN (${placeholders(ids.length)}) AND comment_approved IN (?, ?)`,
      [...ids, APPROVED, pending ? PENDING : APPROVED],
    );
    return new Set(rows.map((row) => row.id));
  }

  /** How many approved threads of the same post are older than each of these comments. */
  async olderThreads(ids: readonly number[]): Promise<Map<number, number>> {
    const { comments } = this.db.tables;
    const rows = await this.db.query<{ id: number; older: number }>(
      `SELECT c.comment_ID AS id, (SELECT COUNT(*) FROM ${comments} o WHERE o.comment_post_ID = c.comment_post_ID AND o.comment_parent = 0 ` +
        `AND o.comment_approved = ? AND o.comment_date_gmt < c.comment_date_gmt) AS older FROM ${comments} c WHERE c.comment_ID IN (${placeholders(ids.length)})`,
      [APPROVED, ...ids],
    );
    return new Map(rows.map((row) => [row.id, Number(row.older)]));
  }

  /** Whether the post already has the same comment by the same author, except in the trash. */
  isDuplicate(
    tx: Transaction,
    { post, parent, authorName, authorEmail, content }: Omit<Comment, 'id' | 'approved'>,
  ): Promise<boolean> {
    const author = { authorName, ...(authorEmail !== '' && { authorEmail }) };
    return tx.manager.existsBy(CommentRow, { post, parent, approved: Not(TRASH), ...author, content });
  }

  /** Whether the same user, for visitors the same IP address, or the same e-mail address commented moments ago. */
  async isFlood(
    tx: Transaction,
    { authorEmail, authorIp, dateGmt }: Pick<Comment, 'authorEmail' | 'authorIp' | 'dateGmt'>,
    userId: number,
  ): Promise<boolean> {
    const recent = { dateGmt: MoreThanOrEqual(utcText(new Date(Date.now() - HOUR_MS))) };
    const last = await tx.manager.findOne(CommentRow, {
      select: { id: true, dateGmt: true },
      where: [
        { ...recent, ...(userId > 0 ? { author: userId } : { authorIp }) },
        { ...recent, authorEmail },
      ],
      order: { dateGmt: 'DESC' },
    });
    return last !== null && (parseDate(dateGmt) ?? 0) - (parseDate(last.dateGmt) ?? 0) < PACE_SECONDS;
  }

  /** Whether the author has an approved comment: the user with this e-mail address, or else the same name and address. */
  async wasApprovedBefore(
    tx: Transaction,
    { authorName, authorEmail }: Pick<Comment, 'authorName' | 'authorEmail'>,
  ): Promise<boolean> {
    if (authorName === '' || authorEmail === '') return false;
    const user = await tx.manager.findOne(User, {
      select: { id: true },
      where: { email: authorEmail },
      order: { id: 'ASC' },
    });
    const author = user ? { author: user.id } : { authorName, authorEmail };
    return tx.manager.existsBy(CommentRow, { ...author, approved: APPROVED });
  }

  async lock(tx: Transaction, id: number): Promise<Comment | undefined> {
    await lockForUpdate(tx, this.db, 'comments', [id]);
    return this.byId(id, tx);
  }

  /** In the order of their IDs, so that two writers cannot deadlock. False if none exists. */
  async lockPosts(tx: Transaction, posts: readonly number[]): Promise<boolean> {
    return (await lockForUpdate(tx, this.db, 'posts', posts)).size > 0;
  }

  /** Stores how many approved comments the posts have. */
  async recount(tx: Transaction, posts: readonly number[]): Promise<void> {
    const { comments, posts: table } = this.db.tables;
    for (const post of new Set(posts)) {
      await tx.execute(
        `UPDATE ${table} SET comment_count = ` +
          `(SELECT COUNT(*) FROM ${comments} WHERE comment_post_ID = ? AND comment_approved = ? AND comment_type <> ?) WHERE ID = ?`,
        [post, APPROVED, NOTE, post],
        table,
      );
    }
  }

  /** Existing comments in the order of the IDs. */
  async inOrder(ids: readonly number[]): Promise<Comment[]> {
    const found = await this.byIds(ids);
    return ids.map((id) => found.get(id)).filter((comment) => comment !== undefined);
  }
}
