import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../database/database.js';

/** Meta keys of an event: since the last reset, of all time, and when it last happened. */
export interface EventKeys {
  readonly count: string;
  readonly total: string;
  readonly last: string;
}

const POPUP_TYPE = 'popup';

/** Popups are entries of their own type; what happens to them is counted in their meta values. */
@Injectable()
export class PopupsStore {
  constructor(private readonly db: Database) {}

  async exists(id: number): Promise<boolean> {
    const rows = await this.db.query(`SELECT ID AS id FROM ${this.db.tables.posts} WHERE ID = ? AND post_type = ?`, [id, POPUP_TYPE]);
    return rows.length > 0;
  }

  /** Counts one event of a popup. */
  count(id: number, keys: EventKeys, unixTime: number): Promise<void> {
    return this.db.transaction(async (tx) => {
      await this.lock(tx, id);
      await this.addOne(tx, id, keys.count);
      await this.addOne(tx, id, keys.total);
      await this.write(tx, id, keys.last, String(unixTime));
    });
  }

  /** Events of one popup are counted one after the other, so that the first of a kind is not inserted twice. */
  private async lock(tx: Transaction, id: number): Promise<void> {
    await tx.query(`SELECT ID AS id FROM ${this.db.tables.posts} WHERE ID = ?${this.db.sql.forUpdate()}`, [id]);
  }

  private async addOne(tx: Transaction, id: number, key: string): Promise<void> {
    const { affected } = await tx.execute(
      `UPDATE ${this.db.tables.postmeta} SET meta_value = ${this.db.sql.integer('meta_value')} + 1 WHERE post_id = ? AND meta_key = ?`,
      [id, key],
    );
    if (affected === 0) await this.insert(tx, id, key, '1');
  }

  private async write(tx: Transaction, id: number, key: string, value: string): Promise<void> {
    const { affected } = await tx.execute(
      `UPDATE ${this.db.tables.postmeta} SET meta_value = ? WHERE post_id = ? AND meta_key = ?`,
      [value, id, key],
    );
    if (affected === 0) await this.insert(tx, id, key, value);
  }

  private async insert(tx: Transaction, id: number, key: string, value: string): Promise<void> {
    await tx.execute(`INSERT INTO ${this.db.tables.postmeta} (post_id, meta_key, meta_value) VALUES (?, ?, ?)`, [id, key, value]);
  }
}
