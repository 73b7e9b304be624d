import {
  addLoadingAttributes,
  attachmentImage,
  type BlockData,
  type EmbeddedPost,
  excerptText,
  isInBlocks,
  type NavigationMenu,
  type Presentation,
  type RenderAttachment,
  type RenderBudget,
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
  renderWidgetBlocks,
  RESPONSE_LIMITS,
  ResponseBudget,
  type ShortcodeRegistry,
  renumbered,
  type CounterRange,
  type TitlePrefix,
} from '../../../../rendering/index.js';
import { CONTENT_REFERENCES, type ContentReference } from '../../model/entry-sources.js';
import { type Entry, type EntryMeta } from '../../model/entry.js';
import { type HtmlCache } from './html-cache.js';
import { type Attachments } from './rendered-attachments.loader.js';
import { type WordPressHtml } from '../rendering-ports.js';

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
  afterBlockContent?: ReadonlySet<number>;
  /** Whether the context is `edit`, for which WordPress 7 renders contents again. */
  forEditing?: boolean;
  /** Shared by all pages of a response; a page on its own has one of its own. */
  budget?: ResponseBudget;
  /** Entries with more queries than the response has left: none of their dynamic blocks are rendered. */
  withoutQueries?: ReadonlySet<number>;
  /** Number of words of generated excerpts, if not the default. */
  excerptWords?: number;
}

/** Post types whose contents are rendered again for editing. */
const RENDERED_AGAIN = new Set(['post', 'page', 'wp_block', 'wp_navigation']);

/** URLs on the site's host that are embedded, with the public post at each. */
export type OwnPosts = ReadonlyMap<string, EmbeddedPost | undefined>;

const NO_EMBEDS: EntryMeta = new Map();
/** A page has up to a hundred entries. */
const UNCHARGED_HTML = RESPONSE_LIMITS.html / 100;

/** What contents and excerpts are rendered from. */
type Text = Pick<Entry, 'id' | 'type' | 'content' | 'excerpt'>;

type CachedKind = 'content' | 'excerpt' | 'automatic-excerpt';

/** The HTML of one page's entries. Call in their order: galleries and players are numbered over the page. */
export class PageRendering {
  private readonly counters: RenderCounters;
  private readonly numbersTaken = new Map<number, CounterRange>();
  /** Entries whose content was rendered from blocks. */
  private readonly inBlocks = new Set<number>();
  /** Entries with shortcodes whose output may differ each time, and those that the budget of the response cut. */
  private readonly uncacheable = new Set<number>();
  /** Excerpts that were rendered with the content. */
  private readonly excerpts = new Map<number, string>();
  private readonly settings: string;
  private readonly budget: ResponseBudget;

  constructor(private readonly parts: PageRenderingParts) {
    const { site, theme, numbers, budget = new ResponseBudget() } = parts;
    this.budget = budget;
    this.counters = new RenderCounters(numbers);
    this.settings = JSON.stringify([site.url, site.smilies, [...site.imageSizes], theme, site.blocks]);
  }

  title(entry: Entry, prefix?: TitlePrefix): string {
    const mark = entry.status === 'private' && this.parts.dialect.marksPrivateTitles ? 'Private: ' : '';
    return renderTitle(entry.title, this.parts.shortcodes, prefix ?? mark);
  }

