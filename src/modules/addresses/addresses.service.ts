import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { RestError } from '../../rest/errors/rest-error.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { type EmbedTarget, Links } from '../../rest/response/links.js';
import { Item } from '../../rest/response/reply.js';
import { type Site } from '../../site/site.js';
import { SiteService } from '../../site/site.service.js';
import { isOwnHost } from '../entries/model/match-address.js';
import { folderOf, type PageAddress, readPageAddress, requestedAddress } from '../entries/model/page-address.js';
import { ArchiveAddressesService, type ArchiveTarget, postsPerPage } from './archive-addresses.service.js';
import { EntryAddressesService, frontPageOf, isMoved, isPlainLinkTo, originOf } from './entry-addresses.service.js';
import { FormerAddressesService } from './former-addresses.service.js';

export const ADDRESS_KINDS = ['entry', 'term', 'author', 'date', 'type', 'home', 'search', 'redirect'] as const;

interface Resolved {
  readonly kind: (typeof ADDRESS_KINDS)[number];
  readonly link: string;
  readonly status?: number;
  readonly type?: string;
  readonly id?: number;
  readonly title?: string;
  readonly page?: number;
  readonly isFrontPage?: boolean;
  readonly isPostsPage?: boolean;
  readonly itemUrl?: string;
  readonly entriesUrl?: string;
  readonly embed?: EmbedTarget;
}

const nothingThere = () => new RestError('nestpress_address_not_found', 'There is nothing at this address.', 404);

