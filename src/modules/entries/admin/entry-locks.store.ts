import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../database/database.js';
import { type Reader } from '../../../database/reader.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { EDIT_LOCK, type HeldLock, holderOf } from '../model/edit-lock.js';
import { EntriesStore } from '../read/entries.store.js';

/** The tables that a write of a lock reports as changed: no cached response or entry is built from locks. */
const NOTHING_CACHED: readonly string[] = [];

@Injectable()
export class EntryLocksStore {
  constructor(
    private readonly database: Database,
    private readonly entries: EntriesStore,
  ) {}

  async read(id: number): Promise<HeldLock | undefined> {
    return holderOf((await this.entries.metas([id], [EDIT_LOCK])).get(id)?.get(EDIT_LOCK));
  }

  async readIn(tx: Transaction, id: number): Promise<HeldLock | undefined> {
    return holderOf((await new MetaWriter(tx).values(id, EDIT_LOCK))[0]);
  }

  async write(tx: Transaction, id: number, { time, user }: HeldLock): Promise<void> {
    const { postmeta } = this.database.tables;
    const value = `${time}:${user}`;
    const update = `UPDATE ${postmeta} SET meta_value = ? WHERE post_id = ? AND meta_key = ?`;
    const { affected } = await tx.execute(update, [value, id, EDIT_LOCK], NOTHING_CACHED);
    if (affected) return;
    const insert = `INSERT INTO ${postmeta} (post_id, meta_key, meta_value) VALUES (?, ?, ?)`;
    await tx.execute(insert, [id, EDIT_LOCK, value], NOTHING_CACHED);
  }

  async delete(tx: Transaction, id: number): Promise<void> {
    const sql = `DELETE FROM ${this.database.tables.postmeta} WHERE post_id = ? AND meta_key = ?`;
    await tx.execute(sql, [id, EDIT_LOCK], NOTHING_CACHED);
  }

  /** An account that was deleted has none, and edits nothing. */
  async nameOf(user: number, reader: Pick<Reader, 'query'> = this.database): Promise<string | undefined> {
    const sql = `SELECT display_name AS name FROM ${this.database.tables.users} WHERE ID = ?`;
    return (await reader.query<{ name: string }>(sql, [user]))[0]?.name;
  }
}
