import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { RequestIds } from '../observe/request-ids.js';
import { RequestObserver } from '../observe/request-observer.js';
import { CommonHeaders } from '../response/headers.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { cacheKey } from './cache-key.js';
import { matchesEtag } from './etag.js';
import { type CachedResponse, ResponseCache } from './response-cache.js';

const TAKES_GZIP = /(?:^|[\s,])gzip\s*(?:,|$|;\s*q=(?:1|0?\.\d*[1-9]))/i;

/** An answer from memory takes less time than there is to tell. */
const TIMING = 'total;dur=0, db;dur=0;desc="0 queries", cache;desc=hit';

/** Answers from the cache before Express and Nest are entered. */
@Injectable()
export class CacheFront {
  private readonly isOn: boolean;
  private readonly mayTellTiming: boolean;

  constructor(
    private readonly cache: ResponseCache,
    private readonly ids: RequestIds,
    private readonly observer: RequestObserver,
    private readonly common: CommonHeaders,
    @Inject(REST_OPTIONS) options: RestOptions,
  ) {
    this.isOn = options.cacheBytes > 0;
    this.mayTellTiming = options.observe.serverTiming !== 'off';
  }

  /** True when the request is answered. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const key = this.isOn ? cacheKey(request) : undefined;
    const entry = key === undefined ? undefined : this.cache.get(key);
    if (!entry) return false;
    this.cache.counts.hits++;
    const headers = entry.headers.slice();
    const id = this.ids.of(request);
    headers.push('Age', String(Math.floor((Date.now() - entry.storedAt) / 1000)), 'X-Request-Id', id);
    if (this.mayTellTiming && this.observer.tellsTiming(request)) headers.push('Server-Timing', TIMING);
    const { origin } = request.headers;
    if (origin !== undefined) this.addOrigin(headers, origin);
    if (matchesEtag(request.headers['if-none-match'], entry.etag)) {
      this.cache.counts.notModified++;
      response.writeHead(304, headers).end();
    } else this.send(key!, entry, request, response, headers);
    if (this.observer.logsHits) this.observer.hit(id, request, response.statusCode);
    return true;
  }

  private send(key: string, entry: CachedResponse, request: IncomingMessage, response: ServerResponse, headers: string[]): void {
    const accepted = request.headers['accept-encoding'];
    const takesGzip = accepted !== undefined && TAKES_GZIP.test(accepted);
    if (takesGzip) this.cache.compressLater(key, entry);
    const body = takesGzip && entry.gzipped ? entry.gzipped : entry.body;
    if (body === entry.gzipped) headers.push('Content-Encoding', 'gzip');
    headers.push('Content-Length', String(body.length));
    response.writeHead(entry.status, headers).end(body);
  }

  private addOrigin(headers: string[], origin: string): void {
    for (const [name, value] of Object.entries(this.common.cors(origin))) if (name !== 'Vary') headers.push(name, value);
  }
}
