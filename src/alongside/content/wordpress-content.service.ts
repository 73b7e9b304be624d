import { createHash } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { inBackground } from '../../database/engine/query-counter.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { WordPressClient } from '../client/wordpress.client.js';
import { WordPressStats } from '../client/wordpress-stats.js';
import { type Site } from '../../site/site.js';
import { ZERO_DATE } from '../../modules/entries/entry.js';
import { type ForeignHtml, type ForeignRenderer, type UnknownEntry } from '../../modules/entries/entry-extensions.js';
import { withPublicAddresses } from './wordpress-addresses.js';
import { WordPressContentStore } from './wordpress-content.store.js';

interface Rendering extends UnknownEntry {
  readonly site: Site;
  readonly digest: string;
  /** The collection at WordPress that has the entry. */
  readonly route: string;
  attempts: number;
  /** Called when there is a result, or none for now. */
  readonly settled: (() => void)[];
}

const MINUTE_MS = 60_000;
const MAX_REQUESTS = 4;
/** Changes with how entries are rendered, so that HTML in the database is replaced. */
const RENDERING = 'one entry at a time';
const MAX_QUEUED = 1000;
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 5 * MINUTE_MS;
/** An entry that WordPress does not return is requested again after this time. */
const REFUSED_MS = 5 * MINUTE_MS;
const MAX_REMEMBERED = 10_000;

/**
 * Gets the HTML of published entries with unknown blocks or shortcodes from the WordPress alongside, by requests without
 * an account, so that the stored HTML is what WordPress shows to any visitor. Each entry has a request of its own, because
 * WordPress numbers IDs and labels over all entries of a response. Requests wait in one bounded queue, and a reader waits
 * for a bounded time only.
 */
