import { Injectable } from '@nestjs/common';
import { CookieAuthenticationService } from '../access/authentication/cookie-authentication.service.js';
import { ANONYMOUS } from '../access/principal.js';
import { type Entry } from '../modules/entries/entry.js';
import { EntriesStore } from '../modules/entries/entries.store.js';
import { EntriesListStore } from '../modules/entries/list/entries-list.store.js';
import { type EntryQuery } from '../modules/entries/list/entry-query.js';
import { PostPasswordService } from '../modules/entries/post-password.js';
import { AddressesStore } from '../modules/entries/permalinks/addresses.store.js';
import { archivePath } from '../modules/entries/permalinks/permalinks.js';
import { PermalinksLoader } from '../modules/entries/permalinks/permalinks.loader.js';
import { isReadable, parentsAmong, siteFacts } from '../modules/entries/readable.js';
import { PreviewsService } from '../modules/previews/previews.service.js';
import { termLink } from '../modules/terms/term.js';
import { TermsStore } from '../modules/terms/terms.store.js';
import { authorLink } from '../modules/users/user.js';
import { UsersStore } from '../modules/users/users.store.js';
import { type PostType } from '../site/model/post-types.js';
import { type Taxonomy } from '../site/model/taxonomies.js';
import { type Site } from '../site/site.js';
import { renderFeed, renderSitemap, renderSitemapIndex } from './feed.js';
import { type PageAddress } from './page-address.js';
import { PageCommentsService } from './page-comments.service.js';
import { PageContentService } from './page-content.service.js';
import { type NavigationLink, renderArchive, renderArticle, renderPage, renderPasswordForm } from './page-template.js';

/** What a request gets: a document, or another address. */
export type SiteResponse =
  | { readonly kind: 'html' | 'feed' | 'xml' | 'text'; readonly body: string; readonly isPrivate?: boolean }
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'blocked'; readonly seconds: number }
  | undefined;

export interface SiteRequest {
  readonly site: Site;
  /** Path and query, as the browser sent them. */
  readonly url: string;
  readonly cookie?: string;
  /** Address of the client. */
  readonly address: string;
}

const NAVIGATION_LINKS = 8;
const SITEMAP_ENTRIES = 1000;
const PUBLISHED = { statuses: ['publish'], orderby: 'date', order: 'desc' } as const;

interface Archive {
  /** HTML; empty on the home page. */
  heading: string;
  link: string;
  query: Partial<EntryQuery>;
  restUrl?: string;
}

/** Pages at the permalinks of the site, through the same stores and renderer as the REST API. */
@Injectable()
export class SitePagesService {
  constructor(
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly addresses: AddressesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly content: PageContentService,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
    private readonly previews: PreviewsService,
    private readonly cookies: CookieAuthenticationService,
    private readonly comments: PageCommentsService,
    private readonly passwords: PostPasswordService,
  ) {}

  async respond(address: PageAddress, request: SiteRequest): Promise<SiteResponse> {
    switch (address.kind) {
      case 'robots':
        return { kind: 'text', body: `User-agent: *\nDisallow:\n\nSitemap: ${request.site.home}/sitemap.xml\n` };
      case 'sitemap':
        return this.sitemap(request.site, address);
      case 'entry':
        return this.entryAt(address, request);
      case 'declared':
        return this.declaredEntry(address, request);
      case 'home':
        return this.home(address, request);
      default:
        return this.archiveOf(address, request);
    }
  }

  notFound(site: Site): Promise<string> {
    return this.message(site, 'Page not found', 'There is nothing at this address.');
  }

  /** For readers who sent too many wrong passwords for a post. */
  tooManyPasswords(site: Site): Promise<string> {
    const text = 'There were too many wrong passwords for this post. Please try again later.';
    return this.message(site, 'Too many wrong passwords', text);
  }

  private async message(site: Site, title: string, text: string): Promise<string> {
    const main = `<h1>${title}</h1>\n<p>${text}</p>`;
    return renderPage(site, await this.navigation(site), { title, main, isIndexed: false });
  }

  private async home(address: PageAddress & { kind: 'home' }, request: SiteRequest): Promise<SiteResponse> {
    const { site } = request;
    const frontPage = site.option('show_on_front') === 'page' ? site.integer('page_on_front') : 0;
    if (frontPage > 0 && !address.isFeed && address.page === 1) return this.entryAt({ id: frontPage }, request, true);
    const archive = { heading: '', link: `${site.home}/`, query: {}, restUrl: site.rest('/wp/v2/posts') };
    return this.archive(site, archive, address);
  }

  private async archiveOf(
    address: PageAddress & { kind: 'term' | 'author' | 'type' },
    { site, url }: SiteRequest,
  ): Promise<SiteResponse> {
    const archive = await this.archiveAt(address, site);
    // Links by number or name lead to the address that the API gives out.
    const isPlain = url.includes('?') && !archive?.link.includes('?');
    if (archive && isPlain && address.page === 1 && !address.isFeed && pathOf(archive.link) !== pathOf(url))
      return { kind: 'redirect', url: archive.link };
    return archive && this.archive(site, archive, address);
  }

