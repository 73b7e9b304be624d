import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Module } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { type AccessOptions } from '../../src/access/access-options.js';
import { AccessModule } from '../../src/access/access.module.js';
import { type AuthRequest, type AuthResult } from '../../src/access/authentication/auth-result.js';
import { AuthenticationService } from '../../src/access/authentication/authentication.service.js';
import { RECORDED } from './recorded-login.js';
import { Database } from '../../src/database/database.js';
import { OptionsStore } from '../../src/database/options.store.js';
import { COUNTERS } from '../../src/platform/limits/counters.js';
import { MemoryCounters } from '../../src/platform/limits/memory-counters.js';
import { fastHash, hashPassword } from '../../src/text/passwords/index.js';
import { type PhpInput, toStored } from '../../src/text/php/index.js';

export const APPLICATION_PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';
export const BARE_APPLICATION_PASSWORD = APPLICATION_PASSWORD.replaceAll(' ', '');
export const NOW = RECORDED.loginAt;
const ROLES = { author: { name: 'Author', capabilities: { read: true, edit_posts: true } } };

export const basic = (name: string, password: string, address = '192.0.2.1'): AuthRequest => ({
  headers: { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` },
  address,
  method: 'GET',
});

/** What matters of a result, in one line. */
export function summary(result: AuthResult): string {
  if ('error' in result) return `${result.error.status} ${result.error.code}`;
  const { principal } = result;
  return principal.isAnonymous ? 'anonymous' : `${principal.login} by ${principal.how}`;
}

export const applicationPassword = (hash: string): PhpInput => [
  { uuid: 'one', app_id: '', name: 'Phone', password: hash, created: 1, last_used: null, last_ip: null },
];

/** A site with the accounts `author` and `other`, both with the password "lighthouse"; before each test they are as new. */
export class AuthenticationSite {
  database!: Database;
  accountHash = '';
  private readonly opened: TestingModule[] = [];

  constructor(makeDatabase: () => Promise<Database>) {
    beforeAll(async () => {
      this.accountHash = await hashPassword('lighthouse');
      this.database = await makeDatabase();
      await this.setOption('wp_user_roles', ROLES);
      await this.database.transaction(async (tx) => {
        for (const [id, login, email] of [
          [3, 'author', 'author@site.test'],
          [4, 'other', 'other@site.test'],
        ] as const) {
          await tx.execute(
            `INSERT INTO ${this.database.tables.users} ` +
              '(ID, user_login, user_pass, user_nicename, user_email, display_name) VALUES (?, ?, ?, ?, ?, ?)',
            [id, login, this.accountHash, login, email, `The ${login}`],
          );
        }
      });
    });
    beforeEach(async () => {
      const hash = fastHash(Buffer.from(BARE_APPLICATION_PASSWORD));
      await this.setPasswordHash(3, this.accountHash);
      await this.setMeta(3, 'wp_capabilities', { author: true });
      await this.setMeta(3, '_application_passwords', applicationPassword(hash));
    });
    afterAll(async () => {
      for (const module of this.opened) await module.close();
    });
  }

  async start(options: Partial<AccessOptions> = {}): Promise<TestingModule> {
    const counters = new MemoryCounters();
    @Module({
      providers: [
        { provide: Database, useValue: this.database },
        { provide: COUNTERS, useValue: counters },
        OptionsStore,
      ],
      exports: [Database, COUNTERS, OptionsStore],
    })
    class Databases {}
    const switches = { applicationPasswords: true, accountPasswords: true, rateLimit: true };
    const settings = { ...switches, siteUrl: RECORDED.siteUrl, keys: RECORDED.keys, now: () => NOW * 1000 };
    const module = await Test.createTestingModule({
      imports: [{ module: Databases, global: true }, AccessModule.forRoot({ ...settings, ...options })],
    }).compile();
    this.opened.push(module);
    return module;
  }

  async authenticatorWith(options?: Partial<AccessOptions>): Promise<AuthenticationService> {
    return (await this.start(options)).get(AuthenticationService);
  }

  async setMeta(userId: number, key: string, value: PhpInput): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { usermeta } = this.database.tables;
      await tx.execute(`DELETE FROM ${usermeta} WHERE user_id = ? AND meta_key = ?`, [userId, key]);
      const insert = `INSERT INTO ${usermeta} (user_id, meta_key, meta_value) VALUES (?, ?, ?)`;
      await tx.execute(insert, [userId, key, toStored(value)]);
    });
  }

  setOption(name: string, value: PhpInput): Promise<void> {
    return this.database.transaction((tx) => new OptionsStore(this.database).set(tx, name, value));
  }

  setPasswordHash(userId: number, hash: string): Promise<unknown> {
    return this.database.transaction((tx) =>
      tx.execute(`UPDATE ${this.database.tables.users} SET user_pass = ? WHERE ID = ?`, [hash, userId]),
    );
  }
}
