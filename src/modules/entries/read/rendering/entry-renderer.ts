import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { type Site } from '../../../../site/site.js';
import { BoundedCounts } from '../../../../telemetry/counts.js';
import { PROFILE, type Profile } from '../../../../variant/profile.js';
import {
  BlockData,
  type NavigationMenu,
  type Presentation,
  type RenderDialect,
  type RenderNeeds,
  embedTimeKey,
  loadLookups,
  patternRefs,
  imageIds,
  renderNeeds,
  ShortcodeRegistry,
} from '../../../../rendering/index.js';
import { WorkInTurns } from '../../../../text/turns.js';
import { registeredMimeTypes } from '../../../../text/mime.js';
import { type Entry, type EntryMeta } from '../../model/entry.js';
import { EntriesStore } from '../entries.store.js';
import { isOfSite } from '../../model/match-address.js';
import { affordableQueries, ResponseBudgets, withNeedsOfBlocks } from './block-needs.js';
import { type EmbedFetch, EmbedQueueService, needsFetch } from './embed-queue.service.js';
import { RenderingPorts, type WordPressHtml, type UnknownEntry } from '../rendering-ports.js';
import { EmbeddedPostsLoader } from './embedded-posts.loader.js';
import { HtmlCache } from './html-cache.js';
import { type OwnPosts, PageRendering } from './page-rendering.js';
import { presentationOf, renderedSite } from './presentation.js';
import { type PreloadedAttachments, NO_ATTACHMENTS, RenderedAttachmentsLoader } from './rendered-attachments.loader.js';

const NO_HTML: ReadonlyMap<number, WordPressHtml | undefined> = new Map();
const NEEDS_CACHE_BYTES = 16 * 1024 * 1024;
/** Keeps the parameters of one query far below what the engines accept. */
const KEYS_PER_QUERY = 1000;

/** What is rendered: an entry, or blocks in its place. */
export type RenderedEntry = UnknownEntry['entry'] & Pick<Entry, 'content'> & Partial<Pick<Entry, 'excerpt'>>;

/** Renders the entries of one page. Everything that their content refers to is loaded for all of them together. */
@Injectable()
export class EntryRenderer {
  private readonly dialect: RenderDialect;
  private readonly cache = new HtmlCache();
  private readonly budgets = new ResponseBudgets();
  /** Blocks without a renderer here, by name. */
  readonly unknownBlocks = new BoundedCounts();
  /** Names in brackets that are no shortcodes here, by entry that was rendered. */
  readonly unknownShortcodes = new BoundedCounts();
  private readonly needsCache = new LRUCache<number, { content: string; contentWidth: number; needs: RenderNeeds }>({
    maxSize: NEEDS_CACHE_BYTES,
    sizeCalculation: ({ content }) => content.length * 2 + 500,
  });

  constructor(
    private readonly entries: EntriesStore,
    private readonly attachments: RenderedAttachmentsLoader,
    private readonly embeddedPosts: EmbeddedPostsLoader,
    private readonly embedQueue: EmbedQueueService,
    private readonly ports: RenderingPorts,
    private readonly shortcodes: ShortcodeRegistry,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(PROFILE) { rendering, text }: Profile,
  ) {
    this.dialect = { ...rendering, rules: text.rules, mimeTypes: registeredMimeTypes(rendering) };
  }

