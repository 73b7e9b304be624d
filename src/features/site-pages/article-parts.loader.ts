import { Injectable } from '@nestjs/common';
import { type Versioned } from '../../database/index.js';
import { inLanguage, PUBLISHED } from '../../modules/addresses/index.js';
import {
  EntriesStore,
  type Entry,
  publicAmong,
  readSeoMeta,
  SEO_META_KEYS,
  SeoPluginRegistry,
} from '../../modules/entries/index.js';
import { TermsStore } from '../../modules/terms/index.js';
import { addLoadingAttributes } from '../../rendering/index.js';
import { messagesOf, type Site } from '../../site/index.js';
import { usesPresets } from './block-styles.service.js';
import { linkLoneUrls, liteEmbeds } from './lite-embeds.js';
import { PageCardsService } from './page-cards.service.js';
import { type LoadedComments, PageCommentsService } from './page-comments.service.js';
import { PageContentService } from './page-content.service.js';
import { PageLanguagesService } from './page-languages.service.js';
import { PagePartsService } from './page-parts.service.js';
import { raw } from './theme/html.js';
import { type Page, type PageLanguages } from './theme/page.js';
import { type Article, type Card, type Link } from './theme/views.js';

const RELATED = 3;
const NO_TERMS = { taxonomy: 'category', include: [] };

/** What the page of an entry shows of the entry itself; its versions follow all of it. */
export interface EntryPart {
  readonly found: Found;
  readonly article: Article;
  readonly search: SeoMeta;
  readonly comments?: LoadedComments;
  /** Terms of the one taxonomy that related posts are found by. */
  readonly terms: { readonly taxonomy: string; readonly include: readonly number[] };
  readonly usesPresets: boolean;
}

/** What the page of an entry shows of other entries. */
export interface Surrounding {
  readonly related: readonly Card[];
  readonly previous?: Link;
  readonly next?: Link;
  /** The page in other languages. */
  readonly languages?: PageLanguages;
}

type SeoMeta = Pick<Page, 'image' | 'translations' | 'seo'> & {
  title: string;
  description: string;
  noindex: boolean;
  canonical: string;
};

/** An entry that the reader may see. */
export interface Found {
  readonly entry: Entry;
  readonly link: string;
  readonly above: readonly Entry[];
  readonly isDraft: boolean;
  readonly isPreview: boolean;
  /** The reader may edit it and sees the texts that are not saved yet. */
  readonly isEdited: boolean;
}

/** Loads what the page of an entry shows: the entry itself, and its surroundings. */
@Injectable()
export class ArticlePartsLoader {
  constructor(
    private readonly entries: EntriesStore,
    private readonly content: PageContentService,
    private readonly cards: PageCardsService,
    private readonly parts: PagePartsService,
    private readonly comments: PageCommentsService,
    private readonly terms: TermsStore,
    private readonly languages: PageLanguagesService,
    private readonly seo: SeoPluginRegistry,
  ) {}

  async load(site: Site, found: Found, isUnlocked: boolean, versions: Versioned | undefined): Promise<EntryPart> {
    const { entry, link, above, isDraft } = found;
    const [{ value: loaded, isCacheable, bytes }, search, comments, terms] = await Promise.all([
      this.content.article(site, entry, link, { isUnlocked, above }),
      this.seoMeta(site, entry.id, isUnlocked),
      isUnlocked ? this.comments.load(site, entry) : undefined,
      entry.type === 'post' && !isDraft ? this.relatingTerms(entry) : NO_TERMS,
    ]);
    const isPublic = !isDraft && entry.password === '';
    const markup = linkLoneUrls(liteEmbeds(loaded.content.markup, site.home, messagesOf(site.locale)));
    const content = withFocusableCode(withLateImages(markup, loaded.image === undefined));
    const value: EntryPart = {
      // Its content is part of the article.
      found: { ...found, entry: { ...entry, content: '' } },
      article: { ...loaded, content: raw(content) },
      search,
      comments,
      terms,
      usesPresets: usesPresets(content),
    };
    const ofComments = (comments?.shown ?? []).reduce((sum, { view }) => sum + view.content.markup.length + 500, 0);
    if (versions && isPublic)
      this.parts.set(site, `article ${entry.id}`, versions, { value, isCacheable, bytes: bytes + ofComments });
    return value;
  }

  async surrounding(site: Site, { found: { entry, isDraft }, terms }: EntryPart): Promise<Surrounding> {
    const { taxonomy, include } = terms;
    const [related, neighbours, languages] = await Promise.all([
      include.length === 0
        ? []
        : this.cards.page(site, {
            type: 'post',
            ...PUBLISHED,
            ...inLanguage(site),
            terms: [{ taxonomy, include }],
            exclude: [entry.id],
            perPage: RELATED,
            offset: 0,
          }),
      entry.type === 'post' && !isDraft ? this.neighbours(site, entry) : {},
      this.languages.ofEntry(site, entry),
    ]);
    return { related, ...neighbours, ...(languages && { languages }) };
  }

  /** What the editor wrote for search engines and social networks, as far as the reader may see it. */
  private async seoMeta(site: Site, id: number, isUnlocked: boolean): Promise<SeoMeta> {
    const [meta, seo] = await Promise.all([
      this.entries.meta(id, SEO_META_KEYS),
      this.seo.plugin?.head(site, { kind: 'entry', id, isFront: id === site.integer('page_on_front') }),
    ]);
    const { image, description, ...texts } = readSeoMeta(meta);
    // A plugin for search engines says all of it.
    const { translations } = texts;
    if (seo) return { title: '', description: '', noindex: false, canonical: '', translations, seo };
    if (!isUnlocked) return { ...texts, description: '' };
    const readable = await publicAmong(this.entries, site, [image]);
    return { ...texts, description, image: (await this.content.pictures(site, readable))(image) };
  }

  private async neighbours(site: Site, { date }: Entry): Promise<{ previous?: Link; next?: Link }> {
    const newest = { type: 'post', statuses: ['publish'], orderby: 'date', perPage: 1, offset: 0 } as const;
    const query = { ...newest, ...inLanguage(site) };
    const [[previous], [next]] = await Promise.all([
      this.cards.links(site, { ...query, order: 'desc', before: date }),
      this.cards.links(site, { ...query, order: 'asc', after: date }),
    ]);
    return { ...(previous && { previous }), ...(next && { next }) };
  }

  /** The tags of a post, or else its categories: the newest posts with one of them are related. */
  private async relatingTerms({ id }: Entry): Promise<EntryPart['terms']> {
    const assigned = (await this.terms.ofObjects([id], ['post_tag', 'category'])).get(id) ?? [];
    const taxonomy = assigned.some((term) => term.taxonomy === 'post_tag') ? 'post_tag' : 'category';
    return { taxonomy, include: assigned.filter((term) => term.taxonomy === taxonomy).map((term) => term.id) };
  }
}

/** Images of the content load when they come into sight, except the first of a page that begins with none. */
function withLateImages(content: string, isFirstEarly: boolean): string {
  const early = /<img(?=\s)(?![^>]*\s(?:loading|fetchpriority)=)/i;
  return addLoadingAttributes(isFirstEarly ? content.replace(early, '<img fetchpriority="high"') : content);
}

/** Long lines of code are scrolled, also by keys. */
function withFocusableCode(content: string): string {
  return content.replace(/<pre(?=[\s>])(?![^>]*\stabindex=)/gi, '<pre tabindex="0"');
}
