import { LRUCache } from 'lru-cache';
import {
  type BlockData,
  type EmbeddedPost,
  excerptText,
  isInBlocks,
  type NavigationMenu,
  type Presentation,
  type RenderAttachment,
  renderAttachmentDescription,
  renderBlocksAlone,
  renderContent,
  type RenderContext,
  RenderCounters,
  type RenderDialect,
  type RenderedSite,
  renderExcerpt,
  type RenderNeeds,
  renderTitle,
  type ShortcodeRegistry,
} from '../../rendering/index.js';
import { type EntryMeta } from '../entries.store.js';
import { CONTENT_REFERENCES, type ContentReference } from '../entry-sources.js';
import { type Entry } from '../entry.js';
import { type Attachments } from './rendered-attachments.loader.js';
import { type WordPressHtml } from './wordpress-content.service.js';

const DEFAULT_BYTES = 64 * 1024 * 1024;

export interface RenderedHtml {
  readonly html: string;
  /** The page's counter state after it. */
  readonly counters: string;
}

interface CachedHtml extends RenderedHtml {
  /** Everything the HTML is rendered from. */
  readonly inputs: readonly string[];
}

/**
 * Rendered HTML with all of its inputs. A hit needs exactly the same inputs, so that nothing is ever stale. Comparing
 * texts is cheaper than hashing them.
 */
export class HtmlCache {
  private readonly entries: LRUCache<string, CachedHtml>;

