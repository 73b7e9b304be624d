import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { type Client } from '../../../access/authentication/index.js';
import { Database } from '../../../database/index.js';
import { type IssuedTokens, parseScope, type TokenScope, TokensService } from '../../../modules/tokens/index.js';
import { AuthorizationCode } from './oauth.entities.js';
import { type ListedClient, nowSeconds, OAuthClientsService } from './oauth-clients.service.js';
import { OAuthError } from './oauth-error.js';
import { isRegistered, withQuery } from './redirect-address.js';

const CODE_SECONDS = 60;
const CHALLENGE = /^[\w-]{43}$/;
const VERIFIER = /^[\w.~-]{43,128}$/;
export const SCOPES = ['read', 'write'] as const;
/** Path that the access tokens are for. */
export const AUDIENCE = '/mcp';

/** The parameters of an authorization request, as the client wrote them. */
export interface AuthorizationRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly response_type: string;
  readonly code_challenge: string;
  readonly code_challenge_method: string;
  readonly scope: string;
  readonly state?: string;
  readonly resource?: string;
}

/** A request that its user may answer. */
export interface Consent {
  readonly client: ListedClient;
  readonly scope: TokenScope;
}

/** The site that issues the tokens. */
export interface Issuer {
  readonly issuer: string;
  readonly resource: string;
}

/** Authorization codes with PKCE, and the tokens that clients get for them (OAuth 2.1). */
@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly database: Database,
    private readonly clients: OAuthClientsService,
    private readonly tokens: TokensService,
  ) {}

  /** The client, if the user may be sent back to the address. Anything else must not be answered with a redirect. */
  async clientOf({ client_id: id, redirect_uri: address }: AuthorizationRequest): Promise<ListedClient> {
    const client = await this.clients.find(id);
    if (!client) throw new OAuthError('invalid_client', 'There is no such client.');
    if (!isRegistered(address, client.redirects))
      throw new OAuthError('invalid_redirect_uri', 'The client has not registered this address.');
    return client;
  }

  /** What the user is asked. */
  consentFor(client: ListedClient, request: AuthorizationRequest, { resource }: Issuer): Consent {
    if (request.response_type !== 'code')
      throw new OAuthError('unsupported_response_type', 'response_type must be code.');
    if (request.code_challenge_method !== 'S256' || !CHALLENGE.test(request.code_challenge))
      throw new OAuthError('invalid_request', 'code_challenge with the method S256 is required.');
    if (request.resource !== undefined && !isSameAddress(request.resource, resource))
      throw new OAuthError('invalid_target', `The resource is ${resource}.`);
    const scope = parseScope(request.scope === '' ? SCOPES.join(' ') : request.scope);
    if (!scope) throw new OAuthError('invalid_scope', 'Scopes are read, write and role:NAME.');
    return { client, scope };
  }

  /** Where the user returns to with a code. */
  async approve(
    user: number,
    request: AuthorizationRequest,
    { client, scope }: Consent,
    { issuer }: Issuer,
  ): Promise<string> {
    const code = randomBytes(32).toString('base64url');
    const row = {
      digest: digestOf(code),
      client: client.client,
      user,
      redirect: request.redirect_uri,
      challenge: request.code_challenge,
      scope: [scope.canWrite ? 'read write' : 'read', ...(scope.role === undefined ? [] : [`role:${scope.role}`])].join(
        ' ',
      ),
      expires: nowSeconds() + CODE_SECONDS,
    };
    await this.database.transaction(async (tx) => {
      await tx.delete(AuthorizationCode, { expires: LessThanOrEqual(nowSeconds()) });
      await tx.insert(AuthorizationCode, row);
    });
    return withQuery(request.redirect_uri, { code, state: request.state, iss: issuer });
  }

  /** Where the user returns to with a refusal. */
  refusal({ redirect_uri: address, state }: AuthorizationRequest, error: OAuthError, { issuer }: Issuer): string {
    return withQuery(address, { error: error.code, error_description: error.message, state, iss: issuer });
  }

  /** Answers a request for tokens. */
  async tokensFor(parameters: URLSearchParams, { resource }: Issuer, from: Client): Promise<IssuedTokens> {
    const value = (name: string) => parameters.get(name) ?? '';
    const client = await this.clients.find(value('client_id'));
    if (!client) throw new OAuthError('invalid_client', 'There is no such client.');
    if (parameters.has('resource') && !isSameAddress(value('resource'), resource))
      throw new OAuthError('invalid_target', `The resource is ${resource}.`);
    if (value('grant_type') === 'authorization_code') return this.exchange(client, parameters, from);
    if (value('grant_type') !== 'refresh_token')
      throw new OAuthError('unsupported_grant_type', 'Grants are authorization_code and refresh_token.');
    const issued = await this.tokens.refresh(value('refresh_token'), from, client.client);
    if (!issued) throw new OAuthError('invalid_grant', 'The refresh token is not valid.');
    return issued;
  }

  async revoke(parameters: URLSearchParams, from: Client): Promise<void> {
    const client = await this.clients.find(parameters.get('client_id') ?? '');
    if (!client) throw new OAuthError('invalid_client', 'There is no such client.');
    await this.tokens.revokeTokenOf(client.client, parameters.get('token') ?? '', from);
  }

  /** A code is used up by the first attempt, also by one that fails. */
  private async exchange({ client, name }: ListedClient, sent: URLSearchParams, from: Client): Promise<IssuedTokens> {
    const code = await this.take(sent.get('code') ?? '');
    const verifier = sent.get('code_verifier') ?? '';
    const isProven =
      VERIFIER.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === code?.challenge;
    const isFor = code?.client === client && code.redirect === sent.get('redirect_uri');
    const scope = code && isProven && isFor ? parseScope(code.scope) : undefined;
    const issued =
      code &&
      scope &&
      (await this.tokens.issueFor(Number(code.user), { name, scope, client, audience: AUDIENCE }, from));
    if (!issued) throw new OAuthError('invalid_grant', 'The code is not valid.');
    return issued;
  }

  private async take(code: string): Promise<AuthorizationCode | undefined> {
    const digest = digestOf(code);
    const { manager } = this.database;
    const found = await manager.findOneBy(AuthorizationCode, { digest });
    if (!found) return undefined;
    const { affected } = await this.database.transaction((tx) => tx.delete(AuthorizationCode, { digest }));
    return affected === 1 && Number(found.expires) > nowSeconds() ? found : undefined;
  }
}

/** Apart from a slash at the end, which clients add to addresses without a path. */
function isSameAddress(left: string, right: string): boolean {
  return left.replace(/\/$/, '') === right.replace(/\/$/, '');
}

function digestOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
