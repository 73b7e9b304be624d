import { Inject, Injectable } from '@nestjs/common';
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ACCESS_OPTIONS, type AccessOptions } from '../access-options.js';
import { type Account, AccountsStore } from '../accounts.store.js';
import { HashQueueFullError, verifyAgainstDummy, verifyPassword, trimBlanks } from '../../text/passwords/index.js';
import { ANONYMOUS } from '../principal.js';
import { addressGroup } from './address-group.js';
import { type ApplicationPassword, isUsageDue, normalizeApplicationPassword } from './application-passwords.service.js';
import { type AuthResult, signInBusy, tooManyAttempts, wrongCredentials } from './auth-result.js';
import { CredentialUpkeepService } from './credential-upkeep.service.js';
import { SIGN_IN_LIMITER, type SignInAttempt, type SignInLimiter } from './sign-in-limiter.js';

const LIFETIME_MS = 60_000;
const MAX_ENTRIES = 5_000;

/**
 * Caches verified credentials for a minute, so that not every request pays for a slow hash. The cache key includes the
 * stored hashes the credentials were verified against: when those change, the cached result is no longer found.
 * Equal credentials that arrive at the same time are verified once.
 */
export class VerifiedCredentials<Proof extends object> {
  private readonly key = randomBytes(32);
  private readonly proofs = new LRUCache<string, Proof>({ max: MAX_ENTRIES, ttl: LIFETIME_MS });
  private readonly inFlight = new Map<string, Promise<Proof | undefined>>();

  /** The cached result, or that of `prove`; failures are not cached. */
  async proven(credential: readonly unknown[], prove: () => Promise<Proof | undefined>): Promise<Proof | undefined> {
    const name = createHmac('sha256', this.key).update(JSON.stringify(credential)).digest('base64');
    return this.proofs.get(name) ?? this.inFlight.get(name) ?? this.start(name, prove);
  }

  private async start(name: string, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined> {
    const outcome = prove();
    this.inFlight.set(name, outcome);
    try {
      const proof = await outcome;
      if (proof) this.proofs.set(name, proof);
      return proof;
    } finally {
      this.inFlight.delete(name);
    }
  }
}

interface BasicCredentials {
  username: string;
  password: string;
}

/**
 * The credentials of an Authorization header, trimmed as stored passwords are; undefined for another scheme or malformed
 * credentials, which are ignored.
 */
export function readBasicCredentials(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +(.*)$/is.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  return { username: trimBlanks(text.slice(0, colon)), password: trimBlanks(text.slice(colon + 1)) };
}

/** How the credentials were verified, and with which application password. */
type Proof = { kind: 'application-password'; uuid: string } | { kind: 'basic' };

/** HTTP Basic: application passwords, then, if enabled, account passwords. */
@Injectable()
export class BasicAuthenticationService {
  private readonly verified = new VerifiedCredentials<Proof>();

  constructor(
    private readonly accounts: AccountsStore,
    private readonly upkeep: CredentialUpkeepService,
    @Inject(SIGN_IN_LIMITER) private readonly limiter: SignInLimiter,
    @Inject(ACCESS_OPTIONS) private readonly options: AccessOptions,
  ) {}

  get isEnabled(): boolean {
    return this.options.applicationPasswords || this.options.accountPasswords;
  }

  async authenticate({ username, password }: BasicCredentials, address: string): Promise<AuthResult> {
    const account = await this.accounts.findByLoginOrEmail(username);
    const attempt: SignInAttempt = { account: account?.id ?? username.toLowerCase(), address };
    const blocked = await this.limiter.blockedFor(attempt);
    if (blocked > 0) return tooManyAttempts(blocked);
    try {
      return await (account ? this.prove(account, password, attempt) : this.refuseUnknown(username, password, attempt));
    } catch (error) {
      if (!(error instanceof HashQueueFullError)) throw error;
      await this.limiter.refund(attempt);
      return signInBusy();
    }
  }

  private async refuseUnknown(username: string, password: string, attempt: SignInAttempt): Promise<AuthResult> {
    const blocked = await this.limiter.take(attempt);
    if (blocked > 0) return tooManyAttempts(blocked);
    const like = await this.accounts.someHash(username);
    await verifyAgainstDummy(password, addressGroup(attempt.address), like);
    return this.refuse();
  }

  private async prove(account: Account, password: string, attempt: SignInAttempt): Promise<AuthResult> {
    let blocked = 0;
    const hashes = account.applicationPasswords.map(({ hash }) => hash);
    const proof = await this.verified.proven([account.id, password, account.passwordHash, hashes], async () => {
      blocked = await this.limiter.take(attempt);
      if (blocked > 0) return undefined;
      const found = await this.match(account, password, addressGroup(attempt.address));
      if (found) await this.limiter.succeeded(attempt);
      return found;
    });
    if (blocked > 0) return tooManyAttempts(blocked);
    if (!proof) return this.refuse();
    if (proof.kind === 'application-password') this.noteUsage(account, proof.uuid, attempt.address);
    const principal = await this.accounts.principal(account, proof.kind, {
      ...(proof.kind === 'application-password' && { applicationPassword: proof.uuid }),
    });
    this.upkeep.noteSignIn(principal);
    return { principal };
  }

  /** Failed attempts are counted either way. */
  private refuse(): AuthResult {
    return this.options.ignoresWrongCredentials ? { principal: ANONYMOUS } : wrongCredentials();
  }

  private async match(account: Account, password: string, owner: string): Promise<Proof | undefined> {
    const application = await this.matchApplicationPassword(account.applicationPasswords, password, owner);
    if (application) return { kind: 'application-password', uuid: application.uuid };
    // The account's hash is verified even where account passwords are not accepted, so that both refusals take the same time.
    const { ok, rehash } = await verifyPassword(password, account.passwordHash, owner, this.options);
    if (!ok || password === '' || !this.options.accountPasswords) return undefined;
    if (rehash) this.upkeep.rehash(account.id, password, account.passwordHash);
    return { kind: 'basic' };
  }

  private async matchApplicationPassword(
    stored: ApplicationPassword[],
    typed: string,
    owner: string,
  ): Promise<ApplicationPassword | undefined> {
    const password = normalizeApplicationPassword(typed);
    if (password === undefined || !this.options.applicationPasswords) return undefined;
    for (const candidate of stored)
      if ((await verifyPassword(password, candidate.hash, owner, this.options)).ok) return candidate;
    return undefined;
  }

  private noteUsage(account: Account, uuid: string, address: string): void {
    const now = Math.floor((this.options.now ?? Date.now)() / 1000);
    const used = account.applicationPasswords.find((candidate) => candidate.uuid === uuid);
    if (used && isUsageDue(used.lastUsed, now)) this.upkeep.noteUsage(account.id, uuid, address, now);
  }
}
