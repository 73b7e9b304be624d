import { type Database } from '../../database.js';
import { isNotIn } from '../../engine/sql-fragment.js';
import { COUNTS } from './tables.js';

/** Statuses of WordPress's own; entries of other programs may have others. */
const CORE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'inherit', 'trash', 'auto-draft'];

interface StatusRow {
  status: string;
}

/** Finds the statuses that entries of a type have or had, without reading all counters of the type. */
export class CountedStatuses {
  /** Statuses found so far, by type. */
  private readonly found = new Map<string, readonly string[]>();

  constructor(private readonly db: Pick<Database, 'engine' | 'tables' | 'query'>) {}

  async of(type: string): Promise<readonly string[]> {
    return this.db.engine === 'sqlite' ? this.skipThrough(type) : this.lookForOthers(type);
  }

  /** From status to status in the primary key; for DISTINCT, SQLite would read every counter. */
  private async skipThrough(type: string): Promise<string[]> {
    const next = (condition: string) =>
      `SELECT MIN(post_status) FROM ${this.db.tables.own(COUNTS)} WHERE post_type = ?${condition}`;
    const rows = await this.db.query<StatusRow>(
      `WITH RECURSIVE found (status) AS (${next('')} UNION ALL SELECT (${next(' AND post_status > found.status')}) FROM found WHERE status IS NOT NULL) ` +
        'SELECT status FROM found WHERE status IS NOT NULL',
      [type, type],
    );
    return rows.map(({ status }) => status);
  }

  /** MySQL and MariaDB turn NOT IN into ranges of the primary key, which are empty once all statuses are known. */
  private async lookForOthers(type: string): Promise<readonly string[]> {
    for (;;) {
      const statuses = this.found.get(type) ?? CORE_STATUSES;
      const { sql, parameters } = isNotIn('post_status', statuses);
      const [uncounted] = await this.db.query<StatusRow>(
        `SELECT post_status AS status FROM ${this.db.tables.own(COUNTS)} WHERE post_type = ? AND ${sql} LIMIT 1`,
        [type, ...parameters],
      );
      if (!uncounted) return statuses;
      this.found.set(type, [...statuses, uncounted.status]);
    }
  }
}
