import { Injectable } from '@nestjs/common';
import { type Entry } from '../../modules/entries/model/entry.js';
import { EntriesListStore } from '../../modules/entries/read/list/entries-list.store.js';
import { type EntryQuery } from '../../modules/entries/read/list/entry-query.js';
import { archivePath } from '../../modules/entries/model/permalinks.js';
import { frontOf, termLink } from '../../modules/terms/term.js';
import { TermsStore } from '../../modules/terms/terms.store.js';
import { authorLink } from '../../modules/users/user.js';
import { UsersStore } from '../../modules/users/users.store.js';
import { type PostType } from '../../content-model/post-types.js';
import { type Taxonomy } from '../../content-model/taxonomies.js';
import { type Site } from '../../site/site.js';
import { formatMysqlDate } from '../../text/dates.js';
import { addressBelow, feedResponse } from './feed.js';
import { type PageAddress } from '../../modules/entries/model/page-address.js';
import { PageCardsService } from './page-cards.service.js';
import { PageContentService } from './page-content.service.js';
import { PagePartsService } from './page-parts.service.js';
import { PagePopupsService } from './page-popups.service.js';
import { plainText } from './plain-text.js';
import { SiteFrameService } from './site-frame.service.js';
import { type SiteResponse } from './site-response.js';
import { siteData } from './structured-data.js';
import { ThemeService } from './theme.service.js';
import { type Html, html, raw } from './theme/html.js';
import { type Feed } from './theme/page.js';
import { type Card, type Paging } from './theme/views.js';

export const PUBLISHED = { statuses: ['publish'], orderby: 'date', order: 'desc' } as const;

/** A list of entries with a page of its own. */
export interface Archive {
  /** Empty on the front page. */
  readonly heading: Html;
  readonly label?: string;
  readonly description?: string;
  readonly kind: string;
  readonly link: string;
  readonly query: Partial<EntryQuery>;
  readonly restUrl?: string;
  /** Sticky posts come first. */
  readonly hasSticky?: boolean;
}

type ArchiveAddress = PageAddress & { kind: 'term' | 'author' | 'type' | 'date' };
interface Part {
  readonly page: number;
  readonly isFeed: boolean;
  readonly isJson?: boolean;
}

/** Lists of entries: the front page, archives and search results, as pages and as feeds. */
@Injectable()
export class ArchivesService {
  constructor(
    private readonly lists: EntriesListStore,
    private readonly content: PageContentService,
    private readonly cards: PageCardsService,
    private readonly frames: SiteFrameService,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
    private readonly popups: PagePopupsService,
    private readonly parts: PagePartsService,
    private readonly theme: ThemeService,
  ) {}

  home(site: Site): Archive {
    const link = `${site.home}/`;
    return { heading: raw(''), kind: 'home', link, query: {}, restUrl: site.rest('/wp/v2/posts'), hasSticky: true };
  }

  async at(address: ArchiveAddress, site: Site): Promise<Archive | undefined> {
    switch (address.kind) {
      case 'type':
        return this.ofType(site, site.model.types.get(address.type));
      case 'date':
        return this.ofDate(address, site);
      case 'term':
        return this.ofTerm(address, site);
      case 'author':
        return this.ofAuthor(address, site);
    }
  }

