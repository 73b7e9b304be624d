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
import { type Principal, RolesStore, SYSTEM } from '../../access/index.js';
import { type Account, AccountsStore, cookiePath, setCookie } from '../../access/authentication/index.js';
import { type UserInput, UsersService, UsersStore } from '../../modules/users/index.js';
import { RestError } from '../../rest/errors/index.js';
import { type Site } from '../../site/index.js';
import { cleanUsername } from '../../text/index.js';
import { StartError } from '../../platform/start/start-error.js';
import { PROVIDER_SETTINGS, type ProviderSettings } from './provider-urls.js';
import { type LinkReason, OidcLinksService, type ProviderUser } from './oidc-links.service.js';
import { providerFetch } from './provider-fetch.js';

const MAX_LOGIN = 60;
/** Longer names are cut off. */
const MAX_NAME = 200;

/** What the browser keeps while its user is at the provider. */
export interface PendingSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The account that is to be linked; undefined to sign in. */
  readonly account?: number;
}

/** Path of the sign-in, below the address of the site. */
export const OIDC_PATH = 'console/oidc';
const COOKIE = 'nestpress_oidc';
/** Time to sign in at the provider. */
const COOKIE_SECONDS = 600;

export function callbackUrl(siteUrl: string): string {
  return `${siteUrl}/${OIDC_PATH}/callback`;
}

/** The cookie that holds a pending sign-in; undefined deletes it. Lax: the provider's redirect is a navigation from another site. */
export function pendingCookie(siteUrl: string, pending: PendingSignIn | undefined, isSecure = false): string {
  const value = pending ? Buffer.from(JSON.stringify(pending)).toString('base64url') : '';
  return setCookie(COOKIE, value, {
    path: cookiePath(siteUrl) + OIDC_PATH,
    maxAge: pending ? COOKIE_SECONDS : 0,
    isSecure: isSecure || siteUrl.startsWith('https:'),
  });
}

