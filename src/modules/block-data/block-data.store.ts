import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { Post } from '../../database/entities/index.js';
import { EntryScopesStore } from '../../hooks/entry-scopes.store.js';
import { type ArchivePeriod } from '../../rendering/block-data.js';

const MAX_PERIODS = 5000;
const PERIOD_LENGTHS = { year: 4, month: 7, day: 10 };

export interface AuthorRow {
  id: number;
  name: string;
  email: string;
  nicename: string;
  description: string | null;
}

export interface CommentRow {
  id: number;
  post: number;
  user: number;
  author: string;
  url: string;
  email: string;
  date: string;
  dateGmt: string;
  text: string;
}

/** Rows that only dynamic blocks need. */
@Injectable()
export class BlockDataStore {
  constructor(
    private readonly db: Database,
    private readonly scopes: EntryScopesStore,
  ) {}

  authors(ids: readonly number[]): Promise<AuthorRow[]> {
    const { users, usermeta } = this.db.tables;
    return this.db.query<AuthorRow>(
      `SELECT u.ID AS id, u.display_name AS name, u.user_email AS email, u.user_nicename AS nicename, ` +
        `(SELECT meta_value FROM ${usermeta} WHERE user_id = u.ID AND meta_key = 'description' ORDER BY umeta_id LIMIT 1) AS description ` +
        `FROM ${users} u WHERE u.ID IN (${placeholders(ids.length)})`,
      ids,
    );
  }

  async commentCounts(ids: readonly number[]): Promise<Map<number, number>> {
    const select = { id: true, commentCount: true };
    const rows = await this.db.manager.find(Post, { select, where: { id: In([...ids]) } });
    return new Map(rows.map(({ id, commentCount }) => [id, Number(commentCount)]));
  }

  /** Years, months or days with published posts, the newest first. */
  async periods(by: keyof typeof PERIOD_LENGTHS): Promise<ArchivePeriod[]> {
    const period = `SUBSTR(post_date, 1, ${PERIOD_LENGTHS[by]})`;
    const rows = await this.db.query<{ period: string; count: number }>(
      `SELECT ${period} AS period, COUNT(*) AS count FROM ${this.db.tables.posts} ` +
        `WHERE post_type = 'post' AND post_status = 'publish' GROUP BY ${period} ORDER BY ${period} DESC LIMIT ${MAX_PERIODS}`,
    );
    return rows.map((row) => {
      const [year = 0, month = 0, day = 0] = row.period.split('-').map(Number);
      return { year, month, day, count: Number(row.count) };
    });
  }

  /** Approved comments on published posts. */
  async newestComments(limit: number): Promise<CommentRow[]> {
    const { comments, posts } = this.db.tables;
    const hidden = (await this.scopes.hidden())?.('p');
    return this.db.query<CommentRow>(
      `SELECT c.comment_ID AS id, c.comment_post_ID AS post, c.user_id AS user, c.comment_author AS author, c.comment_author_url AS url, ` +
        `c.comment_author_email AS email, c.comment_date AS date, c.comment_date_gmt AS dateGmt, c.comment_content AS text ` +
        `FROM ${comments} c JOIN ${posts} p ON p.ID = c.comment_post_ID WHERE c.comment_approved = '1' AND c.comment_type IN ('', 'comment') ` +
        `AND p.post_status = 'publish' ${hidden ? `AND NOT ${hidden.sql} ` : ''}` +
        `ORDER BY c.comment_date_gmt DESC, c.comment_ID DESC LIMIT ?`,
      [...(hidden?.parameters ?? []), limit],
    );
  }

  /** Approved comments on an entry, the oldest first. */
  thread(post: number, limit: number): Promise<(CommentRow & { parent: number; nicename: string | null })[]> {
    const { comments, users } = this.db.tables;
    return this.db.query(
      `SELECT c.comment_ID AS id, c.comment_post_ID AS post, c.comment_parent AS parent, c.user_id AS user, u.user_nicename AS nicename, ` +
        `c.comment_author AS author, c.comment_author_url AS url, c.comment_author_email AS email, c.comment_date AS date, ` +
        `c.comment_date_gmt AS dateGmt, c.comment_content AS text FROM ${comments} c LEFT JOIN ${users} u ON u.ID = c.user_id ` +
        `WHERE c.comment_post_ID = ? AND c.comment_approved = '1' AND c.comment_type IN ('', 'comment') ` +
        `ORDER BY c.comment_date_gmt, c.comment_ID LIMIT ?`,
      [post, limit],
    );
  }

  /** Number of published posts with any of these terms. */
  async countPosts(termTaxonomyIds: readonly number[]): Promise<number> {
    const { term_relationships: relationships, posts } = this.db.tables;
    const [row] = await this.db.query<{ count: number }>(
      `SELECT COUNT(DISTINCT r.object_id) AS count FROM ${relationships} r JOIN ${posts} p ON p.ID = r.object_id ` +
        `WHERE r.term_taxonomy_id IN (${placeholders(termTaxonomyIds.length)}) AND p.post_status = 'publish'`,
      termTaxonomyIds,
    );
    return Number(row?.count ?? 0);
  }
}
