import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ANONYMOUS, type Principal, siteFacts } from '../../access/index.js';
import { CookieAuthenticationService } from '../../access/authentication/index.js';
import { Database, type Versioned } from '../../database/index.js';
import { EntryAddressesService, isMoved, originOf } from '../../modules/addresses/index.js';
import {
  AutosavesWriter,
  EntriesStore,
  type Entry,
  type EntryAddress,
  mayEdit,
  PostPasswordService,
  withAutosave,
} from '../../modules/entries/index.js';
import { type GlobalStyles } from '../../modules/global-styles/index.js';
import { messagesOf, type Site } from '../../site/index.js';
import { PreviewsService } from '../../modules/previews/index.js';
import { feedsOf } from './archives.service.js';
import { ArticlePartsLoader, type EntryPart, type Found, type Surrounding } from './article-parts.loader.js';
import { BlockStylesService } from './block-styles.service.js';
import { CommentFeedsService } from './comment-feeds.service.js';
import { type CommentRequest, PageCommentsService } from './page-comments.service.js';
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
import { type Frame } from './theme/views.js';

/** What is known of the page of an entry before it is loaded. */
interface PreloadedArticle {
  readonly versions?: Versioned;
  /** Current under these versions. */
  readonly part?: EntryPart;
  readonly surrounding?: Promise<Surrounding>;
}

/** Memory for the addresses of latest requests. */
const MAX_ADDRESS_BYTES = 1_048_576;
const OVERHEAD_BYTES = 100;

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
    private readonly addresses: EntryAddressesService,
    private readonly loader: ArticlePartsLoader,
    private readonly parts: PagePartsService,
    private readonly frames: SiteFrameService,
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
  ) {}

  /** `known`: the ID, where the address has it. */
  async at(
    { id: givenId, isFeed = false, isJson = false, ...preview }: EntryAddress & { isFeed?: boolean; isJson?: boolean },
    request: SiteRequest,
    isFront = false,
  ): Promise<SiteResponse> {
    const { site, url } = request;
    const address = originOf(site.home) + (isFeed ? url.replace(/feed(?:\/\w+)?\/?$/, '') : url);
    const isPlain = preview.previewToken === undefined && !preview.isEdited && this.parts.isUsable(site);
    const expected = isPlain && !isFeed ? this.expect(site, givenId ?? this.latest.get(address)) : undefined;
    const id = givenId ?? (await this.idAt(site, address));
    if (id === undefined) return undefined;
    const versions = isPlain
      ? await (expected?.id === id ? expected.versions : this.entries.versionsOf(id))
      : undefined;
    const part = versions && this.parts.get<EntryPart>(site, `article ${id}`, versions);
    const found = part?.found ?? (await this.find(id, preview, request));
    if (!found) return undefined;
    const { link, isDraft, isEdited, entry } = found;
    if (isFeed && !isDraft && givenId === undefined) return this.commentFeeds.ofEntry(site, entry, link, isJson);
    const mayMove = !isDraft && !isEdited && !isFront;
    if (mayMove && isMoved(link, url, { hasId: givenId !== undefined })) return { kind: 'redirect', url: link };
    const surrounding = part && part === expected?.part ? expected.surrounding : undefined;
    return this.page(found, request, isFront, { part, versions, surrounding });
  }

  private async idAt(site: Site, address: string): Promise<number | undefined> {
    const id = await this.addresses.idAt(site, address);
    if (id !== undefined) this.latest.set(address, id);
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
    const surrounding = this.loader.surrounding(site, part);
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
    const page = await this.addresses.page(site, id, { content: true });
    if (!page) return undefined;
    const { entry, link, above } = page;
    const isPublic = page.isReadableBy(ANONYMOUS);
    // A published entry needs no preview, and the link must not open one that has a password.
    const isPreview = token !== undefined && !isPublic && (await this.previews.opens(site, entry, token));
    let reader: Principal = ANONYMOUS;
    // The login cookie is enough to show a page, which other origins cannot read.
    if ((!isPublic && !isPreview) || wantsEdited) reader = await this.reader(cookie);
    if (!isPublic && !isPreview && !page.isReadableBy(reader)) return undefined;
    const isEdited = wantsEdited && mayEdit(reader, entry, siteFacts(site));
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
    preloaded: PreloadedArticle,
  ): Promise<SiteResponse> {
    const { entry, isPreview, isEdited } = found;
    const reader = { address, cookies: cookie, siteUrl: site.siteUrl };
    const isOpen = isPreview || isEdited || entry.password === '';
    const { opened, blockedFor } = await this.passwords.openedByCookie(reader, isOpen ? [] : [entry]);
    if (blockedFor > 0) return { kind: 'blocked', seconds: blockedFor };
    const isUnlocked = isOpen || opened.has(entry.id);
    const place = isFront ? 'front' : entry.type === 'post' ? 'posts' : entry.type === 'page' ? 'pages' : 'other';
    const loading = preloaded.part
      ? Promise.resolve(preloaded.part)
      : this.loader.load(site, found, isUnlocked, preloaded.versions);
    const [part, surrounding, frame, popups, styles] = await Promise.all([
      loading,
      preloaded.surrounding ?? loading.then((loaded) => this.loader.surrounding(site, loaded)),
      this.frames.load(site),
      isEdited ? undefined : this.popups.at(site, place),
      loading.then(({ usesPresets }) => (usesPresets ? this.blocks.globalStyles(site) : undefined)),
    ]);
    const render = () =>
      this.render(site, part, { surrounding, frame, popups, styles, isUnlocked, isFront, commentRequest });
    if (!preloaded.part || !isUsual(commentRequest)) return render();
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
      entry.type,
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
      isFront,
      main,
      canonical: search.canonical || link,
      restUrl: isDraft ? undefined : restItem(site, entry),
      feeds: feedsOf(
        site,
        hasFeed ? { heading: around((title) => t.comments.on({ title }), html`${article.title}`), link } : undefined,
      ),
      description: search.description || article.description,
      isIndexed: isHidden || isEdited || search.noindex ? false : undefined,
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
}

/** Whether the page shows the comments and an empty form, and nothing that a visitor sent. */
function isUsual({ notice, replyTo = 0, error, values }: CommentRequest): boolean {
  return notice === undefined && replyTo === 0 && error === undefined && values === undefined;
}

function restItem(site: Site, { type: name, id }: Entry): string | undefined {
  const type = site.model.types.get(name);
  return type?.restBase === undefined ? undefined : site.rest(`${type.route}/${id}`);
}
