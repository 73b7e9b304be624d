import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { Injectable } from '@nestjs/common';
import fresh from 'fresh';
import { type ChangeFeed } from '../../database/changes.js';
import { type WireReply } from '../response/reply.js';
import { retainedBuffer } from '../response/shape.js';
import { TotalsCache } from '../../database/totals-cache.js';
import { type CacheTag } from '../route/route.types.js';

const compress = promisify(gzip);

/** Below this a compressed body saves nothing. */
const WORTH_COMPRESSING = 1024;

/** Nothing lives longer than this, whatever happens. */
const LONGEST_MS = 3_600_000;

/** What an entry costs besides its body. */
const OVERHEAD_BYTES = 1500;

/** As it is, compressed, or only the word that the caller has it already. */
export type CachedForm = 'plain' | 'gzipped' | 'unchanged';

export interface CachedResponse {
  readonly status: number;
  /** Names and values in turn, as Node writes them fastest: all that is the same for everybody who gets it. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly etag: string;
  /** On the monotonic clock, as ages are. */
  readonly storedAt: number;
  /** On the wall clock, as the times of scheduled posts are. */
  readonly expiresAt: number;
  /** Full names of the tables it was made from. */
  readonly tables: readonly string[];
  /** A moment at which it was known to be good. */
  goodAt: number;
  readonly gzipped?: Buffer;
  isCompressing?: boolean;
  /** Whole heads of this second. */
  heads: { age: number } & Partial<Record<CachedForm, string[]>>;
}

export interface StoreOptions {
  /** Full names of the tables the answer was made from. */
  tables: readonly string[];
  /** The feed's moment before anything was read for it. */
  since: number;
  /** When it changes by itself, in milliseconds since 1970. */
  expiresAt?: number;
}

/** Headers that belong to one exchange, not to the answer. */
const OF_THE_EXCHANGE = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Credentials',
  'ETag',
  'Vary',
];

/** hit, miss (built now, stored if possible) or bypass (never stored). */
export const CACHE_HEADER = 'X-Nestpress-Cache';

/**
 * Whole anonymous answers as ready bytes, each with the tables it was made from. An answer is good as long as none of
 * them was written since: a change costs the same however many answers it makes stale, and an answer that was being made
 * meanwhile is stale from the start. Memory is bounded; the least recently used responses are evicted.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, CachedResponse>;
  readonly counts = { hits: 0, notModified: 0, misses: 0, bypasses: 0, stores: 0, stale: 0, evictions: 0, purges: 0 };

  constructor(
    maxBytes: number,
    private readonly changes: ChangeFeed,
  ) {
    changes.listen(() => this.counts.purges++);
    this.entries = new LRUCache({
      maxSize: maxBytes,
      dispose: (_entry, _key, reason) => {
        if (reason === 'evict') this.counts.evictions++;
      },
      sizeCalculation: (entry, key) =>
        entry.body.length + (entry.gzipped?.length ?? 0) + 2 * key.length + OVERHEAD_BYTES,
    });
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.entries.size, bytes: this.entries.calculatedSize };
  }

  get(key: string): CachedResponse | undefined {
    const entry = this.entries.get(key);
    if (!entry || !this.changes.isWatched) return undefined;
    if (this.isGood(entry)) return entry;
    this.counts.stale++;
    this.entries.delete(key);
    return undefined;
  }

  /** To be taken before anything is read for an answer, and given to `store`. */
  now(): number {
    return this.changes.now();
  }

  /** Keeps an answer, unless it is stale already. */
  store(
    key: string,
    reply: WireReply,
    { tables, since, expiresAt = Number.POSITIVE_INFINITY }: StoreOptions,
  ): CachedResponse | undefined {
    if (reply.body === null) return undefined;
    const body = retainedBuffer(reply.body);
    const etag = etagOf(body);
    const entry: CachedResponse = {
      status: reply.status,
      headers: keptHeaders(reply, etag, body),
      body,
      etag,
      storedAt: performance.now(),
      expiresAt,
      tables,
      goodAt: since,
      heads: { age: -1 },
    };
    if (!this.isGood(entry)) return undefined;
    this.entries.set(key, entry);
    this.counts.stores++;
    return entry;
  }

  /** Makes the compressed form once, off the event loop; until then the plain one is sent. */
  compressLater(key: string, entry: CachedResponse): void {
    if (entry.isCompressing || !isWorthCompressing(entry.body)) return;
    entry.isCompressing = true;
    void compress(entry.body, { level: 6 }).then((gzipped) => {
      if (this.entries.peek(key) !== entry) return;
      this.entries.set(key, { ...entry, gzipped: retainedBuffer(gzipped), heads: { age: -1 } });
    });
  }

  private isGood(entry: CachedResponse): boolean {
    const now = this.changes.now();
    if (entry.goodAt !== now) {
      if (this.changes.changedSince(entry.goodAt, entry.tables)) return false;
      entry.goodAt = now;
    }
    return performance.now() - entry.storedAt < LONGEST_MS && Date.now() < entry.expiresAt;
  }
}

function keptHeaders(reply: WireReply, etag: string, body: Buffer): string[] {
  const own = Object.entries(reply.headers).filter(([name]) => !OF_THE_EXCHANGE.includes(name));
  const vary = isWorthCompressing(body) ? 'Origin, Accept-Encoding' : 'Origin';
  return [...own.flat(), 'ETag', etag, 'Vary', vary, CACHE_HEADER, 'hit'];
}

function isWorthCompressing(body: Buffer): boolean {
  return body.length >= WORTH_COMPRESSING;
}

/** Weak, since it names the compressed form as well. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** What the cache did since the start, and how full it is. */
@Injectable()
export class CacheMetrics {
  constructor(
    private readonly cache: ResponseCache,
    private readonly totals: TotalsCache,
  ) {}

  snapshot() {
    return {
      ...this.cache.counts,
      ...this.cache.size,
      totalHits: this.totals.counts.hits,
      totalMisses: this.totals.counts.misses,
    };
  }
}

/** When something made from a table changes by itself next, after a moment; both in milliseconds since 1970. */
export type NextChange = (after: number) => Promise<number>;

/** Knows which answers change with time alone, such as when a scheduled post's time comes. */
@Injectable()
export class CacheExpiryRegistry {
  private readonly sources = new Map<CacheTag, NextChange>();

  add(tag: CacheTag, next: NextChange): void {
    this.sources.set(tag, next);
  }

  /** The first such change to any of these tables. */
  async after(moment: number, tags: Iterable<CacheTag>): Promise<number> {
    let first = Number.POSITIVE_INFINITY;
    for (const tag of tags) first = Math.min(first, (await this.sources.get(tag)?.(moment)) ?? first);
    return first;
  }
}

/** Whether a request's If-None-Match names this tag; weak and strong forms count as the same. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header === etag || (header !== undefined && fresh({ 'if-none-match': header }, { etag }));
}
