import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import { Database, type Transaction } from '../../database/database.js';
import { lockForUpdate } from '../../database/lock-parents.js';
import { PopupCount, PopupDay } from './popup-count.entity.js';
import { type PopupDisplay, type PopupPlace, POPUP_DISPLAY_KEY, readDisplay } from './popup-display.js';
import { Post, PostMeta } from '../../database/entities/index.js';

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
/** A page with more popups than this would annoy anybody. */
const MAX_SHOWN = 10;
const OPENED = POPUP_EVENTS.get('open')!.count;
const CONVERTED = POPUP_EVENTS.get('conversion')!.count;

export interface PopupSummary {
  id: number;
  title: string;
  status: string;
  opened: number;
  converted: number;
  display: PopupDisplay;
}

export type ShownPopup = Pick<PopupSummary, 'id' | 'display'>;

function displayIn(metas: readonly PostMeta[], id: number): PopupDisplay {
  return readDisplay(metas.find((row) => row.owner === id && row.key === POPUP_DISPLAY_KEY)?.value ?? '');
}

/** In UTC. */
function dayOf(milliseconds: number): string {
  return new Date(Number(milliseconds)).toISOString().slice(0, 10);
}

/** Popups are entries of their own type. Their events are counted in a table of their own, so that counting does not invalidate cached responses. */
@Injectable()
export class PopupsStore {
  constructor(private readonly db: Database) {}

  exists(id: number): Promise<boolean> {
    return this.db.manager.existsBy(Post, { id, type: POPUP_TYPE });
  }

  /** The published popups on pages of this kind, oldest first. */
  async shownOn(place: PopupPlace): Promise<ShownPopup[]> {
    const { manager } = this.db;
    const popups = await manager.find(Post, {
      select: { id: true },
      where: { type: POPUP_TYPE, status: 'publish' },
      order: { id: 'ASC' },
      take: MAX_SHOWN,
    });
    if (popups.length === 0) return [];
    const metas = await manager.findBy(PostMeta, {
      owner: In(popups.map(({ id }) => id)),
      key: POPUP_DISPLAY_KEY,
    });
    return popups
      .map(({ id }) => ({ id: Number(id), display: displayIn(metas, id) }))
      .filter(({ display: { where } }) => where === 'everywhere' || where === place);
  }

  /** All popups, newest first, with the counts that reached their meta values. */
  async list(): Promise<PopupSummary[]> {
    const { manager } = this.db;
    const popups = await manager.find(Post, {
      select: { id: true, title: true, status: true },
      where: { type: POPUP_TYPE },
      order: { id: 'DESC' },
    });
    const metas = await manager.findBy(PostMeta, {
      owner: In(popups.map(({ id }) => id)),
      key: In([OPENED, CONVERTED, POPUP_DISPLAY_KEY]),
    });
    const countOf = (id: number, key: string) =>
      Number(metas.find((row) => row.owner === id && row.key === key)?.value ?? 0);
    return popups.map(({ id, title, status }) => ({
      id,
      title: title ?? '',
      status: status ?? '',
      opened: countOf(id, OPENED),
      converted: countOf(id, CONVERTED),
      display: displayIn(metas, id),
    }));
  }

  /** The popup's content; undefined if there is no such popup. */
  async contentOf(id: number): Promise<string | undefined> {
    const popup = await this.db.manager.findOneBy(Post, { id, type: POPUP_TYPE });
    return popup ? (popup.content ?? '') : undefined;
  }

  /** Opens and conversions per day, including those not yet moved to the meta values. */
  async days(id: number, since: string): Promise<Omit<PopupDay, 'popup'>[]> {
    const { manager } = this.db;
    const [folded, pending] = await Promise.all([
      manager.find(PopupDay, { where: { popup: id, day: MoreThanOrEqual(since) }, order: { day: 'ASC' } }),
      manager.findBy(PopupCount, { popup: id }),
    ]);
    return [...folded, ...pending.map(({ event, counted, lastAt }) => ({ day: dayOf(lastAt), event, counted }))];
  }

  /** Increments an existing count; false if there is none. */
  async addOne(id: number, event: string, now: number): Promise<boolean> {
    return this.db.transaction((tx) => this.increment(tx, id, event, now));
  }

  /** Starts a count at one; false if another process has started it, and the event was added there. */
  async begin(tx: Transaction, id: number, event: string, now: number): Promise<boolean> {
    // Sequential: two transactions that find the row would deadlock.
    await lockForUpdate(tx, this.db, 'posts', [id]);
    const row = { popup: id, event, counted: 1, firstAt: now, lastAt: now };
    const { affected } = await tx.insert(PopupCount, row, { onConflict: 'ignore' });
    if (affected === 0) await this.increment(tx, id, event, now);
    return affected > 0;
  }

  private async increment(tx: Transaction, id: number, event: string, now: number): Promise<boolean> {
    const { affected } = await tx.execute(
      `UPDATE ${this.table} SET counted = counted + 1, last_at = ? WHERE popup_id = ? AND event = ?`,
      [now, id, event],
      this.table,
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
    const existing = await tx.manager.find(Post, {
      select: { id: true },
      where: { id: In(counts.map(({ id }) => id)) },
    });
    const present = new Set(existing.map(({ id }) => id));
    for (const { id, event, counted, lastAt } of counts) {
      const keys = POPUP_EVENTS.get(event);
      if (keys && present.has(id)) {
        await this.add(tx, id, keys.count, counted);
        await this.add(tx, id, keys.total, counted);
        await this.write(tx, id, keys.last, String(Math.floor(lastAt / 1000)));
        await this.addToDay(tx, id, event, counted, lastAt);
      }
      await tx.delete(PopupCount, { popup: id, event });
    }
  }

  /** Counts are moved every minute, so the day of the last event is that of all of them, within a minute. */
  private async addToDay(tx: Transaction, popup: number, event: string, counted: number, at: number): Promise<void> {
    const day = dayOf(at);
    const table = this.db.tables.of(PopupDay);
    const { affected } = await tx.execute(
      `UPDATE ${table} SET counted = counted + ? WHERE popup_id = ? AND day = ? AND event = ?`,
      [counted, popup, day, event],
      table,
    );
    if (affected === 0) await tx.insert(PopupDay, { popup, day, event, counted });
  }

  private async add(tx: Transaction, id: number, key: string, count: number): Promise<void> {
    const { postmeta } = this.db.tables;
    const { affected } = await tx.execute(
      `UPDATE ${postmeta} SET meta_value = ${this.db.sql.integer('meta_value')} + ? WHERE post_id = ? AND meta_key = ?`,
      [count, id, key],
      postmeta,
    );
    if (affected === 0) await tx.insert(PostMeta, { owner: id, key, value: String(count) });
  }

  private async write(tx: Transaction, owner: number, key: string, value: string): Promise<void> {
    const { affected } = await tx.update(PostMeta, { owner, key }, { value });
    if (!affected) await tx.insert(PostMeta, { owner, key, value });
  }
}
