import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { utcText } from '../../text/dates.js';
import { ReadableScope } from '../../modules/entries/list/readable-scope.store.js';
import { Database } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { type SqlFragment } from '../../database/engine/sql-fragment.js';
import { type Site } from '../../site/site.js';

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
const COMMENT_STATUSES = new Map([
  ['1', 'approve'],
  ['0', 'hold'],
  ['spam', 'spam'],
  ['trash', 'trash'],
]);

export type StatusCounts = Record<(typeof STATUSES)[number] | 'all' | 'mine', number>;

export interface Counts {
  post: StatusCounts;
  page: StatusCounts;
  attachment: Record<'all' | 'image' | 'audio' | 'video' | 'application', number>;
  comment: Record<'all' | 'approve' | 'hold' | 'spam' | 'trash', number>;
  /** By post type, of the types that were declared. */
  types: Record<string, StatusCounts>;
}

export interface MonthCount {
  year: number;
  month: number;
  count: number;
}

/** Counts the entries and comments a requester can list, in three statements whatever the size of the site. */
@Injectable()
export class CountsStore {
  constructor(private readonly db: Database) {}

  async counts(principal: Principal, site: Site): Promise<Counts> {
    const [entries, attachment, comment] = await Promise.all([
      this.entries(principal, site),
      this.attachments(principal, site),
      this.comments(principal, site),
    ]);
    return { ...entries, attachment, comment };
  }

  /** Newest month first. */
  async months(principal: Principal, site: Site, type: string): Promise<MonthCount[]> {
    const scope = this.scope(principal, site);
    const rows = await this.db.query<{ month: string; count: number }>(
      `SELECT SUBSTR(p.post_date, 1, 7) AS month, COUNT(*) AS count FROM ${this.db.tables.posts} p ` +
        `WHERE p.post_type = ? AND p.post_status NOT IN ('trash', 'auto-draft') AND ${scope.sql} ` +
        'GROUP BY SUBSTR(p.post_date, 1, 7) ORDER BY month DESC',
      [type, ...scope.parameters],
    );
    return rows
      .map(({ month, count }) => ({
        year: Number(month.slice(0, 4)),
        month: Number(month.slice(5)),
        count: Number(count),
      }))
      .filter(({ year, month }) => year > 0 && month > 0);
  }

  private async entries(principal: Principal, site: Site): Promise<Pick<Counts, 'post' | 'page' | 'types'>> {
    const scope = this.scope(principal, site);
    const types = site.model.restTypes.map(({ name }) => name).filter((name) => name !== 'attachment');
    // Scheduled entries that are due are listed as published.
    const status = "CASE WHEN p.post_status = 'future' AND p.post_date_gmt <= ? THEN 'publish' ELSE p.post_status END";
    const rows = await this.db.query<{ type: string; status: string; count: number; mine: number }>(
      `SELECT p.post_type AS type, ${status} AS status, COUNT(*) AS count, ` +
        `SUM(CASE WHEN p.post_author = ? THEN 1 ELSE 0 END) AS mine FROM ${this.db.tables.posts} p ` +
        `WHERE p.post_type IN (${placeholders(types.length)}) AND ${scope.sql} GROUP BY 1, 2`,
      [utcText(new Date()), principal.id, ...types, ...scope.parameters],
    );
    const countsOf = (type: string): StatusCounts => {
      const own = rows.filter((row) => row.type === type);
      const counts = Object.fromEntries(
        STATUSES.map((name) => [name, Number(own.find((row) => row.status === name)?.count ?? 0)]),
      ) as StatusCounts;
      const listed = own.filter((row) => row.status !== 'trash' && STATUSES.includes(row.status as never));
      counts.all = sum(listed.map((row) => row.count));
      counts.mine = sum(listed.map((row) => row.mine));
      return counts;
    };
    const declared = types.filter((name) => name !== 'post' && name !== 'page');
    return {
      post: countsOf('post'),
      page: countsOf('page'),
      types: Object.fromEntries(declared.map((name) => [name, countsOf(name)])),
    };
  }

  private async attachments(principal: Principal, site: Site): Promise<Counts['attachment']> {
    const scope = this.scope(principal, site);
    const rows = await this.db.query<{ type: string; count: number }>(
      "SELECT SUBSTR(p.post_mime_type, 1, INSTR(p.post_mime_type, '/') - 1) AS type, COUNT(*) AS count " +
        `FROM ${this.db.tables.posts} p WHERE p.post_type = 'attachment' AND p.post_status <> 'trash' ` +
        `AND ${scope.sql} GROUP BY 1`,
      scope.parameters,
    );
    const of = (type: string) => Number(rows.find((row) => row.type === type)?.count ?? 0);
    return {
      all: sum(rows.map((row) => row.count)),
      image: of('image'),
      audio: of('audio'),
      video: of('video'),
      application: of('application'),
    };
  }

  /** Only moderators list comments that are not approved. */
  private async comments(principal: Principal, site: Site): Promise<Counts['comment']> {
    const { comments, posts } = this.db.tables;
    const scope = this.scope(principal, site);
    const isModerator = principal.can('moderate_comments');
    const rows = await this.db.query<{ status: string; count: number }>(
      `SELECT c.comment_approved AS status, COUNT(*) AS count FROM ${comments} c ` +
        (isModerator ? '' : `JOIN ${posts} p ON p.ID = c.comment_post_ID `) +
        "WHERE c.comment_type IN ('', 'comment') " +
        (isModerator ? '' : `AND c.comment_approved = '1' AND ${scope.sql} `) +
        'GROUP BY c.comment_approved',
      isModerator ? [] : scope.parameters,
    );
    const counts = { all: 0, approve: 0, hold: 0, spam: 0, trash: 0 };
    for (const { status, count } of rows) {
      const name = COMMENT_STATUSES.get(status);
      if (name !== undefined) counts[name as keyof typeof counts] += Number(count);
    }
    return { ...counts, all: counts.approve + counts.hold };
  }

  private scope(principal: Principal, site: Site): SqlFragment {
    const privacyPage = site.integer('wp_page_for_privacy_policy');
    const scope = new ReadableScope(principal, privacyPage, site.model.capabilityGroups);
    return scope.readable('p', this.db.tables.posts);
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + Number(count), 0);
}