  /** For an attachment: its file, then its description. */
  content(entry: Text): string {
    const content = entry.content ?? '';
    const file = this.fileOf(entry);
    if (content === '' && !file) return '';
    if (this.parts.afterBlockContent?.has(entry.id)) this.counters.followsBlocks = true;
    const { forEditing, dialect, theme } = this.parts;
    const isWrittenInBlocks = dialect.blocks !== undefined && isInBlocks(content, { theme });
    if (isWrittenInBlocks) this.inBlocks.add(entry.id);
    const theirs = this.parts.wordpress.get(entry.id);
    if (theirs && this.isAffordable(entry, theirs.content)) {
      const { state: before, numbers } = this.counters;
      const html = renumbered(theirs.content, this.counters);
      if (isWrittenInBlocks) this.counters.followsBlocks = true;
      if (this.counters.numbers !== numbers) this.numbersTaken.set(entry.id, { before, after: this.counters.state });
      return html;
    }
    const render = (budget: RenderBudget) => {
      const context = this.context(entry, budget);
      return file ? renderAttachmentDescription(content, file, context) : renderContent(content, context);
    };
    const before = this.counters.numbers;
    const html = this.cached('content', entry, render);
    if (!forEditing || !dialect.blocks || !RENDERED_AGAIN.has(entry.type) || this.counters.numbers === before)
      return html;
    // The counters of the second rendering count; the excerpt is rendered between the two.
    this.excerpts.set(entry.id, this.excerpt(entry));
    return this.cached('content', entry, render);
  }

  /** The manual excerpt, or the beginning of the content. */
  excerpt(entry: Text): string {
    const content = entry.content ?? '';
    const file = this.fileOf(entry);
    if (entry.excerpt === '' && content === '' && !file) return '';
    const theirs = this.parts.wordpress.get(entry.id);
    if (theirs && this.parts.excerptWords === undefined) {
      // Where the beginning of a text is taken, its escaped shortcodes are run, and galleries among them get numbers.
      if (entry.excerpt === '' && content.includes('[[')) this.ownExcerpt(entry, file);
      return theirs.excerpt;
    }
    const cached = this.excerpts.get(entry.id);
    return cached ?? this.ownExcerpt(entry, file);
  }

  private ownExcerpt(entry: Text, file: RenderAttachment | undefined): string {
    return this.cached('excerpt', entry, (budget) => {
      const context = this.context(entry, budget);
      const text = excerptText(entry.excerpt, entry.content ?? '', context, file, this.parts.excerptWords);
      return renderExcerpt(text, context);
    });
  }

  /** The beginning of the content before it is typeset once more, as themes and plugins get it. */
  automaticExcerpt(entry: Text): string {
    const content = entry.content ?? '';
    const file = this.fileOf(entry);
    if (content === '' && !file) return '';
    const theirs = this.parts.wordpress.get(entry.id);
    if (theirs) return theirs.excerpt;
    return this.cached('automatic-excerpt', entry, (budget) =>
      excerptText('', content, this.context(entry, budget), file),
    );
  }

  /** A widget made of blocks. Never cached. */
  widget(entry: Pick<Entry, 'id' | 'type' | 'content'>): string {
    return renderWidgetBlocks(entry.content ?? '', this.context(entry, this.budgetOf(entry)));
  }

  attachment(id: number): RenderAttachment | undefined {
    return this.parts.attachments.get(id);
  }

  /** The image of an attachment in a named size or in a box; '' if it has none. */
  image(
    id: number,
    {
      size,
      box,
      attributes,
    }: { size: string; box?: { width: number; height: number }; attributes: Record<string, string> },
  ): string {
    const attachment = this.attachment(id);
    if (!attachment) return '';
    const context = this.context({ id: 0, type: '' }, this.budgetOf({ id: 0 }));
    const site = box
      ? { ...context.site, imageSizes: new Map([...context.site.imageSizes, [size, box]]) }
      : context.site;
    return addLoadingAttributes(attachmentImage(attachment, size, { ...context, site }, attributes));
  }

  /** Blocks by themselves, as the editor shows them: without what is done to a whole content. Never cached. */
  blocks(entry: Pick<Entry, 'id' | 'type' | 'content'>): string {
    return renderBlocksAlone(entry.content ?? '', {
      ...this.context(entry, this.budgetOf(entry)),
      isOutsideContent: true,
    });
  }

  /**
   * Whether the entry renders to the same HTML until its version changes, on a page with the same numbers. Only valid
   * after rendering.
   */
  isCacheable(entry: Text): boolean {
    const need = this.parts.needs.get(entry.id);
    const isVersioned = !need || UNVERSIONED.every((name) => FINGERPRINTS[name](this.parts, need, entry).length === 0);
    return isVersioned && !this.uncacheable.has(entry.id);
  }

