import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AccessEvents } from '../../access/access-events.service.js';
import { type Account, AccountsStore } from '../../access/authentication/accounts.store.js';
import { type AuthError } from '../../access/authentication/auth-result.js';
import { type Client, type PasswordCredentials, SignInService } from '../../access/authentication/sign-in.service.js';
import { Principal } from '../../access/principal.js';
import { RolesStore } from '../../access/roles.store.js';
import { Database } from '../../database/database.js';
import { SharedSecret } from '../../database/shared-secret.js';
import { type Token } from './token.entity.js';
import { capabilitiesWithin, limitsOf, parseScope, scopeText, type TokenScope } from './token-scope.js';
import { nowSeconds, TokensStore } from './tokens.store.js';

const ACCESS_SECONDS = 15 * 60;
const REFRESH_SECONDS = 60 * 86_400;
/** The client may not have received the response to a refresh that it repeats, or refreshes in several tabs. */
const REPEAT_SECONDS = 30;
const KEY_BYTES = 32;

const ACCESS = /^npa_(\d{1,15})_(\d{1,12})_([\w-]{43})$/;
const REFRESH = /^npr_(\d{1,15})_([\w-]{43})$/;

export interface TokenRequest {
  /** Name of the app, as its user sees it in the list. */
  readonly name: string;
  readonly scope: TokenScope;
  /** ID of the client that may refresh them. */
  readonly client?: string;
  /** The only path that they are for. */
  readonly audience?: string;
}

export type ListedToken = Pick<Token, 'id' | 'name' | 'scope' | 'created' | 'used' | 'address' | 'expires'>;

export interface IssuedTokens {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly refreshToken: string;
  readonly scope: string;
  readonly principal: Principal;
}

interface Found {
  readonly token?: Token;
  readonly account?: Account;
  /** The secret part of a refresh token. */
  readonly key?: string;
}

/**
 * Tokens for apps and visitors: a short-lived access token, and a refresh token that each use replaces. The signature of access
 * tokens depends on the password hash, so a new password ends all of them; their row is read for each request, so revoking it does
 * at once.
 */
@Injectable()
export class TokensService {
  private readonly secret: SharedSecret;

  constructor(
    database: Database,
    private readonly tokens: TokensStore,
    private readonly accounts: AccountsStore,
    private readonly roles: RolesStore,
    private readonly signIns: SignInService,
    private readonly events: AccessEvents,
  ) {
    this.secret = new SharedSecret(database, 'nestpress_token_secret');
  }

  /** Checks password and second factor as the sign-in of the console does, with the same limits. */
  async signIn(
    credentials: Omit<PasswordCredentials, 'remember'>,
    request: TokenRequest,
    client: Client,
  ): Promise<IssuedTokens | { error: AuthError }> {
    const checked = await this.signIns.verify(credentials, client);
    return 'error' in checked ? checked : this.issue(checked.account, request, client);
  }

  /** Tokens for an account that something else vouches for. */
  async issueFor(userId: number, request: TokenRequest, client: Client): Promise<IssuedTokens | undefined> {
    const account = await this.accounts.findById(userId);
    return account && this.issue(account, request, client);
  }

  /**
   * Undefined if the refresh token is not valid. The one that was replaced last is exchanged for its successor again for a short
   * time: several tabs of an app may have refreshed at once. Any other that was replaced, however long ago, ends the sign-in: it
   * was copied.
   */
  async refresh(
    refreshToken: string,
    client: Pick<Client, 'address'>,
    clientId = '',
  ): Promise<IssuedTokens | undefined> {
    const found = await this.found(REFRESH.exec(refreshToken));
    if (!found.token || !found.account || found.token.client !== clientId) return undefined;
    const { account } = found;
    const key = found.key!;
    const digest = digestOf(key, account);
    const next = await this.nextKey(found.token, key);
    const used = nowSeconds();
    const { address } = client;
    const values = { digest: digestOf(next, account), former: digest, used, address, expires: used + REFRESH_SECONDS };
    if (digest === found.token.digest && (await this.tokens.rotate(found.token.id, digest, values)))
      return this.issued(found.token, next, account);
    // Another request may have replaced it since it was read.
    const token = await this.tokens.byId(found.token.id);
    if (!token || token.digest === digest) return undefined;
    if (digest === token.former && used <= Number(token.used) + REPEAT_SECONDS)
      return token.digest === values.digest ? this.issued(token, next, account) : undefined;
    if (await this.isReplaced(token, key))
      await this.delete(
        token,
        (await this.accounts.principal(account, 'token')).with({ address }),
        'a refresh token was used twice',
      );
    return undefined;
  }

