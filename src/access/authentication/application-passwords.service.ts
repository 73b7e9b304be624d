import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { generatePassword } from '../../database/installer/administrator.js';
import { OptionsStore } from '../../database/options.store.js';
import { hashPassword } from '../../text/passwords/index.js';
import { isTruthy, PhpArray, type PhpValue, toInteger, toText } from '../../text/php/index.js';
import { AccessEvents } from '../access-events.service.js';
import { type CredentialLimits, type Principal, SYSTEM } from '../principal.js';
import { APPLICATION_PASSWORDS_KEY, UserMetaStore } from '../user-meta.store.js';

/** A stored application password; authentication reads uuid, hash and last use. */
export interface ApplicationPassword {
  uuid: string;
  hash: string;
  /** UUID the application chose for itself; '' if none. */
  appId: string;
  /** Name given by its owner. */
  name: string;
  /** Seconds since 1970. */
  created: number;
  /** Seconds since 1970; 0 = never. */
  lastUsed: number;
  /** IP address of the last use; '' = never used. */
  lastIp: string;
  limits?: CredentialLimits;
}

/**
 * In front of the hash of a limited password. A WordPress on the same database, which knows no limits, lists and revokes it but does
 * not accept it.
 */
const LIMITED = '$limited$';
const LIMITS = 'nestpress_limits';
/** Limits of a password whose limits cannot be read. */
const NOTHING: CredentialLimits = { readOnly: true, namespaces: ['none'] };

function readLimits(entry: PhpArray): CredentialLimits | undefined {
  const stored = entry.get(LIMITS);
  if (!(stored instanceof PhpArray)) return toText(entry.get('password')).startsWith(LIMITED) ? NOTHING : undefined;
  return { readOnly: isTruthy(stored.get('read_only')), namespaces: allOf(stored.get('namespaces')).map(toText) };
}

function storedLimits({ readOnly, namespaces }: CredentialLimits): PhpArray {
  return PhpArray.map([
    ['read_only', readOnly],
    ['namespaces', PhpArray.list([...namespaces])],
  ]);
}

/** All of them are generated with this many letters and digits, so anything else is refused without hashing it. */
const LENGTH = 24;
const USAGE_INTERVAL_SECONDS = 24 * 3600;

export function readApplicationPasswords(stored: PhpValue | undefined): ApplicationPassword[] {
  return entriesOf(stored).map((entry) => ({
    uuid: toText(entry.get('uuid')),
    hash: toText(entry.get('password')).replace(LIMITED, ''),
    limits: readLimits(entry),
    appId: toText(entry.get('app_id')),
    name: toText(entry.get('name')),
    created: toInteger(entry.get('created')),
    lastUsed: toInteger(entry.get('last_used')),
    lastIp: toText(entry.get('last_ip')),
  }));
}

/** The stored list with a new, unused one at its end. */
function withApplicationPassword(
  stored: PhpValue | undefined,
  { uuid, hash, appId, name, created, limits }: Omit<ApplicationPassword, 'lastUsed' | 'lastIp'>,
): PhpArray {
  const entry = PhpArray.map(
    Object.entries({
      uuid,
      app_id: appId,
      name,
      password: limits ? LIMITED + hash : hash,
      created,
      last_used: null,
      last_ip: null,
      ...(limits && { [LIMITS]: storedLimits(limits) }),
    }),
  );
  return PhpArray.list([...allOf(stored), entry]);
}

/** Renames one in the stored list; false if there is none with this UUID. */
function renameApplicationPassword(stored: PhpValue | undefined, uuid: string, name: string): boolean {
  const entry = entriesOf(stored).find((candidate) => toText(candidate.get('uuid')) === uuid);
  entry?.set('name', name);
  return entry !== undefined;
}

/** The stored list without those that match. */
function withoutApplicationPasswords(stored: PhpValue | undefined, uuids: ReadonlySet<string>): PhpArray {
  return PhpArray.list(
    allOf(stored).filter((entry) => !(entry instanceof PhpArray && uuids.has(toText(entry.get('uuid'))))),
  );
}

