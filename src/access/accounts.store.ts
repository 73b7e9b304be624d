import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { selectColumns, User } from '../database/entities/index.js';
import { rowReader } from '../database/row-reader.js';
import { maybeUnserialize, type PhpValue } from '../text/php/index.js';
import { type ApplicationPassword, readApplicationPasswords } from './authentication/application-passwords.service.js';
import { type CapabilityMap, grantedCapabilities, rolesOf } from './capabilities/index.js';
import { type AuthenticationKind, Principal, type PrincipalFields } from './principal.js';
import { readCapabilities, RolesStore } from './roles.store.js';
import { APPLICATION_PASSWORDS_KEY, SESSIONS_KEY } from './user-meta.store.js';

/** Length of the longest column that a login name is compared with. */
const MAX_NAME_LENGTH = 100;

/** How many accounts are sampled to learn which hash formats the site has, and how long the result is cached. */
const HASHES = 100;
const HASHES_MS = 60_000;

const MEMBERS = ['id', 'login', 'email', 'displayName', 'nicename', 'url', 'passwordHash'] as const;
type UserRow = Pick<User, (typeof MEMBERS)[number]>;

const COLUMNS = selectColumns(User, MEMBERS);
const readUser = rowReader<UserRow>(User);

interface AccountMeta {
  capabilities: CapabilityMap;
  applicationPasswords: ApplicationPassword[];
  sessions: PhpValue | undefined;
}

/** A user with everything that authentication compares. Never leaves this module, unlike a Principal. */
export type Account = UserRow & AccountMeta;

/** Reads accounts for authentication, with two statements in one round trip. */
@Injectable()
export class AccountsStore {
  private hashes: readonly string[] = [];
  private hashesExpireAt = 0;

  constructor(
    private readonly database: Database,
    private readonly roles: RolesStore,
  ) {}

  findByLogin(login: string): Promise<Account | undefined> {
    return this.find(
      `SELECT ${COLUMNS} FROM ${this.database.tables.users} WHERE user_login = ? ORDER BY ID LIMIT 1`,
      login,
    );
  }

  /** A login name takes precedence over an equal e-mail address of another account. */
  findByLoginOrEmail(name: string): Promise<Account | undefined> {
    if (!name.includes('@')) return this.findByLogin(name);
    const { users } = this.database.tables;
    const sql =
      `SELECT ${COLUMNS}, 0 AS place FROM ${users} WHERE user_login = ? ` +
      `UNION ALL SELECT ${COLUMNS}, 1 AS place FROM ${users} WHERE user_email = ? ORDER BY place, id LIMIT 1`;
    return this.find(sql, name, name);
  }

  /** Password hash of one of the oldest accounts, always the same for the same name. Verified in place of an unknown account's hash. */
  async someHash(name: string): Promise<string | undefined> {
    if (performance.now() > this.hashesExpireAt) {
      this.hashesExpireAt = performance.now() + HASHES_MS;
      const sql = `SELECT user_pass AS hash FROM ${this.database.tables.users} ORDER BY ID LIMIT ${HASHES}`;
      this.hashes = (await this.database.query<{ hash: string | null }>(sql)).map(({ hash }) => hash ?? '');
    }
    return this.hashes[createHash('sha256').update(name.toLowerCase()).digest().readUInt32BE(0) % this.hashes.length];
  }

  async exists(id: number): Promise<boolean> {
    return (await this.database.query(`SELECT ID FROM ${this.database.tables.users} WHERE ID = ?`, [id])).length > 0;
  }

  async principal(
    account: Account,
    how: AuthenticationKind,
    proof: Pick<PrincipalFields, 'sessionToken' | 'applicationPassword'> = {},
  ): Promise<Principal> {
    const definitions = await this.roles.definitions();
    return new Principal({
      id: account.id,
      login: account.login,
      email: account.email,
      displayName: account.displayName,
      nicename: account.nicename,
      url: account.url,
      roles: rolesOf(account.capabilities, definitions),
      caps: grantedCapabilities(account.capabilities, definitions),
      how,
      ...proof,
    });
  }

  private async find(sql: string, ...names: [string, string?]): Promise<Account | undefined> {
    if (names[0] === '' || names[0].length > MAX_NAME_LENGTH) return undefined;
    const capabilitiesKey = `${this.database.tablePrefix}capabilities`;
    // Together, so that they share a round trip.
    const [[row], rows] = await Promise.all([
      this.database.query<UserRow>(sql, names as string[]),
      this.database.query<{ owner: number; name: string; value: string | null }>(
        `SELECT user_id AS owner, meta_key AS name, meta_value AS value FROM ${this.database.tables.usermeta} ` +
          `WHERE user_id = (SELECT id FROM (${sql}) account) AND meta_key IN (?, ?, ?) ORDER BY umeta_id DESC`,
        [...(names as string[]), capabilitiesKey, APPLICATION_PASSWORDS_KEY, SESSIONS_KEY],
      ),
    ]);
    if (!row) return undefined;
    const id = Number(row.id);
    // The name may have passed to another account between the two reads. Sorted with the oldest last: if a key has several
    // rows, the oldest wins.
    const own = rows.filter(({ owner }) => Number(owner) === id);
    const meta = new Map(own.map(({ name, value }) => [name, maybeUnserialize(value ?? '')]));
    return {
      ...readUser(row),
      id,
      capabilities: readCapabilities(meta.get(capabilitiesKey)),
      applicationPasswords: readApplicationPasswords(meta.get(APPLICATION_PASSWORDS_KEY)),
      sessions: meta.get(SESSIONS_KEY),
    };
  }
}
