import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type NextFunction, type Response } from 'express';
import { type Logger } from 'pino';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { randomUUID } from 'node:crypto';
import { withQueryContext } from '../../database/engine/query-counter.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { RequestRecord, type RestExpressRequest } from './request-record.js';
import { RequestStatsRegistry } from './request-stats.registry.js';
import { activeTracer } from '../../telemetry/spans.js';

/** Requests of orchestrators and load balancers, every few seconds for as long as the service runs. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const ACCEPTABLE = /^[\w.:-]{1,100}$/;

/** Header with the ID under which a request appears in our logs and in those of the proxies in front of us. */
@Injectable()
export class RequestIdFactory {
  /** Whether an address belongs to a trusted proxy; other clients cannot choose the ID in the log. */
  trusts: (address: string) => boolean = () => false;

  of(request: IncomingMessage): string {
    const receivedId = request.headers['x-request-id'];
    if (receivedId === undefined) return randomUUID();
    return typeof receivedId === 'string' && ACCEPTABLE.test(receivedId) && this.isFromProxy(request)
      ? receivedId
      : randomUUID();
  }

  isFromProxy({ socket }: IncomingMessage): boolean {
    return socket.remoteAddress !== undefined && this.trusts(socket.remoteAddress);
  }
}

/** Records every request that is not a cache hit: its ID, a log line, metrics, a span. */
@Injectable()
export class RequestObserverService {
  private logger?: Logger;
  /** Cache hits are many and alike: they are logged at debug level only. */
  logsHits = false;

  constructor(
    private readonly ids: RequestIdFactory,
    private readonly stats: RequestStatsRegistry,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  logTo(logger: Logger): void {
    if (!this.options.observe.accessLog) return;
    if (logger.isLevelEnabled('info')) this.logger = logger;
    this.logsHits = logger.isLevelEnabled('debug');
  }

  /** Express middleware, registered before all others. */
  readonly middleware = (request: RestExpressRequest, response: Response, next: NextFunction): void => {
    const { stats, requestQueries, tracing } = this.options.observe;
    const id = this.ids.of(request);
    request.id = id;
    if (!this.logger && !stats && !requestQueries && !tracing) {
      next();
      return;
    }
    const record = new RequestRecord(id, request, this.showsTiming(request.headers['x-server-timing']));
    request.record = record;
    this.stats.inFlight++;
    response.once('close', () => this.ended(record, request, response));
    const proceed = requestQueries ? () => withQueryContext(record, next) : next;
    if (tracing) startRequestSpan(request, record, this.ids.isFromProxy(request), proceed);
    else proceed();
  };

  /** Whether the response gets a Server-Timing header, by the request's X-Server-Timing. */
  showsTiming(header: unknown): boolean {
    const { serverTiming } = this.options.observe;
    return serverTiming === 'on' || (serverTiming === 'request' && header === '1');
  }

  /** Records a cache hit. */
  hit(id: string, { method, url = '' }: IncomingMessage, status: number): void {
    this.logger!.debug({ msg: 'request', requestId: id, method, path: url.split('?', 1)[0], status, cache: 'hit' });
  }

  private ended(record: RequestRecord, request: RestExpressRequest, response: ServerResponse): void {
    const { stats, requestQueries } = this.options.observe;
    const { ms, endpoint } = record;
    const isAborted = !response.writableEnded;
    this.stats.inFlight--;
    if (stats)
      this.stats.add(
        endpoint,
        elsewhere(request, record),
        record.method,
        isAborted ? 0 : response.statusCode,
        ms,
        requestQueries ? record.queries : undefined,
      );
    const traceId = endRequestSpan(record, response, isAborted);
    const isRoutine = PROBES.has(record.path) && response.statusCode < 400;
    this.logger?.[isRoutine ? 'debug' : 'info']({
      msg: 'request',
      requestId: record.id,
      method: record.method,
      path: record.path,
      route: endpoint?.route.pattern,
      status: response.statusCode,
      ms,
      cache: record.cache,
      ...(requestQueries && { queries: record.queries, databaseMs: record.databaseMs }),
      ...(isAborted && { aborted: true }),
      traceId,
    });
  }
}

/** What a request without an endpoint was for; never text chosen by the client. */
function elsewhere(request: RestExpressRequest, { place }: RequestRecord): string {
  if (place !== undefined) return place;
  if (request.rest) return 'no route';
  const { path: pattern } = (request.route ?? {}) as { path?: unknown };
  return typeof pattern === 'string' ? pattern : 'no route';
}

/** Runs the request in a span. Only a trusted proxy can make it part of its own trace. */
function startRequestSpan(
  request: IncomingMessage,
  record: RequestRecord,
  isFromProxy: boolean,
  proceed: () => void,
): void {
  const parent = isFromProxy ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
  const attributes = {
    'http.request.method': record.method,
    'url.path': record.path,
    'nestpress.request_id': record.id,
  };
  const span = activeTracer()!.startSpan(record.method, { kind: SpanKind.SERVER, attributes }, parent);
  record.span = span;
  context.with(trace.setSpan(parent, span), proceed);
}

/** Returns the trace ID, for the log. */
function endRequestSpan(record: RequestRecord, response: ServerResponse, isAborted: boolean): string | undefined {
  const { span, endpoint } = record;
  if (!span) return undefined;
  const route = endpoint?.route.pattern;
  if (route !== undefined) span.updateName(`${record.method} ${route}`).setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', response.statusCode);
  if (isAborted || response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
  return span.spanContext().traceId;
}
