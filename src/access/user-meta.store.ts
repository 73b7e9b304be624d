import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Database, type Transaction } from '../database/database.js';
import { UserMeta } from '../database/entities/index.js';
import { lockForUpdate } from '../database/lock-parents.js';
import { maybeUnserialize, type PhpValue, toStored } from '../text/php/index.js';

export const APPLICATION_PASSWORDS_KEY = '_application_passwords';
export const SESSIONS_KEY = 'session_tokens';
export const SECOND_FACTOR_KEY = '_nestpress_second_factor';

/** Serialized values of an account: application passwords and login sessions, as WordPress stores them, and the second factor. */
@Injectable()
export class UserMetaStore {
  constructor(private readonly database: Database) {}

  async read(userId: number, key: string): Promise<PhpValue | undefined> {
    const row = await firstOf(this.database.manager, userId, key);
    return row && maybeUnserialize(row.value ?? '');
  }

  /** Reads, changes and writes the value under a lock; `undefined` leaves it unchanged. `also` runs in the transaction. */
  async change(
    userId: number,
    key: string,
    alter: (stored: PhpValue | undefined) => PhpValue | undefined,
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      // Locks the account's row, since the value may not exist yet.
      await lockForUpdate(tx, this.database, 'users', [userId]);
      const row = await firstOf(tx.manager, userId, key);
      const altered = alter(row && maybeUnserialize(row.value ?? ''));
      if (altered === undefined) return;
      const value = toStored(altered);
      if (row) await tx.manager.update(UserMeta, { id: row.id }, { value });
      else await tx.insert(UserMeta, { owner: userId, key, value });
      await also?.(tx);
    });
  }
}

/** If a key has several rows, the oldest counts. */
async function firstOf(manager: EntityManager, owner: number, key: string): Promise<UserMeta | undefined> {
  return (await manager.findOne(UserMeta, { where: { owner, key }, order: { id: 'ASC' } })) ?? undefined;
}
