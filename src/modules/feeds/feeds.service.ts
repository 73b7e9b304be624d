import { createHash } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Like } from 'typeorm';
import { Database } from '../../database/database.js';
import { inBackground } from '../../database/engine/query-counter.js';
import { Option } from '../../database/entities/index.js';
import { OptionsStore } from '../../database/options.store.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { type JobResult } from '../../platform/jobs/job.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { OutboundClient, OutboundError } from '../../platform/outbound/outbound.client.js';
import { ShortcodeRegistry } from '../../rendering/index.js';
import { type Site } from '../../site/site.js';
import { SiteService } from '../../site/site.service.js';
import { type PhpValue, toText } from '../../text/php/index.js';
import { feedBlock, feedNotice } from './feed-html.js';
import { type Feed, parseFeed } from './parse-feed.js';

const FEED_JOB = 'feeds.fetch';
const BLOCK = 'rss';
const OPTION_PREFIX = 'nestpress_feed_';
const MAX_BYTES = 1_000_000;
/** As long as WordPress caches feeds. */
const FRESH_SECONDS = 12 * 3600;
/** After a failure. */
const RETRY_SECONDS = 3600;
/** Feeds that nothing has shown for so long are deleted, since those that are shown are fetched again. */
const UNUSED_SECONDS = 7 * 24 * 3600;
const MAX_FEEDS = 200;
/** How long a process does not queue the same feed again. */
const QUEUED_MS = 600_000;
/** Bounds the outbound requests that one rendered page can cause. */
const MAX_PER_PAGE = 10;

interface StoredFeed {
  readonly url: string;
  /** In seconds since 1970. */
  readonly freshUntil: number;
  /** Missing if it was never read. */
  readonly feed?: Feed;
}

/**
 * Feeds of other sites, as WordPress shows them in blocks and widgets: fetched by jobs, so that no response waits for
 * another site, and cached among the options.
 */
@Injectable()
export class FeedsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger('Feeds');
  private readonly queued = new LRUCache<string, true>({ max: 10 * MAX_FEEDS, ttl: QUEUED_MS });
  private readonly running = new Set<Promise<void>>();
  readonly isEnabled: boolean;

  constructor(
    private readonly db: Database,
    private readonly options: OptionsStore,
    private readonly jobs: JobsService,
    private readonly outbound: OutboundClient,
    private readonly sites: SiteService,
    private readonly shortcodes: ShortcodeRegistry,
    @Inject(CONFIG) { fetchEmbeds, background }: Config,
  ) {
    this.isEnabled = fetchEmbeds && background;
  }

  onModuleInit(): void {
    this.jobs.register<{ url: string }>(FEED_JOB, ({ url }) => this.fetch(url));
    if (!this.isEnabled) return;
    this.shortcodes.registerBlock(BLOCK, {
      key: (attributes) => JSON.stringify(attributes),
      load: async (keys) => {
        const attributes = keys.map((key) => JSON.parse(key) as Readonly<Record<string, unknown>>);
        const site = await this.sites.current();
        const feeds = await this.find(site, attributes.map(urlOf));
        return new Map(keys.map((key, at) => [key, this.block(attributes[at]!, feeds, site)]));
      },
    });
  }

  /** The block as editors preview it, who are informed about what is missing. */
  async preview(site: Site, attributes: Readonly<Record<string, unknown>>): Promise<string> {
    const url = urlOf(attributes);
    if (url === '') return feedNotice('The block has no feed yet.');
    if (!this.isEnabled) return feedNotice('Feeds of other sites are not shown here.');
    const html = this.block(attributes, await this.find(site, [url]), site);
    return html === '' ? feedNotice('The feed is shown as soon as it has been read.') : html;
  }

  /** The cached feeds, by their addresses; what is missing or too old is requested. The site itself is none of them. */
  async find(site: Site, urls: readonly string[]): Promise<ReadonlyMap<string, Feed>> {
    const found = new Map<string, Feed>();
    if (!this.isEnabled) return found;
    const shown = [...new Set(urls)].filter((url) => url !== '' && !isOwn(site, url) && this.outbound.accepts(url));
    const options = await this.options.getMany(shown.map(optionName));
    const due: string[] = [];
    for (const url of shown) {
      const stored = decoded(options[optionName(url)]);
      if (stored?.feed) found.set(url, stored.feed);
      if (!stored || stored.freshUntil < now()) due.push(url);
    }
    this.request(due);
    return found;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Empty before the feed was read. */
  private block(attributes: Readonly<Record<string, unknown>>, feeds: ReadonlyMap<string, Feed>, site: Site): string {
    const url = urlOf(attributes);
    if (isOwn(site, url)) return feedNotice('A site does not show its own feed. Use a block for its latest posts.');
    const feed = feeds.get(url);
    return feed ? feedBlock(attributes, feed, site) : '';
  }

  private request(urls: readonly string[]): void {
    const missing = urls.filter((url) => !this.queued.has(url)).slice(0, MAX_PER_PAGE);
    if (missing.length === 0) return;
    for (const url of missing) this.queued.set(url, true);
    const adding: Promise<void> = inBackground(() =>
      this.db.transaction(async (tx) => {
        for (const url of missing) await this.jobs.add(tx, FEED_JOB, { url }, { maxAttempts: 1 });
      }),
    )
      .catch((error: unknown) => {
        for (const url of missing) this.queued.delete(url);
        this.logger.warn({ msg: 'feeds could not be queued', err: error });
      })
      .finally(() => this.running.delete(adding));
    this.running.add(adding);
  }

  private async fetch(url: string): Promise<JobResult | undefined> {
    // Several processes may have queued the same feed.
    const before = decoded(await this.options.get(optionName(url)));
    if (before && before.freshUntil >= now()) return undefined;
    const feed = await this.read(url);
    const stored: StoredFeed = {
      url,
      freshUntil: now() + (feed ? FRESH_SECONDS : RETRY_SECONDS),
      ...((feed ?? before?.feed) && { feed: feed ?? before!.feed! }),
    };
    return async (tx) => {
      const others = await tx.manager.findBy(Option, { name: Like(`${OPTION_PREFIX}%`) });
      const unused = others.filter(({ value }) => (decoded(value)?.freshUntil ?? 0) < now() - UNUSED_SECONDS);
      for (const { name } of unused) await this.options.delete(tx, name);
      if (before || others.length - unused.length < MAX_FEEDS)
        await this.options.setText(tx, optionName(url), JSON.stringify(stored), { autoload: false });
    };
  }

  private async read(url: string): Promise<Feed | undefined> {
    try {
      const response = await this.outbound.get(url, {
        accept: 'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml, text/xml',
        maxBytes: MAX_BYTES,
        oversize: 'refuse',
      });
      return response.status === 200 ? parseFeed(response.body.toString('utf8'), response.url.href) : undefined;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      this.logger.log({ msg: 'no feed', host: new URL(url).host, reason: error.reason });
      return undefined;
    }
  }
}

const now = () => Math.floor(Date.now() / 1000);
const optionName = (url: string) => OPTION_PREFIX + createHash('md5').update(url).digest('hex');
const urlOf = ({ feedURL }: Readonly<Record<string, unknown>>) => (typeof feedURL === 'string' ? feedURL.trim() : '');

function isOwn({ home, siteUrl }: Site, url: string): boolean {
  const address = url.replace(/\/+$/, '');
  return address === home || address === siteUrl;
}

function decoded(value: PhpValue | undefined): StoredFeed | undefined {
  try {
    return value === undefined ? undefined : (JSON.parse(toText(value)) as StoredFeed);
  } catch {
    return undefined;
  }
}
