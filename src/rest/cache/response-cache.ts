import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Injectable } from '@nestjs/common';
import fresh from 'fresh';
import { type CommitBus } from '../../database/commit-bus.js';
import { gzipped, isWorthCompressing } from '../response/compression.js';
import { CACHE_HEADER, type WireReply } from '../response/reply.js';
import { retainedBuffer } from '../response/shape.js';
import { TotalsCache } from '../../database/lists/plain/totals-cache.js';
import { type CacheTag } from '../route/route.types.js';

/** Maximum age of a cached response. */
const MAX_DURATION_MS = 3_600_000;

/** Estimated memory per entry besides its body. */
const OVERHEAD_BYTES = 1500;

/** Part of the memory that holds complete messages. */
const MESSAGES_SHARE = 1 / 8;

/** The stored forms of a response: plain, compressed, and 304 Not Modified. */
export type CachedForm = 'plain' | 'gzipped' | 'unchanged';

export interface CachedResponse {
  readonly status: number;
  /** Alternating names and values, the form Node writes fastest: the headers that are the same for every client. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly etag: string;
  /** Time of storage on the monotonic clock, from which `Age` is computed. */
  readonly storedAt: number;
  /** Expiry on the wall clock, like the publication time of scheduled posts. */
  readonly expiresAt: number;
  /** Full names of the tables the response was built from. */
  readonly tables: readonly string[];
  /** Change-feed position up to which the response is known to be valid. */
  validAsOf: number;
  readonly gzipped?: Buffer;
  isCompressing?: boolean;
  /** A page of the site, whose views are counted. */
  readonly isPage: boolean;
  /** Serialized heads, cached for one second. */
  heads: { age: number } & Partial<Record<CachedForm, string>>;
}

interface Message {
  readonly head: string;
  readonly bytes: Buffer;
}

export interface StoreOptions {
  isPage?: boolean;
  /** Full names of the tables the response was built from. */
  tables: readonly string[];
  /** Position of the change feed before anything was read for the response. */
  since: number;
  /** Time at which the response changes without a write, in milliseconds since 1970. */
  expiresAt?: number;
  /** The compressed body, if it is there already. */
  gzipped?: Buffer;
}

/** Headers that belong to a single exchange, not to the response. */
const PER_RESPONSE_HEADERS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Credentials',
  'ETag',
  'Vary',
];

