import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { APPLICATION_PASSWORDS_KEY } from '../accounts.store.js';
import { Database } from '../../database/database.js';
import { maybeUnserialize, toStored } from '../../database/php-serialize.js';
import { hashPassword } from '../passwords/index.js';
import { noteUsage } from './application-passwords.js';

/** What a successful login leaves to be written: in transactions of its own, while the request goes on. */
@Injectable()
export class CredentialUpkeepService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(CredentialUpkeepService.name);
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly database: Database) {}

  /** Notes when and from where an application password was used. */
  noteUsage(userId: number, uuid: string, address: string, nowSeconds: number): void {
    this.run('usage of an application password', () => this.writeUsage(userId, uuid, address, nowSeconds));
  }

  /** Replaces an outdated hash, unless the password was changed meanwhile. */
  rehash(userId: number, password: string, oldHash: string): void {
    this.run('new hash of a password', async () => {
      const hash = await hashPassword(password);
      await this.database.transaction((tx) =>
        tx.execute(`UPDATE ${this.database.tables.users} SET user_pass = ? WHERE ID = ? AND user_pass = ?`, [hash, userId, oldHash]),
      );
    });
  }

  /** Resolves when everything begun so far is written. */
  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }

  /** Before the database closes. */
  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private async writeUsage(userId: number, uuid: string, address: string, nowSeconds: number): Promise<void> {
    const { usermeta } = this.database.tables;
    await this.database.transaction(async (tx) => {
      const [row] = await tx.query<{ id: number; value: string | null }>(
        `SELECT umeta_id AS id, meta_value AS value FROM ${usermeta} ` +
          `WHERE user_id = ? AND meta_key = ? ORDER BY umeta_id LIMIT 1${this.database.sql.forUpdate()}`,
        [userId, APPLICATION_PASSWORDS_KEY],
      );
      const stored = row && maybeUnserialize(row.value ?? '');
      if (!row || stored === undefined || !noteUsage(stored, uuid, address, nowSeconds)) return;
      await tx.execute(`UPDATE ${usermeta} SET meta_value = ? WHERE umeta_id = ?`, [toStored(stored), row.id]);
    });
  }

  private run(what: string, work: () => Promise<unknown>): void {
    const job = work()
      .then(() => undefined)
      .catch((error: unknown) => this.logger.warn(`Could not store the ${what}: ${error instanceof Error ? error.name : 'unknown error'}`))
      .finally(() => this.pending.delete(job));
    this.pending.add(job);
  }
}
