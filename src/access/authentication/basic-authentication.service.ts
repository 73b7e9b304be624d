import { Inject, Injectable } from '@nestjs/common';
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ACCESS_OPTIONS, type AccessOptions } from '../access-options.js';
import { AccessEvents } from '../access-events.service.js';
import { type Account, AccountsStore } from './accounts.store.js';
import { HashQueueFullError, trimBlanks } from '../../text/passwords/index.js';
import { ANONYMOUS } from '../principal.js';
import { addressGroup } from './address-group.js';
import { isUsageDue } from './application-passwords.service.js';
import { type AuthResult, signInBusy, tooManyAttempts, wrongCredentials } from './auth-result.js';
import { CredentialWritesService } from './credential-writes.service.js';
import { PasswordCheckService, type Proof } from './password-check.service.js';
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

export interface BasicCredentials {
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

/** HTTP Basic: application passwords, then, if enabled, account passwords. */
@Injectable()
export class BasicAuthenticationService {
  private readonly verified = new VerifiedCredentials<Proof>();

  constructor(
    private readonly accounts: AccountsStore,
    private readonly credentialWrites: CredentialWritesService,
    private readonly passwords: PasswordCheckService,
    private readonly events: AccessEvents,
    @Inject(SIGN_IN_LIMITER) private readonly limiter: SignInLimiter,
    @Inject(ACCESS_OPTIONS) private readonly options: AccessOptions,
  ) {}

  get isEnabled(): boolean {
    return this.options.applicationPasswords || this.options.accountPasswords;
  }

  async authenticate({ username, password }: BasicCredentials, address: string): Promise<AuthResult> {
    const account = await this.accounts.findByTypedName(username);
    const attempt: SignInAttempt = { name: username, account: account?.id, address };
    const blocked = await this.limiter.blockedFor(attempt);
    if (blocked > 0) return tooManyAttempts(blocked);
    try {
      return await this.prove(account, password, attempt);
    } catch (error) {
      if (!(error instanceof HashQueueFullError)) throw error;
      await this.limiter.refund(attempt);
      return signInBusy();
    }
  }

  /** Unknown names are treated like known ones, equal requests at the same time included. */
  private async prove(account: Account | undefined, password: string, attempt: SignInAttempt): Promise<AuthResult> {
    let blocked = 0;
    const hashes = account?.applicationPasswords.map(({ hash }) => hash);
    const credential = [attempt.name, account?.id, password, account?.passwordHash, hashes];
    const proof = await this.verified.proven(credential, async () => {
      const { blockedFor, isLocked } = await this.limiter.take(attempt);
      blocked = blockedFor;
      if (blocked > 0) return undefined;
      const owner = addressGroup(attempt.address);
      const found = await this.passwords.check(isLocked ? undefined : account, password, owner, this.options);
      if (found) await this.limiter.succeeded(attempt);
      return found;
    });
    if (blocked > 0) return tooManyAttempts(blocked);
    if (!proof || !account) return this.refuse(account, attempt);
    // A password alone is not enough for such an account, and there is no way to send a code.
    if (proof.kind === 'basic' && account.hasSecondFactor) return this.refuse(account, attempt);
    if (proof.kind === 'application-password') this.noteUsage(account, proof.uuid, attempt.address);
    const principal = await this.accounts.principal(account, proof.kind, {
      ...(proof.kind === 'application-password' && {
        applicationPassword: proof.uuid,
        limits: account.applicationPasswords.find(({ uuid }) => uuid === proof.uuid)?.limits,
      }),
    });
    this.credentialWrites.noteSignIn(principal);
    return { principal };
  }

  /** Failed attempts are counted either way. */
  private refuse(account: Account | undefined, { address }: SignInAttempt): AuthResult {
    this.events.signInFailed({ account, address, reason: 'password' });
    return this.options.ignoresWrongCredentials ? { principal: ANONYMOUS } : wrongCredentials();
  }

  private noteUsage(account: Account, uuid: string, address: string): void {
    const now = Math.floor((this.options.now ?? Date.now)() / 1000);
    const used = account.applicationPasswords.find((candidate) => candidate.uuid === uuid);
    if (used && isUsageDue(used.lastUsed, now)) this.credentialWrites.noteUsage(account.id, uuid, address, now);
  }
}
