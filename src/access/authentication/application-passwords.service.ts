import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { generatePassword } from '../../database/installer/administrator.js';
import { OptionsStore } from '../../database/options.store.js';
import { hashPassword } from '../../text/passwords/index.js';
import {
  type ApplicationPassword,
  readApplicationPasswords,
  renameApplicationPassword,
  withApplicationPassword,
  withoutApplicationPasswords,
} from './application-passwords.js';
import { APPLICATION_PASSWORDS_KEY, UserMetaStore } from '../user-meta.store.js';

/** A WordPress on the same database checks application passwords only if this option is set. */
const IN_USE = 'using_application_passwords';

/** Passwords for programs: each can be revoked without affecting the others or the account's own password. */
@Injectable()
export class ApplicationPasswordsService {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly meta: UserMetaStore,
  ) {}

  async list(userId: number): Promise<ApplicationPassword[]> {
    return readApplicationPasswords(await this.meta.read(userId, APPLICATION_PASSWORDS_KEY));
  }

  /** Creates one and returns the password in clear text, which is not stored. */
  async create(userId: number, name: string, appId = ''): Promise<{ uuid: string; password: string }> {
    const password = generatePassword();
    const entry = {
      uuid: randomUUID(),
      appId,
      name,
      hash: await hashPassword(password),
      created: Math.floor(Date.now() / 1000),
    };
    await this.database.transaction((tx) => this.options.set(tx, IN_USE, 1));
    await this.meta.change(userId, APPLICATION_PASSWORDS_KEY, (stored) => withApplicationPassword(stored, entry));
    return { uuid: entry.uuid, password };
  }

  async rename(userId: number, uuid: string, name: string): Promise<void> {
    await this.meta.change(userId, APPLICATION_PASSWORDS_KEY, (stored) =>
      renameApplicationPassword(stored, uuid, name) ? stored : undefined,
    );
  }

  async revoke(userId: number, uuids: readonly string[]): Promise<void> {
    await this.meta.change(userId, APPLICATION_PASSWORDS_KEY, (stored) =>
      withoutApplicationPasswords(stored, new Set(uuids)),
    );
  }
}
