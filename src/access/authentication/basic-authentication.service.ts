import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_OPTIONS, type AccessOptions } from '../access-options.js';
import { type Account, AccountsStore } from '../accounts.store.js';
import { verifyAgainstNobody, verifyPassword } from '../passwords/index.js';
import { addressGroup } from './address-group.js';
import { type ApplicationPassword, isUsageDue, normalizeApplicationPassword } from './application-passwords.js';
import { ATTEMPT_LIMITER, type AttemptLimiter } from './attempt-limiter.js';
import { type AuthResult, tooManyAttempts, unknownEmail, unknownLogin, wrongPassword } from './auth-result.js';
import { type BasicCredentials, looksLikeEmail } from './basic-credentials.js';
import { CredentialUpkeepService } from './credential-upkeep.service.js';
import { VerifiedCredentials } from './verified-credentials.js';

/** Which of the stored passwords it was. */
type Proof = { kind: 'application-password'; uuid: string } | { kind: 'basic' };

/** HTTP Basic: application passwords, then, if switched on, account passwords. Wrong credentials fail even where none are needed. */
@Injectable()
export class BasicAuthenticationService {
  private readonly verified = new VerifiedCredentials<Proof>();

  constructor(
    private readonly accounts: AccountsStore,
    private readonly upkeep: CredentialUpkeepService,
    @Inject(ATTEMPT_LIMITER) private readonly limiter: AttemptLimiter,
    @Inject(ACCESS_OPTIONS) private readonly options: AccessOptions,
  ) {}

  get isEnabled(): boolean {
    return this.options.applicationPasswords || this.options.accountPasswords;
  }

  async authenticate(credentials: BasicCredentials, address: string): Promise<AuthResult> {
    const { username, password } = credentials;
    const account = await this.accounts.findByLoginOrEmail(username);
    const attempts = attemptsKey(account?.id ?? username.toLowerCase(), address);
    const blocked = await this.limiter.blockedFor(attempts);
    if (blocked > 0) return tooManyAttempts(blocked);
    return account
      ? this.prove(account, password, address, attempts)
      : this.refuseStranger(username, password, attempts);
  }

  private async refuseStranger(username: string, password: string, attempts: string): Promise<AuthResult> {
    const blocked = await this.limiter.take(attempts);
    if (blocked > 0) return tooManyAttempts(blocked);
    await verifyAgainstNobody(password);
    return looksLikeEmail(username) ? unknownEmail() : unknownLogin();
  }

  private async prove(account: Account, password: string, address: string, attempts: string): Promise<AuthResult> {
    let blocked = 0;
    const hashes = account.applicationPasswords.map(({ hash }) => hash);
    const proof = await this.verified.proven([account.id, password, account.passwordHash, hashes], async () => {
      blocked = await this.limiter.take(attempts);
      if (blocked > 0) return undefined;
      const found = await this.match(account, password);
      if (found) await this.limiter.clear(attempts);
      return found;
    });
    if (blocked > 0) return tooManyAttempts(blocked);
    if (!proof) return wrongPassword();
    if (proof.kind === 'application-password') this.noteUsage(account, proof.uuid, address);
    return { principal: await this.accounts.principal(account, proof.kind) };
  }

  private async match(account: Account, password: string): Promise<Proof | undefined> {
    const application = await this.matchApplicationPassword(account.applicationPasswords, password);
    if (application) return { kind: 'application-password', uuid: application.uuid };
    // The account's hash is tried even where it is not accepted: a refusal then costs the same with and without it.
    const { ok, rehash } = await verifyPassword(password, account.passwordHash);
    if (!ok || password === '' || !this.options.accountPasswords) return undefined;
    if (rehash) this.upkeep.rehash(account.id, password, account.passwordHash);
    return { kind: 'basic' };
  }

  private async matchApplicationPassword(
    stored: ApplicationPassword[],
    typed: string,
  ): Promise<ApplicationPassword | undefined> {
    const password = normalizeApplicationPassword(typed);
    if (password === undefined || !this.options.applicationPasswords) return undefined;
    for (const candidate of stored) if ((await verifyPassword(password, candidate.hash)).ok) return candidate;
    return undefined;
  }

  private noteUsage(account: Account, uuid: string, address: string): void {
    const now = Math.floor((this.options.now ?? Date.now)() / 1000);
    const used = account.applicationPasswords.find((candidate) => candidate.uuid === uuid);
    if (used && isUsageDue(used.lastUsed, now)) this.upkeep.noteUsage(account.id, uuid, address, now);
  }
}

/** Of fixed size, however long the name. */
function attemptsKey(account: number | string, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([account, addressGroup(address)]))
    .digest('base64');
}