  private archiveAt(address: PageAddress & { kind: 'term' | 'author' | 'type' }, site: Site) {
    if (address.kind === 'type') return this.typeArchive(site, site.model.types.get(address.type));
    return address.kind === 'term' ? this.termArchive(address, site) : this.authorArchive(address, site);
  }

  private typeArchive(site: Site, type: PostType | undefined): Archive | undefined {
    if (!type) return undefined;
    const path = archivePath(type, site.option('permalink_structure')) ?? `/?post_type=${type.name}`;
    return {
      heading: this.content.text(type.label),
      link: site.home + path,
      query: { type: type.name },
      restUrl: type.restBase === undefined ? undefined : site.rest(type.route),
    };
  }

  private async termArchive(address: PageAddress & { kind: 'term' }, site: Site): Promise<Archive | undefined> {
    const { taxonomy } = address;
    const term =
      'id' in address
        ? await this.terms.byId(address.id, taxonomy)
        : await this.terms.bySlug(address.slug.toLowerCase(), taxonomy);
    const declared = site.model.taxonomies.get(taxonomy);
    if (!term || !declared) return undefined;
    const tree = await this.terms.withAncestors([term.id], taxonomy);
    return {
      heading: this.content.text(term.name),
      link: termLink(site, declared, term, tree),
      query: { ...this.typesOf(site, declared), terms: [{ taxonomy, include: [term.id] }] },
      restUrl: site.rest(`${declared.route}/${term.id}`),
    };
  }

  /** Attachments have no place in archives. */
  private typesOf({ model }: Site, { types: named }: Taxonomy): Pick<EntryQuery, 'type' | 'types'> {
    const visible = model.pageTypes.filter(({ name }) => name !== 'attachment' && named.includes(name));
    const [first = 'post', ...others] = visible.map(({ name }) => name);
    return { type: first, ...(others.length > 0 && { types: [first, ...others] }) };
  }

  /** Only authors with something published have a page, as only they are listed to everybody. */
  private async authorArchive(
    { nicename, id }: PageAddress & { kind: 'author' },
    site: Site,
  ): Promise<Archive | undefined> {
    const userId = id ?? (await this.users.idBy('nicename', nicename ?? ''));
    const user = userId === undefined ? undefined : await this.users.byId(userId);
    if (!user) return undefined;
    const { total } = await this.lists.find(
      { type: 'post', ...PUBLISHED, authors: [user.id], perPage: 1, offset: 0 },
      { content: false },
    );
    if (total === 0) return undefined;
    return {
      heading: this.content.text(user.displayName),
      link: authorLink(user, site),
      query: { authors: [user.id] },
      restUrl: site.rest(`/wp/v2/users/${user.id}`),
    };
  }

  private async archive(
    site: Site,
    { heading, link, query, restUrl }: Archive,
    { page, isFeed }: { page: number; isFeed: boolean },
  ): Promise<SiteResponse> {
    const perPage = Math.min(100, Math.max(1, site.integer(isFeed ? 'posts_per_rss' : 'posts_per_page') || 10));
    const { items: entries, total } = await this.lists.find(
      { type: 'post', ...PUBLISHED, ...query, perPage, offset: isFeed ? 0 : (page - 1) * perPage },
      { content: true },
    );
    if (page > 1 && entries.length === 0) return undefined;
    const name = this.content.text(site.option('blogname'));
    const title = heading === '' ? name : heading;
    const feedUrl = addressBelow(link, 'feed/', 'feed=rss2');
    if (isFeed) {
      const items = await this.content.feedItems(site, entries);
      return { kind: 'feed', body: renderFeed(site, { title, link, self: feedUrl }, items) };
    }
    const pageUrl = (number: number) =>
      number === 1 ? link : addressBelow(link, `page/${number}/`, `paged=${number}`);
    const links = {
      prev: page > 1 ? pageUrl(page - 1) : undefined,
      next: page * perPage < total ? pageUrl(page + 1) : undefined,
    };
    const [items, navigation] = await Promise.all([this.content.archiveItems(site, entries), this.navigation(site)]);
    const body = renderPage(site, navigation, {
      title,
      main: renderArchive(heading, items, links),
      canonical: pageUrl(page),
      restUrl,
      feed: { title: `${title} – RSS`, url: feedUrl },
      ...links,
    });
    return { kind: 'html', body };
  }

  /** A plain link that names the type and the slugs of an entry. */
  private async declaredEntry(
    { type: name, path }: PageAddress & { kind: 'declared' },
    request: SiteRequest,
  ): Promise<SiteResponse> {
    const type = request.site.model.types.get(name);
    const id = type && (await this.addresses.entryOf(request.site, type, path));
    return id === undefined ? undefined : this.entryAt({ id }, request);
  }

