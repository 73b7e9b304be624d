import { LRUCache } from 'lru-cache';
import { type Database } from '../../database.js';
import { type SqlFragment } from '../../engine/sql-fragment.js';
import { type HiddenRows } from './counted-list.js';
import { type UnitCount } from './page-anchor.js';
import { hiddenVersion } from './versions.js';

/** One list has one or two; requesters who may read all rows have none. */
const MAX_CACHED = 200;
/** Longer statements, with thousands of ids, are not cached. */
const MAX_KEY_LENGTH = 4000;

/**
 * Counts the rows that a requester may not read. The counts are cached as long as the database has the version they were read
 * under (parents.ts), so they are never stale, whichever program wrote last.
 */
export class HiddenRowsReader {
  private readonly cached = new LRUCache<string, { version: string; rows: readonly object[] }>({ max: MAX_CACHED });

  constructor(private readonly db: Database) {}

  /** Expression of the version, for a statement that is read before; undefined where versions cannot be relied on. */
  get version(): string | undefined {
    return this.db.listIndex.hasVersions ? hiddenVersion(this.db) : undefined;
  }

  /** `version`: if it has been read already. */
  async count(hidden: HiddenRows, version?: string | null): Promise<number> {
    const [row] = await this.read<{ total: number }>(hidden.count, version);
    return Number(row!.total);
  }

  byDay(hidden: HiddenRows | undefined): Promise<readonly UnitCount[]> {
    return hidden ? this.read<UnitCount>(hidden.byDay) : Promise.resolve([]);
  }

  private async read<Row extends object>(
    { sql, parameters }: SqlFragment,
    loadedVersion?: string | null,
  ): Promise<readonly Row[]> {
    const key = JSON.stringify([sql, parameters], (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const expression = this.version;
    const read = () => this.db.query<Row>(sql, parameters);
    if (expression === undefined || key.length > MAX_KEY_LENGTH) return read();
    // The version is read before the rows.
    const version = String(loadedVersion !== undefined ? loadedVersion : await this.current(expression));
    const cached = this.cached.get(key);
    if (cached?.version === version) return cached.rows as readonly Row[];
    const rows = await read();
    this.cached.set(key, { version, rows });
    return rows;
  }

  private async current(expression: string): Promise<string | null> {
    const [row] = await this.db.query<{ version: string | null }>(`SELECT ${expression} AS version`);
    return row!.version;
  }
}
