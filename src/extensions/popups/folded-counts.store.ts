import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { placeholders } from '../../database/engine/parameters.js';
import { PostMeta } from '../../database/entities/index.js';
import { PopupCount, PopupDay } from './popup-count.entity.js';
import { POPUP_EVENTS } from './popup-events.js';

interface Counted {
  id: number;
  event: string;
  counted: number;
  lastAt: number;
}

/** The counts where a WordPress looks for them: in the popups' meta values. */
@Injectable()
export class FoldedCountsStore {
  constructor(private readonly db: Database) {}

  /** Moves what was begun before a moment into the meta values. Whoever counts meanwhile waits, and begins anew. */
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

  /** Counts are folded every minute, so the day of the last event is that of all, give or take a minute. */
  private async addToDay(tx: Transaction, popup: number, event: string, counted: number, at: number): Promise<void> {
    const day = new Date(Number(at)).toISOString().slice(0, 10);
    const { affected } = await tx.execute(
      `UPDATE ${this.db.tables.of(PopupDay)} SET counted = counted + ? WHERE popup_id = ? AND day = ? AND event = ?`,
      [counted, popup, day, event],
    );
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