  async respond(site: Site, archive: Archive, part: Part): Promise<SiteResponse> {
    const { link, query } = archive;
    const { page, isFeed } = part;
    const perPage = Math.min(100, Math.max(1, site.integer(isFeed ? 'posts_per_rss' : 'posts_per_page') || 10));
    const sticky = archive.hasSticky && !isFeed ? site.ids('sticky_posts') : [];
    const asked = { type: 'post', ...PUBLISHED, ...query, perPage, offset: isFeed ? 0 : (page - 1) * perPage };
    if (isFeed) {
      const entries = await this.lists.findPage(asked, { content: 'fitting' });
      return page > 1 && entries.length === 0 ? undefined : this.feed(site, archive, entries, part.isJson ?? false);
    }
    const [{ items, total }, leading, frame, popups] = await Promise.all([
      this.cards.list(site, asked),
      page === 1 ? this.sticky(site, sticky) : [],
      this.frames.load(site),
      this.popups.at(site, archive.heading.markup === '' && page === 1 ? 'front' : 'other'),
    ]);
    if (page > 1 && items.length === 0) return undefined;
    const cards = [...leading, ...items.filter(({ id }) => page > 1 || !sticky.includes(id))];
    const urlOf = (number: number) => (number === 1 ? link : addressBelow(link, `page/${number}/`, `paged=${number}`));
    const paging: Paging = { page, pages: Math.ceil(total / perPage), urlOf };
    const { heading, label, description = '' } = archive;
    const title = page > 1 ? html`${heading.markup === '' ? 'Posts' : heading}, page ${page}` : heading;
    const isFront = heading.markup === '';
    const render = () => ({
      kind: 'html' as const,
      scripts: popups.scripts,
      body: this.theme.page(frame, {
        title,
        kind: `archive ${archive.kind}`,
        main: this.theme.archive({
          heading,
          label,
          ...(description !== '' && { description: raw(description) }),
          cards,
          paging,
        }),
        canonical: urlOf(page),
        restUrl: archive.restUrl,
        feeds: feedsOf(site, archive),
        description: plainText(description) || (isFront ? plainText(site.option('blogdescription')) : ''),
        ...(page > 1 && { prev: urlOf(page - 1) }),
        ...(page < paging.pages && { next: urlOf(page + 1) }),
        ...(isFront && page === 1 && { data: [siteData(site)] }),
        ...(cards[0]?.image && { image: cards[0].image }),
        ...popups,
      }),
    });
    if (!this.parts.isUsable(site)) return render();
    const sources = [site.revision, heading.markup, label, description, archive.restUrl, paging.pages, frame, popups];
    return this.parts.rendered(`${archive.kind} ${page} ${link}`, [...sources, ...cards], render);
  }

  async search(site: Site, words: string, part: Part): Promise<SiteResponse> {
    const text = words.trim().slice(0, 200).toWellFormed();
    const link = `${site.home}/?s=${encodeURIComponent(text)}`;
    const archive: Archive = { heading: html`Search: ${text}`, kind: 'search', link, query: {} };
    const perPage = Math.min(100, Math.max(1, site.integer('posts_per_page') || 10));
    const types = site.model.pageTypes.map(({ name }) => name).filter((name) => name !== 'attachment');
    const { items, total } =
      text === ''
        ? { items: [], total: 0 }
        : await this.lists.find(
            {
              ...PUBLISHED,
              type: types[0] ?? 'post',
              types,
              search: text,
              perPage,
              offset: part.isFeed ? 0 : (part.page - 1) * perPage,
            },
            { content: 'fitting' },
          );
    if (part.isFeed) return this.feed(site, archive, items, part.isJson ?? false);
    if (part.page > 1 && items.length === 0) return undefined;
    const urlOf = (number: number) => (number === 1 ? link : `${link}&paged=${number}`);
    const paging: Paging = { page: part.page, pages: Math.ceil(total / perPage), urlOf };
    const parts = text.replaceAll('"', ' ').split(/\s+/).filter(Boolean).slice(0, 10);
    const [frame, results] = await Promise.all([this.frames.load(site), this.content.results(site, items, parts)]);
    const body = this.theme.page(frame, {
      title: text === '' ? html`Search` : html`Search results for “${text}”`,
      kind: 'search',
      main: this.theme.search({ home: site.home, words: text, total, results, paging }),
      canonical: urlOf(part.page),
      isIndexed: false,
    });
    return { kind: 'html', body };
  }

  private async feed(
    site: Site,
    { heading, link }: Archive,
    entries: readonly Entry[],
    isJson: boolean,
  ): Promise<SiteResponse> {
    const name = site.option('blogname');
    const title = heading.markup === '' ? name : `${heading.markup} – ${name}`;
    const items = await this.content.feedItems(site, entries);
    return feedResponse(site, { title, link }, items, isJson);
  }

  private async sticky(site: Site, ids: readonly number[]): Promise<Card[]> {
    return ids.length === 0
      ? []
      : this.cards.page(site, { type: 'post', ...PUBLISHED, include: ids, perPage: 20, offset: 0 });
  }

  private ofType(site: Site, type: PostType | undefined): Archive | undefined {
    if (!type) return undefined;
    const path = archivePath(type, site.option('permalink_structure')) ?? `/?post_type=${type.name}`;
    return {
      heading: html`${type.label}`,
      kind: 'type',
      link: site.home + path,
      query: { type: type.name },
      restUrl: type.restBase === undefined ? undefined : site.rest(type.route),
    };
  }

