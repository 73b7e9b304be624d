import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type CapabilityMap,
  effectiveCapabilities,
  type RoleDefinitions,
  rolesOf,
} from '../../access/capabilities/index.js';
import { RolesStore } from '../../access/roles.store.js';
import { type Principal, SYSTEM } from '../../access/principal.js';
import { SESSIONS_KEY } from '../../access/user-meta.store.js';
import { Database, type Transaction } from '../../database/database.js';
import { fitsColumn, Link, Post, User as UserRow, ValueTooLong } from '../../database/entities/index.js';
import { lockNames } from '../../database/named-locks.js';
import { type UserChange } from '../../hooks/changes.js';
import { ContentEvents } from '../../hooks/content-events.service.js';
import { WriteHooks } from '../../hooks/write-hooks.service.js';
import { maybeUnserialize, PhpArray, type PhpValue, toInteger, toStored } from '../../text/php/index.js';
import { utcText } from '../../text/dates.js';
import { MetaWriter } from '../meta/meta.writer.js';
import { uniqueNicename } from './profile-text.js';
import { META_KEYS, type MetaMember, type User } from './user.js';
import { UsersStore } from './users.store.js';

/** Writable values of a user, ready to be stored. */
export interface UserValues extends Pick<User, 'email' | 'url' | 'displayName' | MetaMember> {
  /** Made unique when it is written. */
  nicename: string;
  passwordHash: string;
  /** Replaces all roles. */
  roles: readonly string[];
}

interface NewUser extends UserValues {
  login: string;
  /** Settings of the admin pages of a WordPress on the same database. */
  preferences: Readonly<Record<string, string>>;
}

/** The values that hooks see. */
const HOOKED = [
  'email',
  'url',
  'displayName',
  'firstName',
  'lastName',
  'nickname',
  'description',
  'locale',
  'roles',
] as const satisfies (keyof UserValues)[];

const ROW_MEMBERS = ['email', 'url', 'displayName', 'passwordHash'] as const;

/** Writes users: rows, meta, roles. Everything runs in the caller's transaction. */
@Injectable()
export class UsersWriter {
  constructor(
    private readonly db: Database,
    private readonly users: UsersStore,
    private readonly roles: RolesStore,
    private readonly hooks: WriteHooks,
    private readonly events: ContentEvents,
  ) {}

  /**
   * The tables have no unique keys: a transaction that assigns a login, e-mail address or nicename, or deletes a user, locks
   * out the others.
   */
  async lockNames(tx: Transaction): Promise<void> {
    await lockNames(tx, this.db, ['users']);
  }

  async insert(tx: Transaction, requested: NewUser, principal: Principal = SYSTEM): Promise<number> {
    const about = { action: 'create', id: undefined, login: requested.login, before: undefined } as const;
    const user = await this.decide(tx, { ...about, principal, changesPassword: true }, requested);
    const { login, passwordHash, email, url, displayName } = user;
    const nicename = await this.freeNicename(tx, user.nicename);
    const registered = utcText(new Date());
    const row = { login, passwordHash, nicename, email, url, registered, displayName };
    const { insertId } = await tx.insert(UserRow, row);
    const meta = new Map([
      ...metaOf(user),
      ...Object.entries(user.preferences),
      ...(await this.roleMeta(new Map(), user.roles)),
    ]);
    await new MetaWriter(tx, 'user').replace(insertId, meta);
    await this.users.recount(tx);
    await this.events.emit(tx, 'user.created', principal, { id: insertId, login, roles: user.roles });
    return insertId;
  }

  async update(
    tx: Transaction,
    user: User,
    requested: Partial<UserValues>,
    principal: Principal = SYSTEM,
  ): Promise<void> {
    const { id, login } = user;
    const changesPassword = requested.passwordHash !== undefined;
    const about = { action: 'update', id, login, before: user, principal, changesPassword } as const;
    const changes = await this.decide(tx, about, requested);
    const row: Partial<UserRow> = {};
    for (const member of ROW_MEMBERS) if (changes[member] !== undefined) row[member] = changes[member];
    if (changes.nicename !== undefined) row.nicename = await this.freeNicename(tx, changes.nicename, user.id);
    // A password reset requested before the change must not work afterwards.
    const newEmail = changes.email !== undefined && changes.email !== user.email;
    if (newEmail || changes.passwordHash !== undefined) row.activationKey = '';
    if (Object.keys(row).length > 0) await tx.update(UserRow, { id: user.id }, row);
    const roleMeta = changes.roles === undefined ? [] : await this.roleMeta(user.capabilities, changes.roles);
    await new MetaWriter(tx, 'user').replace(user.id, new Map([...metaOf(changes), ...roleMeta]));
    await this.events.emit(tx, 'user.updated', principal, { id, login, ...(await this.changeOf(user, changes)) });
  }