/** The password without the blanks and dashes that make it readable; undefined if it cannot be an application password. */
export function normalizeApplicationPassword(typed: string): string | undefined {
  const bare = typed.replace(/[^A-Za-z0-9]/g, '');
  return bare.length === LENGTH ? bare : undefined;
}

/** The last use is recorded at most once a day, so that reads do not cause writes. */
export function isUsageDue(lastUsed: number, nowSeconds: number): boolean {
  return lastUsed + USAGE_INTERVAL_SECONDS <= nowSeconds;
}

/** Records the use in the stored list; false if nothing changes. */
export function noteUsage(stored: PhpValue | undefined, uuid: string, address: string, nowSeconds: number): boolean {
  const entry = entriesOf(stored).find((candidate) => toText(candidate.get('uuid')) === uuid);
  if (!entry || !isUsageDue(toInteger(entry.get('last_used')), nowSeconds)) return false;
  entry.set('last_used', nowSeconds).set('last_ip', address);
  return true;
}

function allOf(stored: PhpValue | undefined): PhpValue[] {
  return stored instanceof PhpArray ? [...stored.values()] : [];
}

function entriesOf(stored: PhpValue | undefined): PhpArray[] {
  return allOf(stored).filter(
    (entry): entry is PhpArray => entry instanceof PhpArray && isTruthy(entry.get('password')),
  );
}

/** A WordPress on the same database checks application passwords only if this option is set. */
const IN_USE = 'using_application_passwords';

/** Passwords for programs: each can be revoked without affecting the others or the account's own password. */
@Injectable()
export class ApplicationPasswordsService {
  constructor(
    private readonly database: Database,
    private readonly options: OptionsStore,
    private readonly meta: UserMetaStore,
    private readonly events: AccessEvents,
  ) {}

  async list(userId: number): Promise<ApplicationPassword[]> {
    return readApplicationPasswords(await this.meta.read(userId, APPLICATION_PASSWORDS_KEY));
  }

  async find(userId: number, uuid: string): Promise<ApplicationPassword | undefined> {
    return (await this.list(userId)).find((password) => password.uuid === uuid);
  }

  /** The password in clear text, in groups of four, is only known here: it is not stored. */
  async create(
    userId: number,
    name: string,
    { appId = '', limits, by = SYSTEM }: { appId?: string; limits?: CredentialLimits; by?: Principal } = {},
  ): Promise<ApplicationPassword & { password: string }> {
    const password = generatePassword();
    const entry = {
      uuid: randomUUID(),
      appId,
      name,
      hash: await hashPassword(password),
      created: Math.floor(Date.now() / 1000),
      limits: limits && (limits.readOnly || limits.namespaces.length > 0) ? limits : undefined,
    };
    await this.database.transaction((tx) => this.options.set(tx, IN_USE, 1));
    await this.meta.change(
      userId,
      APPLICATION_PASSWORDS_KEY,
      (stored) => withApplicationPassword(stored, entry),
      (tx) => this.events.emit(tx, { event: 'application-password.created', account: userId, details: { name }, by }),
    );
    return { ...entry, lastUsed: 0, lastIp: '', password: password.replace(/(.{4})(?=.)/g, '$1 ') };
  }

  async rename(userId: number, uuid: string, name: string, by = SYSTEM): Promise<void> {
    await this.meta.change(
      userId,
      APPLICATION_PASSWORDS_KEY,
      (stored) => (renameApplicationPassword(stored, uuid, name) ? stored : undefined),
      (tx) => this.events.emit(tx, { event: 'application-password.renamed', account: userId, details: { name }, by }),
    );
  }

  async revoke(userId: number, uuids: readonly string[], by = SYSTEM): Promise<void> {
    const revoked = new Set(uuids);
    let names: string[] = [];
    await this.meta.change(
      userId,
      APPLICATION_PASSWORDS_KEY,
      (stored) => {
        names = readApplicationPasswords(stored).flatMap(({ uuid, name }) => (revoked.has(uuid) ? [name] : []));
        return withoutApplicationPasswords(stored, revoked);
      },
      async (tx) => {
        for (const name of names)
          await this.events.emit(tx, { event: 'application-password.revoked', account: userId, details: { name }, by });
      },
    );
  }
}