  private async entryAt(
    { id: known, previewToken }: { id?: number; previewToken?: string },
    request: SiteRequest,
    isFront = false,
  ): Promise<SiteResponse> {
    const { site, url, cookie } = request;
    const origin = /^\w+:\/\/[^/]*/.exec(site.home)?.[0] ?? '';
    const id =
      known ??
      (await this.addresses.entriesAt(site, [origin + url])).get(origin + url) ??
      (await this.addresses.formerlyAt(site, origin + url));
    const found = id === undefined ? undefined : await this.entries.withAncestors([id]);
    const entry = id === undefined || !found?.has(id) ? undefined : await this.entries.byId(id);
    if (!entry || !found || !site.model.pageTypes.some(({ name }) => name === entry.type)) return undefined;
    const isPublic = isReadable(ANONYMOUS, entry, parentsAmong(found), siteFacts(site));
    // A published entry needs no preview, and the link must not open one that has a password.
    const isPreview = previewToken !== undefined && !isPublic && (await this.previews.opens(site, entry, previewToken));
    if (!isPublic && !isPreview) {
      // The login cookie is enough to show a page, which other origins cannot read.
      const reader = (await this.cookies.session(cookie, 'GET'))?.principal ?? ANONYMOUS;
      if (!isReadable(reader, entry, parentsAmong(found), siteFacts(site))) return undefined;
    }
    const link = (await this.permalinks.links(site, [entry]))(entry);
    if (isPublic && !isFront && pathOf(link) !== pathOf(url) && !(known !== undefined && link.includes('?')))
      return { kind: 'redirect', url: link };
    return this.article(entry, link, request, { isDraft: !isPublic, isPreview });
  }

  private async article(
    entry: Entry,
    link: string,
    { site, cookie, address }: SiteRequest,
    { isDraft, isPreview }: { isDraft: boolean; isPreview: boolean },
  ): Promise<SiteResponse> {
    const reader = { address, cookies: cookie, siteUrl: site.siteUrl };
    const isOpen = isPreview || entry.password === '';
    const { opened, blockedFor } = await this.passwords.openedByCookie(reader, isOpen ? [] : [entry]);
    if (blockedFor > 0) return { kind: 'blocked', seconds: blockedFor };
    const isUnlocked = isOpen || opened.has(entry.id);
    const [view, navigation] = await Promise.all([
      this.content.article(site, entry, link, isUnlocked),
      this.navigation(site),
    ]);
    const notice = isDraft ? '<p class="notice" role="note">This is a preview. It is not published yet.</p>\n' : '';
    const content = isUnlocked ? view.content : renderPasswordForm(site.siteUrl, entry.id);
    const body = renderPage(site, navigation, {
      title: view.title,
      main: renderArticle({ ...view, content }, notice) + (isUnlocked ? await this.comments.below(site, entry) : ''),
      canonical: link,
      restUrl: isDraft ? undefined : restItem(site, entry),
      description: isUnlocked ? view.description : undefined,
      isIndexed: isDraft || entry.password !== '' ? false : undefined,
    });
    return { kind: 'html', body, isPrivate: isDraft || isPreview || entry.password !== '' };
  }

  /** Top-level pages, in the order of the site. */
  private async navigation(site: Site): Promise<NavigationLink[]> {
    const order = { orderby: 'menu_order', order: 'asc' } as const;
    const { items: entries } = await this.lists.find(
      { type: 'page', ...PUBLISHED, ...order, parents: [0], perPage: NAVIGATION_LINKS, offset: 0 },
      { content: false },
    );
    const linkOf = await this.permalinks.links(site, entries);
    const titles = await this.content.titles(site, entries);
    return entries.map((entry) => ({ title: titles(entry), url: linkOf(entry) })).filter(({ title }) => title !== '');
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
    const { items: entries } = await this.lists.find(
      { ...query, type, offset: (page - 1) * SITEMAP_ENTRIES },
      { content: false },
    );
    if (entries.length === 0) return undefined;
    const linkOf = await this.permalinks.links(site, entries);
    const open = entries.filter((entry) => entry.password === '');
    return {
      kind: 'xml',
      body: renderSitemap(open.map((entry) => ({ url: linkOf(entry), modified: entry.modifiedGmt.replace(' ', 'T') }))),
    };
  }
}

function restItem(site: Site, { type: name, id }: Entry): string | undefined {
  const type = site.model.types.get(name);
  return type?.restBase === undefined ? undefined : site.rest(`${type.route}/${id}`);
}

function addressBelow(link: string, path: string, query: string): string {
  if (link.includes('?')) return `${link}&${query}`;
  return `${link.replace(/\/?$/, '/')}${path}`;
}

function pathOf(url: string): string {
  const path = url.replace(/^\w+:\/\/[^/]*/, '').split(/[?#]/, 1)[0]!;
  try {
    return decodeURIComponent(path).toLowerCase();
  } catch {
    return path;
  }
}
