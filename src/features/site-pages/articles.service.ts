import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ANONYMOUS, type Principal } from '../../access/index.js';
import { CookieAuthenticationService } from '../../access/authentication/index.js';
import { Database, type Versioned } from '../../database/index.js';
import { inLanguage, PUBLISHED } from '../../modules/addresses/index.js';
import {
  AddressesStore,
  AutosavesWriter,
  EntriesStore,
  type Entry,
  type EntryAddress,
  isReadable,
  mayEdit,
  parentsAmong,
  pathOfUrl,
  PermalinksLoader,
  PostPasswordService,
  publicAmong,
  readSearchMeta,
  SEARCH_META_KEYS,
  SeoPluginRegistry,
  siteFacts,
  withAutosave,
} from '../../modules/entries/index.js';
import { type GlobalStyles } from '../../modules/global-styles/index.js';
import { TermsStore } from '../../modules/terms/index.js';
import { messagesOf, type Site } from '../../site/index.js';
import { PreviewsService } from '../../modules/previews/previews.service.js';
import { addLoadingAttributes } from '../../rendering/index.js';
import { feedsOf } from './archives.service.js';
import { BlockStylesService, usesPresets } from './block-styles.service.js';
import { CommentFeedsService } from './comment-feeds.service.js';
import { linkLoneUrls, liteEmbeds } from './lite-embeds.js';
import { PageCardsService } from './page-cards.service.js';
import { type CommentRequest, type LoadedComments, PageCommentsService } from './page-comments.service.js';
import { PageLanguagesService } from './page-languages.service.js';
import { PageContentService } from './page-content.service.js';
import { PagePartsService } from './page-parts.service.js';
import { type PagePopups, PagePopupsService } from './page-popups.service.js';
import { plainText } from './plain-text.js';
import { SiteAssetsService } from './site-assets.service.js';
import { SiteFrameService } from './site-frame.service.js';
import { type SiteRequest, type SiteResponse } from './site-response.js';
import { articleData } from './structured-data.js';
import { ThemeService } from './theme.service.js';
import { renderPasswordForm } from './theme/article.js';
import { around, html, raw } from './theme/html.js';
import { type Page, type PageLanguages } from './theme/page.js';
import { type Article, type Card, type Frame, type Link } from './theme/views.js';

const RELATED = 3;
const NO_TERMS = { taxonomy: 'category', include: [] };

/** What the page of an entry shows of the entry itself; its versions follow all of it. */
interface EntryPart {
  readonly found: Found;
  readonly article: Article;
  readonly search: SeoMeta;
  readonly comments?: LoadedComments;
  /** Of the one taxonomy that related posts are found by. */
  readonly terms: { readonly taxonomy: string; readonly include: readonly number[] };
  readonly usesPresets: boolean;
}

/** What the page of an entry shows of other entries. */
interface Surrounding {
  readonly related: readonly Card[];
  readonly previous?: Link;
  readonly next?: Link;
  /** The page in other languages. */
  readonly languages?: PageLanguages;
}

/** What is known of the page of an entry before it is loaded. */
interface KnownPage {
  readonly versions?: Versioned;
  /** Current under these versions. */
  readonly part?: EntryPart;
  readonly surrounding?: Promise<Surrounding>;
}

/** Memory for the addresses of latest requests. */
const MAX_ADDRESS_BYTES = 1_048_576;
const OVERHEAD_BYTES = 100;

type SeoMeta = Pick<Page, 'image' | 'translations' | 'seo'> & { title: string; description: string };

interface Found {
  readonly entry: Entry;
  readonly link: string;
  readonly above: readonly Entry[];
  readonly isDraft: boolean;
  readonly isPreview: boolean;
  /** The reader may edit it and sees the texts that are not saved yet. */
  readonly isEdited: boolean;
}

/** Pages of single entries. */
@Injectable()
export class ArticlesService {
  /** The entries that were at the addresses of latest requests. */
  private readonly latest = new LRUCache<string, number>({
    maxSize: MAX_ADDRESS_BYTES,
    sizeCalculation: (_id, address) => 2 * address.length + OVERHEAD_BYTES,
  });

