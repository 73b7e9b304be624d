import { Injectable, Module } from '@nestjs/common';
import {
  Authenticates,
  type AuthenticationRequest,
  type AuthenticationStrategy,
  type Principal,
  PrincipalService,
} from '../../src/index.js';

/** Tokens of an identity provider: the name of the account behind a fixed word. */
@Injectable()
@Authenticates({ scheme: 'Bearer' })
class AgentTokens implements AuthenticationStrategy {
  constructor(private readonly principals: PrincipalService) {}

  authenticate({ headers }: AuthenticationRequest): Promise<Principal | undefined> | undefined {
    const [, login] = /^Bearer token-of-(\w+)$/.exec(headers.authorization ?? '') ?? [];
    return login === undefined ? undefined : this.principals.findByLogin(login);
  }
}

@Module({ providers: [AgentTokens] })
export class AgentTokensModule {}
