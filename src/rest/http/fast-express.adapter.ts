import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { type NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Express, type RequestHandler } from 'express';
import { type CachedResponseHandler } from '../cache/cached-response-handler.js';
import { type ResponseCacheWriter } from '../cache/response-cache-writer.js';
import { type Content } from '../response/reply.js';
import { type ResponseWriter, sendWire } from '../response/response-writer.js';
import { type RestExpressRequest } from '../rest.middleware.js';

interface Pipeline {
  handler: CachedResponseHandler;
  responder: ResponseWriter;
  writer: ResponseCacheWriter;
}

/** How long a client may take. */
interface HttpTimeouts {
  headerSeconds: number;
  requestSeconds: number;
  keepAliveSeconds: number;
}

/** The head of a request: what Node takes by default, said here so that a flag of the runtime does not change it. */
const LARGEST_HEAD_BYTES = 16_384;

/** How often clients are looked for that took longer. */
const LOOK_MS = 2000;

/**
 * Express changes the prototype of every request and response it gets, which costs more than all of its routing. A
 * server that creates them with Express's methods already in place makes that change a no-op.
 */
export class FastExpressAdapter extends ExpressAdapter {
  private pipeline?: Pipeline;
  private unmatched?: RequestHandler;

  constructor(private readonly timeouts: HttpTimeouts) {
    super();
  }

  override initHttpServer(options: NestApplicationOptions): void {
    if (options?.httpsOptions) {
      super.initHttpServer(options);
      return;
    }
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    class Response extends ServerResponse {}
    adopt(Request.prototype, app.request);
    adopt(Response.prototype, app.response);
    app.request = Request.prototype as never;
    app.response = Response.prototype as never;
    const server: Server = createServer(
      { IncomingMessage: Request, ServerResponse: Response as never, ...this.limits() },
      (request, response) => {
        if (!this.pipeline?.handler.serve(request, response)) app(request as never, response as never);
      },
    );
    this.setHttpServer(server);
  }

  /** A client that dribbles its request holds a connection, but not for long. */
  private limits(): ServerOptions {
    const { headerSeconds, requestSeconds, keepAliveSeconds } = this.timeouts;
    return {
      headersTimeout: Math.min(headerSeconds, requestSeconds) * 1000,
      requestTimeout: requestSeconds * 1000,
      keepAliveTimeout: keepAliveSeconds * 1000,
      connectionsCheckingInterval: LOOK_MS,
      maxHeaderSize: LARGEST_HEAD_BYTES,
    };
  }

  /** What a declared route answered goes through the responder; everything else is Express's. */
  override reply(response: ServerResponse, body: unknown, statusCode?: number): unknown {
    const { rest } = response.req as RestExpressRequest;
    if (!rest || !this.pipeline) return super.reply(response, body, statusCode);
    const { responder: responses, writer } = this.pipeline;
    return responses
      .success(rest, body as Content)
      .then((reply) => writer.store(rest, reply))
      .then((reply) => sendWire(response, reply));
  }

  /** Nest calls this when all routes are registered; what they leave goes to the handler of unmatched requests first. */
  override setNotFoundHandler(...args: Parameters<ExpressAdapter['setNotFoundHandler']>): unknown {
    if (this.unmatched) this.use(this.unmatched);
    return super.setNotFoundHandler(...args);
  }

  /** Answers requests that no route matches. */
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
