import { type IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { StrategiesRegistry } from '../../access/authentication/strategies.registry.js';
import { Database } from '../../database/database.js';
import { PROFILE, type Profile } from '../../variant/profile.js';
import { CACHE_HEADER, MISSING_FIELDS, WireReply } from '../response/reply.js';
import { REST_OPTIONS, type RestOptions } from '../rest-options.js';
import { type CacheTag, type RestExchange } from '../route/route.types.js';
import { cacheKey, formHeaders } from './cache-key.js';
import { ResponseCache, CacheExpiryRegistry, matchesEtag } from './response-cache.js';

/** Tables that embedded resources may be built from. */
export const EMBEDDABLE: readonly CacheTag[] = [
  'posts',
  'postmeta',
  'terms',
  'term_taxonomy',
  'term_relationships',
  'termmeta',
  'users',
  'usermeta',
  'comments',
  'commentmeta',
];

/** Decides which responses are cached and sets the cache status header. */
@Injectable()
export class ResponseCacheWriter {
  constructor(
    private readonly cache: ResponseCache,
    private readonly expiries: CacheExpiryRegistry,
    private readonly database: Database,
    private readonly strategies: StrategiesRegistry,
    @Inject(REST_OPTIONS) private readonly options: RestOptions,
    @Inject(PROFILE) private readonly profile: Profile,
  ) {}

  /** Taken when the request arrives, before anything is read for it. */
  admit(request: IncomingMessage): RestExchange['cache'] {
    if (this.options.cacheBytes === 0 || request.method !== 'GET') return undefined;
    const key = formHeaders(request.rawHeaders, this.strategies.headers) && cacheKey(request);
    return key === undefined ? undefined : { key, since: this.cache.now(), at: Date.now() };
  }

  async store(exchange: RestExchange, reply: WireReply): Promise<WireReply> {
    if (this.options.cacheBytes === 0 || exchange.ctx.request.wireMethod !== 'GET') return reply;
    const { cache, endpoint, ctx } = exchange;
    if (
      !cache ||
      !endpoint?.cache ||
      reply.status !== 200 ||
      !ctx.principal.isAnonymous ||
      reply.headers['Set-Cookie'] !== undefined ||
      reply.headers[MISSING_FIELDS] !== undefined
    ) {
      this.cache.counts.bypasses++;
      return withHeaders(reply, { [CACHE_HEADER]: 'bypass' });
    }
    this.cache.counts.misses++;
    // A block in the text of an entry may list comments, users or terms.
    const hasBlocks = this.profile.rendering.blocks && endpoint.cache.includes('posts');
    const tags = new Set<CacheTag>([
      'options',
      ...endpoint.cache,
      ...(ctx.options.embed || hasBlocks ? EMBEDDABLE : []),
    ]);
    const stored = this.cache.store(cache.key, reply, {
      tables: [...tags].flatMap((tag) => this.database.tables.withParts(tag)),
      since: cache.since,
      expiresAt: await this.expiries.after(cache.at, tags),
    });
    const headers = { [CACHE_HEADER]: 'miss', ...(stored && { ETag: stored.etag }) };
    if (!stored || !matchesEtag(ctx.request.header('if-none-match'), stored.etag)) return withHeaders(reply, headers);
    return new WireReply(304, { ...reply.headers, ...headers }, null);
  }
}

function withHeaders(reply: WireReply, headers: Record<string, string>): WireReply {
  return new WireReply(reply.status, { ...reply.headers, ...headers }, reply.body);
}
