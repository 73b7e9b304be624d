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
import { inBackground } from '../../../database/index.js';
import {
  type WordPressRenderer,
  type UnknownEntry,
  type WordPressHtml,
  ZERO_DATE,
} from '../../../modules/entries/index.js';
import { CONFIG, type Config } from '../../../platform/config/index.js';
import { WordPressStats } from '../../../platform/outbound/index.js';
import { type Site } from '../../../site/index.js';
import { wallClock } from '../../../telemetry/index.js';
import { WordPressClient } from '../client/wordpress.client.js';
import { type QueuedItem, WordPressQueue } from '../client/wordpress-queue.js';
import { withPublicAddresses } from './wordpress-addresses.js';
import { WordPressContentStore } from './wordpress-content.store.js';

interface Rendering extends UnknownEntry, QueuedItem {
  readonly site: Site;
}

const MINUTE_MS = 60_000;
/** Changes with how entries are rendered, so that HTML in the database is replaced. */
const RENDERING = 'one entry at a time, with pages of loops';
const MAX_REMEMBERED = 10_000;

/**
 * Gets the HTML of published entries with unknown blocks or shortcodes from the WordPress alongside, by requests without
 * an account, so that the stored HTML is what WordPress shows to any visitor. Each entry has a request of its own, because
 * WordPress numbers IDs and labels over all entries of a response; `renumbered` does so here.
 */
@Injectable()
export class WordPressContentService
  implements WordPressRenderer, OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly logger = new Logger('WordPress');
  private readonly settings: Config['wordpress'];
  private readonly queue: WordPressQueue<Rendering>;
  /** When WordPress rendered the stored HTML once more, without a change. */
  private readonly confirmedAt = new LRUCache<number, number>({ max: MAX_REMEMBERED });
  /** Names in brackets that WordPress left as they are. */
  private readonly plainNames: LRUCache<string, true>;

  constructor(
    private readonly store: WordPressContentStore,
    private readonly client: WordPressClient,
    stats: WordPressStats,
    @Inject(CONFIG) { wordpress, background }: Config,
  ) {
    this.settings = background ? wordpress : undefined;
    this.plainNames = new LRUCache({ max: MAX_REMEMBERED, ttl: this.lifetimeMs });
    this.queue = new WordPressQueue({
      purpose: 'content',
      stats,
      batch: 1,
      request: ([entry]) => this.render(entry!),
      failure: ([entry]) => `could not render entry ${entry!.id}`,
    });
  }

  /** Whether there is a WordPress to ask. */
  get isEnabled(): boolean {
    return this.settings !== undefined;
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
    await this.queue.stop();
  }

  /** The HTML of those entries that WordPress has to render, undefined where it has not yet. */
  async load(site: Site, entries: readonly UnknownEntry[]): Promise<ReadonlyMap<number, WordPressHtml | undefined>> {
    const renderings = entries.flatMap((entry) => this.renderingOf(site, entry) ?? []);
    if (renderings.length === 0) return new Map();
    const html = await this.fresh(renderings);
    const missing = renderings.filter(({ id }) => !html.has(id));
    if (missing.length > 0 && (await this.queue.requestAll(missing, this.settings!.contentWaitMs)))
      for (const [id, found] of await this.fresh(missing)) html.set(id, found);
    return new Map(renderings.map(({ id }) => [id, html.get(id)]));
  }

  /** Undefined where there is nothing for WordPress to do, or visitors do not see the entry. */
  private renderingOf(site: Site, found: UnknownEntry): Rendering | undefined {
    const { entry, text, unknown } = found;
    const type = site.model.types.get(entry.type);
    const isShown =
      entry.status === 'publish' && entry.password === '' && type?.viewable && type.restBase !== undefined;
    if (!isShown || type.hasOwnRoutes) return undefined;
    if (unknown.blocks.size === 0 && [...unknown.shortcodes].every((name) => this.plainNames.has(name)))
      return undefined;
    const inputs = JSON.stringify([RENDERING, text, entry.excerpt, entry.title, entry.modifiedGmt]);
    return {
      ...found,
      site,
      id: entry.id,
      digest: createHash('sha256').update(inputs).digest('hex'),
      route: `/${type.restNamespace}/${type.restBase}`,
    };
  }

  /** Stored HTML of these contents; what is older than its lifetime is used, and rendered again meanwhile. */
  private async fresh(renderings: readonly Rendering[]): Promise<Map<number, WordPressHtml>> {
    const rows = await this.store.find(renderings.map(({ id }) => id));
    const current = renderings.filter(({ id, digest }) => rows.get(id)?.digest === digest);
    const isOld = ({ id }: Rendering) =>
      wallClock() - Math.max(rows.get(id)!.renderedAt, this.confirmedAt.get(id) ?? 0) > this.lifetimeMs;
    if (this.lifetimeMs > 0) void this.queue.requestAll(current.filter(isOld), 0);
    return new Map(current.map(({ id }) => [id, rows.get(id)!]));
  }

  private get lifetimeMs(): number {
    return (this.settings?.contentMinutes ?? 0) * MINUTE_MS;
  }

  /** As a list, which has no error for entries that visitors do not see. */
  private async render(rendering: Rendering): Promise<void> {
    const { route, id } = rendering;
    const items = await this.client.json(route, {
      anonymous: true,
      query: {
        include: String(id),
        per_page: '1',
        _fields: 'id,modified_gmt,content.rendered,excerpt.rendered',
      },
    });
    if (!Array.isArray(items)) throw new Error(`its response to GET ${route} is not a list.`);
    await this.storeRendered(
      rendering,
      (items as RenderedItem[]).find((item) => item.id === id),
    );
  }

  /** Stores what changed, so that the caches are not dropped for nothing. */
  private async storeRendered(rendering: Rendering, item: RenderedItem | undefined): Promise<void> {
    const { entry, unknown, digest, site } = rendering;
    const found = htmlOf(item, entry);
    if (!found) {
      this.queue.refuse(rendering);
      return;
    }
    const addresses = { internal: this.settings!.url, site: site.siteUrl };
    const html = {
      content: withPublicAddresses(found.content, addresses),
      excerpt: withPublicAddresses(found.excerpt, addresses),
    };
    for (const name of unknown.shortcodes) if (html.content.includes(`[${name}`)) this.plainNames.set(name, true);
    const stored = (await this.store.find([entry.id])).get(entry.id);
    const renderedAt = wallClock();
    this.confirmedAt.set(entry.id, renderedAt);
    const isSame = stored?.digest === digest && stored.content === html.content && stored.excerpt === html.excerpt;
    if (!isSame) await this.store.save([{ post: entry.id, digest, ...html, renderedAt }]);
  }
}

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
): WordPressHtml | undefined {
  const content = item?.content?.rendered;
  const excerpt = item?.excerpt?.rendered ?? '';
  if (typeof content !== 'string' || typeof excerpt !== 'string') return undefined;
  const isOther = modifiedGmt !== ZERO_DATE && item!.modified_gmt !== modifiedGmt.replace(' ', 'T');
  return isOther ? undefined : { content, excerpt };
}
