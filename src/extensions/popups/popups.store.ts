import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';
import { PopupCount } from './popup-count.entity.js';

const POPUP_TYPE = 'popup';

/** Popups are entries of their own type. What happens to them is counted beside the entries, so that no kept answer goes stale by it. */
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

  /** Adds one to a count that was begun; false when there is none. */
  async addOne(id: number, event: string, now: number): Promise<boolean> {
    return this.db.transaction((tx) => this.increment(tx, id, event, now));
  }

  /** Begins a count with one; false when somebody else began it meanwhile, and it was added there. */
  async begin(tx: Transaction, id: number, event: string, now: number): Promise<boolean> {
    // One after the other: two that find the row there would wait for each other.
    await tx.query(`SELECT ID AS id FROM ${this.db.tables.posts} WHERE ID = ?${this.db.sql.forUpdate()}`, [id]);
    const insert = this.db.sql.insertIgnore(this.table, ['popup_id', 'event', 'counted', 'first_at', 'last_at']);
    const { affected } = await tx.execute(insert, [id, event, 1, now, now]);
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
