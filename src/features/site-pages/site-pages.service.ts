import { Injectable } from '@nestjs/common';
import {
  EntryAddressesService,
  FormerAddressesService,
  frontPageOf,
  isPlainLinkTo,
  PUBLISHED,
} from '../../modules/addresses/index.js';
import {
  EntriesListStore,
  EntriesStore,
  type EntryMeta,
  type PageAddress,
  PermalinksLoader,
  SeoPluginRegistry,
} from '../../modules/entries/index.js';
import { messagesOf, type Site } from '../../site/index.js';
import { ArchivesService } from './archives.service.js';
import { ArticlesService } from './articles.service.js';
import { CommentFeedsService } from './comment-feeds.service.js';
import { renderSitemap, renderSitemapIndex } from './feed.js';
import { PageContentService } from './page-content.service.js';
import { SiteFrameService } from './site-frame.service.js';
import { type SiteRequest, type SiteResponse } from './site-response.js';
import { ThemeService } from './theme.service.js';
import { html, raw } from './theme/html.js';
import { type Link } from './theme/views.js';

const SITEMAP_ENTRIES = 1000;
const RECENT_POSTS = 5;
const NO_META: EntryMeta = new Map();

/** Pages at the permalinks of the site, through the same stores and renderer as the REST API. */
@Injectable()
export class SitePagesService {
  constructor(
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly addresses: EntryAddressesService,
    private readonly permalinks: PermalinksLoader,
    private readonly former: FormerAddressesService,
    private readonly content: PageContentService,
    private readonly frames: SiteFrameService,
    private readonly archives: ArchivesService,
    private readonly articles: ArticlesService,
    private readonly commentFeeds: CommentFeedsService,
    private readonly theme: ThemeService,
    private readonly seo: SeoPluginRegistry,
  ) {}

  async respond(address: PageAddress, request: SiteRequest): Promise<SiteResponse> {
    const { site } = request;
    switch (address.kind) {
      case 'robots':
        return { kind: 'text', body: robots(site) };
      case 'sitemap':
        return this.sitemap(site, address);
      case 'search':
        return this.archives.search(site, address.words, address);
      case 'comments':
        return this.commentFeeds.ofSite(site, address.isJson ?? false);
      case 'entry':
        return (
          (address.page === undefined || address.isFeed ? await this.articles.at(address, request) : undefined) ??
          (address.id === undefined ? this.elsewhere(address, request) : undefined)
        );
      case 'declared':
        return this.declaredEntry(address, request);
      case 'home':
        return this.home(address, request);
      default:
        return this.archiveOf(address, request);
    }
  }

  /** The page of an entry with its comment form, whatever its address. */
  commentPage(id: number, request: SiteRequest): Promise<SiteResponse> {
    return this.articles.at({ id }, request, true);
  }

  /** The permalink of an entry, with a query or a fragment. */
  async addressOf(site: Site, id: number, ending: string): Promise<string> {
    const entry = await this.entries.byId(id, { content: false });
    const link = entry ? (await this.permalinks.links(site, [entry]))(entry) : `${site.home}/`;
    return link + (link.includes('?') ? ending.replace('?', '&') : ending);
  }

  async notFound(site: Site): Promise<string> {
    const items = await this.lists.findPage(
      { type: 'post', ...PUBLISHED, perPage: RECENT_POSTS, offset: 0 },
      { content: false },
    );
    const recent = await this.content.links(site, items);
    return this.message(site, messagesOf(site.locale).notFound, recent);
  }

  /** For readers who sent too many wrong passwords for a post. */
  tooManyPasswords(site: Site): Promise<string> {
    const { blockedTitle: title, blocked: text } = messagesOf(site.locale).protected;
    return this.message(site, { title, text });
  }

  private async message(
    site: Site,
    { title, text }: { title: string; text: string },
    recent?: readonly Link[],
  ): Promise<string> {
    const main = this.theme.message(site.home, { title, text, recent }, messagesOf(site.locale));
    return this.theme.page(await this.frames.load(site), {
      title: html`${title}`,
      kind: 'message',
      main,
      isIndexed: false,
    });
  }

