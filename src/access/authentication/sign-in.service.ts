import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { HashQueueFullError } from '../../text/passwords/index.js';
import { AccessEvents } from '../access-events.service.js';
import { type Account, AccountsStore } from './accounts.store.js';
import { type Principal } from '../principal.js';
import { SESSIONS_KEY, UNRECORDED, UserMetaStore } from '../user-meta.store.js';
import { addressGroup } from './address-group.js';
import {
  type AuthError,
  secondFactorRequired,
  signInBusy,
  tooManyAttempts,
  wrongCode,
  wrongCredentials,
} from './auth-result.js';
import { CookieAuthenticationService } from './cookie-authentication.service.js';
import { CredentialWritesService } from './credential-writes.service.js';
import { createNonce } from './nonce.js';
import { type AcceptedPasswords, PasswordCheckService } from './password-check.service.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecretKeysService } from './secret-keys.service.js';
import {
  adminCookieName,
  cookiePath,
  loginCookieName,
  setCookie,
  signedCookie,
  withoutSession,
  withSession,
  writeLoginCookie,
} from './login-cookie.js';
import { SIGN_IN_LIMITER, type SignInAttempt, type SignInLimiter } from './sign-in-limiter.js';

/** Application passwords are for programs. */
const ACCEPTED: AcceptedPasswords = { accountPasswords: true, applicationPasswords: false };

const DAY_SECONDS = 86_400;
/** Lifetime of WordPress's sessions, without and with "remember me". */
const SESSION_DAYS = 2;
const REMEMBERED_DAYS = 14;
/** A remembered cookie outlives its session, so that a form sent at the very end is recognized as expired. */
const COOKIE_GRACE_SECONDS = DAY_SECONDS / 2;
/** No real user agent is longer. */
const MAX_USER_AGENT_LENGTH = 400;

export interface PasswordCredentials {
  login: string;
  password: string;
  remember: boolean;
  /** Code of the second factor, or a recovery code. */
  code?: string;
}

/** The client that signs in. */
export interface Client {
  address: string;
  userAgent: string;
  isSecure: boolean;
}

export interface SignedIn {
  principal: Principal;
  nonce: string;
  /** Values of the Set-Cookie header. */
  cookies: string[];
}

/** Starts and ends login sessions as WordPress does: a token in the user's meta, referenced by signed cookies. */
@Injectable()
export class SignInService {
  constructor(
    private readonly accounts: AccountsStore,
    private readonly cookies: CookieAuthenticationService,
    private readonly secrets: SecretKeysService,
    private readonly meta: UserMetaStore,
    private readonly credentialWrites: CredentialWritesService,
    private readonly passwords: PasswordCheckService,
    private readonly secondFactors: SecondFactorService,
    private readonly events: AccessEvents,
    @Inject(SIGN_IN_LIMITER) private readonly limiter: SignInLimiter,
  ) {}

  async signIn(credentials: PasswordCredentials, client: Client): Promise<SignedIn | { error: AuthError }> {
    const checked = await this.verify(credentials, client);
    return 'error' in checked ? checked : this.startSession(checked.account, credentials.remember, client);
  }

  /** Checks the password and the second factor, within the limits for wrong ones. */
  async verify(
    { login, password, code }: Omit<PasswordCredentials, 'remember'>,
    client: Pick<Client, 'address'>,
  ): Promise<{ account: Account } | { error: AuthError }> {
    const account = await this.accounts.findByTypedName(login);
    const attempt: SignInAttempt = { name: login, account: account?.id, address: client.address };
    const { blockedFor, isLocked } = await this.limiter.take(attempt);
    if (blockedFor > 0) return tooManyAttempts(blockedFor);
    try {
      const checked = isLocked ? undefined : account;
      if (!(await this.passwords.check(checked, password, addressGroup(client.address), ACCEPTED))) {
        this.events.signInFailed({ account, address: client.address, reason: 'password' });
        return wrongCredentials();
      }
    } catch (error) {
      if (!(error instanceof HashQueueFullError)) throw error;
      await this.limiter.refund(attempt);
      return signInBusy();
    }
    if (account!.hasSecondFactor) {
      const refusal = await this.checkSecondFactor(account!, code, attempt);
      if (refusal) return refusal;
    }
    await this.limiter.succeeded(attempt);
    return { account: account! };
  }

