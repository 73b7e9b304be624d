import { Inject, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Database } from '../../database/database.js';
import { strictTransport } from '../response/common-headers.service.js';
import { encodedFor } from '../response/compression.js';
import { WireReply } from '../response/reply.js';
import { sendWire } from '../response/response-writer.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { type CacheTag, type RestExchange } from '../route/route.types.js';
import { ResponseCacheWriter } from './response-cache-writer.js';
import { etagOf, ResponseCache, CacheExpiryRegistry, matchesEtag } from './response-cache.js';

export interface PageReply {
  headers: Readonly<Record<string, string>>;
  body: string;
  /** If it is known. */
  etag?: string;
  /** Built for a single user: never cached, neither here nor by others. */
  isPrivate: boolean;
  /** Tables the page is built from; the options are always included. */
  tables: readonly CacheTag[];
}

/** Caches pages outside the REST API like its responses: in memory, until a table they are built from changes. */
@Injectable()
export class PageCacheService {
  /** Cached pages bypass Express, which would add these. */
  private readonly fixed: Readonly<Record<string, string>>;

  constructor(
    private readonly cache: ResponseCache,
    private readonly admission: ResponseCacheWriter,
    private readonly expiry: CacheExpiryRegistry,
    private readonly database: Database,
    @Inject(REST_OPTIONS) { hstsSeconds }: RestOptions,
  ) {
    this.fixed = { 'X-Content-Type-Options': 'nosniff', ...strictTransport(hstsSeconds) };
  }

  /** Call before anything is read for the page. */
  begin(request: Request): RestExchange['cache'] {
    return this.admission.admit(request);
  }

  async send(response: Response, pending: RestExchange['cache'], page: PageReply): Promise<void> {
    const { body, isPrivate, etag = etagOf(Buffer.from(body)) } = page;
    const isPage = page.headers['Content-Type']?.startsWith('text/html') === true;
    if (isPage && !isPrivate) this.cache.counts.pageViews++;
    const control = isPrivate || !pending ? 'private, no-cache' : 'public, max-age=0, must-revalidate';
    const headers = { ...this.fixed, ...page.headers, 'Cache-Control': control };
    const isKnown = matchesEtag(response.req.headers['if-none-match'], etag);
    const sent = isKnown ? undefined : await encodedFor(response.req, body);
    if (pending && !isPrivate) {
      const tags = new Set<CacheTag>(['options', ...page.tables]);
      this.cache.store(pending.key, new WireReply(200, headers, body), {
        tables: [...tags].flatMap((tag) => this.database.tables.withParts(tag)),
        since: pending.since,
        isPage,
        ...(sent?.headers['Content-Encoding'] && { gzipped: sent.body }),
        expiresAt: await this.expiry.after(pending.at, tags),
      });
    }
    const vary = { Vary: 'Cookie, Accept-Encoding' };
    sendWire(
      response,
      new WireReply(isKnown ? 304 : 200, { ...headers, ...vary, ETag: etag, ...sent?.headers }, sent?.body ?? null),
    );
  }
}