  private async home(address: PageAddress & { kind: 'home' }, request: SiteRequest): Promise<SiteResponse> {
    const { site } = request;
    const frontPage = frontPageOf(site);
    if (frontPage > 0 && !address.isFeed && address.page === 1)
      return this.articles.at({ id: frontPage }, request, true);
    return this.archives.respond(site, this.archives.home(site), address);
  }

  private async archiveOf(
    address: PageAddress & { kind: 'term' | 'author' | 'type' | 'date' },
    { site, url }: SiteRequest,
  ): Promise<SiteResponse> {
    const archive = await this.archives.at(address, site);
    // Links by number or name lead to the address that the API gives out.
    if (archive && address.page === 1 && !address.isFeed && isPlainLinkTo(archive.link, url))
      return { kind: 'redirect', url: archive.link };
    return archive && this.archives.respond(site, archive, address);
  }

  /** A plain link that names the type and the slugs of an entry. */
  private async declaredEntry(
    address: PageAddress & { kind: 'declared' },
    request: SiteRequest,
  ): Promise<SiteResponse> {
    const id = await this.addresses.idOfDeclared(request.site, address);
    return id === undefined ? undefined : this.articles.at({ id }, request);
  }

  /** Where the owner redirects an address at which there is nothing. */
  async redirect(site: Site, url: string): Promise<SiteResponse> {
    const redirect = await this.former.redirectOf(site, url);
    return redirect && { kind: 'redirect', url: redirect.link, status: redirect.status };
  }

  /** The page that shows the posts, or a post whose address was different under former permalinks. */
  private async elsewhere(
    { page = 1, isFeed = false, isJson }: PageAddress & { kind: 'entry' },
    { site, url }: SiteRequest,
  ): Promise<SiteResponse> {
    const posts = await this.former.postsPageAt(site, url);
    if (posts) {
      const [link] = await this.content.links(site, [posts.page]);
      const archive = { ...this.archives.home(site), heading: raw(String(link!.title)), link: posts.link };
      return this.archives.respond(site, archive, { page, isFeed, isJson });
    }
    if (page > 1 || isFeed) return undefined;
    const redirect = await this.redirect(site, url);
    if (redirect) return redirect;
    const permalink = await this.former.permalinkOfSlug(site, url);
    return permalink === undefined ? undefined : { kind: 'redirect', url: permalink };
  }

  private async sitemap(site: Site, { type, page }: PageAddress & { kind: 'sitemap' }): Promise<SiteResponse> {
    const query = { ...PUBLISHED, order: 'asc', perPage: SITEMAP_ENTRIES } as const;
    const types = site.model.pageTypes.map(({ name }) => name).filter((name) => name !== 'attachment');
    if (type === undefined) {
      const totals = await Promise.all(
        types.map((name) => this.lists.find({ ...query, type: name, perPage: 1, offset: 0 }, { content: false })),
      );
      const urls = types.flatMap((name, index) => {
        const pages = Math.ceil(totals[index]!.total / SITEMAP_ENTRIES);
        return Array.from({ length: pages }, (_, number) => `${site.home}/sitemap-${name}-${number + 1}.xml`);
      });
      return { kind: 'xml', body: renderSitemapIndex(urls) };
    }
    if (!types.includes(type)) return undefined;
    const items = await this.lists.findPage(
      { ...query, type, offset: (page - 1) * SITEMAP_ENTRIES },
      { content: false },
    );
    if (items.length === 0) return undefined;
    const metas = await this.entries.metas(
      items.map(({ id }) => id),
      this.seo.keys,
    );
    const isListed = (id: number) => !this.seo.read(metas.get(id) ?? NO_META).noindex;
    const open = items.filter(({ id, password }) => password === '' && isListed(id));
    const [linkOf, imageOf] = await Promise.all([this.permalinks.links(site, open), this.content.imagesOf(site, open)]);
    const entries = open.map((entry) => ({
      url: linkOf(entry),
      modified: entry.modifiedGmt.replace(' ', 'T'),
      image: imageOf(entry)?.url,
    }));
    return { kind: 'xml', body: renderSitemap(entries) };
  }
}

/** Sites that do not want to be found say so in their settings. */
function robots(site: Site): string {
  if (!site.isOn('blog_public')) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\nDisallow: /console/\nDisallow: /*?s=\nDisallow: /*replytocom=\n\nSitemap: ${site.home}/sitemap.xml\n`;
}