  /** A wrong code counts as a failed attempt; a request for one does not. */
  private async checkSecondFactor(
    account: Account,
    code: string | undefined,
    attempt: SignInAttempt,
  ): Promise<{ error: AuthError } | undefined> {
    if (code === undefined) {
      await this.limiter.refund(attempt);
      return secondFactorRequired();
    }
    const result = await this.secondFactors.check(account.id, code);
    if (result === 'accepted') return undefined;
    this.events.signInFailed({ account, address: attempt.address, reason: 'code' });
    return result === 'wrong' ? wrongCode() : tooManyAttempts(result.blockedFor);
  }

  /** Signs the user in without checking a password or a second factor. */
  async signInAs(id: number, client: Client): Promise<SignedIn> {
    const account = await this.accounts.findById(id);
    if (!account) throw new Error(`There is no account ${id}.`);
    return this.startSession(account, false, client);
  }

  /** Ends the session of the request's cookie; returns the cookies that delete it from the browser. */
  async signOut(principal: Principal, isSecure: boolean): Promise<string[]> {
    const { sessionToken } = principal;
    if (sessionToken !== undefined)
      await this.meta.change(principal.id, SESSIONS_KEY, (stored) => withoutSession(stored, sessionToken), UNRECORDED);
    const siteUrl = await this.cookies.siteUrl();
    const path = cookiePath(siteUrl);
    const attributes = { isSecure: isSecure || siteUrl.startsWith('https:'), maxAge: 0 };
    return [
      setCookie(loginCookieName(siteUrl), '', { ...attributes, path }),
      ...[false, true].map((isSecureName) =>
        setCookie(adminCookieName(siteUrl, isSecureName), '', { ...attributes, path: `${path}wp-admin` }),
      ),
    ];
  }

  private async startSession(account: Account, remember: boolean, client: Client): Promise<SignedIn> {
    const keys = await this.secrets.read();
    if (!keys) throw new Error('No keys are configured to sign login cookies with.');
    const now = this.cookies.nowSeconds();
    const expiration = now + (remember ? REMEMBERED_DAYS : SESSION_DAYS) * DAY_SECONDS;
    const token = randomBytes(32).toString('base64url').slice(0, 43);
    const session = {
      expiration,
      ip: client.address,
      userAgent: client.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
      login: now,
    };
    const signedIn = await this.accounts.principal(account, 'cookie', { sessionToken: token });
    const principal = signedIn.with({ address: client.address });
    await this.meta.change(
      account.id,
      SESSIONS_KEY,
      (stored) => withSession(stored, token, session),
      (tx) =>
        this.events.emit(tx, { event: 'user.signed-in', account: account.id, login: account.login, by: principal }),
    );
    this.credentialWrites.noteSignIn(principal);
    const siteUrl = await this.cookies.siteUrl();
    const isSecure = client.isSecure || siteUrl.startsWith('https:');
    const maxAge = remember ? expiration - now + COOKIE_GRACE_SECONDS : undefined;
    const claims = { login: account.login, expiration: String(expiration), token };
    const path = cookiePath(siteUrl);
    const adminSecret = isSecure ? keys.secureAuth : keys.auth;
    const cookies = [
      setCookie(loginCookieName(siteUrl), writeLoginCookie(claims, account.passwordHash, keys), {
        path,
        maxAge,
        isSecure,
      }),
      ...(adminSecret === undefined
        ? []
        : [
            setCookie(adminCookieName(siteUrl, isSecure), signedCookie(claims, account.passwordHash, adminSecret), {
              path: `${path}wp-admin`,
              maxAge,
              isSecure,
            }),
          ]),
    ];
    return { principal, nonce: createNonce({ id: account.id, sessionToken: token }, keys, now), cookies };
  }
}
