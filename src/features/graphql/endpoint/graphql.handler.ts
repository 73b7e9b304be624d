import { Inject, Injectable } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { type ExecutionResult } from 'graphql';
import { ANONYMOUS, type Principal, runAs } from '../../../access/index.js';
import { AuthenticationService } from '../../../access/authentication/index.js';
import { requestedAddress } from '../../../modules/entries/index.js';
import { type Config, CONFIG } from '../../../platform/config/index.js';
import { EMBEDDABLE, PageCacheService } from '../../../rest/cache/index.js';
import { RestError } from '../../../rest/errors/index.js';
import { type AdmittedRequest, mediaType, readBody, RequestContext, RestRequest } from '../../../rest/http/index.js';
import { StreamsService } from '../../../rest/server/index.js';
import { type Site, SiteService } from '../../../site/index.js';
import { ExecutorService, type GraphOperation, type OperationResult } from '../execution/executor.service.js';

/** What limited credentials must be valid for: the graph has the same content. */
const NAMESPACE = 'wp/v2';
const MAX_BODY = 1_048_576;
const JSON_TYPE = 'application/json; charset=UTF-8';
const HASH_LENGTH = 64;
/** Tables that answers are made from; the options always count. */
const TABLES = EMBEDDABLE;
const EVENTS_TYPE = 'text/event-stream';
const RESPONSE_TYPE = 'application/graphql-response+json';

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  'Access-Control-Expose-Headers': 'X-GraphQL-URL, X-GraphQL-Keys',
  'Access-Control-Max-Age': '600',
  'X-Robots-Tag': 'noindex',
};

/** A refusal of a request as a whole. */
class RequestError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** For clients that follow GraphQL over HTTP. */
    readonly strictStatus = status,
  ) {
    super(message);
  }
}

/** The endpoint: `/graphql`, and any address of the site's root with the parameter `graphql`. */
@Injectable()
export class GraphqlHandler {
  constructor(
    private readonly executor: ExecutorService,
    private readonly authenticator: AuthenticationService,
    private readonly sites: SiteService,
    private readonly cache: PageCacheService,
    private readonly streams: StreamsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Express middleware. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    if (!isEndpoint(request.originalUrl)) return next();
    // Without the path at which Nest mounts it: the response cache has the address that is requested.
    request.url = request.originalUrl;
    this.respond(request, response).catch(next);
  };

  private async respond(request: Request, response: Response): Promise<void> {
    const site = await this.sites.current();
    const isStrict = acceptsStrict(request.headers.accept);
    const headers = { ...CORS, 'X-GraphQL-URL': endpointOf(site), Vary: 'Accept, Authorization, Cookie' };
    if (request.method === 'OPTIONS') return send(response, 200, headers, '');
    try {
      const pending = this.cache.begin(request);
      const { operations, isBatch } = await this.operations(request);
      const context = await this.context(request, site);
      if (!isBatch && request.headers.accept?.includes(EVENTS_TYPE)) {
        await this.sendEvents(context, request, response, { operation: operations[0]!, headers });
        return;
      }
      const options = { isGet: request.method === 'GET', operations: operations.length };
      const results = await Promise.all(operations.map((operation) => this.executor.run(context, operation, options)));
      const first = results[0]!;
      const isSignedIn = !context.principal.isAnonymous;
      const keys = this.config.graphql.keys && !isBatch && first.keys;
      const named = {
        ...headers,
        ...(keys && { 'X-GraphQL-Keys': keys, 'X-GraphQL-Query-ID': keys.slice(0, HASH_LENGTH) }),
      };
      const isCacheable = !isSignedIn && !isStrict && !first.isRefused && first.result.errors === undefined;
      if (request.method === 'GET' && isCacheable) {
        await this.cache.send(response, pending, {
          headers: { ...named, 'Content-Type': JSON_TYPE },
          body: JSON.stringify(bodyOf(first.result)),
          isPrivate: false,
          tables: [...TABLES, ...site.model.queries.tables],
        });
        return;
      }
      send(
        response,
        statusOf(results, { isBatch, isStrict }),
        {
          ...named,
          'Cache-Control': isSignedIn || first.isMutation ? 'private, no-store' : 'no-cache',
          'Content-Type': isStrict ? `${RESPONSE_TYPE}; charset=utf-8` : JSON_TYPE,
        },
        JSON.stringify(isBatch ? results.map(({ result }) => bodyOf(result)) : bodyOf(first.result)),
      );
    } catch (error) {
      if (!(error instanceof RequestError || error instanceof RestError)) throw error;
      const status = error instanceof RequestError ? (isStrict ? error.strictStatus : error.status) : error.status;
      const more = error instanceof RestError ? error.headers : {};
      send(
        response,
        status,
        { ...headers, ...more, 'Content-Type': isStrict ? `${RESPONSE_TYPE}; charset=utf-8` : JSON_TYPE },
        JSON.stringify({ errors: [{ message: error.message }] }),
      );
    }
  }