  /** The counter states of an entry that was rendered; undefined if it does not depend on the entries before it. */
  numbers(entry: Text): CounterRange | undefined {
    return this.numbersTaken.get(entry.id);
  }

  /** Whether the content of the entry was rendered from blocks, on which the contents after it depend. */
  isInBlocks(entry: Text): boolean {
    return this.inBlocks.has(entry.id);
  }

  private fileOf(entry: Text): RenderAttachment | undefined {
    return entry.type === 'attachment' ? this.parts.attachments.get(entry.id) : undefined;
  }

  private budgetOf({ id }: Pick<Entry, 'id'>): RenderBudget {
    const budget = this.budget.forEntry(id);
    return this.parts.withoutQueries?.has(id) ? budget.close('queries') : budget;
  }

  /** Whether HTML that WordPress rendered is within the limits; otherwise the content is rendered here. */
  private isAffordable({ id, content = '' }: Text, html: string): boolean {
    return this.noteCost(id, this.budget.forEntry(id), (budget) =>
      budget.spend({ html: Math.max(0, html.length - content.length) }),
    );
  }

  /** Entries in the cache of serialized entries are not charged, so that only those that cost little are stored in it. */
  private noteCost<T>(id: number, budget: RenderBudget, render: (budget: RenderBudget) => T): T {
    const result = render(budget);
    if (budget.exceeded?.of === 'response' || budget.cost.html > UNCHARGED_HTML) this.uncacheable.add(id);
    return result;
  }

  private context(entry: Pick<Entry, 'id' | 'type'>, budget: RenderBudget): RenderContext {
    const { site, theme, dialect, shortcodes, attachments, children, embeds, ownPosts, lookups, patterns } = this.parts;
    const { boundMeta, menus, blockData } = this.parts;
    return {
      post: { id: dialect.revisionsHaveNoPost && entry.type === 'revision' ? 0 : entry.id, type: entry.type },
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
      budget,
    };
  }

  /** Numbered output depends on the counters, and advances them: both states belong to the cached HTML. */
  private cached(kind: CachedKind, entry: Text, render: (budget: RenderBudget) => string): string {
    const content = entry.content ?? '';
    if (!this.hasOnlyCacheableShortcodes(content)) {
      this.uncacheable.add(entry.id);
      return render(this.budgetOf(entry));
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

  private dependsOnBlocksBefore({ id, content = '' }: Text): boolean {
    return this.parts.dialect.blocks !== undefined && !this.inBlocks.has(id) && this.hasShortcodes(content);
  }

  private fromCache(
    key: string,
    kind: CachedKind,
    entry: Text,
    content: string,
    render: (budget: RenderBudget) => string,
  ): string {
    const excerpt = kind === 'excerpt' ? `${this.parts.excerptWords ?? ''} ${entry.excerpt}` : '';
    const inputs = [this.settings, excerpt, content, ...this.references(entry)];
    return this.noteCost(entry.id, this.budgetOf(entry), (budget) => {
      const cached = this.parts.cache.get(key, inputs);
      if (cached && budget.reuse(cached.cost, cached.exceeded)) {
        this.counters.restore(cached.counters);
        return cached.html;
      }
      const html = render(budget);
      const { cost, exceeded } = budget;
      // What the rest of the response left no room for is missing in this response only.
      if (exceeded?.of !== 'response')
        this.parts.cache.set(key, inputs, { html, counters: this.counters.state, cost, exceeded });
      return html;
    });
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
  private references(entry: Text): string[] {
    const need = this.parts.needs.get(entry.id);
    return need ? REFERENCES.flatMap((name) => FINGERPRINTS[name](this.parts, need, entry)) : [];
  }
}

type Fingerprint = (parts: PageRenderingParts, need: RenderNeeds, entry: Text) => string[];

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
