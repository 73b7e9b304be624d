import { Injectable } from '@nestjs/common';
import {
  type ArchiveAddress,
  ArchiveAddressesService,
  type ArchiveTarget,
  inLanguage,
  postsPerPage,
  PUBLISHED,
} from '../../modules/addresses/index.js';
import {
  EntriesListStore,
  type Entry,
  type EntryQuery,
  SeoPluginRegistry,
  type SeoTarget,
} from '../../modules/entries/index.js';
import { messagesOf, type Site, type Texts } from '../../site/index.js';
import { addressBelow, feedResponse } from './feed.js';
import { PageCardsService } from './page-cards.service.js';
import { PageLanguagesService } from './page-languages.service.js';
import { PageContentService } from './page-content.service.js';
import { PagePartsService } from './page-parts.service.js';
import { PagePopupsService } from './page-popups.service.js';
import { plainText } from './plain-text.js';
import { SiteFrameService } from './site-frame.service.js';
import { type SiteResponse } from './site-response.js';
import { siteData } from './structured-data.js';
import { ThemeService } from './theme.service.js';
import { around, type Html, html, raw } from './theme/html.js';
import { type Feed } from './theme/page.js';
import { type Card, type Paging } from './theme/views.js';

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
  /** What its head describes. */
  readonly seo?: SeoTarget;
  /** ID of the author whose posts it lists. */
  readonly author?: number;
  /** Taxonomy and ID of the term whose posts it lists. */
  readonly term?: { readonly taxonomy: string; readonly id: number };
}

interface Part {
  readonly page: number;
  readonly isFeed: boolean;
  readonly isJson?: boolean;
}

/** Lists of entries: the front page, archives and search results, as pages and as feeds. */
@Injectable()
export class ArchivesService {
  constructor(
    private readonly addresses: ArchiveAddressesService,
    private readonly lists: EntriesListStore,
    private readonly content: PageContentService,
    private readonly cards: PageCardsService,
    private readonly frames: SiteFrameService,
    private readonly popups: PagePopupsService,
    private readonly parts: PagePartsService,
    private readonly theme: ThemeService,
    private readonly languages: PageLanguagesService,
    private readonly seo: SeoPluginRegistry,
  ) {}

  home(site: Site): Archive {
    return { ...archiveOf(this.addresses.home(site), messagesOf(site.locale)), hasSticky: true };
  }

  async at(address: ArchiveAddress, site: Site): Promise<Archive | undefined> {
    const target = await this.addresses.at(address, site);
    return target && archiveOf(target, messagesOf(site.locale));
  }

