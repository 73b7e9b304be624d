import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { selectColumns, User, UserMeta } from '../database/entities/index.js';
import { rowReader } from '../database/row-reader.js';
import { maybeUnserialize, type PhpValue } from '../text/php/index.js';
import { type ApplicationPassword, readApplicationPasswords } from './authentication/application-passwords.service.js';
import { type CapabilityMap, grantedCapabilities, rolesOf } from './capabilities/index.js';
import { type AuthenticationKind, Principal, type PrincipalFields } from './principal.js';
import { readCapabilities, RolesStore } from './roles.store.js';
import { isSecondFactorEnabled } from './authentication/second-factor.service.js';
import { APPLICATION_PASSWORDS_KEY, SECOND_FACTOR_KEY, SESSIONS_KEY } from './user-meta.store.js';

/** Length of the longest column that a login name is compared with. */
const MAX_NAME_LENGTH = 100;

/** How many accounts are sampled to learn which hash formats the site has: so many of the oldest and of the newest. */
const SAMPLE = 100;

const MEMBERS = ['id', 'login', 'email', 'displayName', 'nicename', 'url', 'passwordHash'] as const;
type UserRow = Pick<User, (typeof MEMBERS)[number]>;

const COLUMNS = selectColumns(User, MEMBERS);
const readUser = rowReader<UserRow>(User);

interface AccountMeta {
  capabilities: CapabilityMap;
  applicationPasswords: ApplicationPassword[];
  sessions: PhpValue | undefined;
  hasSecondFactor: boolean;
}

/** A user with everything that authentication compares. Never leaves this module, unlike a Principal. */
export type Account = UserRow & AccountMeta;

/** Reads accounts for authentication, with two statements in one round trip. */
@Injectable()
export class AccountsStore {
  constructor(
    private readonly database: Database,
    private readonly roles: RolesStore,
  ) {}

  findByLogin(login: string): Promise<Account | undefined> {
    return this.find(
      (columns) => `SELECT ${columns} FROM ${this.users} WHERE user_login = ? ORDER BY ID LIMIT 1`,
      login,
    );
  }

  /** A login name takes precedence over an equal e-mail address of another account. */
  findByLoginOrEmail(name: string): Promise<Account | undefined> {
    if (!name.includes('@')) return this.findByLogin(name);
    const named = (columns: string) =>
      `SELECT ${columns} FROM (SELECT ${COLUMNS}, 0 AS place FROM ${this.users} WHERE user_login = ? ` +
      `UNION ALL SELECT ${COLUMNS}, 1 AS place FROM ${this.users} WHERE user_email = ? ORDER BY place, id LIMIT 1) account`;
    return this.find((columns) => named(columns === COLUMNS ? '*' : columns), name, name);
  }

  findByEmail(email: string): Promise<Account | undefined> {
    return this.find(
      (columns) => `SELECT ${columns} FROM ${this.users} WHERE user_email = ? ORDER BY ID LIMIT 1`,
      email,
    );
  }

  findById(id: number): Promise<Account | undefined> {
    return this.find((columns) => `SELECT ${columns} FROM ${this.users} WHERE ID = ? LIMIT 1`, String(id));
  }

  /** Hashes of some accounts, and of the application passwords of some. */
  async sampleHashes(): Promise<Pick<Account, 'passwordHash' | 'applicationPasswords'>[]> {
    const { manager } = this.database;
    const hashes = (order: 'ASC' | 'DESC') =>
      manager.find(User, { select: { id: true, passwordHash: true }, order: { id: order }, take: SAMPLE });
    const [oldest, newest, metas] = await Promise.all([
      hashes('ASC'),
      hashes('DESC'),
      manager.find(UserMeta, { where: { key: APPLICATION_PASSWORDS_KEY }, take: SAMPLE }),
    ]);
    return [
      ...[...oldest, ...newest].map(({ passwordHash }) => ({ passwordHash, applicationPasswords: [] })),
      ...metas.map(({ value }) => ({
        passwordHash: '',
        applicationPasswords: readApplicationPasswords(maybeUnserialize(value ?? '')),
      })),
    ];
  }

  exists(id: number): Promise<boolean> {
    return this.database.manager.existsBy(User, { id });
  }

  async principal(
    account: Account,
    how: AuthenticationKind,
    proof: Pick<PrincipalFields, 'sessionToken' | 'applicationPassword' | 'limits'> = {},
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

  private get users(): string {
    return this.database.tables.users;
  }

  /** `select`: the query of the account's row, with the given columns. */
  private async find(select: (columns: string) => string, ...names: [string, string?]): Promise<Account | undefined> {
    if (names[0] === '' || names[0].length > MAX_NAME_LENGTH) return undefined;
    const capabilitiesKey = `${this.database.tablePrefix}capabilities`;
    // Together, so that they share a round trip.
    const [[row], rows] = await Promise.all([
      this.database.query<UserRow>(select(COLUMNS), names as string[]),
      this.database.query<{ owner: number; name: string; value: string | null }>(
        `SELECT user_id AS owner, meta_key AS name, meta_value AS value FROM ${this.database.tables.usermeta} ` +
          `WHERE user_id = (${select('ID')}) AND meta_key IN (?, ?, ?, ?) ORDER BY umeta_id DESC`,
        [...(names as string[]), capabilitiesKey, APPLICATION_PASSWORDS_KEY, SESSIONS_KEY, SECOND_FACTOR_KEY],
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
      hasSecondFactor: isSecondFactorEnabled(meta.get(SECOND_FACTOR_KEY)),
    };
  }
}