  /** Ends the user's sessions, except the one with this token; returns its expiry time in seconds. */
  async endSessions(tx: Transaction, userId: number, currentToken: string | undefined): Promise<number | undefined> {
    const meta = new MetaWriter(tx, 'user');
    const [stored] = await meta.values(userId, SESSIONS_KEY);
    if (stored === undefined) return undefined;
    const current = currentToken === undefined ? undefined : findSession(stored, currentToken);
    await meta.delete(userId, SESSIONS_KEY);
    if (!current) return undefined;
    await meta.add(userId, SESSIONS_KEY, PhpArray.map([[current.verifier, current.session]]));
    return toInteger(current.session instanceof PhpArray ? current.session.get('expiration') : current.session);
  }

  /** Reassigns everything the user wrote to another user; 0 means no user. */
  async reassign(tx: Transaction, userId: number, reassignTo: number): Promise<void> {
    await tx.update(Post, { author: userId }, { author: reassignTo });
    await tx.update(Link, { owner: userId }, { owner: reassignTo });
  }

  async deleteLinks(tx: Transaction, userId: number): Promise<void> {
    await this.users.deleteLinkCategories(tx, userId);
    await tx.delete(Link, { owner: userId });
  }

  /** Calls the hooks of a user who is about to be deleted. */
  async beforeDelete(tx: Transaction, user: User, principal: Principal): Promise<void> {
    const { id, login } = user;
    await this.decide(tx, { action: 'delete', id, login, before: user, principal, changesPassword: false }, {});
  }

  /** What a hook sets must fit its columns, as what a request sends. */
  private async decide<V extends Partial<UserValues>>(
    tx: Transaction,
    about: Omit<UserChange, 'tx' | 'cause' | 'next' | 'set'>,
    requested: V,
  ): Promise<V> {
    const values = await this.hooks.decide('user', tx, about, requested, HOOKED);
    if (values !== requested)
      for (const member of ['email', 'url', 'displayName'] as const)
        if (!fitsColumn(UserRow, member, values[member] ?? '')) throw new ValueTooLong(member);
    return values;
  }

  async delete(tx: Transaction, { id, login }: Pick<User, 'id' | 'login'>, principal: Principal): Promise<void> {
    await new MetaWriter(tx, 'user').deleteAll([id]);
    await tx.delete(UserRow, { id });
    await this.users.recount(tx);
    await this.events.emit(tx, 'user.deleted', principal, { id, login });
  }

  /** What a write changes, for events. */
  private async changeOf(user: User, changes: Partial<UserValues>) {
    const { passwordHash, roles, ...values } = changes;
    const formerRoles = roles && rolesOf(user.capabilities, await this.roles.definitions());
    const names = (Object.keys(values) as (keyof typeof values)[]).filter(
      (name) => values[name] !== undefined && values[name] !== user[name],
    );
    const isSame = roles?.length === formerRoles?.length && roles?.every((role) => formerRoles!.includes(role));
    const changed = [
      ...names,
      ...(passwordHash === undefined ? [] : ['password']),
      ...(roles === undefined || isSame ? [] : ['roles']),
    ];
    return { changed, ...(changed.includes('roles') && { roles, formerRoles }) };
  }

  private async freeNicename(tx: Transaction, base: string, ownerId = 0): Promise<string> {
    const taken = await this.users.nicenamesLike(tx, base, ownerId);
    return uniqueNicename(base, (nicename) => taken.has(nicename.toLowerCase()));
  }

  private async roleMeta(own: CapabilityMap, roles: readonly string[]): Promise<[string, string][]> {
    const definitions = await this.roles.definitions();
    const capabilities = withRoles(own, roles, definitions);
    return [
      [`${this.db.tablePrefix}capabilities`, toStored(PhpArray.map(capabilities))],
      [`${this.db.tablePrefix}user_level`, String(userLevel(capabilities, definitions))],
    ];
  }
}

function metaOf(values: Partial<Pick<UserValues, MetaMember>>): [string, string][] {
  const members = Object.keys(META_KEYS) as MetaMember[];
  return members.flatMap((member) => {
    const value = values[member];
    return value === undefined ? [] : [[META_KEYS[member], toStored(value)]];
  });
}

function findSession(stored: string, token: string): { verifier: string; session: PhpValue } | undefined {
  const sessions = maybeUnserialize(stored);
  const verifier = createHash('sha256').update(token).digest('hex');
  const session = sessions instanceof PhpArray ? sessions.get(verifier) : undefined;
  return session === undefined ? undefined : { verifier, session };
}

/** The stored capabilities after replacing all roles by these; individual capabilities are kept. */
export function withRoles(own: CapabilityMap, roles: readonly string[], definitions: RoleDefinitions): CapabilityMap {
  const individual = [...own].filter(([key]) => !definitions.has(key));
  return new Map([...individual, ...roles.map((role) => [role, true] as const)]);
}

/** The legacy user level for these capabilities; queries for authors use it. */
export function userLevel(own: CapabilityMap, definitions: RoleDefinitions): number {
  let highest = 0;
  for (const [capability, provided] of effectiveCapabilities(own, definitions)) {
    const level = provided ? /^level_(10|[0-9])$/.exec(capability)?.[1] : undefined;
    if (level !== undefined) highest = Math.max(highest, Number(level));
  }
  return highest;
}
