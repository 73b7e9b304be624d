import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { TRASHED_AT } from '../entries/model/entry-sources.js';

const BATCH = 100;

@Injectable()
export class TrashStore {
  constructor(private readonly db: Database) {}

  /** IDs above `last` of what was trashed before a time, in batches. */
  async trashedBefore(object: 'post' | 'comment', before: number, last: number): Promise<number[]> {
    const owner = `${object}_id`;
    const rows = await this.db.query<{ id: number }>(
      `SELECT DISTINCT ${owner} AS id FROM ${this.db.tables[`${object}meta`]} WHERE meta_key = ? ` +
        `AND ${this.db.sql.integer('meta_value')} < ? AND ${owner} > ? ORDER BY ${owner} LIMIT ${BATCH}`,
      [TRASHED_AT, before, last],
    );
    return rows.map((row) => row.id);
  }
}
