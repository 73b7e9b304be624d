import { Inject, Injectable, Optional } from '@nestjs/common';
import { type NextFunction, type Response } from 'express';
import { AuthenticationService } from '../access/authentication/authentication.service.js';
import { StrategiesRegistry } from '../access/authentication/strategies.registry.js';
import { setPrincipal } from '../access/current-principal.js';
import { ANONYMOUS } from '../access/principal.js';
import { SiteService } from '../site/site.service.js';
import { PROFILE, type Profile } from '../variant/profile.js';
import { type PhpMap, toText } from '../text/php/php-values.js';
import { ANONYMOUS_BODY_BYTES, READ_BODY_BYTES } from './budget.js';
import { VERSION_PARAMETER } from './cache/cache-key.js';
import { ChangeWatchService } from './cache/change-watch.service.js';
import { ResponseCacheWriter } from './cache/response-cache-writer.js';
import { assertWithinLimits } from './credential-limits.js';
import { invalidCallback, noRoute, uriTooComplex } from './errors/catalogue.js';
import { RestError } from './errors/rest-error.js';
import { RouteIndexService } from './discovery/route-index.service.js';
import { mediaType, parseForm, readBody } from './http/body.js';
import { IncomingUpload } from './http/incoming-upload.js';
import { parsePhpQuery, TooManyParameters } from '../text/php/php-query.js';
import { RestRequest } from './http/rest-request.js';
import { ItemVersionService } from './response/item-version.service.js';
import { RepeatedWritesService } from './repeated-writes.service.js';
import { type RestExpressRequest } from './observe/request-record.js';
import { ResponseWriter, sendWire } from './response/response-writer.js';
import { responseOptions } from './response/response-options.js';
import { RestExceptionFilter } from './rest-exception.filter.js';
import { REST_OPTIONS, type RestOptions } from './rest-options.js';
import { RequestContext } from './http/request-context.js';
import { MOUNT } from './route/route.decorators.js';
import { type EndpointMatch, RouteRegistry } from './route/route-registry.js';
import { UndeclaredRoutesService } from './discovery/undeclared-routes.service.js';
import { type Endpoint, type RestExchange, type UploadDeclaration } from './route/route.types.js';
import { decodeUrlText } from '../text/urls.js';

/** The route and query string of a REST URL; undefined for other URLs. */
interface Located {
  route: string;
  queryString: string;
}

/** Not decoded: an encoded slash is not a separator. */
const ENCODED_SLASH = /%(2f)/gi;

const decodeRoute = (path: string) => (path.includes('%') ? decodeUrlText(path.replace(ENCODED_SLASH, '%25$1')) : path);

/** `{base}/route`, `/index.php{base}/route`, or any of them or a site URL with `?rest_route=/route`, which takes precedence. */
function locate(url: string, basePath: string): Located | undefined {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const queryString = mark < 0 ? '' : url.slice(mark + 1);
  const below = under(path, basePath) ?? under(path, `/index.php${basePath}`);
  const isSite = below !== undefined || path === '/' || path === '/index.php';
  const pair = isSite ? queryString.split('&').findLast((part) => part.startsWith('rest_route=')) : undefined;
  if (below !== undefined && (pair === undefined || pair === 'rest_route='))
    return { route: normalise(decodeRoute(below)), queryString };
  if (pair === undefined) return undefined;
  const rest = queryString.split('&').filter((part) => !part.startsWith('rest_route='));
  return {
    route: normalise(decodeUrlText(pair.slice('rest_route='.length).replaceAll('+', ' '))),
    queryString: rest.join('&'),
  };
}

function under(path: string, base: string): string | undefined {
  if (!path.startsWith(base)) return undefined;
  const rest = path.slice(base.length);
  return rest === '' || rest.startsWith('/') ? rest : undefined;
}

/** Drops one trailing slash. */
function normalise(route: string): string {
  const trimmed = route.replace(/\/$/, '');
  return trimmed === '' ? '/' : trimmed;
}

const WRITING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const NO_BODY = Promise.resolve(Buffer.alloc(0));

/**
 * Entry point of the REST API: recognizes its URLs, authenticates the request, finds the declared route, and passes the
 * request to Nest under the path and method at which that route is registered.
 */
