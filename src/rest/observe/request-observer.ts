import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { type NextFunction, type Response } from 'express';
import { type Logger } from 'pino';
import { withQueryContext } from '../../database/engine/query-counter.js';
import { type RestExpressRequest } from '../rest-entry.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { RequestIds } from './request-ids.js';
import { RequestRecord } from './request-record.js';
import { endRequestSpan, startRequestSpan } from './request-span.js';
import { RequestStats } from './request-stats.js';

/** Notes every request that is not answered from memory: its id, a line in the log, numbers for the metrics, a span. */
@Injectable()
export class RequestObserver {
  private logger?: Logger;
  /** Answers from memory are many and alike: they are only logged at debug. */
  logsHits = false;

  constructor(
    private readonly ids: RequestIds,
    private readonly stats: RequestStats,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
  ) {}

  logTo(logger: Logger): void {
    if (!this.options.observe.accessLog) return;
    if (logger.isLevelEnabled('info')) this.logger = logger;
    this.logsHits = logger.isLevelEnabled('debug');
  }

  /** Express middleware, before all others. */
  readonly middleware = (request: RestExpressRequest, response: Response, next: NextFunction): void => {
    const { stats, requestQueries, tracing } = this.options.observe;
    const id = this.ids.of(request);
    request.id = id;
    if (!this.logger && !stats && !requestQueries && !tracing) {
      next();
      return;
    }
    const record = new RequestRecord(id, request, this.tellsTiming(request));
    request.record = record;
    this.stats.inFlight++;
    response.once('close', () => this.ended(record, request, response));
    const goOn = requestQueries ? () => withQueryContext(record, next) : next;
    if (tracing) startRequestSpan(request, record, this.ids.isFromProxy(request), goOn);
    else goOn();
  };

  tellsTiming({ headers }: IncomingMessage): boolean {
    const { serverTiming } = this.options.observe;
    return serverTiming === 'on' || (serverTiming === 'request' && headers['x-server-timing'] === '1');
  }

  /** One answered from memory. */
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
    this.logger?.info({
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

/** What a request without an endpoint asked for; never a text of the client's choice. */
function elsewhere(request: RestExpressRequest, { place }: RequestRecord): string {
  if (request.rest) return 'no route';
  if (place !== undefined) return place;
  const { path: pattern } = (request.route ?? {}) as { path?: unknown };
  return typeof pattern === 'string' ? pattern : 'no route';
}
