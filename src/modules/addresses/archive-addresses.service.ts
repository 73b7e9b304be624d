import { Injectable } from '@nestjs/common';
import { type PostType } from '../../content-model/post-types.js';
import { type Taxonomy } from '../../content-model/taxonomies.js';
import { DEFAULT_DATE_FORMAT, localDate } from '../../site/local-date.js';
import { type Site } from '../../site/site.js';
import { type PageAddress } from '../entries/model/page-address.js';
import { archivePath } from '../entries/model/permalinks.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { type EntryQuery } from '../entries/read/list/entry-query.js';
import { frontOf, termLink } from '../terms/term.js';
import { TermsStore } from '../terms/terms.store.js';
import { authorLink } from '../users/user.js';
import { UsersStore } from '../users/users.store.js';
import { encodeUtf8 } from '../../text/slug.js';

const DEFAULT_PER_PAGE = 10;
const MAX_PER_PAGE = 100;
export const PUBLISHED = { statuses: ['publish'], orderby: 'date', order: 'desc' } as const;

export type ArchiveAddress = PageAddress & { kind: 'term' | 'author' | 'type' | 'date' };

/** A list of entries with an address of its own. */
export interface ArchiveTarget {
  readonly kind: 'home' | 'term' | 'author' | 'type' | 'date';
  /** Taxonomy or post type. */
  readonly type?: string;
  /** Term or user. */
  readonly id?: number;
  /** As stored, which for terms is HTML; empty for the home page. */
  readonly name: string;
  readonly label?: string;
  /** As stored. */
  readonly description?: string;
  readonly link: string;
  readonly query: Partial<EntryQuery>;
  /** What the archive is about, in the REST API. */
  readonly restUrl?: string;
  /** Its entries in the REST API. */
  readonly entriesUrl?: string;
}

/** Finds the archives at addresses of the site: for its pages, and for front ends that ask what is at an address. */
@Injectable()
export class ArchiveAddressesService {
  constructor(
    private readonly lists: EntriesListStore,
    private readonly terms: TermsStore,
    private readonly users: UsersStore,
  ) {}

  home(site: Site): ArchiveTarget {
    const restUrl = site.rest('/wp/v2/posts');
    return {
      kind: 'home',
      name: '',
      link: site.homeUrl,
      query: inLanguage(site),
      restUrl,
      entriesUrl: listUrl(site, '/wp/v2/posts'),
    };
  }

  async at(address: ArchiveAddress, site: Site): Promise<ArchiveTarget | undefined> {
    switch (address.kind) {
      case 'type':
        return ofType(site, site.model.types.get(address.type));
      case 'date':
        return ofDate(address, site);
      case 'term':
        return this.ofTerm(address, site);
      case 'author':
        return this.ofAuthor(address, site);
    }
  }

  /** Whether the site shows this page of an archive: there are none after its last entry, nor for a time without any. */
  async hasPage(site: Site, { kind, query }: ArchiveTarget, page: number): Promise<boolean> {
    if (page === 1 && kind !== 'date') return true;
    const offset = (page - 1) * postsPerPage(site);
    const found = await this.lists.findPage(
      { type: 'post', ...PUBLISHED, ...query, perPage: 1, offset },
      { content: false },
    );
    return found.length > 0;
  }

  private async ofTerm(address: PageAddress & { kind: 'term' }, site: Site): Promise<ArchiveTarget | undefined> {
    const { taxonomy } = address;
    const term =
      'id' in address
        ? await this.terms.byId(address.id, taxonomy)
        : // Addresses are decoded, slugs are stored with escapes.
          await this.terms.bySlug(encodeUtf8(address.slug.toLowerCase()), taxonomy);
    const declared = site.model.taxonomies.get(taxonomy);
    if (!term || !declared) return undefined;
    const [tree, include] = await Promise.all([
      this.terms.withAncestors([term.id], taxonomy),
      declared.hierarchical ? this.terms.withDescendants(term.id, taxonomy) : [term.id],
    ]);
    const types = typesOf(site, declared);
    const ofTerm = `${declared.restBase ?? taxonomy}=${term.id}`;
    return {
      kind: 'term',
      type: taxonomy,
      id: term.id,
      name: term.name,
      label: declared.labels.singular_name ?? undefined,
      description: term.description,
      link: termLink(site, declared, term, tree),
      query: { ...types, terms: [{ taxonomy, include }] },
      restUrl: site.rest(`${declared.route}/${term.id}`),
      entriesUrl: entriesUrl(site, site.model.types.get(types.type), ofTerm),
    };
  }

