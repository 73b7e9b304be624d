import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../database/database.js';
import { type Reader } from '../../../database/reader.js';
import { MetaWriter } from '../../meta/meta.writer.js';
import { EDIT_LOCK, type HeldLock, holderOf } from '../model/edit-lock.js';
import { EntriesStore } from '../read/entries.store.js';

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

  write(tx: Transaction, id: number, { time, user }: HeldLock): Promise<void> {
    return new MetaWriter(tx).setText(id, EDIT_LOCK, `${time}:${user}`);
  }

  async delete(tx: Transaction, id: number): Promise<void> {
    await new MetaWriter(tx).delete(id, EDIT_LOCK);
  }

  /** An account that was deleted has none, and edits nothing. */
  async nameOf(user: number, reader: Pick<Reader, 'query'> = this.database): Promise<string | undefined> {
    const sql = `SELECT display_name AS name FROM ${this.database.tables.users} WHERE ID = ?`;
    return (await reader.query<{ name: string }>(sql, [user]))[0]?.name;
  }
}