/**
 * Complete anonymous responses as bytes, each with the tables it was built from. A response is valid as long as none of them
 * has been written since: invalidation costs the same however many responses it affects, and a response that was being built
 * during a write is stale from the start. Memory is bounded; the least recently used responses are evicted.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, CachedResponse>;
  /** Complete messages of the bodies sent most recently. */
  private readonly messages: LRUCache<Buffer, Message>;
  readonly counts = {
    hits: 0,
    notModified: 0,
    misses: 0,
    bypasses: 0,
    stores: 0,
    stale: 0,
    evictions: 0,
    purges: 0,
    /** Pages of the site that were sent to visitors, from the cache or not. */
    pageViews: 0,
  };

  constructor(
    maxBytes: number,
    private readonly changes: CommitBus,
  ) {
    changes.listen(() => this.counts.purges++);
    this.messages = new LRUCache({
      maxSize: Math.ceil(maxBytes * MESSAGES_SHARE),
      maxEntrySize: Math.ceil((maxBytes * MESSAGES_SHARE) / 8),
      sizeCalculation: ({ bytes }) => bytes.length,
    });
    this.entries = new LRUCache({
      maxSize: Math.ceil(maxBytes * (1 - MESSAGES_SHARE)),
      dispose: ({ body, gzipped }, _key, reason) => {
        if (reason === 'evict') this.counts.evictions++;
        this.messages.delete(body);
        if (gzipped) this.messages.delete(gzipped);
      },
      sizeCalculation: (entry, key) =>
        entry.body.length + (entry.gzipped?.length ?? 0) + 2 * key.length + OVERHEAD_BYTES,
    });
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.entries.size, bytes: this.entries.calculatedSize + this.messages.calculatedSize };
  }

  /** Call it outside of transactions; `now` is the time on the monotonic clock. */
  get(key: string, now = performance.now()): CachedResponse | undefined {
    const entry = this.entries.get(key);
    if (!entry || !this.changes.isWatchedAt(now)) return undefined;
    if (this.isGood(entry, now)) return entry;
    this.counts.stale++;
    this.entries.delete(key);
    return undefined;
  }

  /** Takes the snapshot for `store`, before anything is read for the response. */
  now(): number {
    return this.changes.now();
  }

  /** Stores a response, unless it is already stale. */
  store(
    key: string,
    reply: WireReply,
    { tables, since, expiresAt = Infinity, isPage = false, gzipped: zipped }: StoreOptions,
  ): CachedResponse | undefined {
    if (reply.body === null) return undefined;
    const body = retainedBuffer(reply.body);
    const etag = etagOf(body);
    const entry: CachedResponse = {
      status: reply.status,
      headers: storedHeaders(reply, etag, body),
      body,
      etag,
      storedAt: performance.now(),
      expiresAt,
      tables,
      validAsOf: since,
      isPage,
      ...(zipped && { gzipped: retainedBuffer(zipped), isCompressing: true }),
      heads: { age: -1 },
    };
    if (!this.isGood(entry, entry.storedAt)) return undefined;
    this.entries.set(key, entry);
    this.counts.stores++;
    return entry;
  }

  /** Compresses the body once, off the event loop; until then the plain form is sent. */
  compressLater(key: string, entry: CachedResponse): void {
    if (entry.isCompressing || !isWorthCompressing(entry.body)) return;
    entry.isCompressing = true;
    void gzipped(entry.body).then((zipped) => {
      if (this.entries.peek(key) !== entry) return;
      this.entries.set(key, { ...entry, gzipped: retainedBuffer(zipped), heads: { age: -1 } });
    });
  }

  /** Head and body in one buffer, which Node sends with less work than two; undefined if it would take too much memory. */
  message(head: string, body: Buffer): Buffer | undefined {
    const cached = this.messages.get(body);
    if (cached?.head === head) return cached.bytes;
    if (head.length + body.length > this.messages.maxEntrySize) return undefined;
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body]);
    this.messages.set(body, { head, bytes });
    return bytes;
  }

  private isGood(entry: CachedResponse, now: number): boolean {
    const position = this.changes.now();
    if (entry.validAsOf !== position) {
      if (this.changes.changedSince(entry.validAsOf, entry.tables)) return false;
      entry.validAsOf = position;
    }
    return now - entry.storedAt < MAX_DURATION_MS && (entry.expiresAt === Infinity || Date.now() < entry.expiresAt);
  }
}

function storedHeaders(reply: WireReply, etag: string, body: Buffer): string[] {
  const own = Object.entries(reply.headers).filter(([name]) => !PER_RESPONSE_HEADERS.includes(name));
  const vary = isWorthCompressing(body) ? 'Origin, Accept-Encoding' : 'Origin';
  return [...own.flat(), 'ETag', etag, 'Vary', vary, CACHE_HEADER, 'hit'];
}

/** A weak tag, since the compressed form has the same one. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Hits, misses, size and evictions since the start. */
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

/** Rows of a table that change without a write. */
export interface ScheduledChanges {
  /** When one of them next changes after a given time; both in milliseconds since 1970. */
  nextAfter(moment: number): Promise<number>;
}

/** Knows which responses change without a write, for example when a scheduled post is due. */
@Injectable()
export class CacheExpiryRegistry {
  private readonly sources = new Map<CacheTag, ScheduledChanges>();

  add(tag: CacheTag, changes: ScheduledChanges): void {
    this.sources.set(tag, changes);
  }

  /** The first such change to any of these tables. */
  async after(moment: number, tags: Iterable<CacheTag>): Promise<number> {
    let first = Number.POSITIVE_INFINITY;
    for (const tag of tags) first = Math.min(first, (await this.sources.get(tag)?.nextAfter(moment)) ?? first);
    return first;
  }
}

/** Whether If-None-Match contains this tag; weak and strong forms are equal. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header === etag || (header !== undefined && fresh({ 'if-none-match': header }, { etag }));
}
