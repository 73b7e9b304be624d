import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { selectColumns, User, UserMeta } from '../../database/entities/index.js';
import { rowReader } from '../../database/row-reader.js';
import { exactMatch } from '../../text/exact-match.js';
import { maybeUnserialize, type PhpValue } from '../../text/php/index.js';
import { type ApplicationPassword, readApplicationPasswords } from './application-passwords.service.js';
import { type CapabilityMap, rolesOf } from '../capabilities/index.js';
import { type AuthenticationKind, Principal, type PrincipalFields } from '../principal.js';
import { readCapabilities, RolesStore } from '../roles.store.js';
import { isSecondFactorEnabled } from './second-factor.service.js';
import { APPLICATION_PASSWORDS_KEY, SECOND_FACTOR_KEY, SESSIONS_KEY } from '../user-meta.store.js';

/** Length of the longest column that a login name is compared with. */
const MAX_NAME_LENGTH = 100;

/** How many accounts are sampled to learn which hash formats the site has: so many of the oldest and of the newest. */
const SAMPLE = 100;

const MEMBERS = ['id', 'login', 'email', 'displayName', 'nicename', 'url', 'passwordHash'] as const;
type UserRow = Pick<User, (typeof MEMBERS)[number]>;

const COLUMNS = selectColumns(User, MEMBERS);
const readUser = rowReader<UserRow>(User);
const loginOf = ({ login }: UserRow) => login;
const emailOf = ({ email }: UserRow) => email;

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

  /** The account with exactly this login, for names that something else than a password vouches for. */
  findByLogin(login: string): Promise<Account | undefined> {
    return this.find(this.named('user_login'), [login], (rows) => exactMatch(rows, loginOf, login));
  }

  /** The account with exactly this e-mail address, except for the case of ASCII letters. */
  findByEmail(email: string): Promise<Account | undefined> {
    return this.find(this.named('user_email'), [email], (rows) => exactMatch(rows, emailOf, email, 'email'));
  }

  /**
   * The account that is named to sign in with a password. As in WordPress the name may differ from the stored one as far as the
   * collation of the database allows; an exact match takes precedence, then a login over an e-mail address.
   */
  findByTypedName(name: string): Promise<Account | undefined> {
    const hasEmail = name.includes('@');
    const candidates = hasEmail
      ? `${this.named('user_login')} UNION ALL ${this.named('user_email', 1)}`
      : this.named('user_login');
    return this.find(
      candidates,
      hasEmail ? [name, name] : [name],
      (rows) =>
        exactMatch(rows, loginOf, name) ?? (hasEmail ? exactMatch(rows, emailOf, name, 'email') : undefined) ?? rows[0],
    );
  }

  findById(id: number): Promise<Account | undefined> {
    return this.find(this.named('ID'), [String(id)], ([row]) => row);
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
    proof: Pick<PrincipalFields, 'sessionToken' | 'applicationPassword' | 'token' | 'limits'> = {},
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
      caps: await this.roles.granted(account.login, account.capabilities),
      how,
      ...proof,
    });
  }

  private get users(): string {
    return this.database.tables.users;
  }

  /** The rows that the database takes for the named account. */
  private named(column: 'ID' | 'user_login' | 'user_email', place = 0): string {
    return `SELECT ${COLUMNS}, ${place} AS place FROM ${this.users} WHERE ${column} = ?`;
  }

  private async find(
    candidates: string,
    names: readonly string[],
    choose: (rows: readonly UserRow[]) => UserRow | undefined,
  ): Promise<Account | undefined> {
    if (names[0] === '' || names[0]!.length > MAX_NAME_LENGTH) return undefined;
    const capabilitiesKey = `${this.database.tablePrefix}capabilities`;
    // Together, so that they share a round trip.
    const [found, rows] = await Promise.all([
      this.database.query<UserRow>(`SELECT * FROM (${candidates}) account ORDER BY place, id`, [...names]),
      this.database.query<{ owner: number; name: string; value: string | null }>(
        `SELECT m.user_id AS owner, m.meta_key AS name, m.meta_value AS value FROM (${candidates}) account ` +
          `JOIN ${this.database.tables.usermeta} m ON m.user_id = account.id ` +
          'WHERE m.meta_key IN (?, ?, ?, ?) ORDER BY m.umeta_id DESC',
        [...names, capabilitiesKey, APPLICATION_PASSWORDS_KEY, SESSIONS_KEY, SECOND_FACTOR_KEY],
      ),
    ]);
    const row = choose(found.map(readUser));
    if (!row) return undefined;
    const id = Number(row.id);
    // Rows of others: several accounts can match, and the name may have passed to another one between the two reads. Sorted with the
    // oldest last: if a key has several rows, the oldest wins.
    const own = rows.filter(({ owner }) => Number(owner) === id);
    const meta = new Map(own.map(({ name, value }) => [name, maybeUnserialize(value ?? '')]));
    return {
      ...row,
      id,
      capabilities: readCapabilities(meta.get(capabilitiesKey)),
      applicationPasswords: readApplicationPasswords(meta.get(APPLICATION_PASSWORDS_KEY)),
      sessions: meta.get(SESSIONS_KEY),
      hasSecondFactor: isSecondFactorEnabled(meta.get(SECOND_FACTOR_KEY)),
    };
  }
}
