import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, MoreThan } from 'typeorm';
import { Database } from '../../../../database/database.js';
import { ContentModel } from '../../../../content-model/content-model.js';
import { Post } from '../../../../database/entities/index.js';
import { isDue, ZERO_DATE } from '../../model/entry.js';
import { utcText } from '../../../../text/dates.js';

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
    return this.db.manager.find(Post, {
      select: { id: true, type: true, parent: true, dateGmt: true },
      where: { type: In(this.model.scheduledTypes), status: 'future', dateGmt: MoreThan(ZERO_DATE) },
      order: { dateGmt: 'ASC', id: 'ASC' },
      take: BATCH,
    });
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
    const date = LessThanOrEqual(utcText(new Date(Date.now() + LOOK_AHEAD_MS)));
    return this.db.manager.find(Post, {
      select: { id: true, type: true, status: true, dateGmt: true },
      where: { type: In(this.model.scheduledTypes), status: 'future', date },
    });
  }
}