  constructor(
    private readonly entries: EntriesStore,
    private readonly addresses: AddressesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly content: PageContentService,
    private readonly cards: PageCardsService,
    private readonly parts: PagePartsService,
    private readonly frames: SiteFrameService,
    private readonly terms: TermsStore,
    private readonly previews: PreviewsService,
    private readonly cookies: CookieAuthenticationService,
    private readonly autosaves: AutosavesWriter,
    private readonly database: Database,
    private readonly comments: PageCommentsService,
    private readonly passwords: PostPasswordService,
    private readonly assets: SiteAssetsService,
    private readonly blocks: BlockStylesService,
    private readonly popups: PagePopupsService,
    private readonly commentFeeds: CommentFeedsService,
    private readonly theme: ThemeService,
    private readonly languages: PageLanguagesService,
    private readonly seo: SeoPluginRegistry,
  ) {}

  /** `known`: the ID, where the address has it. */
  async at(
    { id: known, isFeed = false, isJson = false, ...preview }: EntryAddress & { isFeed?: boolean; isJson?: boolean },
    request: SiteRequest,
    isFront = false,
  ): Promise<SiteResponse> {
    const { site, url } = request;
    const origin = /^\w+:\/\/[^/]*/.exec(site.home)?.[0] ?? '';
    const address = origin + (isFeed ? url.replace(/feed(?:\/\w+)?\/?$/, '') : url);
    const isPlain = preview.previewToken === undefined && !preview.isEdited && this.parts.isUsable(site);
    const expected = isPlain && !isFeed ? this.expect(site, known ?? this.latest.get(address)) : undefined;
    const id = known ?? (await this.idAt(site, address));
    if (id === undefined) return undefined;
    const versions = isPlain
      ? await (expected?.id === id ? expected.versions : this.entries.versionsOf(id))
      : undefined;
    const part = versions && this.parts.get<EntryPart>(site, `article ${id}`, versions);
    const found = part?.found ?? (await this.find(id, preview, request));
    if (!found) return undefined;
    const { link, isDraft, isEdited, entry } = found;
    if (isFeed && !isDraft && known === undefined) return this.commentFeeds.ofEntry(site, entry, link, isJson);
    const isElsewhere = pathOfUrl(link) !== pathOfUrl(url) && !(known !== undefined && link.includes('?'));
    if (!isDraft && !isEdited && !isFront && isElsewhere) return { kind: 'redirect', url: link };
    const surrounding = part && part === expected?.part ? expected.surrounding : undefined;
    return this.page(found, request, isFront, { part, versions, surrounding });
  }

  private async idAt(site: Site, address: string): Promise<number | undefined> {
    const id = (await this.addresses.entriesAt(site, [address])).get(address);
    if (id === undefined) return this.addresses.formerlyAt(site, address);
    this.latest.set(address, id);
    return id;
  }

  /**
   * Begins to read what the page needs if it is still about the same entry and that has not changed, so that all of it takes one
   * round trip to the database.
   */
  private expect(site: Site, id: number | undefined) {
    const part = id === undefined ? undefined : this.parts.latest<EntryPart>(`article ${id}`);
    if (id === undefined || !part) return undefined;
    const versions = this.entries.versionsOf(id);
    const surrounding = this.surrounding(site, part);
    // Where they are not needed, they may fail.
    for (const reading of [versions, surrounding]) reading.catch(() => undefined);
    return { id, part, versions, surrounding };
  }

  /** Undefined if there is no such entry, or the reader may not see it. */
  private async find(
    id: number,
    { previewToken: token, isEdited: wantsEdited = false }: Omit<EntryAddress, 'id'>,
    { site, cookie }: SiteRequest,
  ): Promise<Found | undefined> {
    const [entry, found] = await Promise.all([this.entries.byId(id), this.entries.withAncestors([id])]);
    if (!entry || !site.model.pageTypes.some(({ name }) => name === entry.type)) return undefined;
    const isPublic = isReadable(ANONYMOUS, entry, parentsAmong(found), siteFacts(site));
    // A published entry needs no preview, and the link must not open one that has a password.
    const isPreview = token !== undefined && !isPublic && (await this.previews.opens(site, entry, token));
    let reader: Principal = ANONYMOUS;
    // The login cookie is enough to show a page, which other origins cannot read.
    if ((!isPublic && !isPreview) || wantsEdited) reader = await this.reader(cookie);
    if (!isPublic && !isPreview && !isReadable(reader, entry, parentsAmong(found), siteFacts(site))) return undefined;
    const isEdited = wantsEdited && mayEdit(reader, entry, siteFacts(site));
    const above: Entry[] = [];
    for (let at = found.get(entry.parent); at && !above.includes(at); at = found.get(at.parent)) above.push(at);
    const link = (await this.permalinks.links(site, [entry]))(entry);
    const shown = isEdited ? await this.withAutosave(entry, reader) : entry;
    return { entry: shown, link, above, isDraft: !isPublic, isPreview, isEdited };
  }

