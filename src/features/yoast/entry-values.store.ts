import { Injectable } from '@nestjs/common';
import { Database, placeholders } from '../../database/index.js';

/** What a head needs of an entry besides the columns that fields get. */
export interface EntryState {
  readonly isProtected: boolean;
  readonly opensComments: boolean;
  readonly comments: number;
  /** The text that a password protects, for its length: heads have no words of it. */
  readonly hiddenText: string;
}

interface StateRow {
  readonly id: number;
  readonly isProtected: number;
  readonly commentStatus: string | null;
  readonly comments: number | null;
  readonly hiddenText: string | null;
}

@Injectable()
export class EntryValuesStore {
  constructor(private readonly db: Database) {}

  async states(ids: readonly number[]): Promise<Map<number, EntryState>> {
    if (ids.length === 0) return new Map();
    const rows = await this.db.query<StateRow>(
      `SELECT ID AS id, CASE WHEN post_password = '' THEN 0 ELSE 1 END AS isProtected, ` +
        `comment_status AS commentStatus, comment_count AS comments, ` +
        `CASE WHEN post_password = '' THEN '' ELSE post_content END AS hiddenText FROM ${this.db.tables.posts} ` +
        `WHERE ID IN (${placeholders(ids.length)})`,
      [...ids],
    );
    return new Map(
      rows.map(({ id, isProtected, commentStatus, comments, hiddenText }) => [
        Number(id),
        {
          isProtected: Number(isProtected) === 1,
          opensComments: commentStatus === 'open',
          comments: Number(comments ?? 0),
          hiddenText: hiddenText ?? '',
        },
      ]),
    );
  }

  /** The attachments with these files, which are paths below the uploads folder. */
  async attachments(files: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: number; file: string }>(
      `SELECT post_id AS id, meta_value AS file FROM ${this.db.tables.postmeta} ` +
        `WHERE meta_key = '_wp_attached_file' AND meta_value IN (${placeholders(files.length)}) ORDER BY post_id DESC`,
      [...files],
    );
    return new Map(rows.map(({ id, file }) => [file, Number(id)]));
  }

  /** Which of the users have published a post, which visitors can read. */
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
