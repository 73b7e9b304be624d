import { Injectable } from '@nestjs/common';
import {
  Authenticates,
  type AuthenticationRequest,
  type AuthenticationStrategy,
} from '../../access/authentication/authentication-strategy.js';
import { type Principal } from '../../access/principal.js';
import { TokensService } from './tokens.service.js';

/** Access tokens of this service. Those of identity providers are for the strategies after it. */
@Injectable()
@Authenticates({ scheme: 'Bearer', order: 80 })
export class TokensStrategy implements AuthenticationStrategy {
  constructor(private readonly tokens: TokensService) {}

  async authenticate({ headers, route }: AuthenticationRequest): Promise<Principal | undefined> {
    const token = /^\s*bearer +(npa_[\w-]+)\s*$/i.exec(headers.authorization ?? '')?.[1];
    return token === undefined ? undefined : this.tokens.authenticate(token, route);
  }
}