  /** `rendered` are the entries whose content or excerpt is needed; titles need nothing loaded. */
  async page(
    site: Site,
    rendered: readonly RenderedEntry[],
    {
      numbers,
      afterBlockContent,
      forEditing,
      excerptWords,
      response,
      isBulkRead,
      attachments: preloaded,
    }: PageOptions = {},
  ): Promise<PageRendering> {
    const theme = this.themeOf(site);
    const own = new Map<number, RenderNeeds>();
    const { patterns, menus, texts } = this.dialect.blocks ? await this.loadPatterns(rendered) : NO_PATTERNS;
    const unknown: UnknownEntry[] = [];
    const work = new WorkInTurns();
    for (const entry of rendered) {
      await work.pause();
      const { id, type, content: text = '', excerpt = '' } = entry;
      const content = texts.size > 0 ? withPatterns(text, texts) : text;
      const isFile = type === 'attachment';
      const images = this.dialect.blocks ? imageIds(excerpt) : [];
      if (!isFile && images.length === 0 && !REFERS.test(content)) continue;
      const need = isBulkRead ? this.findNeeds(id, content, theme) : this.needsOf(id, content, theme);
      if (need.unknown.blocks.size + need.unknown.shortcodes.size > 0)
        unknown.push({ entry, text: content, unknown: need.unknown });
      const logo = content.includes('wp:site-logo') ? site.integer('site_logo') : 0;
      const further = [...images, ...(isFile ? [id] : []), ...(logo > 0 ? [logo] : [])];
      own.set(id, further.length > 0 ? { ...need, attachments: new Set([...need.attachments, ...further]) } : need);
    }
    const budget = this.budgets.of(response);
    const { queries, withoutQueries } = affordableQueries(own, budget);
    const blockData = (await this.ports.blockData?.load(site, queries)) ?? new BlockData();
    const needsOf = (id: number, text: string) => this.findNeeds(id, text, theme);
    const needs = withNeedsOfBlocks(own, blockData.posts(), needsOf);
    const blockAttachments = this.shownByBlocks(blockData, theme);
    const [wordpress, attachments, embeds, boundMeta, ownPosts, lookups] = await Promise.all([
      this.ports.wordpress?.load(site, unknown) ?? NO_HTML,
      this.loadAttachments(site, needs, blockAttachments, preloaded),
      this.loadEmbeds(needs),
      this.loadBoundMeta(site, rendered, needs),
      this.loadOwnPosts(site, needs),
      loadLookups(
        collect(needs, (need) => need.lookups),
        this.shortcodes,
      ),
    ]);
    this.fetchMissing(rendered, needs, embeds, ownPosts);
    for (const { entry, unknown: left } of unknown)
      if (!wordpress.get(entry.id)) for (const name of left.shortcodes) this.unknownShortcodes.add(name);
    return new PageRendering({
      site: renderedSite(site, this.dialect),
      theme,
      dialect: this.dialect,
      shortcodes: this.shortcodes,
      cache: isBulkRead ? new HtmlCache() : this.cache,
      unknownBlocks: this.unknownBlocks,
      needs,
      embeds,
      ownPosts,
      lookups,
      patterns,
      menus,
      blockData,
      blockAttachments,
      boundMeta,
      wordpress,
      numbers,
      afterBlockContent,
      forEditing,
      excerptWords,
      budget,
      withoutQueries,
      ...attachments,
    });
  }

  /** Releases that render blocks read them whatever wrote the database. */
  private themeOf(site: Site): Presentation {
    const theme = presentationOf(site, this.config.presentation);
    return this.dialect.blocks ? { ...theme, readsBlocks: true, tiesCaptions: true } : theme;
  }

  /** The patterns that the entries show, those inside patterns included, level by level. */
  private async loadPatterns(rendered: readonly RenderedEntry[]): Promise<LoadedPatterns> {
    const found = { patterns: new Map<number, string>(), menus: new Map<number, NavigationMenu>() };
    const contents = new Map<number, string>();
    const requested = new Set<number>();
    let texts = rendered.map(({ content = '' }) => content);
    for (let level = 0; level < MAX_PATTERN_DEPTH; level++) {
      const ids = [...new Set(texts.flatMap(patternRefs))].filter((id) => !requested.has(id)).slice(0, MAX_PATTERNS);
      if (ids.length === 0) break;
      for (const id of ids) requested.add(id);
      const rows = [...(await this.entries.byIds(ids)).values()].filter(
        ({ type, status, password }) => PATTERN_TYPES.has(type) && status === 'publish' && password === '',
      );
      texts = rows.map(({ content = '' }) => content);
      for (const { id, type, title, content = '' } of rows) {
        contents.set(id, content);
        if (type === 'wp_block') found.patterns.set(id, content);
        else found.menus.set(id, { title, content });
      }
    }
    return { ...found, texts: contents };
  }

  /** Content seldom changes between two requests, so its needs are computed once. */
  private needsOf(id: number, content: string, theme: Presentation): RenderNeeds {
    const { contentWidth } = theme;
    const cached = this.needsCache.get(id);
    if (cached?.content === content && cached.contentWidth === contentWidth) return cached.needs;
    const needs = this.findNeeds(id, content, theme);
    this.needsCache.set(id, { content, contentWidth, needs });
    return needs;
  }

  private findNeeds(id: number, content: string, theme: Presentation): RenderNeeds {
    return renderNeeds(content, id, { theme, dialect: this.dialect, shortcodes: this.shortcodes });
  }

  private loadAttachments(
    site: Site,
    needs: ReadonlyMap<number, RenderNeeds>,
    further: readonly number[],
    preloaded?: PreloadedAttachments,
  ) {
    const ids = [...new Set([...collect(needs, (need) => need.attachments), ...further])];
    const parents = collect(needs, (need) => need.childrenOf);
    if (ids.length + parents.length === 0) return NO_ATTACHMENTS;
    const all = [...needs.values()];
    return this.attachments.load(site, ids, parents, {
      pages: all.some((need) => need.pages),
      tracks: all.some((need) => need.tracks),
      preloaded,
    });
  }

  /** Attachments that dynamic blocks show: featured images and those inside contents. */
  private shownByBlocks(blockData: BlockData, theme: Presentation): number[] {
    const posts = blockData.posts();
    const inside = posts.flatMap(({ id, content }) =>
      content.includes('wp-image-') ? [...this.needsOf(id, content, theme).attachments] : [],
    );
    return [...posts.map(({ featured }) => featured), ...inside].filter((id) => id > 0);
  }