  /** Issues an access token only, for clients that send the same refresh token again and again. */
  async renew(
    refreshToken: string,
    { address }: Pick<Client, 'address'>,
    clientId: string,
  ): Promise<Omit<IssuedTokens, 'refreshToken'> | undefined> {
    const { token, key, account } = await this.found(REFRESH.exec(refreshToken));
    if (!token || !account || token.client !== clientId || digestOf(key!, account) !== token.digest) return undefined;
    const used = nowSeconds();
    const values = { digest: token.digest, former: token.former, used, address, expires: used + REFRESH_SECONDS };
    return (await this.tokens.rotate(token.id, token.digest, values)) ? this.access(token, account) : undefined;
  }

  /** The requester of an access token. */
  async authenticate(accessToken: string, route: string): Promise<Principal | undefined> {
    const found = await this.signed(accessToken);
    if (!found || (found.token.audience !== '' && found.token.audience !== route)) return undefined;
    return this.principal(found.token, found.account);
  }

  /** IDs of the clients that users are signed in to. */
  clientIds(): Promise<ReadonlySet<string>> {
    return this.tokens.clientIds();
  }

  async nameOf(id: number): Promise<string | undefined> {
    return (await this.tokens.byId(id))?.name;
  }

  list(userId: number): Promise<ListedToken[]> {
    return this.tokens.byUser(userId);
  }

  /** False if the user has no such token. */
  async revoke(userId: number, id: number, by: Principal): Promise<boolean> {
    const token = await this.tokens.byId(id);
    return token !== null && Number(token.user) === userId && this.delete(token, by);
  }

  /** Ends the sign-in of a refresh token; the same whether or not there is one. */
  async revokeRefreshToken(refreshToken: string, { address }: Pick<Client, 'address'>): Promise<void> {
    const { token, key, account } = await this.found(REFRESH.exec(refreshToken));
    if (!token || !account || digestOf(key!, account) !== token.digest) return;
    await this.delete(token, (await this.accounts.principal(account, 'token')).with({ address }));
  }

  /** The same for an access token or refresh token of a client. */
  async revokeTokenOf(clientId: string, secret: string, { address }: Pick<Client, 'address'>): Promise<void> {
    const access = await this.signed(secret);
    if (!access) {
      const { token } = await this.found(REFRESH.exec(secret));
      if (token?.client === clientId) await this.revokeRefreshToken(secret, { address });
      return;
    }
    const { token, account } = access;
    if (token.client !== clientId) return;
    await this.delete(token, (await this.accounts.principal(account, 'token')).with({ address }));
  }

  /** Ends all sign-ins of a client. */
  async revokeClient(clientId: string, by: Principal): Promise<void> {
    for (const token of await this.tokens.byClient(clientId)) await this.delete(token, by);
  }

  private async found(match: readonly string[] | null): Promise<Found> {
    const [, id, key] = match ?? [];
    const token = id === undefined ? null : await this.tokens.byId(Number(id));
    const account = token ? await this.accounts.findById(Number(token.user)) : undefined;
    return { ...(token && { token }), ...(account && { account }), ...(key !== undefined && { key }) };
  }

  /** What an access token belongs to, if its signature is valid. */
  private async signed(accessToken: string): Promise<{ token: Token; account: Account } | undefined> {
    const match = ACCESS.exec(accessToken);
    const [, , expires, signature] = match ?? [];
    if (signature === undefined || Number(expires) <= nowSeconds()) return undefined;
    const { token, account } = await this.found(match);
    if (!token || !account) return undefined;
    const expected = await this.sign(token, expires!, account);
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? { token, account } : undefined;
  }