  /** Only authors with something published have a page, as only they are listed to everybody. */
  private async ofAuthor(
    { nicename, id }: PageAddress & { kind: 'author' },
    site: Site,
  ): Promise<ArchiveTarget | undefined> {
    const userId = id ?? (await this.users.idBy('nicename', nicename ?? ''));
    const user = userId === undefined ? undefined : await this.users.byId(userId);
    if (!user) return undefined;
    const newest = await this.lists.findPage(
      { type: 'post', ...PUBLISHED, authors: [user.id], perPage: 1, offset: 0 },
      { content: false },
    );
    if (newest.length === 0) return undefined;
    return {
      kind: 'author',
      id: user.id,
      name: user.displayName,
      label: 'Author',
      description: user.description,
      link: site.localized(authorLink(user, site), site.language?.slug),
      query: { authors: [user.id], ...inLanguage(site) },
      restUrl: site.rest(`/wp/v2/users/${user.id}`),
      entriesUrl: listUrl(site, '/wp/v2/posts', `author=${user.id}`),
    };
  }
}

function ofType(site: Site, type: PostType | undefined): ArchiveTarget | undefined {
  if (!type) return undefined;
  const path = archivePath(type, site.option('permalink_structure')) ?? `/?post_type=${type.name}`;
  return {
    kind: 'type',
    type: type.name,
    name: type.label,
    link: site.localized(site.home + path, site.language?.slug),
    query: { type: type.name, ...inLanguage(site, type.name) },
    restUrl: type.restBase === undefined ? undefined : site.rest(type.route),
    entriesUrl: entriesUrl(site, type),
  };
}

function ofDate({ year, month, day }: PageAddress & { kind: 'date' }, site: Site): ArchiveTarget | undefined {
  const first = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  if (first.getUTCMonth() !== (month ?? 1) - 1) return undefined;
  const next = new Date(first);
  if (day !== undefined) next.setUTCDate(day + 1);
  else if (month !== undefined) next.setUTCMonth(month);
  else next.setUTCFullYear(year + 1);
  const stored = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');
  const format =
    day !== undefined ? site.option('date_format') || DEFAULT_DATE_FORMAT : month !== undefined ? 'F Y' : 'Y';
  const structure = site.option('permalink_structure');
  const two = (number: number) => String(number).padStart(2, '0');
  const parts = [year, month, day].filter((part) => part !== undefined).map(two);
  const folder = structure.includes('%post_id%') && !structure.includes('%year%') ? 'date/' : '';
  const path = structure === '' ? `/?m=${parts.join('')}` : `${frontOf(structure)}${folder}${parts.join('/')}/`;
  const after = stored(new Date(first.getTime() - 1000));
  const before = stored(next);
  const range = new URLSearchParams({ after: after.replace(' ', 'T'), before: before.replace(' ', 'T') });
  return {
    kind: 'date',
    name: localDate(site, format, stored(first)) || String(year),
    label: 'Archive',
    link: site.localized(site.home + path, site.language?.slug),
    query: { after, before, ...inLanguage(site) },
    entriesUrl: listUrl(site, '/wp/v2/posts', range.toString()),
  };
}

/** How many entries a page of an archive, or a feed, shows. -1 stands for all of them: as many as a list of the REST API may have. */
export function postsPerPage(site: Site, option: 'posts_per_page' | 'posts_per_rss' = 'posts_per_page'): number {
  const count = site.integer(option) || DEFAULT_PER_PAGE;
  return count === -1 ? MAX_PER_PAGE : Math.min(MAX_PER_PAGE, Math.abs(count));
}

/** Limits a list to the language of the page. */
export function inLanguage(site: Site, type = 'post'): Pick<EntryQuery, 'filters'> {
  const { language, languageFilter: filter } = site;
  return language && filter?.on.includes(type) ? { filters: [[filter, language.slug]] } : {};
}

function listUrl(site: Site, route: string, query = ''): string {
  const language = site.language && `lang=${site.language.slug}`;
  return site.rest(route, [query, language].filter(Boolean).join('&'));
}

function entriesUrl(site: Site, type: PostType | undefined, query = ''): string | undefined {
  return type?.restBase === undefined ? undefined : listUrl(site, type.route, query);
}

/** Attachments have no place in archives. */
function typesOf({ model }: Site, { types: named }: Taxonomy): { type: string; types?: string[] } {
  const visible = model.pageTypes.filter(({ name }) => name !== 'attachment' && named.includes(name));
  const [first = 'post', ...others] = visible.map(({ name }) => name);
  return { type: first, ...(others.length > 0 && { types: [first, ...others] }) };
}
