import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Transaction } from '../database/database.js';
import { UserMeta } from '../database/entities/index.js';
import { lockForUpdate } from '../database/lock-parents.js';
import { maybeUnserialize, type PhpValue, toStored } from '../text/php/index.js';

export const APPLICATION_PASSWORDS_KEY = '_application_passwords';
export const SESSIONS_KEY = 'session_tokens';
export const SECOND_FACTOR_KEY = '_nestpress_second_factor';

/** Emits the access event of a change, in its transaction. Required, so that no way into an account opens without a trace. */
type Recorder = (tx: Transaction) => Promise<void>;

/** For changes that open no way into an account: proofs of use, preparations that something recorded completes. */
export const UNRECORDED: Recorder = () => Promise.resolve();

/** Serialized values of an account: application passwords and login sessions, as WordPress stores them, and the second factor. */
@Injectable()
export class UserMetaStore {
  constructor(private readonly database: Database) {}

  async read(userId: number, key: string): Promise<PhpValue | undefined> {
    const row = await firstOf(this.database.manager, userId, key);
    return row && maybeUnserialize(row.value ?? '');
  }

  /** Reads, changes and writes the value under a lock; `undefined` leaves it unchanged. */
  async change(
    userId: number,
    key: string,
    alter: (stored: PhpValue | undefined) => PhpValue | undefined,
    record: Recorder,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Locks the account's row, since the value may not exist yet.
      await lockForUpdate(tx, this.database, 'users', [userId]);
      const row = await firstOf(tx.manager, userId, key);
      const altered = alter(row && maybeUnserialize(row.value ?? ''));
      if (altered === undefined) return;
      const value = toStored(altered);
      if (row) await tx.update(UserMeta, { id: row.id }, { value });
      else await tx.insert(UserMeta, { owner: userId, key, value });
      await record(tx);
    });
  }

  /** False if there is no such value. */
  delete(userId: number, key: string, record: Recorder): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await lockForUpdate(tx, this.database, 'users', [userId]);
      if (!(await firstOf(tx.manager, userId, key))) return false;
      await tx.delete(UserMeta, { owner: userId, key });
      await record(tx);
      return true;
    });
  }
}

/** If a key has several rows, the oldest counts. */
async function firstOf(manager: EntityManager, owner: number, key: string): Promise<UserMeta | undefined> {
  return (await manager.findOne(UserMeta, { where: { owner, key }, order: { id: 'ASC' } })) ?? undefined;
}
