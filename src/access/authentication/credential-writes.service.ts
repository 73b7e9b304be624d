import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { User } from '../../database/entities/index.js';
import { AWAITS_SIGN_IN } from '../../database/installer/default-options.js';
import { OptionsStore } from '../../database/options.store.js';
import { hashPassword } from '../../text/passwords/index.js';
import { type Principal } from '../principal.js';
import { noteUsage } from './application-passwords.service.js';
import { APPLICATION_PASSWORDS_KEY, UNRECORDED, UserMetaStore } from '../user-meta.store.js';

/** Writes that follow a successful login, in transactions of their own while the request continues. */
@Injectable()
export class CredentialWritesService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(CredentialWritesService.name);
  private readonly pending = new Set<Promise<void>>();
  /** Whether the start message still explains how to sign in. */
  private awaitsSignIn = false;

  constructor(
    private readonly database: Database,
    private readonly meta: UserMetaStore,
    private readonly options: OptionsStore,
  ) {}

  async onModuleInit(): Promise<void> {
    this.awaitsSignIn = (await this.options.get(AWAITS_SIGN_IN)) !== undefined;
  }

  /** After the first sign-in of an administrator, the start message no longer explains how to sign in. */
  noteSignIn(principal: Principal): void {
    if (!this.awaitsSignIn || !principal.can('manage_options')) return;
    this.awaitsSignIn = false;
    this.run('first sign-in', () => this.database.transaction((tx) => this.options.delete(tx, AWAITS_SIGN_IN)));
  }

  /** Records when and from where an application password was used. */
  noteUsage(userId: number, uuid: string, address: string, nowSeconds: number): void {
    this.run('usage of an application password', () =>
      this.meta.change(
        userId,
        APPLICATION_PASSWORDS_KEY,
        (stored) => (noteUsage(stored, uuid, address, nowSeconds) ? stored : undefined),
        UNRECORDED,
      ),
    );
  }

  /** Replaces an outdated hash, unless the password has changed in the meantime. */
  rehash(userId: number, password: string, oldHash: string): void {
    this.run('new hash of a password', async () => {
      const hash = await hashPassword(password);
      await this.database.transaction((tx) =>
        tx.update(User, { id: userId, passwordHash: oldHash }, { passwordHash: hash }),
      );
    });
  }

  /** Resolves when all pending writes have finished. */
  async finished(): Promise<void> {
    await Promise.all(this.pending);
  }

  /** Runs before the database closes. */
  beforeApplicationShutdown(): Promise<void> {
    return this.finished();
  }

  private run(subject: string, work: () => Promise<unknown>): void {
    const job = work()
      .then(() => undefined)
      .catch((error: unknown) =>
        this.logger.warn(`Could not store the ${subject}: ${error instanceof Error ? error.name : 'unknown error'}`),
      )
      .finally(() => this.pending.delete(job));
    this.pending.add(job);
  }
}
