import { Inject, Injectable } from '@nestjs/common';
import { addSlashes, hashCost, verifyAgainstDummy, verifyPassword } from '../../text/passwords/index.js';
import { ACCESS_OPTIONS, type AccessOptions } from '../access-options.js';
import { type Account, AccountsStore } from './accounts.store.js';
import { type ApplicationPassword, normalizeApplicationPassword } from './application-passwords.service.js';
import { CredentialWritesService } from './credential-writes.service.js';

/** How the credentials were verified, and with which application password. */
export type Proof = { kind: 'application-password'; uuid: string } | { kind: 'basic' };

/** Which passwords of an account are accepted. */
export interface AcceptedPasswords {
  accountPasswords: boolean;
  applicationPasswords: boolean;
}

/** More slow application passwords of one account than these are not imitated: anybody could make all refusals slow with them. */
const MAX_APPLICATION_PASSWORDS = 20;
const SAMPLE_MS = 60_000;

/**
 * Verifies passwords of accounts. Every refusal computes the same slow hashes, so that its time shows neither whether the
 * account exists nor which hashes it has: for each kind of hash that accounts of the site have, one (two for a password with
 * quotes or backslashes, see `accountForms`), and for a password that may be an application password, as many as the account
 * with most of them needs.
 */
@Injectable()
export class PasswordCheckService {
  /** Kinds of the hashes of account passwords. */
  private readonly accountCosts = new Set<string>();
  /** By kind, how many application passwords one account has at most. */
  private readonly applicationCosts = new Map<string, number>();
  private sample?: Promise<void>;
  private sampleExpiresAt = 0;

  constructor(
    private readonly accounts: AccountsStore,
    private readonly credentialWrites: CredentialWritesService,
    @Inject(ACCESS_OPTIONS) private readonly options: AccessOptions,
  ) {}

  /** `account` is undefined if there is none with the name; `owner` is the client in the queue of slow hashes. */
  async check(
    account: Account | undefined,
    password: string,
    owner: string,
    accepted: AcceptedPasswords,
  ): Promise<Proof | undefined> {
    const application = accepted.applicationPasswords ? normalizeApplicationPassword(password) : undefined;
    const computed = new Map<string, number>();
    const verify = (typed: string, hash: string) => {
      const cost = hashCost(hash);
      if (cost !== undefined) computed.set(cost, (computed.get(cost) ?? 0) + 1);
      return verifyPassword(typed, hash, owner, this.options);
    };
    if (account) {
      this.learn(account);
      for (const { hash, uuid } of application === undefined ? [] : account.applicationPasswords)
        if ((await verify(application!, hash)).ok) return { kind: 'application-password', uuid };
      for (const form of accountForms(password)) {
        const { ok, rehash } = await verify(form.text, account.passwordHash);
        if (!ok || password === '' || !accepted.accountPasswords) continue;
        if (rehash || form.isOutdated) this.credentialWrites.rehash(account.id, password, account.passwordHash);
        return { kind: 'basic' };
      }
    }
    await this.sampled();
    for (const [cost, times] of this.costsOf(application !== undefined, accountForms(password).length))
      for (let done = computed.get(cost) ?? 0; done < times; done++) await verifyAgainstDummy(password, cost, owner);
    return undefined;
  }

  /** How often each kind of hash is computed for a refusal. */
  private costsOf(isApplication: boolean, accountForms: number): Map<string, number> {
    const costs = new Map(isApplication ? this.applicationCosts : []);
    for (const cost of this.accountCosts) costs.set(cost, (costs.get(cost) ?? 0) + accountForms);
    return costs;
  }

  private learn({ passwordHash, applicationPasswords }: Pick<Account, 'passwordHash' | 'applicationPasswords'>): void {
    const cost = hashCost(passwordHash);
    if (cost !== undefined) this.accountCosts.add(cost);
    for (const [kind, count] of countCosts(applicationPasswords))
      this.applicationCosts.set(kind, Math.max(this.applicationCosts.get(kind) ?? 0, count));
  }

  /** Reads which hashes some accounts have; those of others become known when a name of theirs is sent. */
  private async sampled(): Promise<void> {
    if (!this.sample || performance.now() > this.sampleExpiresAt) {
      this.sampleExpiresAt = performance.now() + SAMPLE_MS;
      this.sample = this.accounts.sampleHashes().then((accounts) => accounts.forEach((account) => this.learn(account)));
      this.sample.catch(() => (this.sampleExpiresAt = 0));
    }
    await this.sample;
  }
}

/**
 * What an account's hash may have been computed from: the password with slashes, as WordPress does, or the password itself,
 * as scripts that call `wp_set_password` and earlier versions of this service did.
 */
function accountForms(password: string): { text: string; isOutdated: boolean }[] {
  const slashed = addSlashes(password);
  const forms = [{ text: slashed, isOutdated: false }];
  if (slashed !== password) forms.push({ text: password, isOutdated: true });
  return forms;
}

function countCosts(passwords: readonly ApplicationPassword[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { hash } of passwords) {
    const cost = hashCost(hash);
    const count = cost === undefined ? 0 : (counts.get(cost) ?? 0);
    if (cost !== undefined && count < MAX_APPLICATION_PASSWORDS) counts.set(cost, count + 1);
  }
  return counts;
}