@Injectable()
export class RestMiddleware {
  constructor(
    private readonly registry: RouteRegistry,
    private readonly undeclared: UndeclaredRoutesService,
    private readonly repeated: RepeatedWritesService,
    private readonly index: RouteIndexService,
    private readonly authenticator: AuthenticationService,
    private readonly strategies: StrategiesRegistry,
    private readonly sites: SiteService,
    private readonly responses: ResponseWriter,
    private readonly versions: ItemVersionService,
    private readonly cache: ResponseCacheWriter,
    private readonly errors: RestExceptionFilter,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
    @Inject(PROFILE) private readonly profile: Profile,
    @Optional() private readonly watch?: ChangeWatchService,
  ) {}

  /** Express middleware. */
  readonly middleware = (request: RestExpressRequest, response: Response, next: NextFunction): void => {
    const located = locate(request.url, this.options.basePath);
    if (!located) next(request.url.startsWith(MOUNT) ? noRoute() : undefined);
    else
      this.enter(request, response, located).then(
        (proceed) => proceed && this.handOver(request, next),
        // `next(error)` would compare the path with every route to find an error handler.
        (error: unknown) => this.errors.send(error, request, response).catch(next),
      );
  };

  private handOver({ rest: exchange }: RestExpressRequest, next: NextFunction): void {
    const check = exchange && this.versions.commitCheck(exchange);
    if (!check) return next();
    exchange.commitCheck = check;
    check.run(next);
  }

  /** True if Nest should continue; false if the response has been sent. */
  private async enter(request: RestExpressRequest, response: Response, located: Located): Promise<boolean> {
    const cache = this.cache.admit(request);
    if (located.queryString.includes(VERSION_PARAMETER)) await this.watch?.catchUp();
    const exchange: RestExchange = { ctx: await this.context(request, located), cache };
    request.rest = exchange;
    const { ctx } = exchange;
    if (ctx.options.jsonp !== undefined && !/^[\w.]*$/.test(ctx.options.jsonp)) {
      delete ctx.options.jsonp;
      throw invalidCallback();
    }
    if (ctx.request.query._tooMany === true) throw uriTooComplex();
    const found = this.registry.findEndpoint(ctx.request.method, ctx.request.route);
    const { fallback } = this.undeclared;
    if (fallback && (!this.isDeclared(ctx.request, found) || fallback.claims(request, ctx, found))) {
      await fallback.handle(request, response, exchange);
      return false;
    }
    const upload = sendsFile(ctx.request, found?.endpoint) ? found?.endpoint.body : undefined;
    // Authenticates before reading the body, unless the nonce may be in a form.
    const isEarly = upload !== undefined || hasHeaderCredentials(ctx.request, this.strategies.headers);
    if (isEarly) exchange.ctx = await this.authenticate(ctx);
    const limit = this.bodyLimit(exchange.ctx, found?.endpoint);
    if (upload) this.expectUpload(request, response, exchange.ctx, { ...upload, bodyLimit: limit });
    else request.restBody = await this.readBody(request, limit);
    if (request.restBody?.length) await this.readForm(ctx.request, request.restBody);
    if (found && request.restBody && fallback?.claimsBody(ctx, found, request.restBody)) {
      await fallback.handle(request, response, exchange);
      return false;
    }
    if (!isEarly) exchange.ctx = await this.authenticate(ctx);
    if (ctx.request.method === 'OPTIONS') {
      sendWire(response, await this.help(exchange));
      return false;
    }
    this.route(request, exchange, found);
    if (!WRITING.has(exchange.ctx.request.method)) return true;
    const earlier = await this.repeated.writes?.find(request, response, exchange);
    if (earlier) sendWire(response, earlier);
    return !earlier;
  }

  private async context(request: RestExpressRequest, located: Located): Promise<RequestContext> {
    const query = this.parseQuery(located.queryString);
    const wireMethod = request.method;
    const override = query._method ?? request.headers['x-http-method-override'];
    const method = typeof override === 'string' ? override.toUpperCase() : wireMethod;
    const rest = new RestRequest(method, located.route, query, request.headers, request.ip ?? '127.0.0.1', wireMethod);
    rest.connection = request.socket;
    rest.slot = request.slot;
    return new RequestContext(ANONYMOUS, rest, await this.sites.current(), responseOptions(rest, this.profile));
  }

  private parseQuery(queryString: string): PhpMap {
    try {
      return parsePhpQuery(queryString);
    } catch (error) {
      if (error instanceof TooManyParameters) return { _tooMany: true };
      throw error;
    }
  }

  private readBody(request: RestExpressRequest, limit: number): Promise<Buffer> {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    return length === undefined && encoding === undefined ? NO_BODY : readBody(request, limit);
  }

