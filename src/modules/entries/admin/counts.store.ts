import { Injectable } from '@nestjs/common';
import { type Principal } from '../../../access/principal.js';
import { utcText } from '../../../text/dates.js';
import { type ReadableScope, readableScope } from '../read/list/readable-scope.store.js';
import { Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { type Site } from '../../../site/site.js';
import { type EntryCount, IndexedCountsStore } from './indexed-counts.store.js';

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
const COMMENT_TYPES = ['', 'comment'];
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

/** Counts the entries and comments a requester can list, in three statements; from the list index where it counts the same rows. */
@Injectable()
export class CountsStore {
  constructor(
    private readonly db: Database,
    private readonly indexed: IndexedCountsStore,
  ) {}

  async counts(principal: Principal, site: Site): Promise<Counts> {
    const [entries, attachment, comment] = await Promise.all([
      this.entries(principal, site),
      this.attachments(principal, site),
      this.comments(principal, site),
    ]);
    return { ...entries, attachment, comment };
  }

  /** Whether there are published posts and pages of a later date, media, and other users. */
  async sinceRegistration(
    principal: Principal,
    site: Site,
    date: string,
  ): Promise<Record<'post' | 'page' | 'attachment' | 'otherUser', boolean>> {
    const { posts, users } = this.db.tables;
    const scope = this.scope(principal, site).readable('p', posts);
    const entry = (where: string) =>
      `EXISTS (SELECT 1 FROM ${posts} p WHERE p.post_type = ? AND p.post_status = ? ${where}AND ${scope.sql})`;
    const [found] = await this.db.query<Record<'post' | 'page' | 'attachment' | 'otherUser', number>>(
      // Not the date of publication, which may have been set to an earlier one.
      `SELECT ${entry('AND p.post_modified > ? ')} AS post, ${entry('AND p.post_modified > ? ')} AS page, ` +
        `${entry('')} AS attachment, EXISTS (SELECT 1 FROM ${users} u WHERE u.ID <> ?) AS otherUser`,
      [
        ...['post', 'publish', date, ...scope.parameters],
        ...['page', 'publish', date, ...scope.parameters],
        ...['attachment', 'inherit', ...scope.parameters],
        principal.id,
      ],
    );
    return {
      post: Number(found?.post) === 1,
      page: Number(found?.page) === 1,
      attachment: Number(found?.attachment) === 1,
      otherUser: Number(found?.otherUser) === 1,
    };
  }

  /** Newest month first. */
  async months(principal: Principal, site: Site, type: string): Promise<MonthCount[]> {
    const scope = this.scope(principal, site).readable('p', this.db.tables.posts);
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
    const types = site.model.restTypes.map(({ name }) => name).filter((name) => name !== 'attachment');
    const now = utcText(new Date());
    const rows = this.isIndexed(principal, site)
      ? await this.indexed.entries(types, [...STATUSES, ...statusesOf(site)], principal.id, now)
      : await this.entriesFromRows(types, principal, site, now);
    const countsOf = (type: string): StatusCounts => {
      const own = rows.filter((row) => row.type === type);
      const statuses = [...STATUSES, ...Object.keys(site.model.types.get(type)?.statuses ?? {})];
      const counts = Object.fromEntries(
        statuses.map((name) => [name, sum(own.filter((row) => row.status === name).map((row) => row.count))]),
      ) as StatusCounts;
      const listed = own.filter((row) => row.status !== 'trash' && statuses.includes(row.status));
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

  private entriesFromRows(
    types: readonly string[],
    principal: Principal,
    site: Site,
    now: string,
  ): Promise<EntryCount[]> {
    const scope = this.scope(principal, site).readable('p', this.db.tables.posts);
    // Scheduled entries that are due are listed as published.
    const status = "CASE WHEN p.post_status = 'future' AND p.post_date_gmt <= ? THEN 'publish' ELSE p.post_status END";
    return this.db.query<EntryCount>(
      `SELECT p.post_type AS type, ${status} AS status, COUNT(*) AS count, ` +
        `SUM(CASE WHEN p.post_author = ? THEN 1 ELSE 0 END) AS mine FROM ${this.db.tables.posts} p ` +
        `WHERE p.post_type IN (${placeholders(types.length)}) AND ${scope.sql} GROUP BY 1, 2`,
      [now, principal.id, ...types, ...scope.parameters],
    );
  }

  private async attachments(principal: Principal, site: Site): Promise<Counts['attachment']> {
    const rows = this.isIndexed(principal, site)
      ? await this.indexed.media()
      : await this.mediaFromRows(principal, site);
    const countOf = (type: string) =>
      sum(rows.filter((row) => row.type.startsWith(`${type}/`)).map((row) => row.count));
    return {
      all: sum(rows.map((row) => row.count)),
      image: countOf('image'),
      audio: countOf('audio'),
      video: countOf('video'),
      application: countOf('application'),
    };
  }

  private mediaFromRows(principal: Principal, site: Site): Promise<{ type: string; count: number }[]> {
    const { posts } = this.db.tables;
    const scope = this.scope(principal, site).readable('p', posts);
    return this.db.query(
      `SELECT p.post_mime_type AS type, COUNT(*) AS count FROM ${posts} p ` +
        `WHERE p.post_type = 'attachment' AND p.post_status <> 'trash' AND ${scope.sql} GROUP BY p.post_mime_type`,
      scope.parameters,
    );
  }

  /** Only moderators list comments that are not approved. */
  private async comments(principal: Principal, site: Site): Promise<Counts['comment']> {
    const isModerator = principal.can('moderate_comments');
    const rows =
      isModerator && this.indexed.hasComments
        ? await this.indexed.comments(COMMENT_TYPES, [...COMMENT_STATUSES.keys()])
        : await this.commentsFromRows(principal, site, isModerator);
    const counts = { all: 0, approve: 0, hold: 0, spam: 0, trash: 0 };
    for (const { status, count } of rows) {
      const name = COMMENT_STATUSES.get(status);
      if (name !== undefined) counts[name as keyof typeof counts] += Number(count);
    }
    return { ...counts, all: counts.approve + counts.hold };
  }

  private commentsFromRows(
    principal: Principal,
    site: Site,
    isModerator: boolean,
  ): Promise<{ status: string; count: number }[]> {
    const { comments, posts } = this.db.tables;
    const scope = this.scope(principal, site).readable('p', posts);
    return this.db.query(
      `SELECT c.comment_approved AS status, COUNT(*) AS count FROM ${comments} c ` +
        (isModerator ? '' : `JOIN ${posts} p ON p.ID = c.comment_post_ID `) +
        `WHERE c.comment_type IN (${placeholders(COMMENT_TYPES.length)}) ` +
        (isModerator ? '' : `AND c.comment_approved = '1' AND ${scope.sql} `) +
        'GROUP BY c.comment_approved',
      [...COMMENT_TYPES, ...(isModerator ? [] : scope.parameters)],
    );
  }

  private isIndexed(principal: Principal, site: Site): boolean {
    return this.indexed.isUsable && this.scope(principal, site).readsAll();
  }

  private scope(principal: Principal, site: Site): ReadableScope {
    return readableScope({ principal, site });
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + Number(count), 0);
}

/** Declared statuses of all types. */
const statusesOf = ({ model }: Site) => [...new Set(model.restTypes.flatMap(({ statuses }) => Object.keys(statuses)))];
