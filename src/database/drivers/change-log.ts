import { randomUUID } from 'node:crypto';
import { LessThanOrEqual } from 'typeorm';
import type { Database, SqlParameter } from '../database.js';
import { deleteInChunks } from '../delete-in-chunks.js';
import { IdColumn, TableColumn, TableEntity, TableIndex, tableOf } from '../entities/index.js';
import { inBackground } from '../engine/query-counter.js';

const KEEP_MS = 3_600_000;
const CLEAN_EVERY_MS = 600_000;
/** Longer than any commit takes: a row with a smaller ID may become visible after one with a greater ID. */
const SETTLED_MS = 20_000;

/** A commit of one process, published to the others. */
@TableEntity('nestpress_changes', { isDerived: true })
@TableIndex('at', ['at'])
export class Change {
  @IdColumn()
  id!: number;

  @TableColumn('varchar(36)', { default: '' })
  origin!: string;

  /** Names of tables, separated by commas. */
  @TableColumn('text')
  written!: string;

  /** Milliseconds since 1970. */
  @TableColumn('bigint(20)', { default: 0 })
  at!: number;
}

/**
 * One row for each commit of any process, written in the same transaction. The engine's table times are not sufficient: they
 * record when transactions began, in whole seconds, so a long transaction can commit undetected.
 */
export class ChangeLog {
  private readonly origin = randomUUID();
  private readonly table: string;
  /** Rows already reported, until no row with a smaller ID can become visible any more. */
  private readonly reported = new Map<number, number>();
  private settled?: number;
  private cleanAt = 0;

  constructor(private readonly db: Database) {
    this.table = db.tables.of(Change);
  }

  async prepare(): Promise<void> {
    await this.db.createTables([tableOf(Change)]);
  }

  /** The statement that publishes a commit; none if it wrote no table that others cache. */
  entry(written: ReadonlySet<string>): { sql: string; parameters: SqlParameter[] } | undefined {
    const tables = this.db.tables.all.filter((table) => written.has(table));
    if (tables.length === 0) return undefined;
    return {
      sql: `INSERT INTO ${this.table} (origin, written, at) VALUES (?, ?, ?)`,
      parameters: [this.origin, tables.join(','), Date.now()],
    };
  }

  /** Tables written by others since the previous call. */
  async news(): Promise<string[]> {
    const now = performance.now();
    if (this.settled === undefined) {
      this.settled = await this.last();
      return [];
    }
    const rows = await inBackground(() =>
      this.db.query<{ id: number; origin: string; written: string }>(
        `SELECT id, origin, written FROM ${this.table} WHERE id > ?`,
        [this.settled!],
      ),
    );
    const news = rows.filter(({ id }) => !this.reported.has(id));
    for (const { id } of news) this.reported.set(id, now);
    this.settle(now);
    await this.clean();
    return news.filter(({ origin }) => origin !== this.origin).flatMap(({ written }) => written.split(','));
  }

  private async last(condition = '1 = 1', parameters: readonly number[] = []): Promise<number> {
    const [row] = await inBackground(() =>
      this.db.query<{ id: number | null }>(`SELECT MAX(id) AS id FROM ${this.table} WHERE ${condition}`, parameters),
    );
    return row?.id ?? 0;
  }

  private settle(now: number): void {
    for (const [id, at] of this.reported) {
      if (now - at < SETTLED_MS) continue;
      this.reported.delete(id);
      this.settled = Math.max(this.settled!, id);
    }
  }

  private async clean(): Promise<void> {
    if (performance.now() < this.cleanAt) return;
    this.cleanAt = performance.now() + CLEAN_EVERY_MS;
    const old = await this.last('at < ?', [Date.now() - KEEP_MS]);
    // By ID, so that rows being written are not waited for.
    if (old) await deleteInChunks(this.db, Change, 'id', { id: LessThanOrEqual(old) });
  }
}
