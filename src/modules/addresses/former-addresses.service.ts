import { Injectable } from '@nestjs/common';
import { type Site } from '../../site/site.js';
import { folderOf, pathOfUrl } from '../entries/model/page-address.js';
import { type Entry } from '../entries/model/entry.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { EntriesListStore } from '../entries/read/list/entries-list.store.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';
import { PUBLISHED } from './archive-addresses.service.js';

export interface RedirectTarget {
  readonly link: string;
  readonly status: number;
}

/** The redirect of a path below the home of the site, with its query. */
export type RedirectSource = (site: Site, address: string) => Promise<RedirectTarget | undefined>;

/** Addresses that no entry has as its permalink. */
@Injectable()
export class FormerAddressesService {
  /** Where a feature has redirects of the owner. */
  redirects?: RedirectSource;

  constructor(
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly permalinks: PermalinksLoader,
  ) {}

  /** Where the owner redirects an address. */
  async redirectOf(site: Site, url: string): Promise<RedirectTarget | undefined> {
    return this.redirects?.(site, url.slice(folderOf(site.home).length));
  }

  /** The page that shows the posts, if it or one of its pages or feeds is at this address. */
  async postsPageAt(site: Site, url: string): Promise<{ page: Entry; link: string } | undefined> {
    const id = site.option('show_on_front') === 'page' ? site.integer('page_for_posts') : 0;
    const page = id > 0 ? await this.entries.byId(id, { content: false }) : undefined;
    if (page?.status !== 'publish') return undefined;
    const link = (await this.permalinks.links(site, [page]))(page);
    const path = pathOfUrl(url).replace(/(?:page\/\d+|feed(?:\/\w+)?)\/?$/, '');
    return pathOfUrl(link).replace(/\/?$/, '/') === path.replace(/\/?$/, '/') ? { page, link } : undefined;
  }

  /** The permalink of the post with the slug that the address ends with, for links of a former permalink structure. */
  async permalinkOfSlug(site: Site, url: string): Promise<string | undefined> {
    const slug = pathOfUrl(url).split('/').filter(Boolean).at(-1) ?? '';
    if (slug === '') return undefined;
    const [post] = await this.lists.findPage(
      { type: 'post', ...PUBLISHED, slugs: [slug], perPage: 1, offset: 0 },
      { content: false },
    );
    return post && (await this.permalinks.links(site, [post]))(post);
  }
}
