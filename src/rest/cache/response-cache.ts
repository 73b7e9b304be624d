import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type WireReply } from '../response/reply.js';

const compress = promisify(gzip);

/** Below this a compressed body saves nothing. */
const WORTH_COMPRESSING = 1024;

/** Nothing lives longer than this, whatever happens. */
const LONGEST_MS = 3_600_000;

export interface CachedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly etag: string;
  readonly storedAt: number;
  readonly tags: readonly string[];
  readonly gzipped?: Buffer;
}

/** Headers that belong to one exchange, not to the answer. */
const OF_THE_EXCHANGE = ['Access-Control-Allow-Origin', 'Access-Control-Allow-Methods', 'Access-Control-Allow-Credentials'];

/**
 * Whole anonymous answers as ready bytes, each tagged with the tables it was made from. A purge of a tag drops every
 * answer that has it; an answer that was being made meanwhile is not kept.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, CachedResponse>;
  private readonly keysByTag = new Map<string, Set<string>>();
  private readonly purgedAt = new Map<string, number>();
  private readonly compressing = new WeakSet<CachedResponse>();
  private moment = 0;
  private clearedAt = 0;
  readonly counts = { hits: 0, misses: 0, stores: 0, purges: 0 };

  constructor(maxBytes: number) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (entry, key) => entry.body.length + (entry.gzipped?.length ?? 0) + key.length + 1000,
      ttl: LONGEST_MS,
      dispose: (entry, key, reason) => {
        if (reason !== 'set') entry.tags.forEach((tag) => this.keysByTag.get(tag)?.delete(key));
      },
    });
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.entries.size, bytes: this.entries.calculatedSize };
  }

  get(key: string): CachedResponse | undefined {
    return this.entries.get(key);
  }

  /** To be taken before anything is read for an answer, and given to `store`. */
  now(): number {
    return this.moment;
  }

  /** Keeps an answer, unless one of its tags was purged since `since`. */
  store(key: string, reply: WireReply, tags: readonly string[], since: number): CachedResponse | undefined {
    if (reply.body === null || this.clearedAt > since || tags.some((tag) => (this.purgedAt.get(tag) ?? 0) > since)) return undefined;
    const body = Buffer.from(reply.body as string);
    const entry: CachedResponse = {
      status: reply.status,
      headers: Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !OF_THE_EXCHANGE.includes(name))),
      body,
      etag: etagOf(body),
      storedAt: Date.now(),
      tags,
    };
    this.entries.set(key, entry);
    for (const tag of tags) this.keysOf(tag).add(key);
    this.counts.stores++;
    return entry;
  }

  purge(tags: Iterable<string>): void {
    this.moment++;
    for (const tag of tags) {
      this.purgedAt.set(tag, this.moment);
      const keys = this.keysByTag.get(tag);
      if (!keys || keys.size === 0) continue;
      this.counts.purges += keys.size;
      for (const key of [...keys]) this.entries.delete(key);
    }
  }

  /** Drops everything, for changes nobody can name. */
  clear(): void {
    this.clearedAt = ++this.moment;
    this.counts.purges += this.entries.size;
    this.entries.clear();
  }

  /** Makes the compressed form once, off the event loop; until then the plain one is sent. */
  compressLater(key: string, entry: CachedResponse): void {
    if (entry.body.length < WORTH_COMPRESSING || this.compressing.has(entry)) return;
    this.compressing.add(entry);
    void compress(entry.body, { level: 6 }).then((gzipped) => {
      if (this.entries.peek(key) === entry) this.entries.set(key, { ...entry, gzipped });
    });
  }

  private keysOf(tag: string): Set<string> {
    let keys = this.keysByTag.get(tag);
    if (!keys) this.keysByTag.set(tag, (keys = new Set()));
    return keys;
  }
}

export function etagOf(body: Buffer): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}
