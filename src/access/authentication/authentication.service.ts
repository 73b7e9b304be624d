import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../principal.js';
import { type AuthRequest, type AuthResult, unknownToken } from './auth-result.js';
import { BasicAuthenticationService, readBasicCredentials } from './basic-authentication.service.js';
import { CookieAuthenticationService } from './cookie-authentication.service.js';
import { CredentialWritesService } from './credential-writes.service.js';
import { StrategiesRegistry } from './strategies.registry.js';

/** Authenticates a request. A request without credentials is anonymous; invalid credentials are an error. */
@Injectable()
export class AuthenticationService {
  constructor(
    private readonly registry: StrategiesRegistry,
    private readonly basic: BasicAuthenticationService,
    private readonly cookie: CookieAuthenticationService,
    private readonly credentialWrites: CredentialWritesService,
  ) {}

  async authenticate(request: AuthRequest): Promise<AuthResult> {
    const result = await this.check(request);
    if ('error' in result || result.principal.isAnonymous) return result;
    return { ...result, principal: result.principal.with({ address: request.address }) };
  }

  private async check(request: AuthRequest): Promise<AuthResult> {
    const { headers, address, method } = request;
    if (this.registry.hasCredentials(request)) {
      const result = await this.askStrategies(request);
      if (result) return result;
    }
    if (headers.authorization !== undefined && this.basic.isEnabled) {
      const credentials = readBasicCredentials(headers.authorization);
      if (credentials) return this.basic.authenticate(credentials, address);
    }
    const nonce = request.nonce ?? [headers['x-wp-nonce']].flat().at(-1);
    // A login cookie counts only with a nonce: pages of other origins cannot read one.
    if (nonce === undefined) return { principal: ANONYMOUS };
    return this.cookie.authenticate(headers.cookie, nonce, method);
  }

  /** Credentials of a strategy's scheme that no strategy accepts are refused, not ignored. */
  private async askStrategies({
    headers,
    address,
    method,
    route = '/',
    query = {},
  }: AuthRequest): Promise<AuthResult | undefined> {
    for (const strategy of this.registry.strategies) {
      const name = this.registry.parameters.get(strategy);
      const value = name === undefined ? undefined : query[name];
      const parameter = typeof value === 'string' ? value : undefined;
      const principal = await strategy.authenticate({ headers, address, method, route, parameter });
      if (!principal) continue;
      if (typeof principal.with !== 'function' || typeof principal.can !== 'function')
        throw new TypeError(
          `${strategy.constructor.name}.authenticate must return an account of PrincipalService, or undefined.`,
        );
      if (!principal.preview) this.credentialWrites.noteSignIn(principal);
      return { principal };
    }
    const scheme = /^\s*([^\s,]+)/.exec(headers.authorization ?? '')?.[1]?.toLowerCase();
    const isTheirs = scheme !== undefined && scheme !== 'basic' && this.registry.schemes.has(scheme);
    const hasParameter = [...this.registry.parameters.values()].some((name) => query[name] !== undefined);
    return isTheirs || hasParameter ? unknownToken() : undefined;
  }
}
