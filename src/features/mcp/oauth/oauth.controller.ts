import { Controller, Get, Inject, Next, Post, Req, Res } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { addressGroup, type Client } from '../../../access/authentication/index.js';
import { CONFIG, type Config } from '../../../platform/config/index.js';
import { COUNTERS, type Counters, RateLimit } from '../../../platform/limits/index.js';
import { RestError } from '../../../rest/errors/index.js';
import { readBody } from '../../../rest/http/index.js';
import { isMap, textsOf } from '../../../text/index.js';
import { SiteService } from '../../../site/index.js';
import { McpSettingsService } from '../mcp-settings.service.js';
import { AuthorizationsService } from './authorizations.service.js';
import { authorizationServerMetadata, issuerOf, resourceMetadata } from './metadata.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { OAuthError } from './oauth-error.js';

const TOKEN_REQUESTS = { most: 120, windowMs: 60_000 };
const REGISTRATIONS = { most: 20, windowMs: 3_600_000 };
const MAX_BODY = 20_000;

const tooMany = () =>
  new OAuthError('temporarily_unavailable', 'There were too many requests. Please try again later.');

/** The addresses of OAuth 2.1 that agents use. While agents are switched off, their paths belong to the site. */
@Controller()
export class OAuthController {
  private readonly tokenLimit?: RateLimit;
  private readonly registrationLimit?: RateLimit;

  constructor(
    private readonly settings: McpSettingsService,
    private readonly clients: OAuthClientsService,
    private readonly authorizations: AuthorizationsService,
    private readonly sites: SiteService,
    @Inject(COUNTERS) counters: Counters,
    @Inject(CONFIG) config: Config,
  ) {
    if (!config.rateLimit) return;
    this.tokenLimit = new RateLimit(counters, 'oauth tokens', TOKEN_REQUESTS);
    this.registrationLimit = new RateLimit(counters, 'oauth registrations', REGISTRATIONS);
  }

  /** RFC 9728, with and without the path of the resource. */
  @Get(['.well-known/oauth-protected-resource', '.well-known/oauth-protected-resource/*path'])
  async resource(@Res() response: Response, @Next() next: NextFunction): Promise<void> {
    if (!(await this.settings.read()).enabled) return next();
    publish(response, resourceMetadata(await this.sites.current()));
  }

  /** RFC 8414. A site below a folder is asked for with that folder at the end. */
  @Get(['.well-known/oauth-authorization-server', '.well-known/oauth-authorization-server/*path'])
  async server(@Res() response: Response, @Next() next: NextFunction): Promise<void> {
    const settings = await this.settings.read();
    if (!settings.enabled) return next();
    publish(response, authorizationServerMetadata(await this.sites.current(), settings));
  }

  @Post('mcp/token')
  async token(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction): Promise<void> {
    await this.answer(response, next, async () => {
      const client = await this.clientOf(request, this.tokenLimit);
      const issuer = issuerOf(await this.sites.current());
      const issued = await this.authorizations.tokensFor(await formOf(request), issuer, client);
      response.status(200).json({
        access_token: issued.accessToken,
        token_type: 'Bearer',
        expires_in: issued.expiresIn,
        refresh_token: issued.refreshToken,
        scope: issued.scope,
      });
    });
  }

  /** RFC 7009: the same response whether or not there is such a token. */
  @Post('mcp/revoke')
  async revoke(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction): Promise<void> {
    await this.answer(response, next, async () => {
      const client = await this.clientOf(request, this.tokenLimit);
      await this.authorizations.revoke(await formOf(request), client);
      response.status(200).end();
    });
  }

  /** RFC 7591, where the site allows it. */
  @Post('mcp/register')
  async register(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction): Promise<void> {
    if (!(await this.settings.read()).registration) return next();
    await this.answer(response, next, async () => {
      await this.clientOf(request, this.registrationLimit);
      const body = await jsonOf(request);
      const name = typeof body.client_name === 'string' ? body.client_name.trim() : '';
      const redirects = textsOf(body.redirect_uris);
      const registered = await this.clients.register({ name: name || 'Agent', redirects });
      response.status(201).json({
        client_id: registered.client,
        client_id_issued_at: registered.createdAt,
        client_name: registered.name,
        redirect_uris: registered.redirects,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
    });
  }

  private async clientOf({ ip = '127.0.0.1', headers, secure }: Request, limit?: RateLimit): Promise<Client> {
    if (limit && (await limit.take(addressGroup(ip))) > 0) throw tooMany();
    return { address: ip, userAgent: headers['user-agent'] ?? '', isSecure: secure };
  }

  /** Refusals have the shape of OAuth. */
  private async answer(response: Response, next: NextFunction, work: () => Promise<void>): Promise<void> {
    if (!(await this.settings.read()).enabled) return next();
    response.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache' });
    try {
      await work();
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      response.status(error.status).json({ error: error.code, error_description: error.message });
    }
  }
}

/** Pages of any origin may read what is public. */
function publish(response: Response, document: object): void {
  response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' }).json(document);
}

async function bodyOf(request: Request): Promise<string> {
  try {
    return (await readBody(request, MAX_BODY)).toString('utf8');
  } catch (error) {
    if (error instanceof RestError && error.status < 500) throw new OAuthError('invalid_request', error.message);
    throw error;
  }
}

async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await bodyOf(request));
}

async function jsonOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await bodyOf(request);
  try {
    const body: unknown = JSON.parse(text);
    if (isMap(body)) return body;
  } catch {
    // Refused below.
  }
  throw new OAuthError('invalid_request', 'The body must be a JSON object.');
}
