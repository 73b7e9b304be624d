import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { ContentModel } from '../../../site/model/content-model.js';
import { placeholders } from '../../../database/engine/parameters.js';
import { type Post } from '../../../database/entities/index.js';
import { isDue, utcText, ZERO_DATE } from '../entry.js';

const FRESH_MS = 1000;
/** Dates are indexed in site time, which is ahead of UTC by less than this. */
const LOOK_AHEAD_MS = 15 * 3600 * 1000;

type ScheduledRow = Pick<Post, 'id' | 'type' | 'status' | 'dateGmt'>;

const BATCH = 100;

export type ScheduledEntry = Pick<Post, 'id' | 'type' | 'parent' | 'dateGmt'>;

/**
 * Scheduled entries that are due although their rows have not been updated. The next ones are queried at
 * most once a second; whether they are due is decided by the current time.
 */
@Injectable()
export class DueEntriesStore {
  private coming?: { until: number; rows: Promise<ScheduledRow[]> };

  constructor(
    private readonly db: Database,
    private readonly model: ContentModel,
  ) {
    const table = `${db.tablePrefix}posts`;
    db.changes.listen((tables) => {
      if (tables.has(table)) this.coming = undefined;
    });
  }

  async ids(type: string): Promise<number[]> {
    const rows = await this.upcoming();
    if (rows.length === 0) return [];
    const now = utcText(new Date());
    return rows.filter((row) => row.type === type && isDue(row, now)).map((row) => row.id);
  }

  /** When the next entry is due after a given time (both in milliseconds since 1970), within the queried range. */
  async nextAfter(moment: number): Promise<number> {
    const times = (await this.upcoming())
      .filter((row) => row.dateGmt !== ZERO_DATE)
      .map((row) => Date.parse(`${row.dateGmt.replace(' ', 'T')}Z`));
    return Math.min(...times.filter((time) => time > moment), Number.POSITIVE_INFINITY);
  }

  /** The entries that come up next, soonest first. */
  next(): Promise<ScheduledEntry[]> {
    const { scheduledTypes } = this.model;
    return this.db.query<ScheduledEntry>(
      `SELECT ID AS id, post_type AS type, post_parent AS parent, post_date_gmt AS dateGmt FROM ${this.db.tables.posts} ` +
        `WHERE post_type IN (${placeholders(scheduledTypes.length)}) AND post_status = 'future' AND post_date_gmt > ? ` +
        `ORDER BY post_date_gmt, ID LIMIT ${BATCH}`,
      [...scheduledTypes, ZERO_DATE],
    );
  }

  private upcoming(): Promise<ScheduledRow[]> {
    if (!this.coming || this.coming.until <= performance.now()) {
      const rows = this.load();
      this.coming = { until: performance.now() + FRESH_MS, rows };
      rows.catch(() => (this.coming = undefined));
    }
    return this.coming.rows;
  }

  private load(): Promise<ScheduledRow[]> {
    const { scheduledTypes } = this.model;
    return this.db.query<ScheduledRow>(
      `SELECT ID AS id, post_type AS type, post_status AS status, post_date_gmt AS dateGmt FROM ${this.db.tables.posts} ` +
        `WHERE post_type IN (${placeholders(scheduledTypes.length)}) AND post_status = 'future' AND post_date <= ?`,
      [...scheduledTypes, utcText(new Date(Date.now() + LOOK_AHEAD_MS))],
    );
  }
}
