import { All, Controller, Inject, Next, Req, Res } from '@nestjs/common';
import { type NextFunction, type Request as ExpressRequest, type Response as ExpressResponse } from 'express';
import { type Principal } from '../../access/index.js';
import {
  ApplicationPasswordsService,
  AuthenticationService,
  StrategiesRegistry,
} from '../../access/authentication/index.js';
import { CONFIG, type Config } from '../../platform/config/index.js';
import { TokensService } from '../../modules/tokens/index.js';
import { RestError } from '../../rest/errors/index.js';
import { type AdmittedRequest, parseJsonBody, readBody, RequestContext, RestRequest } from '../../rest/http/index.js';
import { StreamsService } from '../../rest/server/index.js';
import { SiteService } from '../../site/index.js';
import { COUNTERS, type Counters, RateLimit } from '../../platform/limits/index.js';
import { JSON_VALUES } from '../../rest/budget.js';
import { McpServerService } from './mcp-server.service.js';
import { bearerChallenge } from './oauth/metadata.js';
import { McpSettingsService } from './mcp-settings.service.js';
import { AgentUpdatesService, type SessionKey } from './sessions/agent-updates.service.js';

/** Injection token: whether users connect agents on a page of the console. */
export const HAS_OAUTH = Symbol('HAS_OAUTH');

const REQUESTS = { most: 300, windowMs: 60_000 };

const invalidMessage = () => new RestError('mcp_invalid_message', 'The body must be one JSON-RPC message.', 400);
const unknownOrigin = () =>
  new RestError('mcp_foreign_origin', 'Pages of other origins may not use this address.', 403);
const onlyPost = () =>
  new RestError(
    'mcp_method_not_allowed',
    'Send messages with POST; GET follows a session, DELETE ends it.',
    405,
  ).withHeaders({ Allow: 'POST' });
const tooManyRequests = (seconds: number) =>
  new RestError('mcp_too_many_requests', 'There were too many requests. Please try again later.', 429).withHeaders({
    'Retry-After': String(seconds),
  });

/** Sent with the response to `initialize`, and with the requests after it. */
const SESSION = /^[\x21-\x7e]{1,128}$/;

/** The Model Context Protocol for agents: streamable HTTP. */
@Controller('mcp')
export class McpController {
  private readonly limit?: RateLimit;

  constructor(
    private readonly settings: McpSettingsService,
    private readonly server: McpServerService,
    private readonly authentication: AuthenticationService,
    private readonly strategies: StrategiesRegistry,
    private readonly passwords: ApplicationPasswordsService,
    private readonly tokens: TokensService,
    private readonly sites: SiteService,
    private readonly updates: AgentUpdatesService,
    private readonly streams: StreamsService,
    @Inject(COUNTERS) counters: Counters,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(HAS_OAUTH) private readonly hasOAuth: boolean,
  ) {
    if (config.rateLimit) this.limit = new RateLimit(counters, 'mcp', REQUESTS);
  }

  /** While agents are switched off, the path belongs to the site. */
  @All()
  async handle(
    @Req() request: ExpressRequest,
    @Res() response: ExpressResponse,
    @Next() next: NextFunction,
  ): Promise<void> {
    const settings = await this.settings.read();
    if (!settings.enabled) return next();
    await this.assertOrigin(request.headers.origin);
    const principal = await this.authenticate(request);
    const id = request.headers['mcp-session-id'];
    const key = typeof id === 'string' && SESSION.test(id) ? { id, user: principal.id } : undefined;
    if (request.method !== 'POST' && !(key && (request.method === 'GET' || request.method === 'DELETE')))
      throw onlyPost();
    const seconds = (await this.limit?.take(String(principal.id))) ?? 0;
    if (seconds > 0) throw tooManyRequests(seconds);
    if (key && request.method === 'GET') return this.follow(request, response, principal, key);
    if (key && request.method === 'DELETE') {
      await this.updates.end(key);
      response.writeHead(204).end();
      return;
    }
    const message = parse(await readBody(request, this.config.bodyLimit));
    const { status, headers, body } = await this.respond(request, message, { principal, settings, key });
    response.writeHead(status, { ...headers, 'Cache-Control': 'no-store' }).end(body);
  }