  async respond(site: Site, archive: Archive, part: Part): Promise<SiteResponse> {
    const { link, query } = archive;
    const { page, isFeed } = part;
    const perPage = postsPerPage(site, isFeed ? 'posts_per_rss' : 'posts_per_page');
    const sticky = archive.hasSticky && !isFeed ? site.ids('sticky_posts') : [];
    const filter = { type: 'post', ...PUBLISHED, ...query, perPage, offset: isFeed ? 0 : (page - 1) * perPage };
    if (isFeed) {
      const entries = await this.lists.findPage(filter, { content: 'fitting' });
      return page > 1 && entries.length === 0 ? undefined : this.feed(site, archive, entries, part.isJson ?? false);
    }
    const [{ items, total }, leading, frame, popups, languages, seo, picture] = await Promise.all([
      this.cards.list(site, filter),
      page === 1 ? this.sticky(site, sticky) : [],
      this.frames.load(site),
      this.popups.at(site, archive.heading.markup === '' && page === 1 ? 'front' : 'other'),
      archive.term
        ? this.languages.ofTerm(site, archive.term.taxonomy, archive.term.id)
        : this.languages.ofPage(site, link),
      archive.seo && page === 1 ? this.seo.plugin?.head(site, archive.seo) : undefined,
      archive.author === undefined ? undefined : this.content.portraitOf(site, archive.author),
    ]);
    if ((page > 1 || archive.kind === 'date') && items.length === 0) return undefined;
    const cards = [...leading, ...items.filter(({ id }) => page > 1 || !sticky.includes(id))];
    const urlOf = (number: number) => (number === 1 ? link : addressBelow(link, `page/${number}/`, `paged=${number}`));
    const paging: Paging = { page, pages: Math.ceil(total / perPage), urlOf };
    const { heading, label, description = '' } = archive;
    const t = messagesOf(site.locale);
    const name = heading.markup === '' ? html`${t.archive.posts}` : heading;
    const title = page > 1 ? around((text) => t.archive.page({ title: text, page }), name) : heading;
    const isFront = heading.markup === '';
    const render = () => ({
      kind: 'html' as const,
      scripts: popups.scripts,
      body: this.theme.page(frame, {
        title,
        kind: `archive ${archive.kind}`,
        isFront: isFront && page === 1,
        languages,
        seo,
        main: this.theme.archive(
          {
            heading,
            label,
            ...(description !== '' && { description: raw(description) }),
            cards: frame.cards === 'text' ? cards.map((card) => ({ ...card, image: undefined })) : cards,
            paging,
            picture,
            hasLead: frame.layout === 'lead',
          },
          t,
        ),
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
    const sources = [
      site.revision,
      heading.markup,
      label,
      description,
      archive.restUrl,
      paging.pages,
      frame,
      popups,
      JSON.stringify(languages),
      JSON.stringify(seo),
      picture?.url,
    ];
    return this.parts.rendered(`${archive.kind} ${page} ${link}`, [...sources, ...cards], render);
  }

  async search(site: Site, words: string, part: Part): Promise<SiteResponse> {
    const text = words.trim().slice(0, 200).toWellFormed();
    const t = messagesOf(site.locale);
    const link = `${site.searchHome}${site.searchHome.includes('?') ? '&' : '?'}s=${encodeURIComponent(text)}`;
    const archive: Archive = { heading: html`${t.search.feed({ words: text })}`, kind: 'search', link, query: {} };
    const perPage = postsPerPage(site);
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
              ...inLanguage(site),
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
      title: html`${text === '' ? t.search.title : t.search.resultsFor({ words: text })}`,
      kind: 'search',
      main: this.theme.search(
        {
          home: site.searchHome.replace(/\/(?:\?.*)?$/, ''),
          words: text,
          total,
          results,
          paging,
        },
        t,
      ),
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
      : this.cards.page(site, {
          type: 'post',
          ...PUBLISHED,
          ...inLanguage(site),
          include: ids,
          perPage: 20,
          offset: 0,
        });
  }
}

function archiveOf(target: ArchiveTarget, { archive }: Texts): Archive {
  const { kind, type, id, name, label, description, link, query, restUrl } = target;
  return {
    heading: name === '' ? raw('') : html`${name}`,
    label: kind === 'author' || kind === 'date' ? archive.labels[kind] : label,
    // Those of terms are HTML.
    description: kind === 'author' ? html`${description ?? ''}`.markup : description,
    kind: kind === 'term' ? `term ${type}` : kind,
    link,
    query,
    restUrl,
    ...(kind === 'term' && type !== undefined && id !== undefined && { term: { taxonomy: type, id } }),
    ...(kind === 'author' && { author: id }),
    ...seoTargetOf(target),
  };
}

function seoTargetOf({ kind, type, id }: ArchiveTarget): { seo?: SeoTarget } {
  if (kind === 'home') return { seo: { kind } };
  if (kind === 'term' && type !== undefined && id !== undefined) return { seo: { kind, taxonomy: type, id } };
  if (kind === 'author' && id !== undefined) return { seo: { kind, id } };
  return kind === 'type' && type !== undefined ? { seo: { kind, type } } : {};
}

/** The feeds that the head of a page names: those of the site, and its own. */
export function feedsOf(site: Site, own?: { heading: Html; link: string }): Feed[] {
  const name = plainText(site.option('blogname'));
  const home = site.homeUrl;
  const pair = (title: string, link: string): Feed[] => [
    { title: `${title} – RSS`, url: addressBelow(link, 'feed/', 'feed=rss2'), type: 'application/rss+xml' },
    { title: `${title} – JSON`, url: addressBelow(link, 'feed/json/', 'feed=json'), type: 'application/feed+json' },
  ];
  return [
    ...(own && own.link !== home ? pair(plainText(own.heading.markup), own.link) : []),
    ...pair(name, home),
    ...pair(messagesOf(site.locale).comments.feed({ name }), `${home}comments/`),
  ];
}
