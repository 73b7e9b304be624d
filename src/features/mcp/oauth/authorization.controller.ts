import { Arg } from '../../../rest/args/index.js';
import { RestError } from '../../../rest/errors/index.js';
import { ResourceFields, text } from '../../../rest/fields/index.js';
import { RequestContext } from '../../../rest/http/index.js';
import { Item, Reply } from '../../../rest/response/index.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../../rest/route/index.js';
import { McpSettingsService } from '../mcp-settings.service.js';
import { AuthorizationPolicy } from './authorization.policy.js';
import { type AuthorizationRequest, AuthorizationsService, type Consent } from './authorizations.service.js';
import { issuerOf } from './metadata.js';
import { type ListedClient } from './oauth-clients.service.js';
import { OAuthError } from './oauth-error.js';

const AUTHORIZATION = new ResourceFields('mcp-authorization', {
  client: text('Name of the client.'),
  registered_itself: {
    type: 'boolean',
    description: 'Whether the client registered itself, under any name.',
    readonly: true,
  },
  returns_to: text('Where the user returns to: a host, or the scheme of an app.'),
  can_write: { type: 'boolean', description: 'Whether the client wants to write.', readonly: true },
  redirect_to: {
    type: ['string', 'null'],
    description: 'Address to go to, when there is nothing (more) to ask.',
    readonly: true,
  },
});

const parameter = (description: string, maxLength = 2000) => ({ type: 'string' as const, maxLength, description });

class AuthorizationDto implements AuthorizationRequest {
  @Arg({ ...parameter('ID of the client.', 200), required: true })
  client_id!: string;

  @Arg({ ...parameter('Where the user returns to.'), required: true })
  redirect_uri!: string;

  @Arg({ ...parameter('`code`.', 100), default: '' })
  response_type!: string;

  @Arg({ ...parameter('Challenge of PKCE.', 200), default: '' })
  code_challenge!: string;

  @Arg({ ...parameter('`S256`.', 100), default: '' })
  code_challenge_method!: string;

  @Arg({ ...parameter('`read`, `write` and `role:NAME`, separated by blanks.', 200), default: '' })
  scope!: string;

  @Arg(parameter('Returned to the client.'))
  state?: string;

  @Arg(parameter('Address that agents connect to.'))
  resource?: string;
}

class AnswerDto extends AuthorizationDto {
  @Arg({ type: 'boolean', required: true, description: 'Whether the user allows it.' })
  approve!: boolean;

  @Arg({ type: 'boolean', default: false, description: 'Whether the client may only read, whatever it wants.' })
  read_only!: boolean;
}

const NO_STORE = { 'Cache-Control': 'no-store' };
const SIGN_IN = can(AuthorizationPolicy, 'answer');

/** What the consent page of the console asks, and where its user goes then. */
@RestController({ namespace: 'nestpress/v1', base: '/mcp/authorization', fields: AUTHORIZATION })
export class AuthorizationController {
  constructor(
    private readonly settings: McpSettingsService,
    private readonly authorizations: AuthorizationsService,
  ) {}

  @Route({ methods: READABLE, args: AuthorizationDto, can: SIGN_IN })
  async read(@Ctx() ctx: RequestContext, @Args() args: AuthorizationDto): Promise<Reply> {
    return this.respond(ctx, args, () => Promise.resolve(null));
  }

  @Route({ methods: CREATABLE, args: AnswerDto, can: SIGN_IN })
  async create(@Ctx() ctx: RequestContext, @Args() { approve, read_only: isReadOnly, ...args }: AnswerDto) {
    return this.respond(ctx, args, ({ client, scope }) => {
      if (!approve) throw new OAuthError('access_denied', 'The user refused.');
      const granted = { client, scope: { ...scope, canWrite: scope.canWrite && !isReadOnly } };
      return this.authorizations.approve(ctx.principal.id, args, granted, issuerOf(ctx.site));
    });
  }

  /** Refusals that the client may learn lead back to it; others are errors that only the user sees. */
  private async respond(
    { site }: RequestContext,
    request: AuthorizationRequest,
    redirect: (consent: Consent) => Promise<string | null>,
  ): Promise<Reply> {
    if (!(await this.settings.read()).enabled) throw new RestError('mcp_disabled', 'Agents are switched off.', 404);
    const client = await this.authorizations.clientOf(request).catch((error: unknown) => {
      throw error instanceof OAuthError ? new RestError(`mcp_${error.code}`, error.message, 400) : error;
    });
    try {
      const consent = this.authorizations.consentFor(client, request, issuerOf(site));
      return present(client, request, consent.scope.canWrite, await redirect(consent));
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      return present(client, request, false, this.authorizations.refusal(request, error, issuerOf(site)));
    }
  }
}

function present(
  { name, isDynamic }: ListedClient,
  { redirect_uri: address }: AuthorizationRequest,
  canWrite: boolean,
  redirectTo: string | null,
): Reply {
  const { host, protocol } = new URL(address);
  const members = { client: name, registered_itself: Number(isDynamic) === 1, returns_to: host || protocol };
  return new Reply(new Item({ ...members, can_write: canWrite, redirect_to: redirectTo }), 200, NO_STORE);
}