  private async reader(cookie: string | undefined): Promise<Principal> {
    return (await this.cookies.session(cookie, 'GET'))?.principal ?? ANONYMOUS;
  }

  /** The entry with the texts that the editor typed and has not saved. */
  private async withAutosave(entry: Entry, { id: userId }: Principal): Promise<Entry> {
    const found = await this.autosaves.find(this.database.manager, { entryId: entry.id, userId });
    const autosave = found === undefined ? undefined : await this.entries.byId(found);
    return autosave ? withAutosave(entry, autosave) : entry;
  }

  private async page(
    found: Found,
    { site, cookie, address, comments: commentRequest }: SiteRequest,
    isFront: boolean,
    known: KnownPage,
  ): Promise<SiteResponse> {
    const { entry, isPreview, isEdited } = found;
    const reader = { address, cookies: cookie, siteUrl: site.siteUrl };
    const isOpen = isPreview || isEdited || entry.password === '';
    const { opened, blockedFor } = await this.passwords.openedByCookie(reader, isOpen ? [] : [entry]);
    if (blockedFor > 0) return { kind: 'blocked', seconds: blockedFor };
    const isUnlocked = isOpen || opened.has(entry.id);
    const place = isFront ? 'front' : entry.type === 'post' ? 'posts' : entry.type === 'page' ? 'pages' : 'other';
    const loading = known.part ? Promise.resolve(known.part) : this.load(site, found, isUnlocked, known.versions);
    const [part, surrounding, frame, popups, styles] = await Promise.all([
      loading,
      known.surrounding ?? loading.then((loaded) => this.surrounding(site, loaded)),
      this.frames.load(site),
      isEdited ? undefined : this.popups.at(site, place),
      loading.then(({ usesPresets }) => (usesPresets ? this.blocks.globalStyles(site) : undefined)),
    ]);
    const render = () =>
      this.render(site, part, { surrounding, frame, popups, styles, isUnlocked, isFront, commentRequest });
    if (!known.part || !isUsual(commentRequest)) return render();
    const { related, previous, next, languages } = surrounding;
    const takesComments = this.comments.areOpen(site, entry);
    const sources = [
      site.revision,
      part,
      takesComments,
      frame,
      popups,
      styles,
      previous,
      next,
      JSON.stringify(languages),
      ...related,
    ];
    return this.parts.rendered(`${place} ${entry.id}`, sources, render);
  }