  constructor(maxBytes = DEFAULT_BYTES) {
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ html, inputs }, key) =>
        inputs.reduce((sum, input) => sum + input.length, html.length + key.length) * 2 + 500,
    });
  }

  get(key: string, inputs: readonly string[]): RenderedHtml | undefined {
    const cached = this.entries.get(key);
    return cached && isSame(cached.inputs, inputs) ? cached : undefined;
  }

  set(key: string, inputs: readonly string[], rendered: RenderedHtml): void {
    this.entries.set(key, { ...rendered, inputs });
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

export interface PageRenderingParts {
  site: RenderedSite;
  theme: Presentation;
  dialect: RenderDialect;
  shortcodes: ShortcodeRegistry;
  cache: HtmlCache;
  needs: ReadonlyMap<number, RenderNeeds>;
  embeds: ReadonlyMap<number, EntryMeta>;
  ownPosts: OwnPosts;
  lookups: ReadonlyMap<string, string>;
  /** Contents of the patterns that the entries show. */
  patterns: ReadonlyMap<number, string>;
  menus: ReadonlyMap<number, NavigationMenu>;
  blockData: BlockData;
  unknownBlocks?: RenderContext['unknownBlocks'];
  /** Attachments that dynamic blocks show. */
  blockAttachments: readonly number[];
  /** Meta values that the blocks of each entry show. */
  boundMeta: ReadonlyMap<number, EntryMeta>;
  /** Entries that the WordPress alongside renders; undefined where it has not yet. */
  wordpress: ReadonlyMap<number, WordPressHtml | undefined>;
  attachments: Attachments;
  children: ReadonlyMap<number, readonly number[]>;
  fingerprints: ReadonlyMap<number, string>;
  /** The counter state after the entries before these. */
  numbers?: string;
  /** Entries of the page that follow one in blocks which is not rendered here. */
  followBlocks?: ReadonlySet<number>;
  /** Whether the context is `edit`, for which current releases render contents again. */
  forEditing?: boolean;
  /** Number of words of generated excerpts, if not the default. */
  excerptWords?: number;
}

/** Post types whose contents are rendered again for editing. */
const RENDERED_AGAIN = new Set(['post', 'page', 'wp_block', 'wp_navigation']);

/** URLs on the site's host that are embedded, with the public post at each. */
export type OwnPosts = ReadonlyMap<string, EmbeddedPost | undefined>;

/** The page's counter states before and after an entry. */
export interface NumbersTaken {
  before: string;
  after: string;
}

const NO_EMBEDS: EntryMeta = new Map();

/** The HTML of one page's entries. Call in their order: galleries and players are numbered over the page. */
export class PageRendering {
  private readonly counters: RenderCounters;
  private readonly numbersTaken = new Map<number, NumbersTaken>();
  /** Entries whose content was rendered from blocks. */
  private readonly inBlocks = new Set<number>();
  /** Entries with shortcodes whose output may differ each time. */
  private readonly uncacheable = new Set<number>();
  /** Excerpts that were rendered with the content. */
  private readonly excerpts = new Map<number, string>();
  private readonly settings: string;

  constructor(private readonly parts: PageRenderingParts) {
    const { site, theme, numbers } = parts;
    this.counters = new RenderCounters(numbers);
    this.settings = JSON.stringify([site.url, site.smilies, [...site.imageSizes], theme, site.blocks]);
  }

  title(entry: Entry): string {
    return renderTitle(
      entry.title,
      this.parts.shortcodes,
      entry.status === 'private' && this.parts.dialect.marksPrivateTitles ? 'Private: ' : '',
    );
  }

  /** For an attachment: its file, then its description. */
  content(entry: Entry): string {
    const content = entry.content ?? '';
    const file = this.fileOf(entry);
    if (content === '' && !file) return '';
    if (this.parts.followBlocks?.has(entry.id)) this.counters.followsBlocks = true;
    const { forEditing, dialect, theme } = this.parts;
    const isWrittenInBlocks = dialect.rendersBlocks && isInBlocks(content, { theme });
    if (isWrittenInBlocks) this.inBlocks.add(entry.id);
    const theirs = this.parts.wordpress.get(entry.id);
    if (theirs) {
      if (isWrittenInBlocks) this.counters.followsBlocks = true;
      return theirs.content;
    }
    const render = () => {
      const context = this.context(entry);
      return file ? renderAttachmentDescription(content, file, context) : renderContent(content, context);
    };
    const before = this.counters.numbers;
    const html = this.cached('content', entry, render);
    if (!forEditing || !dialect.rendersBlocks || !RENDERED_AGAIN.has(entry.type) || this.counters.numbers === before)
      return html;
    // The counters of the second rendering count; the excerpt is rendered between the two.
    this.excerpts.set(entry.id, this.excerpt(entry));
    return this.cached('content', entry, render);
  }

  /** The manual excerpt, or the beginning of the content. */
  excerpt(entry: Entry): string {
    const content = entry.content ?? '';
    const file = this.fileOf(entry);
    if (entry.excerpt === '' && content === '' && !file) return '';
    const theirs = this.parts.wordpress.get(entry.id);
    if (theirs && this.parts.excerptWords === undefined) return theirs.excerpt;
    const known = this.excerpts.get(entry.id);
    if (known !== undefined) return known;
    return this.cached('excerpt', entry, () => {
      const context = this.context(entry);
      return renderExcerpt(excerptText(entry.excerpt, content, context, file, this.parts.excerptWords), context);
    });
  }

  /** Blocks by themselves, as the editor shows them: without what is done to a whole content. Never cached. */
  blocks(entry: Pick<Entry, 'id' | 'type' | 'content'>): string {
    return renderBlocksAlone(entry.content ?? '', { ...this.context(entry), isOutsideContent: true });
  }

  /**
   * Whether the entry renders to the same HTML until its version changes, on a page with the same numbers. Only valid
   * after rendering.
   */
  isCacheable(entry: Entry): boolean {
    const need = this.parts.needs.get(entry.id);
    const isVersioned = !need || UNVERSIONED.every((name) => FINGERPRINTS[name](this.parts, need, entry).length === 0);
    return isVersioned && !this.uncacheable.has(entry.id);
  }

  /** The counter states of an entry that was rendered; undefined if it does not depend on the entries before it. */
  numbers(entry: Entry): NumbersTaken | undefined {
    return this.numbersTaken.get(entry.id);
  }

  /** Whether the content of the entry was rendered from blocks, on which the contents after it depend. */
  isInBlocks(entry: Entry): boolean {
    return this.inBlocks.has(entry.id);
  }

  private fileOf(entry: Entry): RenderAttachment | undefined {
    return entry.type === 'attachment' ? this.parts.attachments.get(entry.id) : undefined;
  }

  context(entry: Pick<Entry, 'id' | 'type'>): RenderContext {
    const { site, theme, dialect, shortcodes, attachments, children, embeds, ownPosts, lookups, patterns } = this.parts;
    const { boundMeta, menus, blockData } = this.parts;
    return {
      post: { id: entry.id, type: entry.type },
      site,
      theme,
      dialect,
      shortcodes,
      attachments,
      children,
      embeds: embeds.get(entry.id) ?? NO_EMBEDS,
      ownPosts,
      lookups,
      patterns,
      boundMeta: boundMeta.get(entry.id) ?? NO_EMBEDS,
      menus,
      blockData,
      unknownBlocks: this.parts.unknownBlocks,
      counters: this.counters,
    };
  }

  /** Numbered output depends on the counters, and advances them: both states belong to the cached HTML. */
  private cached(kind: 'content' | 'excerpt', entry: Entry, render: () => string): string {
    const content = entry.content ?? '';
    if (!this.hasOnlyCacheableShortcodes(content)) {
      this.uncacheable.add(entry.id);
      return render();
    }
    const { state: before, numbers } = this.counters;
    const html = this.fromCache(`${kind} ${entry.id} ${before}`, kind, entry, content, render);
    if (this.counters.numbers !== numbers || (kind === 'content' && this.dependsOnBlocksBefore(entry)))
      this.numbersTaken.set(entry.id, {
        before: this.numbersTaken.get(entry.id)?.before ?? before,
        after: this.counters.state,
      });
    return html;
  }

  private dependsOnBlocksBefore({ id, content = '' }: Entry): boolean {
    return this.parts.dialect.rendersBlocks && !this.inBlocks.has(id) && this.hasShortcodes(content);
  }

  private fromCache(
    key: string,
    kind: 'content' | 'excerpt',
    entry: Entry,
    content: string,
    render: () => string,
  ): string {
    const excerpt = kind === 'excerpt' ? `${this.parts.excerptWords ?? ''} ${entry.excerpt}` : '';
    const inputs = [this.settings, excerpt, content, ...this.references(entry)];
    const known = this.parts.cache.get(key, inputs);
    if (known) {
      this.counters.restore(known.counters);
      return known.html;
    }
    const html = render();
    this.parts.cache.set(key, inputs, { html, counters: this.counters.state });
    return html;
  }

  private hasOnlyCacheableShortcodes(content: string): boolean {
    return !this.hasShortcodes(content, (name) => !this.parts.shortcodes.isCacheable(name));
  }

  private hasShortcodes(content: string, isMeant: (name: string) => boolean = () => true): boolean {
    const { shortcodes } = this.parts;
    for (let at = content.indexOf('['); at !== -1; at = content.indexOf('[', at + 1)) {
      const name = shortcodes.nameAt(content, at + 1);
      if (name !== undefined && isMeant(name)) return true;
    }
    return false;
  }

  /** Everything outside the entry's own row that its HTML is made from. */
  private references(entry: Entry): string[] {
    const need = this.parts.needs.get(entry.id);
    return need ? REFERENCES.flatMap((name) => FINGERPRINTS[name](this.parts, need, entry)) : [];
  }
}

type Fingerprint = (parts: PageRenderingParts, need: RenderNeeds, entry: Entry) => string[];

/** Texts that change whenever the referenced rows do; empty if the content does not refer to any. */
const FINGERPRINTS: Readonly<Record<ContentReference, Fingerprint>> = {
  attachments: ({ children, fingerprints }, { attachments, childrenOf }) => {
    const visible = new Set([...attachments, ...[...childrenOf].flatMap((id) => children.get(id) ?? [])]);
    return [...visible].map((id) => `${id}${fingerprints.get(id) ?? ''}`);
  },
  children: ({ children }, { childrenOf }) => [...childrenOf].map((id) => `${id}:${children.get(id)?.join() ?? ''}`),
  embeds: (parts, { embeds }, { id }) =>
    [...embeds.keys()].map((key) => `${key}${parts.embeds.get(id)?.get(key) ?? ''}`),
  // The covers themselves are part of their attachments' fingerprints.
  covers: (_parts, { tracks }) => (tracks ? ['tracks'] : []),
  ownPosts: ({ ownPosts }, { embeds }) => {
    if (ownPosts.size === 0) return [];
    const urls = [...embeds.values()].map(({ url }) => url).filter((url) => ownPosts.has(url));
    return urls.map((url) => {
      const { link = '', title = '', siteName = '' } = ownPosts.get(url) ?? {};
      return [url, link, title, siteName].join('\0');
    });
  },
  lookups: (parts, { lookups }) => [...lookups].map((key) => `${key} ${parts.lookups.get(key) ?? ''}`),
  patterns: (parts, { patterns }) =>
    [...patterns].map((id) => `${id}:${parts.patterns.get(id) ?? JSON.stringify(parts.menus.get(id)) ?? ''}`),
  blockQueries: ({ blockData, blockAttachments, fingerprints }, { blockQueries }) =>
    blockQueries.size === 0
      ? []
      : [
          ...[...blockQueries.keys()].map((key) => blockData.fingerprint(key)),
          ...blockAttachments.map((id) => fingerprints.get(id) ?? ''),
        ],
  wordpress: ({ wordpress }, _need, { id }) => (wordpress.has(id) ? [wordpress.get(id)?.content ?? ''] : []),
  boundMeta: (parts, { boundMeta }, { id }) =>
    [...boundMeta].map((key) => `${key} ${parts.boundMeta.get(id)?.get(key) ?? ''}`),
};

const REFERENCES = Object.keys(CONTENT_REFERENCES) as ContentReference[];
const UNVERSIONED = REFERENCES.filter((name) => CONTENT_REFERENCES[name].length === 0);