  private bodyLimit({ request, principal }: RequestContext, endpoint: Endpoint | undefined): number {
    const { bodyLimit } = this.options;
    if (!endpoint || !WRITING.has(request.method)) return Math.min(bodyLimit, READ_BODY_BYTES);
    return principal.isAnonymous ? Math.min(bodyLimit, endpoint.bodyBytes ?? ANONYMOUS_BODY_BYTES) : bodyLimit;
  }

  private async readForm(rest: RestRequest, body: Buffer): Promise<void> {
    try {
      const form = await parseForm(rest.wireMethod, rest.header('content-type'), body);
      if (form && WRITING.has(rest.method)) rest.form = form;
    } catch (error) {
      throw error instanceof TooManyParameters ? uriTooComplex() : error;
    }
  }

  /** The body is not read until the requester is known; unclaimed parts are deleted when the request ends. */
  private expectUpload(
    request: RestExpressRequest,
    response: Response,
    ctx: RequestContext,
    { everyField, limit = Infinity, bodyLimit }: UploadDeclaration & { bodyLimit: number },
  ): void {
    const { inbox, uploadLimit } = this.options;
    const upload = new IncomingUpload(request, inbox, {
      bodyLimit,
      uploadLimit: Math.min(limit, uploadLimit),
      everyField,
    });
    ctx.request.upload = upload;
    response.once('close', () => void upload.discard());
  }

  private async authenticate(ctx: RequestContext): Promise<RequestContext> {
    const { request } = ctx;
    const nonce = request.form?._wpnonce ?? request.query._wpnonce;
    const result = await this.authenticator.authenticate({
      headers: request.headers,
      nonce: nonce === undefined ? undefined : toText(nonce),
      address: request.address,
      method: request.wireMethod,
      route: request.route,
      query: request.query,
    });
    if ('error' in result) {
      ctx.nonceRefused = result.error.code === 'rest_cookie_invalid_nonce';
      throw new RestError(result.error.code, result.error.message, result.error.status, result.error.data).withHeaders(
        result.error.headers ?? {},
      );
    }
    setPrincipal(result.principal);
    const authenticated = new RequestContext(result.principal, request, ctx.site, ctx.options);
    Object.assign(authenticated.headers, result.responseHeaders);
    return authenticated;
  }

  private async help(exchange: RestExchange) {
    const match = this.registry.find(exchange.ctx.request.route).next().value;
    if (!match) return this.responses.success(exchange, []);
    exchange.ctx.request.pathParams = match.params;
    exchange.endpoint = match.route.endpoints[0];
    exchange.ctx.protocol = match.route.protocol;
    Object.assign(exchange.ctx.headers, match.route.protocol?.described);
    return this.responses.success(exchange, this.index.help(match.route, exchange.ctx.site));
  }

  private isDeclared({ method, route }: RestRequest, found: EndpointMatch | undefined): boolean {
    return method === 'OPTIONS' ? !this.registry.find(route).next().done : found !== undefined;
  }

  private route(request: RestExpressRequest, exchange: RestExchange, found: EndpointMatch | undefined): void {
    if (!found) {
      this.undeclared.noteMissed(exchange.ctx.request.route);
      throw noRoute();
    }
    const { endpoint, params } = found;
    assertWithinLimits(exchange.ctx, endpoint.route);
    exchange.ctx.request.pathParams = params;
    exchange.endpoint = endpoint;
    exchange.ctx.protocol = endpoint.route.protocol;
    request.url = endpoint.nest.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    request.method = endpoint.nest.method;
  }
}

/** Only a real POST has a form; parts of files may also come with the method that the route declares. */
function sendsFile({ wireMethod }: RestRequest, endpoint: Endpoint | undefined): boolean {
  return wireMethod === 'POST' || (endpoint?.body?.isPart === true && wireMethod === endpoint.methods[0]);
}

/** Whether the headers alone authenticate the request: a cookie requires a nonce. */
function hasHeaderCredentials(request: RestRequest, credentials: readonly string[]): boolean {
  const { authorization, cookie, 'x-wp-nonce': nonce } = request.headers;
  if (authorization !== undefined || credentials.some((name) => request.headers[name] !== undefined)) return true;
  return cookie !== undefined && (nonce !== undefined || request.query._wpnonce !== undefined);
}

/** Whether the body is JSON, as WordPress reads the header. */
export function isJsonRequest(request: RestRequest, { lenientRequests }: Profile['rest']): boolean {
  const type = mediaType(request.header('content-type'));
  return type === 'application/json' || (lenientRequests && /^application\/[\w!#$&^.-]+\+json$/.test(type));
}