export function readPending(cookieHeader = ''): PendingSignIn | undefined {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(cookieHeader)?.[1];
  try {
    const stored = JSON.parse(Buffer.from(value ?? '', 'base64url').toString()) as PendingSignIn;
    const { state, nonce, verifier, account } = stored;
    const isComplete = [state, nonce, verifier].every((part) => typeof part === 'string' && part !== '');
    if (!isComplete || (account !== undefined && !Number.isSafeInteger(account))) return undefined;
    return { state, nonce, verifier, account };
  } catch {
    return undefined;
  }
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
    private readonly links: OidcLinksService,
    private readonly modules: ModuleRef,
  ) {}

  async onModuleInit(): Promise<void> {
    const defined = [...(await this.roles.definitions()).keys()];
    const unknown = this.settings.roles.find(({ role }) => !defined.includes(role));
    if (unknown) throw new StartError(`OIDC_URL: there is no role "${unknown.role}". Roles: ${defined.join(', ')}.`);
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

  get providerName(): string {
    return this.settings.name;
  }

  /** The ID of the account that the provider vouches for. */
  async complete(callback: URL, pending: PendingSignIn, site: Site, address: string): Promise<number> {
    const claims = await this.claims(callback, pending);
    const role = this.roleOf(claims);
    const account =
      (await this.linked(claims)) ??
      (await this.byEmail(claims, address)) ??
      (await this.create(claims, role, site, address));
    if (role !== undefined) await this.setRole(account, role, address);
    return account.id;
  }

  /** Proposes to link the account, whose owner is signed in to it, to the user who has signed in at the provider. */
  async propose(callback: URL, pending: PendingSignIn, account: number): Promise<void> {
    const claims = await this.claims(callback, pending);
    this.roleOf(claims);
    await this.links.propose(account, userOf(claims));
  }

  /** Links the account to the proposed user, once its owner has seen and confirmed it. */
  async confirm(user: ProviderUser, owner: Principal): Promise<void> {
    const others = (await this.links.findAccounts(user.subject)).filter((id) => id !== owner.id);
    if (others.length > 0 || !(await this.links.link(owner.id, user, 'confirmed', owner)))
      throw new RestError('rest_identity_linked', 'The account or the user of the provider is linked already.', 409);
    await this.links.deleteProposal(owner.id);
  }

  /** What the provider says about the user who has signed in there. */
  private async claims(address: URL, { state, nonce, verifier }: PendingSignIn): Promise<IDToken> {
    const tokens = await authorizationCodeGrant(await this.configuration(), address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    return tokens.claims()!;
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

  private async linked(claims: IDToken): Promise<Account | undefined> {
    const [id, ...others] = await this.links.findAccounts(userOf(claims).subject);
    if (others.length > 0) throw new SignInRefused('the user of the provider is linked to several accounts');
    return id === undefined ? undefined : this.accounts.findById(id);
  }

  /** The account with the verified e-mail address of the user, linked from now on. */
  private async byEmail(claims: IDToken, address: string): Promise<Account | undefined> {
    const { email, email_verified: isVerified } = claims;
    if (typeof email !== 'string' || isVerified !== true) throw new SignInRefused('the e-mail address is not verified');
    const account = await this.accounts.findByEmail(email);
    if (account) await this.link(account, claims, 'email', address);
    return account;
  }

  private async link(account: Account, claims: IDToken, reason: LinkReason, address: string): Promise<void> {
    const principal = await this.accounts.principal(account, 'strategy');
    if (!(await this.links.link(account.id, userOf(claims), reason, principal.with({ address }))))
      throw new SignInRefused('the account is linked to another user of the provider');
  }

  private async create(claims: IDToken, role: string | undefined, site: Site, address: string): Promise<Account> {
    if (!this.settings.createsAccounts || role === undefined)
      throw new SignInRefused('there is no account for the user');
    const email = String(claims.email);
    const input = {
      username: await this.freeLogin(String(claims.preferred_username ?? email.split('@')[0])),
      email,
      password: randomBytes(32).toString('base64url'),
      ...(typeof claims.name === 'string' && { name: claims.name.slice(0, MAX_NAME) }),
      roles: [role],
    };
    const { id } = await this.users.create(SYSTEM.with({ address }), site, input as UserInput);
    const account = (await this.accounts.findById(id))!;
    await this.link(account, claims, 'created', address);
    this.logger.log(`Created the account ${input.username} for a user of ${this.settings.issuer}.`);
    return account;
  }

  private async freeLogin(preferred: string): Promise<string> {
    const base = cleanUsername(preferred, { strict: true }).slice(0, MAX_LOGIN - 4) || 'user';
    for (let number = 1; number < 1000; number++) {
      const login = number === 1 ? base : `${base}${number}`;
      if ((await this.usersStore.idBy('login', login)) === undefined) return login;
    }
    throw new SignInRefused('no login name is free');
  }

  private async setRole({ id, capabilities }: Account, role: string, address: string): Promise<void> {
    const definitions = await this.roles.definitions();
    const current = [...capabilities].filter(([name, isGranted]) => isGranted && definitions.has(name));
    if (current.length === 1 && current[0]![0] === role) return;
    const user = await this.usersStore.byId(id);
    await this.users.update(SYSTEM.with({ address }), user!, { roles: [role] });
  }

  /** A provider of the module of the user routes, which does not export it. */
  private get users(): UsersService {
    return this.modules.get(UsersService, { strict: false });
  }

  private get usersStore(): UsersStore {
    return this.modules.get(UsersStore, { strict: false });
  }
}

function userOf({ iss, sub, email, preferred_username: login, name }: IDToken): ProviderUser {
  const label = [email, login, name, sub].find((value) => typeof value === 'string' && value !== '');
  return { subject: `${iss} ${sub}`, name: String(label).slice(0, MAX_NAME) };
}
