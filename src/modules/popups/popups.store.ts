import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { rowReader } from '../../database/row-reader.js';
import { PopupCount, PopupDay } from './popup-count.entity.js';
import { placeholders } from '../../database/engine/parameters.js';
import { Post, PostMeta, selectColumns } from '../../database/entities/index.js';

/** Meta keys of an event: count since the last reset, total count, and time of the last event. */
export interface EventKeys {
  readonly count: string;
  readonly total: string;
  readonly last: string;
}

/** What is counted. */
export const POPUP_EVENTS: ReadonlyMap<string, EventKeys> = new Map([
  ['open', { count: 'popup_open_count', total: 'popup_open_count_total', last: 'popup_last_opened' }],
  [
    'conversion',
    { count: 'popup_conversion_count', total: 'popup_conversion_count_total', last: 'popup_last_conversion' },
  ],
]);

export const POPUP_TYPE = 'popup';
const OPENED = POPUP_EVENTS.get('open')!.count;
const CONVERTED = POPUP_EVENTS.get('conversion')!.count;

export interface PopupSummary {
  id: number;
  title: string;
  status: string;
  opened: number;
  converted: number;
}

const COLUMNS = selectColumns(Post, ['id', 'title', 'status']);
const readPopup = rowReader<PopupSummary>(Post);

/** Popups are entries of their own type. Their events are counted in a table of their own, so that counting does not invalidate cached responses. */
@Injectable()
export class PopupsStore {
  constructor(private readonly db: Database) {}

  async exists(id: number): Promise<boolean> {
    const rows = await this.db.query(`SELECT ID AS id FROM ${this.db.tables.posts} WHERE ID = ? AND post_type = ?`, [
      id,
      POPUP_TYPE,
    ]);
    return rows.length > 0;
  }

  /** All popups, newest first, with the counts that reached their meta values. */
  async list(): Promise<PopupSummary[]> {
    const { posts, postmeta } = this.db.tables;
    const rows = await this.db.query<PopupSummary>(
      `SELECT ${COLUMNS} FROM ${posts} WHERE post_type = ? ORDER BY ID DESC`,
      [POPUP_TYPE],
    );
    const counts = await this.db.query<{ id: number; name: string; value: string | null }>(
      `SELECT m.post_id AS id, m.meta_key AS name, m.meta_value AS value FROM ${postmeta} m JOIN ${posts} p ON p.ID = m.post_id ` +
        'WHERE p.post_type = ? AND m.meta_key IN (?, ?)',
      [POPUP_TYPE, OPENED, CONVERTED],
    );
    const countOf = (id: number, key: string) =>
      Number(counts.find((row) => row.id === id && row.name === key)?.value ?? 0);
    return rows.map((row) => ({
      ...readPopup(row),
      opened: countOf(row.id, OPENED),
      converted: countOf(row.id, CONVERTED),
    }));
  }

  /** The popup's content; undefined if there is no such popup. */
  async contentOf(id: number): Promise<string | undefined> {
    const [row] = await this.db.query<{ content: string | null }>(
      `SELECT post_content AS content FROM ${this.db.tables.posts} WHERE ID = ? AND post_type = ?`,
      [id, POPUP_TYPE],
    );
    return row && (row.content ?? '');
  }

  /** Opens and conversions per day, including those not yet moved to the meta values. */
  async days(id: number, since: string): Promise<{ day: string; event: string; counted: number }[]> {
    const [folded, pending] = await Promise.all([
      this.db.query<{ day: string; event: string; counted: number }>(
        `SELECT day, event, counted FROM ${this.db.tables.of(PopupDay)} WHERE popup_id = ? AND day >= ? ORDER BY day`,
        [id, since],
      ),
      this.db.query<{ event: string; counted: number; lastAt: number }>(
        `SELECT event, counted, last_at AS lastAt FROM ${this.table} WHERE popup_id = ?`,
        [id],
      ),
    ]);
    return [
      ...folded,
      ...pending.map(({ event, counted, lastAt }) => ({
        day: new Date(Number(lastAt)).toISOString().slice(0, 10),
        event,
        counted,
      })),
    ];
  }

