import { Inject } from '@nestjs/common';
import { type Client } from '../../access/authentication/sign-in.service.js';
import { SignInProvidersRegistry } from '../../access/authentication/sign-in-providers.registry.js';
import { Arg } from '../../rest/args/arg.decorator.js';
import { refusal } from '../../rest/errors/auth-error.js';
import { invalidParams } from '../../rest/errors/catalogue.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item, Reply } from '../../rest/response/reply.js';
import {
  Args,
  can,
  CREATABLE,
  Ctx,
  DELETABLE,
  PUBLIC,
  RestController,
  Route,
} from '../../rest/route/route.decorators.js';
import { cleanTextField } from '../../text/clean.js';
import { toText } from '../../text/php/php-values.js';
import { parseScope } from './token-scope.js';
import { TokensPolicy } from './tokens.policy.js';
import { type IssuedTokens, type TokenRequest, TokensService } from './tokens.service.js';

const text = (description: string) => ({ type: 'string' as const, description, readonly: true });

const TOKEN = new ResourceFields('token', {
  access_token: text('For the header `Authorization: Bearer TOKEN`.'),
  token_type: text('`Bearer`.'),
  expires_in: { type: 'integer', description: 'Seconds after which the access token ends.', readonly: true },
  refresh_token: text('Exchanged once for the next tokens.'),
  scope: text('What the tokens are for.'),
  user_id: { type: 'integer', description: 'The user who signed in.', readonly: true },
});

const secret = (description: string) => ({ type: 'string' as const, maxLength: 4096, description });

class TokenDto {
  @Arg(secret('Login or e-mail address; with `password`.'))
  username?: string;

  @Arg(secret('Password of the account. Application passwords are not accepted.'))
  password?: string;

  @Arg({ type: 'string', maxLength: 100, description: 'Code of the authenticator app, or a recovery code.' })
  code?: string;

  @Arg({
    ...secret('Token of the identity provider in `JWT_ISSUER_URL`, instead of `username` and `password`.'),
    maxLength: 16_384,
  })
  id_token?: string;

  @Arg(secret('Refresh token of an earlier response, instead of `username` and `password`.'))
  refresh_token?: string;

  @Arg({
    type: 'string',
    default: 'read write',
    maxLength: 200,
    description: '`read`, or `read write`, with `role:NAME` to be limited to the capabilities of a role.',
  })
  scope!: string;

  @Arg({
    type: 'string',
    default: '',
    maxLength: 200,
    sanitize: (value) => cleanTextField(toText(value)),
    description: 'Name of the app, as its user sees it in the list.',
  })
  name!: string;
}

class RevokeTokenDto {
  @Arg(secret('Its sign-in ends; without it, that of the access token of the request.'))
  refresh_token?: string;
}

const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** As for a token that was not valid: the account was deleted meanwhile. */
const invalidIdToken = () => new RestError('rest_invalid_token', 'The token is not valid.', 401);
const invalidRefreshToken = () => new RestError('rest_invalid_token', 'The refresh token is not valid.', 401);

/** Signing in and out with tokens. */
@RestController({ namespace: 'nestpress/v1', base: '/token', fields: TOKEN })
export class TokenController {
  constructor(
    @Inject(TokensService) private readonly tokens: TokensService,
    @Inject(SignInProvidersRegistry) private readonly providers: SignInProvidersRegistry,
  ) {}

  @Route({ methods: CREATABLE, args: TokenDto, can: PUBLIC })
  async create(@Ctx() ctx: RequestContext, @Args() args: TokenDto): Promise<Reply> {
    const client = {
      address: ctx.request.address,
      userAgent: ctx.request.header('user-agent') ?? '',
      isSecure: false,
    };
    const issued =
      args.refresh_token === undefined
        ? await this.signIn(args, client)
        : await this.tokens.refresh(args.refresh_token, client);
    if (!issued) throw invalidRefreshToken();
    return new Reply(present(issued), 200, NO_STORE);
  }

  @Route({ methods: DELETABLE, args: RevokeTokenDto, can: can(TokensPolicy, 'revoke') })
  async delete(@Ctx() { principal, request }: RequestContext, @Args() args: RevokeTokenDto): Promise<object> {
    if (args.refresh_token !== undefined) await this.tokens.revokeRefreshToken(args.refresh_token, request);
    else await this.tokens.revoke(principal.id, principal.token!, principal);
    return { deleted: true };
  }

  private async signIn(
    { username = '', password = '', code, id_token: idToken, scope: requestedScope, name }: TokenDto,
    client: Client,
  ): Promise<IssuedTokens> {
    const missing = [...(username === '' ? ['username'] : []), ...(password === '' ? ['password'] : [])];
    if (idToken === undefined && missing.length > 0)
      throw invalidParams(Object.fromEntries(missing.map((key) => [key, 'It is required.'])));
    const scope = parseScope(requestedScope);
    if (!scope) throw invalidParams({ scope: 'It must be read, or read write, and may have role:NAME.' });
    const request = { name: name || 'App', scope };
    if (idToken !== undefined) return this.exchange(idToken, request, client);
    const issued = await this.tokens.signIn({ login: username, password, code }, request, client);
    if ('error' in issued) throw refusal(issued.error);
    return issued;
  }

  /** The provider vouches for the user, so neither password nor second factor is needed. */
  private async exchange(idToken: string, request: TokenRequest, client: Client): Promise<IssuedTokens> {
    const { accountOf } = this.providers;
    if (!accountOf) throw invalidParams({ id_token: 'There is no identity provider whose tokens are accepted.' });
    const { id } = await accountOf(idToken);
    const issued = await this.tokens.issueFor(id, request, client);
    if (!issued) throw invalidIdToken();
    return issued;
  }
}

function present({ accessToken, expiresIn, refreshToken, scope, principal }: IssuedTokens): Item {
  return new Item({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refreshToken,
    scope,
    user_id: principal.id,
  });
}
