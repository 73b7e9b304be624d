import { siteFacts } from '../../../../access/capabilities/index.js';
import { Injectable } from '@nestjs/common';
import { ANONYMOUS } from '../../../../access/principal.js';
import { type Site } from '../../../../site/site.js';
import { type EmbeddedPost, renderTitle, ShortcodeRegistry } from '../../../../rendering/index.js';
import { type Entry } from '../../model/entry.js';
import { EntriesStore } from '../entries.store.js';
import { AddressesStore } from '../addresses.store.js';
import { PermalinksLoader } from '../permalinks.loader.js';
import { isReadable, parentsAmong } from '../../model/readable.js';

/** Keeps the parameters of one query far below what the engines accept. */
const URLS_PER_QUERY = 200;

export interface EmbeddedEntry extends EmbeddedPost {
  readonly entry: Entry;
}

/** Posts, pages and attachments of this site by their URLs, as far as anonymous requesters may read them. */
@Injectable()
export class EmbeddedPostsLoader {
  constructor(
    private readonly addresses: AddressesStore,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly shortcodes: ShortcodeRegistry,
  ) {}

  async load(site: Site, urls: readonly string[]): Promise<Map<string, EmbeddedEntry>> {
    const found = new Map<string, EmbeddedEntry>();
    for (let start = 0; start < urls.length; start += URLS_PER_QUERY) {
      const batch = await this.loadBatch(site, urls.slice(start, start + URLS_PER_QUERY));
      for (const [url, entry] of batch) found.set(url, entry);
    }
    return found;
  }

  private async loadBatch(site: Site, urls: readonly string[]): Promise<[string, EmbeddedEntry][]> {
    const ids = await this.addresses.entriesAt(site, urls);
    if (ids.size === 0) return [];
    const loaded = await this.entries.withAncestors([...new Set(ids.values())]);
    const parentOf = parentsAmong(loaded);
    const facts = siteFacts(site);
    const embeddable = new Set(site.model.pageTypes.map(({ name }) => name));
    const isPublic = (entry: Entry) => embeddable.has(entry.type) && isReadable(ANONYMOUS, entry, parentOf, facts);
    const readable = [...ids].flatMap(([url, id]): [string, Entry][] => {
      const entry = loaded.get(id);
      return entry && isPublic(entry) ? [[url, entry]] : [];
    });
    const link = await this.permalinks.links(
      site,
      readable.map(([, entry]) => entry),
    );
    const siteName = site.option('blogname');
    const endsWithSlash = site.option('permalink_structure').endsWith('/');
    return readable.map(([url, entry]) => {
      const title = renderTitle(entry.title, this.shortcodes, entry.password === '' ? '' : 'Protected: ');
      return [url, { entry, link: link(entry), title, siteName, endsWithSlash }];
    });
  }
}