  /** Increments an existing count; false if there is none. */
  async addOne(id: number, event: string, now: number): Promise<boolean> {
    return this.db.transaction((tx) => this.increment(tx, id, event, now));
  }

  /** Starts a count at one; false if another process has started it, and the event was added there. */
  async begin(tx: Transaction, id: number, event: string, now: number): Promise<boolean> {
    // Sequential: two transactions that find the row would deadlock.
    await tx.query(`SELECT ID AS id FROM ${this.db.tables.posts} WHERE ID = ?${this.db.sql.forUpdate()}`, [id]);
    const row = { popup: id, event, counted: 1, firstAt: now, lastAt: now };
    const { affected } = await tx.insert(PopupCount, row, { onConflict: 'ignore' });
    if (affected === 0) await this.increment(tx, id, event, now);
    return affected > 0;
  }

  private async increment(tx: Transaction, id: number, event: string, now: number): Promise<boolean> {
    const { affected } = await tx.execute(
      `UPDATE ${this.table} SET counted = counted + 1, last_at = ? WHERE popup_id = ? AND event = ?`,
      [now, id, event],
    );
    return affected > 0;
  }

  private get table(): string {
    return this.db.tables.of(PopupCount);
  }
}

interface Counted {
  id: number;
  event: string;
  counted: number;
  lastAt: number;
}

/** Writes the counts where WordPress looks for them: the popups' meta values. */
@Injectable()
export class FoldedCountsStore {
  constructor(private readonly db: Database) {}

  /** Moves counts started before a given time into the meta values. Concurrent counting waits, and starts a new row. */
  async fold(tx: Transaction, before: number): Promise<void> {
    const table = this.db.tables.of(PopupCount);
    const counts = await tx.query<Counted>(
      `SELECT popup_id AS id, event, counted, last_at AS lastAt FROM ${table} WHERE first_at < ?${this.db.sql.forUpdate()}`,
      [before],
    );
    if (counts.length === 0) return;
    const present = await this.present(
      tx,
      counts.map(({ id }) => id),
    );
    for (const { id, event, counted, lastAt } of counts) {
      const keys = POPUP_EVENTS.get(event);
      if (keys && present.has(id)) {
        await this.add(tx, id, keys.count, counted);
        await this.add(tx, id, keys.total, counted);
        await this.write(tx, id, keys.last, String(Math.floor(lastAt / 1000)));
        await this.addToDay(tx, id, event, counted, lastAt);
      }
      await tx.manager.delete(PopupCount, { popup: id, event });
    }
  }

  private async present(tx: Transaction, ids: readonly number[]): Promise<Set<number>> {
    const rows = await tx.query<{ id: number }>(
      `SELECT ID AS id FROM ${this.db.tables.posts} WHERE ID IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Counts are moved every minute, so the day of the last event is that of all of them, within a minute. */
  private async addToDay(tx: Transaction, popup: number, event: string, counted: number, at: number): Promise<void> {
    const day = new Date(Number(at)).toISOString().slice(0, 10);
    const { affected } = await tx.manager.increment(PopupDay, { popup, day, event }, 'counted', counted);
    if (affected === 0) await tx.insert(PopupDay, { popup, day, event, counted });
  }

  private async add(tx: Transaction, id: number, key: string, count: number): Promise<void> {
    const { affected } = await tx.execute(
      `UPDATE ${this.db.tables.postmeta} SET meta_value = ${this.db.sql.integer('meta_value')} + ? WHERE post_id = ? AND meta_key = ?`,
      [count, id, key],
    );
    if (affected === 0) await this.insert(tx, id, key, String(count));
  }

  private async write(tx: Transaction, id: number, key: string, value: string): Promise<void> {
    const { affected } = await tx.manager.update(PostMeta, { owner: id, key }, { value });
    if (!affected) await this.insert(tx, id, key, value);
  }

  private async insert(tx: Transaction, id: number, key: string, value: string): Promise<void> {
    await tx.insert(PostMeta, { owner: id, key, value });
  }
}
