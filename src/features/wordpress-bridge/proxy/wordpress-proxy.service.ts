import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeader, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { type Response } from 'express';
import {
  AccountsStore,
  type AuthError,
  type BasicCredentials,
  readBasicCredentials,
  SIGN_IN_LIMITER,
  type SignInAttempt,
  type SignInLimiter,
  tooManyAttempts,
  wrongCredentials,
} from '../../../access/authentication/index.js';
import { CONFIG, type Config, type WordPressConfig } from '../../../platform/config/index.js';
import { WordPressStats } from '../../../platform/outbound/index.js';
import { type RouteFallback, UndeclaredRoutesService, type UnreadRequest } from '../../../rest/discovery/index.js';
import { noRoute, payloadTooLarge, RestError } from '../../../rest/errors/index.js';
import { mediaType, type RequestContext } from '../../../rest/http/index.js';
import { CommonHeadersService } from '../../../rest/response/index.js';
import { type EndpointMatch, type RestExchange } from '../../../rest/route/index.js';
import { cleanUsername } from '../../../text/index.js';
import { READ_BODY_BYTES } from '../../../rest/budget.js';
import { FurtherParametersService } from './further-parameters.service.js';
import { isTokenOf } from './wordpress-tokens.js';
import { isForwardedByUs, requestHeaders, responseHeaders, upstreamPath } from './upstream-request.js';
import { WordPressRoutesService } from './wordpress-routes.service.js';

const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Types and renderings of single blocks that only plugins know. */
const BLOCK_OF_PLUGIN = /^\/wp\/v2\/block-(?:renderer|types)\/(?!core(?:\/|$))/i;
/** Forms and previews of widgets: the PHP of their types makes them. */
const WIDGET_FORM = /^\/wp\/v2\/widget-types\/[^/]+\/(?:encode|render)$/i;
/** Styles in files of the theme, which are imported with an account only. */
const THEME_STYLES = /^\/wp\/v2\/global-styles\/themes\//i;

class WordPressTimeout extends Error {}

/**
 * Passes requests for routes that only WordPress has to the WordPress at WORDPRESS_URL, with the credentials of the
 * requester and nothing of ours. Bodies are streamed both ways and never stored.
 */
@Injectable()
export class WordPressProxyService implements RouteFallback, OnModuleInit {
  private readonly logger = new Logger('WordPress');
  private running = 0;
  private isLoopLogged = false;