  /** Notifications for a session, as they become due. */
  private async follow(
    request: ExpressRequest,
    response: ExpressResponse,
    principal: Principal,
    key: SessionKey,
  ): Promise<void> {
    const rest = new RestRequest('GET', '/mcp', {}, request.headers, request.ip ?? '127.0.0.1', 'GET');
    rest.connection = request.socket;
    rest.slot = (request as AdmittedRequest).slot;
    const options = { envelope: false, embed: false };
    const ctx = new RequestContext(principal, rest, await this.sites.current(), options);
    await this.streams.sendEvents(ctx, response, (closed) => this.updates.events(key, principal, closed));
  }

  private async respond(
    { headers }: ExpressRequest,
    message: unknown,
    session: Parameters<McpServerService['respond']>[2],
  ): Promise<{ status: number; headers: Record<string, string>; body: string }> {
    const sentHeaders = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    );
    const sent = new Request('http://localhost/mcp', { method: 'POST', headers: sentHeaders });
    const response = await this.server.respond(sent, message, session);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  }

  /** Credentials for programs only: neither cookies, which a page could misuse, nor the password of an account. */
  private async authenticate({ headers, ip, method }: ExpressRequest): Promise<Principal> {
    const { cookie: _cookie, 'x-wp-nonce': _nonce, ...credentials } = headers;
    const address = ip ?? '127.0.0.1';
    const result = await this.authentication.authenticate({ headers: credentials, address, method, route: '/mcp' });
    if ('error' in result) {
      const { code, message, status, data } = result.error;
      throw new RestError(code, message, status, data).withHeaders({
        ...(await this.challenge()),
        ...result.error.headers,
      });
    }
    const { principal } = result;
    if (principal.how !== 'application-password' && principal.how !== 'strategy' && principal.how !== 'token')
      throw new RestError('mcp_not_authenticated', 'Use an application password or a bearer token.', 401).withHeaders(
        await this.challenge(),
      );
    return principal.with({ agent: (await this.nameOf(principal)) || 'MCP' });
  }

  /** What the agent is called in the audit log and in revisions. */
  private async nameOf({ id, applicationPassword, token }: Principal): Promise<string | undefined> {
    if (applicationPassword !== undefined) return (await this.passwords.find(id, applicationPassword))?.name;
    return token === undefined ? undefined : this.tokens.nameOf(token);
  }

  private async challenge(): Promise<Record<string, string>> {
    const bearer = this.hasOAuth ? bearerChallenge(await this.sites.current()) : this.strategies.challenge;
    return { 'WWW-Authenticate': [bearer, 'Basic realm="MCP"'].filter(Boolean).join(', ') };
  }

  /** Browsers send `Origin`; other clients need not. */
  private async assertOrigin(origin: string | undefined): Promise<void> {
    if (origin === undefined) return;
    const { home, siteUrl } = await this.sites.current();
    const own = [home, siteUrl].filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
    const { corsOrigins } = this.config;
    if (own.includes(origin) || (corsOrigins !== 'any' && corsOrigins.includes(origin))) return;
    throw unknownOrigin();
  }
}

/** One object, within the budgets of the REST API. Batches would evade the limit of requests, and the protocol has none any more. */
function parse(body: Buffer): unknown {
  if (!/^\s*\{/.test(body.toString('utf8', 0, 1000))) throw invalidMessage();
  try {
    return parseJsonBody(body, JSON_VALUES);
  } catch (error) {
    throw error instanceof RestError && error.code === 'rest_invalid_json' ? invalidMessage() : error;
  }
}