  private render(
    site: Site,
    { found, article, search, comments: loaded }: EntryPart,
    page: {
      surrounding: Surrounding;
      frame: Frame;
      popups?: PagePopups;
      styles?: GlobalStyles;
      isUnlocked: boolean;
      isFront: boolean;
      commentRequest: CommentRequest;
    },
  ) {
    const { entry, link, isDraft, isPreview, isEdited } = found;
    const { popups, isFront } = page;
    const t = messagesOf(site.locale);
    const comments = loaded && this.comments.view(site, entry, link, loaded, page.commentRequest);
    const content = page.isUnlocked ? article.content : renderPasswordForm(site.siteUrl, entry.id, t);
    const main = this.theme.article(
      { ...article, content },
      {
        ...page.surrounding,
        ...(isDraft && { notice: t.article.draft }),
        ...(isEdited && !isDraft && { notice: t.article.edited }),
        comments: comments && this.theme.comments(comments, t),
      },
      t,
    );
    const scripts = [
      ...(/<img\b/.test(content.markup) ? [this.assets.urlOf(site, 'site.js')] : []),
      ...(content.markup.includes('class="wpcf7') ? [`${site.home}/forms/form.js`] : []),
    ];
    scripts.push(...(popups?.scripts ?? []).filter((script) => !scripts.includes(script)));
    const isHidden = isDraft || entry.password !== '';
    const hasFeed = entry.type === 'post' && !isDraft;
    const body = this.theme.page(page.frame, {
      title: isFront ? raw('') : article.title,
      searchTitle: search.title,
      translations: search.translations,
      seo: isHidden || isEdited ? undefined : search.seo,
      languages: page.surrounding.languages,
      kind: `single ${entry.type}`,
      main,
      canonical: link,
      restUrl: isDraft ? undefined : restItem(site, entry),
      feeds: feedsOf(
        site,
        hasFeed ? { heading: around((title) => t.comments.on({ title }), html`${article.title}`), link } : undefined,
      ),
      description: search.description || article.description,
      isIndexed: isHidden || isEdited ? false : undefined,
      image: search.image ?? article.image,
      ...(article.date && {
        article: {
          published: article.date.iso,
          modified: article.modified.iso,
          section: article.categories[0] && plainText(String(article.categories[0].title)),
          tags: article.tags.map(({ title }) => plainText(String(title))),
        },
      }),
      ...(!isHidden && { data: articleData(site, article) }),
      css: this.blocks.cssFor(content.markup, page.styles),
      scripts,
      after: popups?.after,
    });
    return { kind: 'html' as const, body, scripts, isPrivate: isHidden || isPreview || isEdited };
  }

  private async load(
    site: Site,
    found: Found,
    isUnlocked: boolean,
    versions: Versioned | undefined,
  ): Promise<EntryPart> {
    const { entry, link, above, isDraft } = found;
    const [{ value: loaded, isCacheable, bytes }, search, comments, terms] = await Promise.all([
      this.content.article(site, entry, link, { isUnlocked, above }),
      this.seoMeta(site, entry.id, isUnlocked),
      isUnlocked ? this.comments.load(site, entry) : undefined,
      entry.type === 'post' && !isDraft ? this.relatingTerms(entry) : NO_TERMS,
    ]);
    const isPublic = !isDraft && entry.password === '';
    const markup = linkLoneUrls(liteEmbeds(loaded.content.markup, site.home, messagesOf(site.locale)));
    const content = withLateImages(markup, loaded.image === undefined);
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

  private async surrounding(site: Site, { found: { entry, isDraft }, terms }: EntryPart): Promise<Surrounding> {
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
      this.entries.meta(id, SEARCH_META_KEYS),
      this.seo.plugin?.head(site, { kind: 'entry', id, isFront: id === site.integer('page_on_front') }),
    ]);
    const { image, description, ...texts } = readSearchMeta(meta);
    // A plugin for search engines says all of it.
    if (seo) return { title: '', description: '', translations: texts.translations, seo };
    if (!isUnlocked) return { ...texts, description: '' };
    const readable = await publicAmong(this.entries, site, [image]);
    return { ...texts, description, image: (await this.content.pictures(site, readable))(image) };
  }

  private async neighbours(site: Site, { date }: Entry): Promise<{ previous?: Link; next?: Link }> {
    const newest = { type: 'post', statuses: ['publish'], orderby: 'date', perPage: 1, offset: 0 } as const;
    const one = { ...newest, ...inLanguage(site) };
    const [[previous], [next]] = await Promise.all([
      this.cards.links(site, { ...one, order: 'desc', before: date }),
      this.cards.links(site, { ...one, order: 'asc', after: date }),
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

/** Whether the page shows the comments and an empty form, and nothing that a visitor sent. */
function isUsual({ notice, replyTo = 0, error, values }: CommentRequest): boolean {
  return notice === undefined && replyTo === 0 && error === undefined && values === undefined;
}

/** Images of the content load when they come into sight, except the first of a page that begins with none. */
function withLateImages(content: string, isFirstEarly: boolean): string {
  const early = /<img(?=\s)(?![^>]*\s(?:loading|fetchpriority)=)/i;
  return addLoadingAttributes(isFirstEarly ? content.replace(early, '<img fetchpriority="high"') : content);
}

function restItem(site: Site, { type: name, id }: Entry): string | undefined {
  const type = site.model.types.get(name);
  return type?.restBase === undefined ? undefined : site.rest(`${type.route}/${id}`);
}