  constructor(
    private readonly undeclared: UndeclaredRoutesService,
    private readonly routesOfWordPress: WordPressRoutesService,
    private readonly parameters: FurtherParametersService,
    private readonly stats: WordPressStats,
    private readonly common: CommonHeadersService,
    private readonly accounts: AccountsStore,
    @Inject(SIGN_IN_LIMITER) private readonly limiter: SignInLimiter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.wordpress) this.undeclared.fallback = this;
  }

  get routes() {
    return this.routesOfWordPress.routes;
  }

  /** Requests of ours that come back are refused whatever they are for. */
  claims({ headers }: UnreadRequest, ctx: RequestContext, declared: EndpointMatch | undefined): boolean {
    const { route } = ctx.request;
    const isNotImported = this.config.wordpress?.user === undefined && THEME_STYLES.test(route);
    if (isNotImported || BLOCK_OF_PLUGIN.test(route) || WIDGET_FORM.test(route) || isForwardedByUs(headers))
      return true;
    if (this.routesOfWordPress.issuesTokens && isTokenOf(ctx.site, headers.authorization)) return true;
    return this.parameters.isInQuery(ctx, declared);
  }

  claimsBody(ctx: RequestContext, declared: EndpointMatch, body: Buffer): boolean {
    return this.parameters.isInBody(ctx, declared, body);
  }

  async handle(request: UnreadRequest, response: Response, { ctx }: RestExchange): Promise<void> {
    const wordpress = this.config.wordpress!;
    if (isForwardedByUs(request.headers)) throw this.loop(wordpress);
    const path = upstreamPath(wordpress, this.config.basePath, ctx, request.url);
    if (path === undefined) throw noRoute();
    const limit = this.bodyLimit(ctx);
    if (Number(request.headers['content-length'] ?? 0) > limit) throw payloadTooLarge(limit);
    if (this.running >= wordpress.maxRequests) {
      this.stats.add('proxy', 'busy');
      throw busy();
    }
    if (request.record) request.record.place = 'wordpress';
    this.running++;
    // These have a limit of their own.
    ctx.request.slot?.release();
    try {
      await this.limited(ctx, () => this.exchange(request, response, ctx, { path, limit }));
    } finally {
      this.running--;
    }
  }

  /** Guessing passwords is as limited as on routes of ours: WordPress refuses wrong ones with 401. */
  private async limited({ request, site }: RequestContext, exchange: () => Promise<number>): Promise<void> {
    const credentials = readBasicCredentials(request.headers.authorization);
    if (!credentials) {
      await exchange();
      return;
    }
    const attempt = await this.attempt(credentials, request.address, site.option('WPLANG'));
    const { blockedFor, isLocked } = await this.limiter.take(attempt);
    if (blockedFor > 0) throw asRestError(tooManyAttempts(blockedFor).error);
    if (isLocked) throw asRestError(wrongCredentials().error);
    const status = await exchange().catch(async (error: unknown) => {
      await this.limiter.refund(attempt);
      throw error;
    });
    if (status !== 401) await this.limiter.refund(attempt);
  }

  /** WordPress removes tags, accents and more from a name before it looks for the account. */
  private async attempt({ username }: BasicCredentials, address: string, locale: string): Promise<SignInAttempt> {
    const name = cleanUsername(username, { rules: 'wp7', ...(locale !== '' && { locale }) });
    const account = await this.accounts.findByTypedName(name);
    const found = account ?? (name === username ? undefined : await this.accounts.findByTypedName(username));
    return { name, account: found?.id, address };
  }

  /** The status that WordPress responded with. */
  private async exchange(
    request: UnreadRequest,
    response: Response,
    ctx: RequestContext,
    { path, limit }: { path: string; limit: number },
  ): Promise<number> {
    const sent = this.send(request, ctx, path);
    const outOfTime = () => sent.destroy(new WordPressTimeout());
    sent.on('timeout', outOfTime);
    const timer = setTimeout(outOfTime, this.config.requestSeconds * 1000).unref();
    const leave = () => sent.destroy();
    response.once('close', leave);
    try {
      const responded = new Promise<IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve);
        sent.on('error', reject);
        sent.once('close', () => reject(new Error('closed')));
      });
      sendBody(request, sent, limit).catch((error: Error) => sent.destroy(error));
      const upstream = await responded;
      response.writeHead(upstream.statusCode!, this.headers(upstream, request, ctx));
      await pipeline(upstream, response);
      this.stats.add('proxy', 'ok');
      return upstream.statusCode!;
    } catch (error) {
      throw this.failure(error, response);
    } finally {
      clearTimeout(timer);
      response.off('close', leave);
      sent.destroy();
    }
  }

  /** A connection of its own for each request: WordPress may close an idle one at the moment it is used again. */
  private send(request: UnreadRequest, ctx: RequestContext, path: string): ClientRequest {
    const { url, timeoutSeconds } = this.config.wordpress!;
    const { protocol, hostname, port, host } = new URL(url);
    return (protocol === 'https:' ? requestSecure : requestPlain)({
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method: ctx.request.wireMethod,
      path,
      agent: false,
      timeout: timeoutSeconds * 1000,
      headers: requestHeaders(request.headers, host, { home: ctx.site.serviceHome, address: ctx.request.address }),
    });
  }

  private headers(upstream: IncomingMessage, request: UnreadRequest, { request: { headers } }: RequestContext) {
    const { vary, ...cors } = lowerCased(headers.origin === undefined ? {} : this.common.cors(headers.origin));
    const passed = responseHeaders(upstream.headers);
    return {
      ...passed,
      ...cors,
      ...(vary !== undefined && { vary: combined(passed.vary, vary) }),
      'x-content-type-options': 'nosniff',
      ...(request.id !== undefined && { 'x-request-id': request.id }),
      // A response that comes before the end of the body ends the connection.
      ...(!request.complete && { connection: 'close' }),
    };
  }

  /** Bodies are streamed, so the limits of uploads and other bodies are the same for everybody. */
  private bodyLimit({ request }: RequestContext): number {
    const { bodyLimit, uploadLimit } = this.config;
    if (WITHOUT_BODY.has(request.wireMethod)) return Math.min(bodyLimit, READ_BODY_BYTES);
    return mediaType(request.header('content-type')) === 'multipart/form-data' ? uploadLimit : bodyLimit;
  }

  private failure(error: unknown, response: Response): unknown {
    if (error instanceof RestError) return error;
    if (response.destroyed) {
      this.stats.add('proxy', 'aborted');
      return error;
    }
    const isTimeout = error instanceof WordPressTimeout;
    this.stats.add('proxy', isTimeout ? 'timeout' : 'failed');
    const { code, message } = error as NodeJS.ErrnoException;
    this.logger.warn(
      `A request could not be passed to WordPress: ${isTimeout ? 'it did not respond in time' : (code ?? message)}.`,
    );
    return isTimeout ? timedOut() : unreachable();
  }

  private loop({ url }: WordPressConfig): RestError {
    if (!this.isLoopLogged)
      this.logger.error(
        `WORDPRESS_URL (${url}) leads back to Nestpress: set it to an address at which WordPress itself responds.`,
      );
    this.isLoopLogged = true;
    return new RestError('rest_wordpress_loop', 'The address of WordPress leads back to this service.', 508);
  }
}

function asRestError({ code, message, status, data, headers = {} }: AuthError): RestError {
  return new RestError(code, message, status, data).withHeaders(headers);
}

const unreachable = () =>
  new RestError('rest_wordpress_unavailable', 'The WordPress that has this route cannot be reached.', 502);
const timedOut = () =>
  new RestError('rest_wordpress_timeout', 'The WordPress that has this route did not respond in time.', 504);
const busy = () =>
  new RestError(
    'rest_wordpress_busy',
    'Too many requests are waiting for WordPress. Please try again in a moment.',
    503,
  ).withHeaders({ 'Retry-After': '1' });

async function sendBody(request: UnreadRequest, sent: ClientRequest, limit: number): Promise<void> {
  if (request.restBody) return void sent.end(request.restBody);
  let size = 0;
  const closed = new Promise((done) => sent.once('close', done));
  // Breaking off does not close the connection: the response is still sent on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw payloadTooLarge(limit);
    if (sent.destroyed) return;
    if (!sent.write(chunk)) await Promise.race([new Promise((done) => sent.once('drain', done)), closed]);
  }
  sent.end();
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Names of headers, each once. */
function combined(sent: OutgoingHttpHeader | undefined, added: string): string {
  const names = sent === undefined ? [] : String(sent).split(',');
  const isNamed = names.some((name) => name.trim().toLowerCase() === added.toLowerCase());
  return isNamed ? String(sent) : [...names.map((name) => name.trim()), added].join(', ');
}
