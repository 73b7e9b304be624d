import { Injectable } from '@nestjs/common';
import { Database, placeholders } from '../../database/index.js';

/** What a head needs of an entry besides the columns that fields get. */
export interface EntryState {
  readonly isProtected: boolean;
  readonly opensComments: boolean;
  readonly comments: number;
  /** How many pages a text has that a password protects. */
  readonly hiddenPages: number;
}

const NEXT_PAGE = '<!--nextpage-->';

interface StateRow {
  readonly id: number;
  readonly isProtected: number;
  readonly commentStatus: string | null;
  readonly comments: number | null;
  readonly marksBytes: number | null;
}

@Injectable()
export class EntryValuesStore {
  constructor(private readonly db: Database) {}

  async states(ids: readonly number[]): Promise<Map<number, EntryState>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<StateRow>(
      `SELECT ID AS id, CASE WHEN post_password = '' THEN 0 ELSE 1 END AS isProtected, ` +
        `comment_status AS commentStatus, comment_count AS comments, CASE WHEN post_password = '' THEN 0 ` +
        `ELSE LENGTH(post_content) - LENGTH(REPLACE(post_content, ?, '')) END AS marksBytes FROM ${this.db.tables.posts} ` +
        `WHERE ID IN (${placeholders(ids.length)})`,
      [NEXT_PAGE, ...ids],
    );
    return new Map(
      rows.map(({ id, isProtected, commentStatus, comments, marksBytes }) => [
        Number(id),
        {
          isProtected: Number(isProtected) === 1,
          opensComments: commentStatus === 'open',
          comments: Number(comments ?? 0),
          hiddenPages: Number(marksBytes ?? 0) / NEXT_PAGE.length + 1,
        },
      ]),
    );
  }

  /** Those of the users who have published a post, which visitors can read. */
  async authors(ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const rows = await this.db.query<{ id: number }>(
      `SELECT DISTINCT post_author AS id FROM ${this.db.tables.posts} ` +
        `WHERE post_author IN (${placeholders(ids.length)}) AND post_type = 'post' AND post_status = 'publish'`,
      [...ids],
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }
}
