import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { StrategiesRegistry } from '../../access/authentication/strategies.registry.js';
import { RequestObserverService, RequestIdFactory } from '../observe/request-observer.service.js';
import { CommonHeadersService } from '../response/common-headers.service.js';
import { takesGzip } from '../response/compression.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { cacheKey, type FormHeaders, formHeaders } from './cache-key.js';
import { type CachedForm, type CachedResponse, ResponseCache, matchesEtag } from './response-cache.js';

/** Cache hits are too fast to measure; report zero. */
const TIMING = 'total;dur=0, db;dur=0;desc="0 queries", cache;desc=hit';

/** Sends cached responses before Express and Nest are involved. */
@Injectable()
export class CachedResponseHandler {
  private readonly isOn: boolean;

  constructor(
    private readonly cache: ResponseCache,
    private readonly ids: RequestIdFactory,
    private readonly observer: RequestObserverService,
    private readonly common: CommonHeadersService,
    private readonly strategies: StrategiesRegistry,
    @Inject(REST_OPTIONS) options: RestOptions,
  ) {
    this.isOn = options.cacheBytes > 0;
  }

  /** True if the response was sent. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const headers = this.isOn ? formHeaders(request.rawHeaders, this.strategies.headers) : undefined;
    const key = headers && cacheKey(request);
    const now = performance.now();
    const entry = key === undefined ? undefined : this.cache.get(key, now);
    if (!entry) return false;
    this.cache.counts.hits++;
    if (entry.isPage) this.cache.counts.pageViews++;
    const form = this.formFor(key!, entry, headers!);
    const id = this.idOf(request, headers!);
    const age = secondsSince(entry.storedAt, now);
    const head = writeHead(response as ResponseWithHead, entry, form, age, this.ownHeaders(headers!, id));
    this.sendBody(response as ResponseWithHead, head, bodyOf(entry, form));
    if (this.observer.logsHits) this.observer.hit(id!, request, response.statusCode);
    return true;
  }

  /** Generates a request ID only if hits are logged: it costs a tenth of a hit. An ID sent by the client is always returned. */
  private idOf(request: IncomingMessage, headers: FormHeaders): string | undefined {
    return this.observer.logsHits || headers['x-request-id'] !== undefined ? this.ids.of(request) : undefined;
  }

  /** Sends head and body in one buffer if it may: this takes Node less work than two. */
  private sendBody(response: ResponseWithHead, head: string | undefined, body: Buffer | undefined): void {
    const isWhole = head !== undefined && body !== undefined && response.req.method === 'GET';
    const message = isWhole ? this.cache.message(head, body) : undefined;
    if (message) response._headerSent = true;
    response.end(message ?? body);
  }

  private formFor(key: string, entry: CachedResponse, headers: FormHeaders): CachedForm {
    if (matchesEtag(headers['if-none-match'], entry.etag)) {
      this.cache.counts.notModified++;
      return 'unchanged';
    }
    if (!takesGzip(headers['accept-encoding'])) return 'plain';
    this.cache.compressLater(key, entry);
    return entry.gzipped ? 'gzipped' : 'plain';
  }

  /** Headers of this exchange; most requests have none. */
  private ownHeaders(headers: FormHeaders, id: string | undefined): string[] | undefined {
    const { origin } = headers;
    const showsTiming = this.observer.showsTiming(headers['x-server-timing']);
    if (origin === undefined && id === undefined && !showsTiming) return undefined;
    const own: string[] = [];
    if (id !== undefined) own.push('X-Request-Id', id);
    if (showsTiming) own.push('Server-Timing', TIMING);
    for (const [name, value] of Object.entries(origin === undefined ? {} : this.common.cors(origin)))
      if (name !== 'Vary') own.push(name, value);
    return own;
  }
}

/** Node keeps the serialized status line and headers in `_header` and sends them before the body unless `_headerSent` is set. */
type ResponseWithHead = ServerResponse & { _header?: string | null; _headerSent: boolean };

/**
 * Node validates and serializes the headers of every response. Most hits of a response within one second have the same head,
 * so its text is cached: serializing it costs more than the rest of a hit. Returns the text if others have the same.
 */
function writeHead(
  response: ResponseWithHead,
  entry: CachedResponse,
  form: CachedForm,
  age: number,
  own?: string[],
): string | undefined {
  if (entry.heads.age !== age) entry.heads = { age };
  const status = form === 'unchanged' ? 304 : entry.status;
  // The head names the version of the protocol and says whether the connection stays open.
  const isCommon = !own && response.shouldKeepAlive && response.req.httpVersion === '1.1';
  const head = isCommon ? entry.heads[form] : undefined;
  if (head !== undefined) {
    response.statusCode = status;
    response._header = head;
    return head;
  }
  response.writeHead(status, [...entry.headers, 'Age', String(age), ...bodyHeaders(entry, form), ...(own ?? [])]);
  if (!isCommon || typeof response._header !== 'string') return undefined;
  entry.heads[form] = response._header;
  return response._header;
}

function secondsSince(time: number, now: number): number {
  return Math.floor((now - time) / 1000);
}

function bodyOf({ body, gzipped }: CachedResponse, form: CachedForm): Buffer | undefined {
  return form === 'unchanged' ? undefined : form === 'gzipped' ? gzipped : body;
}

function bodyHeaders(entry: CachedResponse, form: CachedForm): string[] {
  const body = bodyOf(entry, form);
  if (!body) return [];
  return [...(form === 'gzipped' ? ['Content-Encoding', 'gzip'] : []), 'Content-Length', String(body.length)];
}
