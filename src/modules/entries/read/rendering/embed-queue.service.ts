import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../../../database/database.js';
import { inBackground } from '../../../../database/engine/query-counter.js';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { JobsService } from '../../../../platform/jobs/jobs.service.js';
import { type EmbedRequest, embedTimeKey, UNKNOWN_EMBED } from '../../../../rendering/index.js';
import { type EntryMeta } from '../../model/entry.js';

/** The kind of job that fetches one embed; src/modules/oembed handles it. */
export const EMBED_JOB = 'oembed.fetch';
export const EMBED_ATTEMPTS = 3;

/** Payload of the job: what to fetch, and the posts whose meta value `key` caches it. */
export interface EmbedFetch extends EmbedRequest {
  readonly key: string;
  readonly posts: readonly number[];
}

/** If a provider has no embed for a URL, the request is repeated after this time. */
const RETRY_UNKNOWN_SECONDS = 24 * 3600;
/** How long a process does not queue the same embed again. */
const QUEUED_MS = 3_600_000;
const MAX_REMEMBERED = 20_000;
/** Bounds the outbound requests that one rendered page can cause. */
const MAX_PER_PAGE = 20;

/** Queues jobs for the embeds that rendering did not find in the cache. No request waits for that. */
@Injectable()
export class EmbedQueueService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Embeds');
  private readonly queued = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: QUEUED_MS });
  private readonly running = new Set<Promise<void>>();
  private readonly isEnabled: boolean;

  constructor(
    private readonly db: Database,
    private readonly jobs: JobsService,
    @Inject(CONFIG) { fetchEmbeds, background }: Config,
  ) {
    this.isEnabled = fetchEmbeds && background;
  }

  request(fetches: readonly EmbedFetch[]): void {
    if (!this.isEnabled) return;
    const missing = fetches
      .map((fetch) => ({ ...fetch, posts: fetch.posts.filter((post) => !this.queued.has(`${fetch.key} ${post}`)) }))
      .filter(({ posts }) => posts.length > 0)
      .slice(0, MAX_PER_PAGE);
    if (missing.length === 0) return;
    const keys = missing.flatMap(({ key, posts }) => posts.map((post) => `${key} ${post}`));
    for (const key of keys) this.queued.set(key, true);
    const adding: Promise<void> = inBackground(() => this.add(missing))
      .catch((error: unknown) => {
        for (const key of keys) this.queued.delete(key);
        this.logger.warn({ msg: 'embeds could not be queued', err: error });
      })
      .finally(() => this.running.delete(adding));
    this.running.add(adding);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private add(fetches: readonly EmbedFetch[]): Promise<void> {
    return this.db.transaction(async (tx) => {
      for (const fetch of fetches) await this.jobs.add(tx, EMBED_JOB, fetch, { maxAttempts: EMBED_ATTEMPTS });
    });
  }
}

/** Whether the cached embed of a post has to be fetched: there is none, or it is an old failure. */
export function needsFetch(meta: EntryMeta | undefined, key: string, now: Date): boolean {
  const cached = meta?.get(key) ?? '';
  if (cached !== '' && cached !== UNKNOWN_EMBED) return false;
  const cachedAt = Number(meta?.get(embedTimeKey(key)) ?? 0);
  return cached === '' || !(now.getTime() / 1000 - cachedAt < RETRY_UNKNOWN_SECONDS);
}