  private async issue(
    account: Account,
    { name, scope, client: clientId = '', audience = '' }: TokenRequest,
    client: Client,
  ): Promise<IssuedTokens> {
    const created = nowSeconds();
    const key = await this.newKey({ user: account.id, created });
    const values = {
      user: account.id,
      name: name.slice(0, 200),
      scope: scopeText(scope),
      digest: digestOf(key, account),
      former: '',
      created,
      used: created,
      address: client.address,
      expires: created + REFRESH_SECONDS,
      client: clientId,
      audience,
    };
    const by = (await this.accounts.principal(account, 'token')).with({ address: client.address });
    const id = await this.tokens.create(values, (tx) =>
      this.events.emit(tx, {
        event: 'token.created',
        account: account.id,
        login: account.login,
        by,
        details: { name: values.name, scope: values.scope },
      }),
    );
    return this.issued({ ...values, id }, key, account);
  }

  private async issued(token: Token, key: string, account: Account): Promise<IssuedTokens> {
    return { ...(await this.access(token, account)), refreshToken: `npr_${token.id}_${key}` };
  }

  private async access(token: Token, account: Account): Promise<Omit<IssuedTokens, 'refreshToken'>> {
    const expires = String(nowSeconds() + ACCESS_SECONDS);
    return {
      accessToken: `npa_${token.id}_${expires}_${await this.sign(token, expires, account)}`,
      expiresIn: ACCESS_SECONDS,
      scope: token.scope,
      principal: await this.principal(token, account),
    };
  }

  private async principal(token: Token, account: Account): Promise<Principal> {
    const scope = parseScope(token.scope) ?? { canWrite: false };
    const [whole, definitions] = await Promise.all([
      this.accounts.principal(account, 'token', { limits: limitsOf(scope), token: token.id }),
      this.roles.definitions(),
    ]);
    if (scope.role === undefined) return whole;
    return new Principal({ ...whole, roles: [scope.role], caps: capabilitiesWithin(whole.caps, scope, definitions) });
  }

  private delete(token: Token, by: Principal, reason?: string): Promise<boolean> {
    const details = { name: token.name, ...(reason !== undefined && { reason }) };
    return this.tokens.delete({ id: token.id, user: Number(token.user) }, (tx) =>
      this.events.emit(tx, { event: 'token.revoked', account: Number(token.user), by, details }),
    );
  }

  /** With a signature by which keys are recognized that were replaced long ago. */
  private async newKey(token: Pick<Token, 'user' | 'created'>): Promise<string> {
    return this.signedKey(token, randomBytes(KEY_BYTES / 2));
  }

  /** The successor of a key, always the same: whoever repeats a refresh gets no third token. Only the service can compute it. */
  private async nextKey(token: Token, key: string): Promise<string> {
    const bytes = createHmac('sha256', await this.secret.read())
      .update(JSON.stringify(['next', Number(token.id), key]))
      .digest();
    return this.signedKey(token, bytes.subarray(0, KEY_BYTES / 2));
  }

  private async signedKey(token: Pick<Token, 'user' | 'created'>, random: Buffer): Promise<string> {
    return Buffer.concat([random, await this.signKey(token, random)]).toString('base64url');
  }

  /** Whether this was a refresh token of the sign-in, however many have followed it. */
  private async isReplaced(token: Token, key: string): Promise<boolean> {
    const bytes = Buffer.from(key, 'base64url');
    const random = bytes.subarray(0, KEY_BYTES / 2);
    return timingSafeEqual(bytes.subarray(KEY_BYTES / 2), await this.signKey(token, random));
  }

  private async signKey({ user, created }: Pick<Token, 'user' | 'created'>, random: Buffer): Promise<Buffer> {
    return createHmac('sha256', await this.secret.read())
      .update(JSON.stringify(['refresh', Number(user), Number(created), random.toString('hex')]))
      .digest()
      .subarray(0, KEY_BYTES / 2);
  }

  private async sign({ id, user }: Token, expires: string, { passwordHash }: Account): Promise<string> {
    const claims = JSON.stringify([Number(id), Number(user), expires, passwordHash]);
    return createHmac('sha256', await this.secret.read())
      .update(claims)
      .digest('base64url');
  }
}

/** With the password hash, so that a new password ends refresh tokens, too. A slow hash is not needed for 128 random bits. */
function digestOf(key: string, { passwordHash }: Account): string {
  return createHash('sha256').update(`${key} ${passwordHash}`).digest('hex');
}