@Injectable()
export class WordPressContentService
  implements ForeignRenderer, OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly logger = new Logger('WordPress');
  private readonly settings: Config['wordpress'];
  private readonly queue = new Map<number, Rendering>();
  private readonly rendering = new Map<number, Rendering>();
  private readonly requests = new Set<Promise<void>>();
  private readonly refused = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: REFUSED_MS });
  /** When WordPress rendered the stored HTML once more, without a change. */
  private readonly confirmedAt = new LRUCache<number, number>({ max: MAX_REMEMBERED });
  /** Names in brackets that WordPress left as they are. */
  private readonly plainNames: LRUCache<string, true>;
  private pauseMs = 0;
  private resume?: NodeJS.Timeout;
  private isStopped = false;

  constructor(
    private readonly store: WordPressContentStore,
    private readonly client: WordPressClient,
    private readonly stats: WordPressStats,
    @Inject(CONFIG) { wordpress, background }: Config,
  ) {
    this.settings = background ? wordpress : undefined;
    this.plainNames = new LRUCache({ max: MAX_REMEMBERED, ttl: this.lifetimeMs });
  }

  onModuleInit(): void {
    if (this.settings) this.store.watch();
  }

  onApplicationBootstrap(): void {
    if (!this.settings) return;
    inBackground(() => this.store.deleteOrphans()).catch((error: unknown) =>
      this.logger.warn({ msg: 'stored HTML of deleted entries could not be deleted', err: error }),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.resume);
    for (const one of this.queue.values()) settle(one);
    this.queue.clear();
    await Promise.all(this.requests);
  }

  /** The HTML of those entries that WordPress has to render, undefined where it has not yet. */
  async load(site: Site, entries: readonly UnknownEntry[]): Promise<ReadonlyMap<number, ForeignHtml | undefined>> {
    const wanted = this.settings ? entries.flatMap((one) => this.renderingOf(site, one) ?? []) : [];
    if (wanted.length === 0) return new Map();
    const html = await this.fresh(wanted);
    const missing = wanted.filter(({ entry }) => !html.has(entry.id));
    if (missing.length > 0 && (await this.wait(missing)))
      for (const [id, found] of await this.fresh(missing)) html.set(id, found);
    return new Map(wanted.map(({ entry: { id } }) => [id, html.get(id)]));
  }

  /** Undefined where there is nothing for WordPress to do, or visitors do not see the entry. */
  private renderingOf(site: Site, one: UnknownEntry): Rendering | undefined {
    const { entry, text, unknown } = one;
    const type = site.model.types.get(entry.type);
    const isShown =
      entry.status === 'publish' && entry.password === '' && type?.viewable && type.restBase !== undefined;
    if (!isShown || type.hasOwnRoutes) return undefined;
    if (unknown.blocks.size === 0 && [...unknown.shortcodes].every((name) => this.plainNames.has(name)))
      return undefined;
    const inputs = JSON.stringify([RENDERING, text, entry.excerpt, entry.title, entry.modifiedGmt]);
    return {
      ...one,
      site,
      digest: createHash('sha256').update(inputs).digest('hex'),
      route: `/${type.restNamespace}/${type.restBase}`,
      attempts: 0,
      settled: [],
    };
  }

  /** Stored HTML of these contents; what is older than its lifetime is used, and rendered again meanwhile. */
  private async fresh(wanted: readonly Rendering[]): Promise<Map<number, ForeignHtml>> {
    const rows = await this.store.find(wanted.map(({ entry }) => entry.id));
    const current = wanted.filter(({ entry, digest }) => rows.get(entry.id)?.digest === digest);
    for (const one of current) {
      const { id } = one.entry;
      const renderedAt = Math.max(rows.get(id)!.renderedAt, this.confirmedAt.get(id) ?? 0);
      if (this.lifetimeMs > 0 && wallClock() - renderedAt > this.lifetimeMs) this.enqueue(one);
    }
    return new Map(current.map(({ entry: { id } }) => [id, rows.get(id)!]));
  }

  private get lifetimeMs(): number {
    return (this.settings?.contentMinutes ?? 0) * MINUTE_MS;
  }

  /** True when all are settled in time. Requests do not wait while WordPress is down. */
  private async wait(missing: readonly Rendering[]): Promise<boolean> {
    const queued = missing.map((one) => this.enqueue(one)).filter((one) => one !== undefined);
    const waitMs = this.settings!.contentWaitMs;
    if (queued.length === 0 || waitMs === 0 || this.resume) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((done) => (timer = setTimeout(done, waitMs, false)));
    const settled = Promise.all(queued.map((one) => new Promise<void>((done) => one.settled.push(done))));
    const inTime = await Promise.race([settled.then(() => true), late]);
    clearTimeout(timer);
    return inTime;
  }

  /** The one rendering of this content that waits or runs; undefined if WordPress is not used for it. */
  private enqueue(one: Rendering): Rendering | undefined {
    const { id } = one.entry;
    const running = this.rendering.get(id);
    if (running?.digest === one.digest) return running;
    const waiting = this.queue.get(id);
    if (waiting?.digest === one.digest) return waiting;
    if (this.isStopped || this.refused.has(keyOf(one)) || (!waiting && this.queue.size >= MAX_QUEUED)) return undefined;
    if (waiting) settle(waiting);
    this.queue.set(id, one);
    this.start();
    return one;
  }

  private start(): void {
    while (!this.isStopped && !this.resume && this.queue.size > 0 && this.requests.size < MAX_REQUESTS) {
      const [one] = this.queue.values();
      this.queue.delete(one!.entry.id);
      this.rendering.set(one!.entry.id, one!);
      const request: Promise<void> = inBackground(() => this.render(one!)).finally(() => {
        this.requests.delete(request);
        this.start();
      });
      this.requests.add(request);
    }
  }

  private async render(one: Rendering): Promise<void> {
    const { id } = one.entry;
    let isRetried = false;
    try {
      const item = await this.request(one);
      this.stats.add('content', 'ok');
      this.pauseMs = 0;
      await this.storeRendered(one, item);
    } catch (error) {
      this.stats.add('content', 'failed');
      this.logger.warn(`WordPress could not render entry ${id}: ${(error as Error).message}`);
      isRetried = ++one.attempts < MAX_ATTEMPTS && !this.isStopped;
      this.pause();
    }
    this.rendering.delete(id);
    if (isRetried && !this.queue.has(id)) this.queue.set(id, one);
    settle(one);
  }

  /** As a list, which has no error for entries that visitors do not see. */
  private async request({ route, entry }: Rendering): Promise<RenderedItem | undefined> {
    const items = await this.client.json(route, {
      anonymous: true,
      query: {
        include: String(entry.id),
        per_page: '1',
        _fields: 'id,modified_gmt,content.rendered,excerpt.rendered',
      },
    });
    if (!Array.isArray(items)) throw new Error(`its response to GET ${route} is not a list.`);
    return (items as RenderedItem[]).find(({ id }) => id === entry.id);
  }

  /** Stores what changed, so that the caches are not dropped for nothing. */
  private async storeRendered(one: Rendering, item: RenderedItem | undefined): Promise<void> {
    const { entry, unknown, digest, site } = one;
    const found = htmlOf(item, entry);
    if (!found) {
      this.refused.set(keyOf(one), true);
      return;
    }
    const addresses = { internal: this.settings!.url, site: site.siteUrl };
    const html = {
      content: withPublicAddresses(found.content, addresses),
      excerpt: withPublicAddresses(found.excerpt, addresses),
    };
    for (const name of unknown.shortcodes) if (html.content.includes(`[${name}`)) this.plainNames.set(name, true);
    const known = (await this.store.find([entry.id])).get(entry.id);
    const renderedAt = wallClock();
    this.confirmedAt.set(entry.id, renderedAt);
    const isSame = known?.digest === digest && known.content === html.content && known.excerpt === html.excerpt;
    if (!isSame) await this.store.save([{ post: entry.id, digest, ...html, renderedAt }]);
  }

  private pause(): void {
    if (this.resume || this.isStopped) return;
    this.pauseMs = Math.min(Math.max(this.pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
    this.resume = setTimeout(() => {
      this.resume = undefined;
      this.start();
    }, this.pauseMs).unref();
  }
}

/** Other processes compare it, too. */
const wallClock = () => Date.now();

interface RenderedItem {
  readonly id: number;
  readonly modified_gmt?: unknown;
  readonly content?: { readonly rendered?: unknown };
  readonly excerpt?: { readonly rendered?: unknown };
}

/** Undefined where WordPress shows no such entry, or another version of it: its object cache may be older. */
function htmlOf(
  item: RenderedItem | undefined,
  { modifiedGmt = ZERO_DATE }: UnknownEntry['entry'],
): ForeignHtml | undefined {
  const content = item?.content?.rendered;
  const excerpt = item?.excerpt?.rendered ?? '';
  if (typeof content !== 'string' || typeof excerpt !== 'string') return undefined;
  const isOther = modifiedGmt !== ZERO_DATE && item!.modified_gmt !== modifiedGmt.replace(' ', 'T');
  return isOther ? undefined : { content, excerpt };
}

function keyOf({ entry, digest }: Rendering): string {
  return `${entry.id} ${digest}`;
}

function settle({ settled }: Rendering): void {
  for (const done of settled.splice(0)) done();
}
