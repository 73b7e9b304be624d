import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { type Principal, PrincipalService } from '../../access/index.js';
import {
  Authenticates,
  type AuthenticationRequest,
  type AuthenticationStrategy,
} from '../../access/authentication/index.js';
import { RestError } from '../../rest/errors/index.js';
import { SiteService } from '../../site/index.js';
import { isProtected, type TokenSettings } from './provider-urls.js';
import { providerFetch } from './provider-fetch.js';

/** Injection token of the TokenSettings. */
export const TOKEN_SETTINGS = Symbol('TOKEN_SETTINGS');

/** A secret is never used with public keys, nor a public key as a secret. */
const SECRET_ALGORITHMS = ['HS256', 'HS384', 'HS512'];
const KEY_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

const CLOCK_TOLERANCE_SECONDS = 30;
const JWKS_MAX_AGE_MS = 600_000;
/** An unknown key fetches the set again, at most this often. */
const JWKS_COOLDOWN_MS = 30_000;
const MAX_TOKEN_LENGTH = 16_384;

/** The same for every reason, so that it does not reveal which accounts exist. */
const invalidToken = () =>
  new RestError('rest_invalid_token', 'The token is not valid.', 401).withHeaders({
    'WWW-Authenticate': 'Bearer error="invalid_token"',
  });

const providerAway = () =>
  new RestError('rest_token_check_unavailable', 'The token cannot be checked at the moment.', 503).withHeaders({
    'Retry-After': '5',
  });

/** Bearer tokens that the configured issuer signed. Built-in strategies are asked after those of the owner. */
@Injectable()
@Authenticates({ scheme: 'Bearer', order: 100 })
export class JwtStrategy implements AuthenticationStrategy {
  private readonly logger = new Logger('Identity');
  private keys?: Promise<JWTVerifyGetKey>;

  constructor(
    @Inject(TOKEN_SETTINGS) private readonly settings: TokenSettings,
    private readonly principals: PrincipalService,
    private readonly sites: SiteService,
  ) {}

  async authenticate({ headers }: AuthenticationRequest): Promise<Principal | undefined> {
    const token = /^\s*bearer +([\w-]+\.[\w-]+\.[\w-]+)\s*$/i.exec(headers.authorization ?? '')?.[1];
    if (token === undefined || token.length > MAX_TOKEN_LENGTH || !this.isFromIssuer(token)) return undefined;
    return this.accountOf(token);
  }

  async accountOf(token: string): Promise<Principal> {
    const principal = await this.findAccount(await this.verify(token));
    if (!principal) throw invalidToken();
    return principal;
  }

  /** Read before the signature is checked, only to leave tokens of other issuers to other strategies. */
  private isFromIssuer(token: string): boolean {
    try {
      return decodeJwt(token).iss === this.settings.issuer;
    } catch {
      return false;
    }
  }

  private async verify(token: string): Promise<JWTPayload> {
    const { issuer, audience, secret } = this.settings;
    const options: JWTVerifyOptions = {
      issuer,
      audience: audience ?? (await this.sites.current()).serviceHome,
      algorithms: secret === undefined ? KEY_ALGORITHMS : SECRET_ALGORITHMS,
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    };
    try {
      const { payload } =
        secret === undefined
          ? await jwtVerify(token, await this.publicKeys(), options)
          : await jwtVerify(token, new TextEncoder().encode(secret), options);
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError && !isAboutKeySet(error)) throw invalidToken();
      // Names the reason, never the token.
      this.logger.warn(
        `The keys of ${issuer} cannot be read: ${error instanceof Error ? error.message : 'unknown error'}`,
      );
      throw providerAway();
    }
  }

  private async publicKeys(): Promise<JWTVerifyGetKey> {
    this.keys ??= this.loadKeys();
    try {
      return await this.keys;
    } catch (error) {
      this.keys = undefined;
      throw error;
    }
  }

  private async loadKeys(): Promise<JWTVerifyGetKey> {
    const address = this.settings.jwks ?? (await discoverKeys(this.settings.issuer));
    return createRemoteJWKSet(new URL(address), {
      cacheMaxAge: JWKS_MAX_AGE_MS,
      cooldownDuration: JWKS_COOLDOWN_MS,
      [customFetch]: providerFetch,
    });
  }

  private async findAccount(payload: JWTPayload): Promise<Principal | undefined> {
    const { userClaim } = this.settings;
    const name = payload[userClaim];
    if (typeof name !== 'string' || name === '') return undefined;
    if (userClaim !== 'email') return this.principals.findByLogin(name);
    // An unverified address may be that of another person.
    return payload.email_verified === true ? this.principals.findByEmail(name) : undefined;
  }
}

/** Whether the set of keys, rather than the token, is at fault. */
function isAboutKeySet(error: errors.JOSEError): boolean {
  return error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JWKS_INVALID' || error.code === 'ERR_JOSE_GENERIC';
}

async function discoverKeys(issuer: string): Promise<string> {
  const response = await providerFetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const document = response.ok ? ((await response.json()) as { issuer?: unknown; jwks_uri?: unknown }) : {};
  const { jwks_uri: address } = document;
  if (document.issuer !== issuer || typeof address !== 'string' || !isProtected(address))
    throw new Error('its discovery document names another issuer or no keys');
  return address;
}