  private ofDate({ year, month, day }: PageAddress & { kind: 'date' }, site: Site): Archive | undefined {
    const first = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
    if (first.getUTCMonth() !== (month ?? 1) - 1) return undefined;
    const next = new Date(first);
    if (day !== undefined) next.setUTCDate(day + 1);
    else if (month !== undefined) next.setUTCMonth(month);
    else next.setUTCFullYear(year + 1);
    const stored = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');
    const format = day !== undefined ? site.option('date_format') || 'F j, Y' : month !== undefined ? 'F Y' : 'Y';
    const structure = site.option('permalink_structure');
    const two = (number: number) => String(number).padStart(2, '0');
    const parts = [year, month, day].filter((part) => part !== undefined).map(two);
    const folder = structure.includes('%post_id%') && !structure.includes('%year%') ? 'date/' : '';
    const path = structure === '' ? `/?m=${parts.join('')}` : `${frontOf(structure)}${folder}${parts.join('/')}/`;
    return {
      heading: html`${String(formatMysqlDate(format, stored(first), site.zone) ?? year)}`,
      label: 'Archive',
      kind: 'date',
      link: site.home + path,
      query: { after: stored(new Date(first.getTime() - 1000)), before: stored(next) },
    };
  }

  private async ofTerm(address: PageAddress & { kind: 'term' }, site: Site): Promise<Archive | undefined> {
    const { taxonomy } = address;
    const term =
      'id' in address
        ? await this.terms.byId(address.id, taxonomy)
        : await this.terms.bySlug(address.slug.toLowerCase(), taxonomy);
    const declared = site.model.taxonomies.get(taxonomy);
    if (!term || !declared) return undefined;
    const [tree, include] = await Promise.all([
      this.terms.withAncestors([term.id], taxonomy),
      declared.hierarchical ? this.terms.withDescendants(term.id, taxonomy) : [term.id],
    ]);
    return {
      heading: html`${term.name}`,
      label: declared.labels.singular_name ?? undefined,
      description: term.description,
      kind: `term ${taxonomy}`,
      link: termLink(site, declared, term, tree),
      query: { ...typesOf(site, declared), terms: [{ taxonomy, include }] },
      restUrl: site.rest(`${declared.route}/${term.id}`),
    };
  }

  /** Only authors with something published have a page, as only they are listed to everybody. */
  private async ofAuthor({ nicename, id }: PageAddress & { kind: 'author' }, site: Site): Promise<Archive | undefined> {
    const userId = id ?? (await this.users.idBy('nicename', nicename ?? ''));
    const user = userId === undefined ? undefined : await this.users.byId(userId);
    if (!user) return undefined;
    const newest = await this.lists.findPage(
      { type: 'post', ...PUBLISHED, authors: [user.id], perPage: 1, offset: 0 },
      { content: false },
    );
    if (newest.length === 0) return undefined;
    return {
      heading: html`${user.displayName}`,
      label: 'Author',
      description: html`${user.description}`.markup,
      kind: 'author',
      link: authorLink(user, site),
      query: { authors: [user.id] },
      restUrl: site.rest(`/wp/v2/users/${user.id}`),
    };
  }
}

/** Attachments have no place in archives. */
function typesOf({ model }: Site, { types: named }: Taxonomy): Pick<EntryQuery, 'type' | 'types'> {
  const visible = model.pageTypes.filter(({ name }) => name !== 'attachment' && named.includes(name));
  const [first = 'post', ...others] = visible.map(({ name }) => name);
  return { type: first, ...(others.length > 0 && { types: [first, ...others] }) };
}

/** The feeds that the head of a page names: those of the site, and its own. */
export function feedsOf(site: Site, own?: { heading: Html; link: string }): Feed[] {
  const name = plainText(site.option('blogname'));
  const home = `${site.home}/`;
  const pair = (title: string, link: string): Feed[] => [
    { title: `${title} – RSS`, url: addressBelow(link, 'feed/', 'feed=rss2'), type: 'application/rss+xml' },
    { title: `${title} – JSON`, url: addressBelow(link, 'feed/json/', 'feed=json'), type: 'application/feed+json' },
  ];
  return [
    ...(own && own.link !== home ? pair(plainText(own.heading.markup), own.link) : []),
    ...pair(name, home),
    ...pair(`${name} – Comments`, `${home}comments/`),
  ];
}