  private sendEvents(
    context: RequestContext,
    { method }: Request,
    response: Response,
    { operation, headers }: { operation: GraphOperation; headers: Readonly<Record<string, string>> },
  ): Promise<void> {
    const events = (closed: AbortSignal) =>
      this.executor.events(context, operation, { isGet: method === 'GET', closed });
    return runAs(context.principal, () => this.streams.sendEvents(context, response, events, headers));
  }

  private async operations(request: Request): Promise<{ operations: readonly GraphOperation[]; isBatch: boolean }> {
    if (request.method === 'GET') {
      const query = requestedAddress('', request.originalUrl)?.query;
      if (!query) throw new RequestError('The address has too many parameters.', 500, 400);
      return { operations: [fromQuery(query)], isBatch: false };
    }
    if (request.method !== 'POST')
      throw new RequestError(`The method ${request.method} is not supported: use POST, or GET for queries.`, 500, 405);
    const type = mediaType(request.headers['content-type']);
    if (type !== 'application/json' && type !== RESPONSE_TYPE)
      throw new RequestError('The body must be JSON: send it with Content-Type: application/json.', 415);
    const body = parseBody((await readBody(request, MAX_BODY)).toString('utf8'));
    if (!Array.isArray(body)) return { operations: [asOperation(body)], isBatch: false };
    const { maxBatch } = this.config.graphql;
    if (body.length > maxBatch)
      throw new RequestError(
        `A request may have up to ${maxBatch} operations; this one has ${body.length}. Split it, or raise GRAPHQL_MAX_BATCH.`,
        500,
        400,
      );
    return body.length === 0
      ? { operations: [{}], isBatch: false }
      : { operations: body.map(asOperation), isBatch: true };
  }

  /** Wrong credentials make the request anonymous; too many of them are refused. */
  private async context(request: Request, site: Site): Promise<RequestContext> {
    const address = request.ip ?? '127.0.0.1';
    const query = Object.fromEntries(new URLSearchParams(request.originalUrl.split('?')[1] ?? ''));
    const result = await this.authenticator.authenticate({
      headers: request.headers,
      nonce: query._wpnonce,
      query,
      address,
      method: request.method,
      route: '/graphql',
    });
    let principal: Principal = ANONYMOUS;
    if ('principal' in result) principal = result.principal;
    else if (result.error.status === 429 || result.error.status >= 500)
      throw new RestError(result.error.code, result.error.message, result.error.status).withHeaders(
        result.error.headers ?? {},
      );
    const { namespaces = [] } = principal.limits ?? {};
    if (namespaces.length > 0 && !namespaces.includes(NAMESPACE))
      throw new RestError('rest_credentials_limited', `The credentials are not valid for ${NAMESPACE}.`, 403);
    const rest = new RestRequest(request.method, '/graphql', {}, request.headers, address, request.method);
    rest.connection = request.socket;
    rest.slot = (request as AdmittedRequest).slot;
    return new RequestContext(principal, rest, site, { envelope: false, embed: false });
  }
}

const PATH = /^\/graphql\/?$/;
const ROOT = /^\/(?:index\.php\/?)?$/;

function isEndpoint(url: string): boolean {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  if (PATH.test(path)) return true;
  return mark >= 0 && ROOT.test(path) && /(?:^|&)graphql(?:=|&|$)/.test(url.slice(mark + 1));
}

const endpointOf = ({ home }: Site) => `${home.replace(/^https?:\/\//, '')}/graphql`;

function acceptsStrict(accept: string | undefined): boolean {
  const strict = accept?.indexOf(RESPONSE_TYPE) ?? -1;
  const json = accept?.indexOf('application/json') ?? -1;
  return strict >= 0 && (json < 0 || strict < json);
}

function fromQuery(query: URLSearchParams): GraphOperation {
  const text = (name: string) => query.get(name) ?? undefined;
  const extensions = text('extensions');
  return {
    query: text('query'),
    queryId: text('queryId'),
    variables: text('variables'),
    operationName: text('operationName'),
    ...(extensions !== undefined && { extensions: parseBody(extensions) }),
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestError('The body is not valid JSON.', 500, 400);
  }
}

function asOperation(value: unknown): GraphOperation {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestError('An operation must be a JSON object with `query`.', 500, 400);
  return value;
}

/** Documents that cannot be parsed are the only refusals that WPGraphQL tells by the status. */
function statusOf(
  results: readonly OperationResult[],
  { isBatch, isStrict }: { isBatch: boolean; isStrict: boolean },
): number {
  if (isBatch) return 200;
  const { isRefused, isUnparsable } = results[0]!;
  if (isStrict) return isRefused ? 400 : 200;
  return isUnparsable ? 500 : 200;
}

function bodyOf({ errors, data }: ExecutionResult): object {
  return { ...(errors && { errors: errors.map((error) => error.toJSON()) }), ...(data !== undefined && { data }) };
}

function send(response: Response, status: number, headers: Readonly<Record<string, string>>, body: string): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}
