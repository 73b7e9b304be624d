import { Injectable } from '@nestjs/common';
import { type Versioned } from '../../database/index.js';
import { isMoved, originOf } from '../../modules/addresses/index.js';
import { EntriesStore, type EntryAddress, PostPasswordService } from '../../modules/entries/index.js';
import { type Site } from '../../site/index.js';
import { ArticleFinderService } from './article-finder.service.js';
import { ArticlePartsLoader, type EntryPart, type Found, type Surrounding } from './article-parts.loader.js';
import { ArticleRendererService } from './article-renderer.service.js';
import { BlockStylesService } from './block-styles.service.js';
import { CommentFeedsService } from './comment-feeds.service.js';
import { type CommentRequest, PageCommentsService } from './page-comments.service.js';
import { PagePartsService } from './page-parts.service.js';
import { PagePopupsService } from './page-popups.service.js';
import { SiteFrameService } from './site-frame.service.js';
import { type SiteRequest, type SiteResponse } from './site-response.js';

/** What is read of the page of an entry before it is loaded. */
interface PreloadedArticle {
  readonly versions?: Versioned;
  /** Current under these versions. */
  readonly part?: EntryPart;
  readonly surrounding?: Promise<Surrounding>;
}

/** Pages of single entries. */
@Injectable()
export class ArticlesService {
  constructor(
    private readonly entries: EntriesStore,
    private readonly finder: ArticleFinderService,
    private readonly loader: ArticlePartsLoader,
    private readonly renderer: ArticleRendererService,
    private readonly parts: PagePartsService,
    private readonly frames: SiteFrameService,
    private readonly comments: PageCommentsService,
    private readonly passwords: PostPasswordService,
    private readonly blocks: BlockStylesService,
    private readonly popups: PagePopupsService,
    private readonly commentFeeds: CommentFeedsService,
  ) {}

  async at(
    { id: givenId, isFeed = false, isJson = false, ...preview }: EntryAddress & { isFeed?: boolean; isJson?: boolean },
    request: SiteRequest,
    isFront = false,
  ): Promise<SiteResponse> {
    const { site, url } = request;
    const address = originOf(site.home) + (isFeed ? url.replace(/feed(?:\/\w+)?\/?$/, '') : url);
    const isPlain = preview.previewToken === undefined && !preview.isEdited && this.parts.isUsable(site);
    const expected = isPlain && !isFeed ? this.expect(site, givenId ?? this.finder.latestAt(address)) : undefined;
    const id = givenId ?? (await this.finder.idAt(site, address));
    if (id === undefined) return undefined;
    const versions = isPlain
      ? await (expected?.id === id ? expected.versions : this.entries.versionsOf(id))
      : undefined;
    const part = versions && this.parts.get<EntryPart>(site, `article ${id}`, versions);
    const found = part?.found ?? (await this.finder.find(id, preview, request));
    if (!found) return undefined;
    const { link, isDraft, isEdited, entry } = found;
    if (isFeed && !isDraft && givenId === undefined) return this.commentFeeds.ofEntry(site, entry, link, isJson);
    const mayMove = !isDraft && !isEdited && !isFront;
    if (mayMove && isMoved(link, url, { hasId: givenId !== undefined })) return { kind: 'redirect', url: link };
    const surrounding = part && part === expected?.part ? expected.surrounding : undefined;
    return this.page(found, request, isFront, { part, versions, surrounding });
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
      this.renderer.render(site, part, { surrounding, frame, popups, styles, isUnlocked, isFront, commentRequest });
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
}

/** Whether the page shows the comments and an empty form, and nothing that a visitor sent. */
function isUsual({ notice, replyTo = 0, error, values }: CommentRequest): boolean {
  return notice === undefined && replyTo === 0 && error === undefined && values === undefined;
}