  /** Only declared meta is shown; an entry without a value has an empty one. */
  private async loadBoundMeta(
    site: Site,
    rendered: readonly RenderedEntry[],
    needs: ReadonlyMap<number, RenderNeeds>,
  ): Promise<ReadonlyMap<number, EntryMeta>> {
    const keys = collect(needs, (need) => need.boundMeta);
    if (keys.length === 0) return new Map();
    const bound = rendered.filter(({ id }) => needs.get(id)?.boundMeta.size);
    const stored = await this.entries.metas(
      bound.map(({ id }) => id),
      keys,
    );
    return new Map(
      bound.map(({ id, type }) => {
        const declared = new Set(site.model.metaOf('post', type).map(({ key }) => key));
        const visible = keys.filter((key) => declared.has(key) || key === 'footnotes');
        return [id, new Map(visible.map((key) => [key, stored.get(id)?.get(key) ?? '']))];
      }),
    );
  }

  private async loadEmbeds(needs: ReadonlyMap<number, RenderNeeds>): Promise<Map<number, EntryMeta>> {
    const keys = collect(needs, (need) => need.embeds.keys()).flatMap((key) => [key, embedTimeKey(key)]);
    const ids = [...needs].filter(([, need]) => need.embeds.size > 0).map(([id]) => id);
    const found = new Map<number, Map<string, string>>();
    for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
      for (const [id, meta] of await this.entries.metas(ids, keys.slice(start, start + KEYS_PER_QUERY)))
        found.set(id, new Map([...(found.get(id) ?? []), ...meta]));
    }
    return found;
  }

  /** Every embedded URL on the site's host is a key, with the post at that URL if there is a public one. */
  private async loadOwnPosts(site: Site, needs: ReadonlyMap<number, RenderNeeds>): Promise<OwnPosts> {
    const embedded = collect(needs, (need) => need.embeds.values()).map(({ url }) => url);
    const urls = [...new Set(embedded)].filter((url) => isOfSite(url, site));
    if (urls.length === 0) return new Map();
    const posts = await this.embeddedPosts.load(site, urls);
    return new Map(urls.map((url) => [url, posts.get(url)]));
  }

  private fetchMissing(
    rendered: readonly RenderedEntry[],
    needs: ReadonlyMap<number, RenderNeeds>,
    embeds: ReadonlyMap<number, EntryMeta>,
    ownPosts: OwnPosts,
  ): void {
    const now = new Date();
    const missing = new Map<string, EmbedFetch & { posts: number[] }>();
    for (const { id, type } of rendered) {
      // The meta values of a revision would not be detected; blocks without an entry have none.
      if (type === 'revision' || id === 0) continue;
      for (const [key, request] of needs.get(id)?.embeds ?? []) {
        if (ownPosts.has(request.url) || !needsFetch(embeds.get(id), key, now)) continue;
        const fetch = missing.get(key) ?? { ...request, key, posts: [] };
        fetch.posts.push(id);
        missing.set(key, fetch);
      }
    }
    if (missing.size > 0) this.embedQueue.request([...missing.values()]);
  }
}

export interface PageOptions {
  /** Attachments among the entries, as far as they have been read. */
  attachments?: PreloadedAttachments;
  /** The counter state after the entries before these. */
  numbers?: string;
  /** Entries of the page that follow one in blocks which is not rendered here. */
  afterBlockContent?: ReadonlySet<number>;
  forEditing?: boolean;
  excerptWords?: number;
  /** An object that all pages of one response have in common; they share a budget. */
  response?: object;
  /** Whether to bypass the caches of rendered HTML. */
  isBulkRead?: boolean;
}

interface LoadedPatterns {
  patterns: ReadonlyMap<number, string>;
  menus: ReadonlyMap<number, NavigationMenu>;
  /** The contents of both. */
  texts: ReadonlyMap<number, string>;
}

const NO_PATTERNS: LoadedPatterns = { patterns: new Map(), menus: new Map(), texts: new Map() };
const PATTERN_TYPES = new Set(['wp_block', 'wp_navigation']);
const MAX_PATTERN_DEPTH = 8;
const MAX_PATTERNS = 500;

/** The text with those of all patterns it shows, for finding what they refer to. */
function withPatterns(content: string, patterns: ReadonlyMap<number, string>): string {
  const texts = [content];
  const seen = new Set<number>();
  for (let index = 0; index < texts.length; index++) {
    for (const id of patternRefs(texts[index]!)) {
      if (seen.has(id)) continue;
      seen.add(id);
      texts.push(patterns.get(id) ?? '');
    }
  }
  return texts.join('\n');
}

/** Only content with an image, a shortcode, a URL or a block can refer to anything. */
const REFERS = /wp-image-|\[|https?:\/\/|<!-- wp:/i;

function collect<T>(needs: ReadonlyMap<number, RenderNeeds>, of: (need: RenderNeeds) => Iterable<T>): T[] {
  const all = new Set<T>();
  for (const need of needs.values()) for (const value of of(need)) all.add(value);
  return [...all];
}
