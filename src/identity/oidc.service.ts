import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type Account, AccountsStore } from '../access/accounts.store.js';
import { SYSTEM } from '../access/principal.js';
import { RolesStore } from '../access/roles.store.js';
import { UserMetaStore } from '../access/user-meta.store.js';
import { Database } from '../database/database.js';
import { UserMeta } from '../database/entities/index.js';
import { type UserInput } from '../modules/users/users.fields.js';
import { UsersService } from '../modules/users/users.service.js';
import { UsersStore } from '../modules/users/users.store.js';
import { StartError } from '../platform/start/start-error.js';
import { type Site } from '../site/site.js';
import { cleanUsername } from '../text/clean.js';
import { toText } from '../text/php/index.js';
import { type ProviderSettings } from './identity-urls.js';
import { providerFetch } from './provider-fetch.js';

/** Injection token of the ProviderSettings. */
export const PROVIDER_SETTINGS = Symbol('PROVIDER_SETTINGS');

/** The user meta key that links an account to a user of the provider. */
const SUBJECT_KEY = 'nestpress_oidc_subject';
const MAX_LOGIN = 60;

/** What the browser keeps while its user is at the provider. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A user of the provider who may not sign in. The message is for the log only. */
export class SignInRefused extends Error {}

/** Sign-in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
@Injectable()
export class OidcService implements OnModuleInit {
  private readonly logger = new Logger('Identity');
  private provider?: Promise<Configuration>;

  constructor(
    @Inject(PROVIDER_SETTINGS) private readonly settings: ProviderSettings,
    private readonly accounts: AccountsStore,
    private readonly roles: RolesStore,
    private readonly meta: UserMetaStore,
    private readonly database: Database,
    private readonly modules: ModuleRef,
  ) {}

  async onModuleInit(): Promise<void> {
    const known = [...(await this.roles.definitions()).keys()];
    const unknown = this.settings.roles.find(({ role }) => !known.includes(role));
    if (unknown) throw new StartError(`OIDC_URL: there is no role "${unknown.role}". Roles: ${known.join(', ')}.`);
  }

  /** Where the browser goes to sign in, and what it keeps until it comes back. */
  async begin(callback: string): Promise<{ address: URL; pending: PendingSignIn }> {
    const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const address = buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: callback,
      scope: this.settings.scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
    });
    return { address, pending };
  }

  /** The login of the account that the provider vouches for. */
  async complete(address: URL, { state, nonce, verifier }: PendingSignIn, site: Site): Promise<string> {
    const tokens = await authorizationCodeGrant(await this.configuration(), address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const role = this.roleOf(claims);
    const account =
      (await this.linked(claims)) ?? (await this.byEmail(claims)) ?? (await this.create(claims, role, site));
    if (role !== undefined) await this.setRole(account, role);
    return account.login;
  }

  private configuration(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    this.provider ??= discovery(new URL(issuer), clientId, undefined, ClientSecretBasic(clientSecret), {
      [customFetch]: ((url, options) => providerFetch(url, options)) as CustomFetch,
      // Only addresses of this machine may be without TLS.
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      this.provider = undefined;
      throw error;
    });
    return this.provider;
  }

  /** Undefined if the provider does not decide about roles; a user without a mapped group is refused. */
  private roleOf(claims: IDToken): string | undefined {
    const { roles, groupsClaim } = this.settings;
    if (roles.length === 0) return undefined;
    const groups = [claims[groupsClaim]].flat();
    const match = roles.find(({ group }) => groups.includes(group));
    if (!match) throw new SignInRefused('the user is in none of the groups that have a role');
    return match.role;
  }

  private subjectOf({ iss, sub }: IDToken): string {
    return `${iss} ${sub}`;
  }

  private async linked(claims: IDToken): Promise<Account | undefined> {
    const row = await this.database.manager.findOneBy(UserMeta, { key: SUBJECT_KEY, value: this.subjectOf(claims) });
    return row ? this.accounts.findById(row.owner) : undefined;
  }

  /** The account with the verified e-mail address of the user, linked from now on. */
  private async byEmail(claims: IDToken): Promise<Account | undefined> {
    const { email, email_verified: isVerified } = claims;
    if (typeof email !== 'string' || isVerified !== true) throw new SignInRefused('the e-mail address is not verified');
    const account = await this.accounts.findByEmail(email);
    if (account) await this.link(account.id, claims);
    return account;
  }

  /** An account belongs to one user of the provider, even if another one gets its e-mail address. */
  private async link(id: number, claims: IDToken): Promise<void> {
    await this.meta.change(id, SUBJECT_KEY, (stored) => {
      if (stored !== undefined && toText(stored) !== this.subjectOf(claims))
        throw new SignInRefused('the account is linked to another user of the provider');
      return this.subjectOf(claims);
    });
  }

  private async create(claims: IDToken, role: string | undefined, site: Site): Promise<Account> {
    if (!this.settings.createsAccounts || role === undefined)
      throw new SignInRefused('there is no account for the user');
    const email = String(claims.email);
    const input = {
      username: await this.freeLogin(String(claims.preferred_username ?? email.split('@')[0])),
      email,
      password: randomBytes(32).toString('base64url'),
      ...(typeof claims.name === 'string' && { name: claims.name.slice(0, 200) }),
      roles: [role],
    };
    const { id } = await this.users.create(SYSTEM, site, input as UserInput);
    await this.link(id, claims);
    this.logger.log(`Created the account ${input.username} for a user of ${this.settings.issuer}.`);
    return (await this.accounts.findById(id))!;
  }

  private async freeLogin(wanted: string): Promise<string> {
    const base = cleanUsername(wanted, { strict: true }).slice(0, MAX_LOGIN - 4) || 'user';
    for (let number = 1; number < 1000; number++) {
      const login = number === 1 ? base : `${base}${number}`;
      if (!(await this.accounts.findByLogin(login))) return login;
    }
    throw new SignInRefused('no login name is free');
  }

  private async setRole({ id, capabilities }: Account, role: string): Promise<void> {
    const definitions = await this.roles.definitions();
    const current = [...capabilities].filter(([name, isGranted]) => isGranted && definitions.has(name));
    if (current.length === 1 && current[0]![0] === role) return;
    const user = await this.modules.get(UsersStore, { strict: false }).byId(id);
    await this.users.update(SYSTEM, user!, { roles: [role] });
  }

  /** Of the module of the user routes, which does not export it. */
  private get users(): UsersService {
    return this.modules.get(UsersService, { strict: false });
  }
}
