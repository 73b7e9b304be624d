import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { ListReader } from '../../../database/lists/list-reader.js';
import { COMMENT_COUNTS, COUNTS, MEDIA_COUNTS } from '../../../database/lists/indexed/tables.js';

export interface EntryCount {
  type: string;
  status: string;
  count: number;
  mine: number;
}

/** Reads the counters of the list index, for requesters who can list everything. */
@Injectable()
export class IndexedCountsStore {
  constructor(
    private readonly db: Database,
    private readonly lists: ListReader,
  ) {}

  get isUsable(): boolean {
    return this.db.listIndex.isUsable;
  }

  get hasComments(): boolean {
    return this.db.listIndex.has('comments');
  }

  /** Counts of these types and statuses. Scheduled entries that are due have a row of their own, as published and no longer scheduled. */
  entries(types: readonly string[], statuses: readonly string[], author: number, now: string): Promise<EntryCount[]> {
    const { posts } = this.db.tables;
    const ofTypes = `post_type IN (${placeholders(types.length)})`;
    const counted = (kind: string, numbers: string) =>
      `SELECT post_type AS type, post_status AS status, ${numbers} FROM ${this.db.tables.own(COUNTS)} ` +
      `WHERE ${ofTypes} AND post_status IN (${placeholders(statuses.length)}) AND counted_by = '${kind}' AND value = ? GROUP BY post_type, post_status`;
    const due = (status: string, sign: string) =>
      `SELECT post_type, '${status}', ${sign}COUNT(*), ${sign}SUM(CASE WHEN post_author = ? THEN 1 ELSE 0 END) FROM ${posts} ` +
      `WHERE ${ofTypes} AND post_status = 'future' AND post_date_gmt <= ? GROUP BY post_type`;
    return this.db.query<EntryCount>(
      [
        counted('all', 'SUM(entries) AS count, 0 AS mine'),
        counted('author', '0, SUM(entries)'),
        due('publish', ''),
        due('future', '-'),
      ].join(' UNION ALL '),
      [
        ...[...types, ...statuses, 0],
        ...[...types, ...statuses, author],
        ...[author, ...types, now],
        ...[author, ...types, now],
      ],
    );
  }

  /** By MIME type, without the trash. */
  async media(): Promise<{ type: string; count: number }[]> {
    const counts = this.db.tables.own(MEDIA_COUNTS);
    const statuses = (await this.lists.statusesOf('attachment')).filter((status) => status !== 'trash');
    if (statuses.length === 0) return [];
    // Counters of days and months are many: the types are looked up one after the other. For DISTINCT, SQLite would read all counters.
    const types =
      this.db.engine === 'sqlite'
        ? `WITH RECURSIVE found (type) AS (SELECT MIN(post_mime_type) FROM ${counts} UNION ALL ` +
          `SELECT (SELECT MIN(post_mime_type) FROM ${counts} WHERE post_mime_type > found.type) FROM found WHERE type IS NOT NULL) ` +
          'SELECT type FROM found WHERE type IS NOT NULL'
        : `SELECT DISTINCT post_mime_type AS type FROM ${counts}`;
    return this.db.query(
      `SELECT t.type, SUM(c.entries) AS count FROM (${types}) t JOIN ${counts} c ON c.post_mime_type = t.type ` +
        `WHERE c.post_status IN (${placeholders(statuses.length)}) AND c.counted_by = 'all' AND c.value = 0 GROUP BY t.type`,
      statuses,
    );
  }

  /** By status. */
  comments(types: readonly string[], statuses: readonly string[]): Promise<{ status: string; count: number }[]> {
    return this.db.query(
      `SELECT comment_approved AS status, SUM(entries) AS count FROM ${this.db.tables.own(COMMENT_COUNTS)} ` +
        `WHERE comment_type IN (${placeholders(types.length)}) AND comment_approved IN (${placeholders(statuses.length)}) ` +
        "AND counted_by = 'all' AND value = 0 GROUP BY comment_approved",
      [...types, ...statuses],
    );
  }
}
