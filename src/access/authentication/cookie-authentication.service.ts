import { Inject, Injectable, Optional } from '@nestjs/common';
import { NetworkStore } from '../../site/network.store.js';
import { ACCESS_OPTIONS, type AccessOptions, type SecretKeys } from '../access-options.js';
import { OptionsStore } from '../../database/options.store.js';
import { AccountsStore } from './accounts.store.js';
import { ANONYMOUS, type Principal } from '../principal.js';
import { type AuthResult, invalidNonce } from './auth-result.js';
import { createNonce, isNonceValid } from './nonce.js';
import { SecretKeysService } from './secret-keys.service.js';
import {
  cookiePath,
  isCookieCurrent,
  isCookieGenuine,
  isSessionCurrent,
  type LoginCookie,
  loginCookieName,
  readLoginCookie,
  setCookie,
  writeLoginCookie,
} from './login-cookie.js';

/**
 * Login cookies of a WordPress on the same database. Browsers send them with requests of any page, so they require a nonce;
 * a request whose nonce is missing or does not match the cookie is refused.
 */
@Injectable()
export class CookieAuthenticationService {
  constructor(
    private readonly accounts: AccountsStore,
    private readonly siteOptions: OptionsStore,
    private readonly secrets: SecretKeysService,
    @Inject(ACCESS_OPTIONS) private readonly options: AccessOptions,
    @Optional() private readonly networks?: NetworkStore,
  ) {}

  async authenticate(cookieHeader: string | undefined, nonce: string, method: string): Promise<AuthResult> {
    const keys = await this.secrets.read();
    if (!keys) return invalidNonce();
    const now = this.nowSeconds();
    const cookie = await this.readCookie(cookieHeader);
    const principal = (cookie && (await this.loggedIn(cookie, keys, method, now))) ?? ANONYMOUS;
    // The token is used even if its session has ended: pages rendered after that carry nonces for it.
    const holder = { id: principal.id, sessionToken: cookie?.token ?? '' };
    if (!isNonceValid(nonce, holder, keys, now)) return invalidNonce();
    return { principal, responseHeaders: { 'X-WP-Nonce': createNonce(holder, keys, now) } };
  }

  /** A nonce for the session of the login cookie; undefined without a valid cookie. */
  async freshNonce(cookieHeader: string | undefined, method: string): Promise<string | undefined> {
    return (await this.session(cookieHeader, method))?.nonce;
  }

  /** The session of the login cookie, without checking a nonce, and a new nonce. Only for responses that other origins cannot read. */
  async session(
    cookieHeader: string | undefined,
    method: string,
  ): Promise<{ principal: Principal; nonce: string } | undefined> {
    const cookie = await this.readCookie(cookieHeader);
    const keys = cookie && (await this.secrets.read());
    if (!keys) return undefined;
    const now = this.nowSeconds();
    const principal = await this.loggedIn(cookie, keys, method, now);
    return principal && { principal, nonce: createNonce({ id: principal.id, sessionToken: cookie.token }, keys, now) };
  }

  /** The cookie that keeps the session valid after its user's password has changed; undefined if no cookie authenticated the request. */
  async renewed(
    { login, sessionToken: token }: Principal,
    passwordHash: string,
    expiration: number,
  ): Promise<string | undefined> {
    const keys = token === undefined ? undefined : await this.secrets.read();
    if (!keys || token === undefined) return undefined;
    const siteUrl = await this.siteUrl();
    const value = writeLoginCookie({ login, expiration: String(expiration), token }, passwordHash, keys);
    return setCookie(loginCookieName(siteUrl), value, {
      path: cookiePath(siteUrl),
      isSecure: siteUrl.startsWith('https:'),
    });
  }

  nowSeconds(): number {
    return Math.floor((this.options.now ?? Date.now)() / 1000);
  }

  /** The claims of the request's login cookie, not yet verified. */
  async readCookie(header: string | undefined): Promise<LoginCookie | undefined> {
    return header === undefined ? undefined : readLoginCookie(header, await this.siteUrl());
  }

  /** The URL whose hash is part of the cookie names; all sites of a network have the same. */
  async siteUrl(): Promise<string> {
    const network = await this.networks?.rules();
    return network?.siteUrl || this.options.siteUrl || (await this.siteOptions.text('siteurl'));
  }

  private async loggedIn(
    cookie: LoginCookie,
    keys: SecretKeys,
    method: string,
    now: number,
  ): Promise<Principal | undefined> {
    if (!isCookieCurrent(cookie, method, now)) return undefined;
    const account = await this.accounts.findByLogin(cookie.login);
    if (!account || !isCookieGenuine(cookie, account.login, account.passwordHash, keys)) return undefined;
    if (!isSessionCurrent(account.sessions, cookie.token, now)) return undefined;
    return this.accounts.principal(account, 'cookie', { sessionToken: cookie.token });
  }
}
