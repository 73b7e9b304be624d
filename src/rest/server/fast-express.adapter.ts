import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { type NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Express, type RequestHandler, type Response as ExpressResponse, type NextFunction } from 'express';
import { type CachedResponseHandler } from '../cache/cached-response-handler.js';
import { type ResponseCacheWriter } from '../cache/response-cache-writer.js';
import { overloaded } from '../errors/catalogue.js';
import { type CommonHeadersService } from '../response/common-headers.service.js';
import { type Content, WireReply } from '../response/reply.js';
import { type ResponseWriter, sendWire } from '../response/response-writer.js';
import { type AdmittedRequest } from '../http/request-slot.js';
import { type AdmissionCounts } from '../observe/request-stats.registry.js';
import { type RestExpressRequest } from '../observe/request-record.js';
import { MOUNT } from '../route/route.decorators.js';
import { PipelinedRequests } from './pipelined-requests.js';
import { type AdmissionLimits, RequestAdmission } from './request-admission.js';
import { UnreadResponses } from './unread-responses.js';

interface Pipeline {
  handler: CachedResponseHandler;
  responder: ResponseWriter;
  writer: ResponseCacheWriter;
  headers: CommonHeadersService;
  /** Names of headers with credentials. */
  credentials: { readonly headers: readonly string[] };
}

/** Limits for clients. */
interface HttpLimits extends AdmissionLimits {
  headerSeconds: number;
  requestSeconds: number;
  keepAliveSeconds: number;
}

/** Maximum size of the request head: Node's default, set here so that a runtime flag cannot change it. */
const MAX_HEAD_BYTES = 16_384;

/** Interval of the check for clients that exceed their time limit. */
const POLL_MS = 2000;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Register = (path: string, handler: RequestHandler) => unknown;

/**
 * Express replaces the prototype of every request and response, which costs more than all of its routing. A
 * server that creates them with Express's methods already in place makes that a no-op.
 */
export class FastExpressAdapter extends ExpressAdapter {
  private pipeline?: Pipeline;
  private unmatched?: RequestHandler;
  private admission?: RequestAdmission;
  private isStopping = false;
  /** Handlers of declared routes, by method and path. */
  readonly declared = new Map<string, RequestHandler>();

  constructor(private readonly limits: HttpLimits) {
    super();
    for (const method of METHODS) this.registerDeclared(method);
  }

  /** RestMiddleware knows the route of a request, and Express would compare its path with those of hundreds of routes. */
  private registerDeclared(method: (typeof METHODS)[number]): void {
    const register = this[method].bind(this) as unknown as Register;
    const keep: Register = (path, handler) => {
      if (!path.startsWith(MOUNT)) return register(path, handler);
      const key = `${method.toUpperCase()} ${path}`;
      if (!this.declared.has(key)) this.declared.set(key, handler);
    };
    Object.assign(this, { [method]: keep });
  }

  /** Express middleware that passes the requests of declared routes to their handlers. */
  readonly callDeclared = (request: RestExpressRequest, response: ExpressResponse, next: NextFunction): unknown => {
    const { method, path } = request.rest?.endpoint?.nest ?? {};
    const handler = path === undefined ? undefined : this.declared.get(`${method} ${path}`);
    return handler ? handler(request, response, next) : next();
  };

  override initHttpServer(options: NestApplicationOptions): void {
    if (options?.httpsOptions) {
      super.initHttpServer(options);
      return;
    }
    const app = this.getInstance<Express>();
    const unread = new UnreadResponses();
    const isStopping = () => this.isStopping;
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {
      override writeHead(...args: unknown[]): this {
        if (isStopping()) this.shouldKeepAlive = false;
        // Whatever follows, such as a file or a stream of events, follows the pace of the client.
        (this.req as AdmittedRequest).slot?.release();
        return super.writeHead(...(args as Parameters<ServerResponse['writeHead']>));
      }

      override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
        super.end(chunk, encoding as never, callback as never);
        unread.add(this);
        return this;
      }
    }
    adopt(Request.prototype, app.request);
    adopt(Response.prototype, app.response);
    app.request = Request.prototype as never;
    app.response = Response.prototype as never;
    const admission = new RequestAdmission(
      (request, response) => app(request as never, response as never),
      this.limits,
      (request, response) => this.refuse(request, response),
      () => this.pipeline?.credentials.headers ?? [],
    );
    this.admission = admission;
    const handle: RequestListener = (request, response) => {
      if (this.isStopping) response.shouldKeepAlive = false;
      if (!this.pipeline?.handler.serve(request, response)) admission.admit(request, response);
    };
    const pipelined = new PipelinedRequests(handle);
    const server: Server = createServer(
      { IncomingMessage: Request, ServerResponse: Response as never, ...this.timeouts() },
      (request, response) => {
        if (response.socket) handle(request, response);
        else pipelined.add(request, response);
      },
    );
    server.on('connection', () => admission.connected());
    this.setHttpServer(server);
  }

  /** From now on every response, also to requests in progress, has `Connection: close`: clients then do not reuse the connection. */
  closeAfterResponses(): void {
    this.isStopping = true;
  }

  /** A client that sends its request very slowly holds a connection only for a limited time. */
  private timeouts(): ServerOptions {
    const { headerSeconds, requestSeconds, keepAliveSeconds } = this.limits;
    return {
      headersTimeout: Math.min(headerSeconds, requestSeconds) * 1000,
      requestTimeout: requestSeconds * 1000,
      keepAliveTimeout: keepAliveSeconds * 1000,
      connectionsCheckingInterval: POLL_MS,
      maxHeaderSize: MAX_HEAD_BYTES,
    };
  }

  /** Sends a 503 for a request that is not processed. */
  private refuse({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = overloaded();
    const common = {
      'Content-Type': 'application/json; charset=UTF-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      ...(origin !== undefined && this.pipeline?.headers.cors(origin)),
    };
    sendWire(response as never, new WireReply(status, { ...common, ...headers }, JSON.stringify(body)));
  }

  /** What is counted about the requests in progress. */
  get admissionCounts(): AdmissionCounts | undefined {
    return this.admission?.counts;
  }

  /** Results of declared routes go through the response writer; everything else is sent by Express. */
  override reply(response: ServerResponse, body: unknown, statusCode?: number): unknown {
    const { rest } = response.req as RestExpressRequest;
    if (!rest || !this.pipeline) return super.reply(response, body, statusCode);
    const { responder: responses, writer } = this.pipeline;
    return responses
      .success(rest, body as Content)
      .then((reply) => writer.store(rest, reply))
      .then((reply) => sendWire(response, reply));
  }

  /** Nest calls this after all routes are registered; requests they do not match go to the handler for unmatched requests first. */
  override setNotFoundHandler(...args: Parameters<ExpressAdapter['setNotFoundHandler']>): unknown {
    if (this.unmatched) this.use(this.unmatched);
    return super.setNotFoundHandler(...args);
  }

  /** Handles requests that no route matches. */
  answerUnmatched(handler: RequestHandler): void {
    this.unmatched = handler;
  }

  answerWith(pipeline: Pipeline): void {
    this.pipeline = pipeline;
  }
}

/** Copies what Express adds to Node's own prototypes, nearest definition first. */
function adopt(target: object, source: object): void {
  for (
    let from: object | null = source;
    from && from !== IncomingMessage.prototype && from !== ServerResponse.prototype;
    from = Object.getPrototypeOf(from) as object | null
  ) {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (!Object.hasOwn(target, name)) Object.defineProperty(target, name, { ...descriptor, configurable: true });
    }
  }
}
