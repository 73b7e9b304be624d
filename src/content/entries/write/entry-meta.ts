import { In } from 'typeorm';
import type { Transaction } from '../../../database/database.js';
import { PostMeta } from '../../../database/entities/index.js';
import { type PhpInput, toStored } from '../../../text/php/index.js';

/** Meta rows of entries. Several rows may share a key; `set` makes them one value. */
export class EntryMetaRows {
  constructor(private readonly tx: Transaction) {}

  async values(id: number, key: string): Promise<string[]> {
    const rows = await this.tx.manager.find(PostMeta, { where: { owner: id, key }, order: { id: 'ASC' } });
    return rows.map((row) => row.value ?? '');
  }

  async add(id: number, key: string, value: PhpInput): Promise<void> {
    await this.tx.insert(PostMeta, { owner: id, key, value: toStored(value) });
  }

  async set(id: number, key: string, value: PhpInput): Promise<void> {
    const { affected } = await this.tx.manager.update(PostMeta, { owner: id, key }, { value: toStored(value) });
    if (!affected) await this.add(id, key, value);
  }

  async remove(id: number, ...keys: string[]): Promise<void> {
    await this.tx.manager.delete(PostMeta, { owner: id, key: In(keys) });
  }

  /** Adds a value to a list of rows unless it is there. */
  async include(id: number, key: string, value: string): Promise<void> {
    if (!(await this.values(id, key)).includes(value)) await this.add(id, key, value);
  }

  /** Takes a value out of a list of rows. */
  async exclude(id: number, key: string, value: string): Promise<void> {
    await this.tx.manager.delete(PostMeta, { owner: id, key, value });
  }

  async removeAll(ids: readonly number[]): Promise<void> {
    await this.tx.manager.delete(PostMeta, { owner: In([...ids]) });
  }
}
