import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { requestId } from '../http/request-log.js';
import { corsHeaders } from '../response/headers.js';
import { cacheKey } from './cache-key.js';
import { type CachedResponse, ResponseCache } from './response-cache.js';

export const CACHE_HEADER = 'X-Nestpress-Cache';

/** Answers from the cache before Express and Nest are entered. */
@Injectable()
export class CacheFront {
  constructor(private readonly cache: ResponseCache) {}

  /** True when the request is answered. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const key = cacheKey(request);
    const entry = key === undefined ? undefined : this.cache.get(key);
    if (!entry) return false;
    this.cache.counts.hits++;
    const { origin } = request.headers;
    const headers: Record<string, string | number> = {
      ...entry.headers,
      ...(origin !== undefined && corsHeaders(origin)),
      ETag: entry.etag,
      Age: Math.floor((Date.now() - entry.storedAt) / 1000),
      [CACHE_HEADER]: 'hit',
      'X-Request-Id': requestId(request),
    };
    if (request.headers['if-none-match'] === entry.etag) {
      response.writeHead(304, headers).end();
      return true;
    }
    this.send(key!, entry, request, response, headers);
    return true;
  }

  private send(key: string, entry: CachedResponse, request: IncomingMessage, response: ServerResponse, headers: Record<string, string | number>): void {
    const takesGzip = request.headers['accept-encoding']?.includes('gzip') === true;
    if (takesGzip) this.cache.compressLater(key, entry);
    const body = takesGzip && entry.gzipped ? entry.gzipped : entry.body;
    if (body === entry.gzipped) headers['Content-Encoding'] = 'gzip';
    headers['Content-Length'] = body.length;
    response.writeHead(entry.status, headers).end(body);
  }
}
