import type { Database, Transaction } from '../../../database/database.js';
import { marks } from '../../../database/engine/parameters.js';
import { type PhpInput, toStored } from '../../../text/php/index.js';

/** Meta rows of entries. Several rows may share a key; `set` makes them one value. */
export class EntryMetaRows {
  constructor(
    private readonly tx: Transaction,
    private readonly database: Database,
  ) {}

  async values(id: number, key: string): Promise<string[]> {
    const rows = await this.tx.query<{ value: string | null }>(
      `SELECT meta_value AS value FROM ${this.table} WHERE post_id = ? AND meta_key = ? ORDER BY meta_id`,
      [id, key],
    );
    return rows.map((row) => row.value ?? '');
  }

  async add(id: number, key: string, value: PhpInput): Promise<void> {
    await this.tx.execute(`INSERT INTO ${this.table} (post_id, meta_key, meta_value) VALUES (?, ?, ?)`, [
      id,
      key,
      toStored(value),
    ]);
  }

  async set(id: number, key: string, value: PhpInput): Promise<void> {
    const sql = `UPDATE ${this.table} SET meta_value = ? WHERE post_id = ? AND meta_key = ?`;
    const { affected } = await this.tx.execute(sql, [toStored(value), id, key]);
    if (affected === 0) await this.add(id, key, value);
  }

  async remove(id: number, ...keys: string[]): Promise<void> {
    await this.tx.execute(`DELETE FROM ${this.table} WHERE post_id = ? AND meta_key IN (${marks(keys.length)})`, [
      id,
      ...keys,
    ]);
  }

  /** Adds a value to a list of rows unless it is there. */
  async include(id: number, key: string, value: string): Promise<void> {
    if (!(await this.values(id, key)).includes(value)) await this.add(id, key, value);
  }

  /** Takes a value out of a list of rows. */
  async exclude(id: number, key: string, value: string): Promise<void> {
    await this.tx.execute(`DELETE FROM ${this.table} WHERE post_id = ? AND meta_key = ? AND meta_value = ?`, [
      id,
      key,
      value,
    ]);
  }

  async removeAll(ids: readonly number[]): Promise<void> {
    await this.tx.execute(`DELETE FROM ${this.table} WHERE post_id IN (${marks(ids.length)})`, ids);
  }

  private get table(): string {
    return this.database.tables.postmeta;
  }
}