/** Says what is at an address, by the rules of the site's own pages. */
@Injectable()
export class AddressesService {
  constructor(
    private readonly entries: EntryAddressesService,
    private readonly archives: ArchiveAddressesService,
    private readonly former: FormerAddressesService,
    private readonly sites: SiteService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async resolve(requester: RequestContext, address: string): Promise<Item> {
    const local = localPath(requester.site, address, this.config.frontEnd.url);
    const requested = local === undefined ? undefined : requestedAddress(requester.site.home, local);
    if (!requested) throw nothingThere();
    const site = await this.sites.at(originOf(requester.site.home) + requested.url);
    const ctx = new RequestContext(requester.principal, requester.request, site, requester.options);
    const page = readPageAddress(requested.path, requested.query, site);
    const found = (await this.found(ctx, page, requested.url)) ?? (await this.redirected(site, requested.url));
    if (!found) throw nothingThere();
    return present(site, found);
  }

  private async found(ctx: RequestContext, address: PageAddress, url: string): Promise<Resolved | undefined> {
    const { site } = ctx;
    if ('isFeed' in address && address.isFeed) return undefined;
    switch (address.kind) {
      case 'entry':
        return (
          (address.page === undefined ? await this.entryAt(ctx, address.id, url) : undefined) ??
          (address.id === undefined ? this.elsewhere(site, address.page ?? 1, url) : undefined)
        );
      case 'declared': {
        const id = await this.entries.idOfDeclared(site, address);
        return id === undefined ? undefined : this.entry(ctx, id, url);
      }
      case 'home': {
        const frontPage = frontPageOf(site);
        if (frontPage > 0 && address.page === 1) return this.entry(ctx, frontPage, url, { isFrontPage: true });
        const home = await this.archivePage(site, this.archives.home(site), address.page);
        return home && { ...home, isFrontPage: true, isPostsPage: true };
      }
      case 'search': {
        const words = encodeURIComponent(address.words);
        const link = `${site.searchHome}${site.searchHome.includes('?') ? '&' : '?'}s=${words}`;
        const language = site.language ? `&lang=${site.language.slug}` : '';
        const entriesUrl = site.rest('/wp/v2/search', `search=${words}${language}`);
        const { page } = address;
        return { kind: 'search', link, title: '', page, entriesUrl: pageUrl(site, entriesUrl, page) };
      }
      case 'term':
      case 'author':
      case 'date':
      case 'type': {
        const target = await this.archives.at(address, site);
        if (target && address.page === 1 && isPlainLinkTo(target.link, url))
          return { ...archive(site, target, 1), kind: 'redirect', link: target.link };
        return target && this.archivePage(site, target, address.page);
      }
      default:
        return undefined;
    }
  }

  private async archivePage(site: Site, target: ArchiveTarget, page: number): Promise<Resolved | undefined> {
    return (await this.archives.hasPage(site, target, page)) ? archive(site, target, page) : undefined;
  }

  private async entryAt(ctx: RequestContext, givenId: number | undefined, url: string): Promise<Resolved | undefined> {
    const { site } = ctx;
    const id = givenId ?? (await this.entries.idAt(site, originOf(site.home) + url));
    return id === undefined ? undefined : this.entry(ctx, id, url, { hasId: givenId !== undefined });
  }

  private async entry(
    { site, principal }: RequestContext,
    id: number,
    url: string,
    { hasId = true, isFrontPage = false } = {},
  ): Promise<Resolved | undefined> {
    const page = await this.entries.page(site, id);
    if (!page?.isReadableBy(principal)) return undefined;
    const { entry, link } = page;
    const type = site.model.types.get(entry.type);
    return {
      kind: !isFrontPage && isMoved(link, url, { hasId }) ? 'redirect' : 'entry',
      link,
      type: entry.type,
      id,
      isFrontPage: id === frontPageOf(site),
      ...(type?.restBase !== undefined && {
        itemUrl: site.rest(`${type.route}/${id}`),
        embed: { source: type.restBase, id },
      }),
    };
  }

  private async redirected(site: Site, url: string): Promise<Resolved | undefined> {
    const redirect = await this.former.redirectOf(site, url);
    return redirect && { kind: 'redirect', ...redirect };
  }

  /** The page that shows the posts, or a post whose address was different under former permalinks. */
  private async elsewhere(site: Site, page: number, url: string): Promise<Resolved | undefined> {
    const posts = await this.former.postsPageAt(site, url);
    if (posts) {
      const { id, type } = posts.page;
      const itemUrl = site.rest(`/wp/v2/pages/${id}`);
      const embed = { source: 'pages', id };
      const home = await this.archivePage(site, this.archives.home(site), page);
      if (!home) return undefined;
      return {
        ...home,
        link: posts.link,
        type,
        id,
        itemUrl,
        embed,
        isPostsPage: true,
      };
    }
    const redirect = await this.redirected(site, url);
    if (redirect) return redirect;
    const link = page === 1 ? await this.former.permalinkOfSlug(site, url) : undefined;
    return link === undefined ? undefined : { kind: 'redirect', link };
  }
}

/** Path and query on the site of an address there or on its front end; undefined for other hosts. */
function localPath(site: Site, address: string, frontEnd: string | undefined): string | undefined {
  const [text] = address.trim().split('#', 1);
  if (!/^[a-z][\w+.-]*:|^\/\//i.test(text!)) return text!.startsWith('/') ? text : `/${text}`;
  if (!URL.canParse(text!, site.home)) return undefined;
  const { pathname, search } = new URL(text!, site.home);
  const homes = [site.home, site.serviceHome, ...(frontEnd === undefined ? [] : [frontEnd])];
  const home = homes.find((own) => isOwnHost(text!, own));
  if (home === undefined) return undefined;
  const folder = folderOf(home);
  const below = pathname.startsWith(`${folder}/`) ? pathname.slice(folder.length) : pathname;
  return folderOf(site.home) + below + search;
}

function archive(
  site: Site,
  { kind, type, id, name, link, restUrl, entriesUrl }: ArchiveTarget,
  page: number,
): Resolved {
  const isItem = kind === 'term' || kind === 'author';
  const source = kind === 'author' ? 'users' : restUrl?.split('/').at(-2);
  return {
    ...{ kind, link, type, id, title: name, page },
    ...(entriesUrl !== undefined && { entriesUrl: pageUrl(site, entriesUrl, page) }),
    ...(isItem && { itemUrl: restUrl }),
    ...(isItem && source !== undefined && { embed: { source, id: id! } }),
  };
}

/** The entries that the site shows on this page. */
function pageUrl(site: Site, entriesUrl: string, page: number): string {
  const part = `per_page=${postsPerPage(site)}${page > 1 ? `&page=${page}` : ''}`;
  return `${entriesUrl}${entriesUrl.includes('?') ? '&' : '?'}${part}`;
}

function present(site: Site, found: Resolved): Item {
  const { kind, link, itemUrl, entriesUrl, embed } = found;
  const links = new Links();
  if (itemUrl !== undefined) links.add('item', itemUrl, { embed });
  if (entriesUrl !== undefined) links.add('https://api.w.org/items', entriesUrl);
  const members = {
    kind,
    link,
    path: link.startsWith(site.home) ? link.slice(site.home.length) || '/' : link,
    status: found.status ?? (kind === 'redirect' ? 301 : 200),
    type: found.type ?? null,
    id: found.id ?? null,
    title: found.title ?? '',
    page: found.page ?? 1,
    is_front_page: found.isFrontPage ?? false,
    is_posts_page: found.isPostsPage ?? false,
    item_url: itemUrl ?? null,
    entries_url: entriesUrl ?? null,
  };
  return new Item(members, links);
}
