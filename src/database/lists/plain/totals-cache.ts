import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database, type SqlParameter } from '../../database.js';
import { type SourceTable } from '../../engine/table-names.js';

const MAX_BYTES = 8 * 1024 * 1024;
/** Estimated memory per entry besides its key. */
const OVERHEAD_BYTES = 500;
/** Longer statements, with thousands of IDs, are not cached. */
const MAX_KEY_LENGTH = 4000;

interface Total {
  readonly count: number;
  readonly since: number;
  readonly tables: readonly string[];
}

/**
 * Caches the number of rows that match a condition until one of the tables is written. Counting a large list costs many times
 * as much as reading one page of it. Only used while changes to the tables are watched; otherwise it always counts.
 */
@Injectable()
export class TotalsCache {
  private readonly totals = new LRUCache<string, Total>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_total, key) => 2 * key.length + OVERHEAD_BYTES,
  });
  readonly counts = { hits: 0, misses: 0 };

  constructor(private readonly db: Database) {}

  /** `sql` selects one number as `total`. */
  async count(sql: string, parameters: readonly SqlParameter[], from: readonly SourceTable[]): Promise<number> {
    const { changes } = this.db;
    const key = changes.isWatched ? JSON.stringify([sql, parameters], bigintAsText) : '';
    if (key === '' || key.length > MAX_KEY_LENGTH) return this.ask(sql, parameters);
    const cached = this.totals.get(key);
    if (cached && !changes.changedSince(cached.since, cached.tables)) {
      this.counts.hits++;
      return cached.count;
    }
    this.counts.misses++;
    const since = changes.now();
    const count = await this.ask(sql, parameters);
    this.totals.set(key, { count, since, tables: from.map((name) => this.db.tablePrefix + name) });
    return count;
  }

  private async ask(sql: string, parameters: readonly SqlParameter[]): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(sql, parameters);
    return Number(row?.total ?? 0);
  }
}

function bigintAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
