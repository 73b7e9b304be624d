import { siteFacts } from '../../access/capabilities/index.js';
import { Injectable } from '@nestjs/common';
import { type Principal } from '../../access/principal.js';
import { type Site } from '../../site/site.js';
import { type Entry } from '../entries/model/entry.js';
import { pathOfUrl } from '../entries/model/page-address.js';
import { isReadable, parentsAmong } from '../entries/model/readable.js';
import { AddressesStore } from '../entries/read/addresses.store.js';
import { EntriesStore } from '../entries/read/entries.store.js';
import { PermalinksLoader } from '../entries/read/permalinks.loader.js';

/** An entry that has pages, and what decides who may read it. */
export interface AddressedPage {
  readonly entry: Entry;
  readonly link: string;
  /** From its parent upwards. */
  readonly above: readonly Entry[];
  isReadableBy(principal: Principal): boolean;
}

/** Finds the entries at addresses of the site: for its pages, and for front ends that ask what is at an address. */
@Injectable()
export class EntryAddressesService {
  constructor(
    private readonly entries: EntriesStore,
    private readonly addresses: AddressesStore,
    private readonly permalinks: PermalinksLoader,
  ) {}

  /** The entry at an address with its origin, or the one that was there before its slug changed. */
  async idAt(site: Site, address: string): Promise<number | undefined> {
    return (
      (await this.addresses.entriesAt(site, [address])).get(address) ?? (await this.addresses.formerlyAt(site, address))
    );
  }

  /** The entry of a plain link that names its type and slugs. */
  async idOfDeclared(site: Site, { type: name, path }: { type: string; path: string }): Promise<number | undefined> {
    const type = site.model.types.get(name);
    return type && this.addresses.entryOf(site, type, path);
  }

  /** Undefined if there is no such entry, or its type has no pages. */
  async page(site: Site, id: number, { content = false } = {}): Promise<AddressedPage | undefined> {
    const [whole, found] = await Promise.all([
      content ? this.entries.byId(id) : undefined,
      this.entries.withAncestors([id]),
    ]);
    const entry = content ? whole : found.get(id);
    if (!entry || !site.model.pageTypes.some(({ name }) => name === entry.type)) return undefined;
    const above: Entry[] = [];
    for (let at = found.get(entry.parent); at && !above.includes(at); at = found.get(at.parent)) above.push(at);
    const link = (await this.permalinks.links(site, [entry]))(entry);
    const parents = parentsAmong(found);
    return { entry, link, above, isReadableBy: (principal) => isReadable(principal, entry, parents, siteFacts(site)) };
  }
}

/** The page that the home page shows; 0 where it shows the latest posts. */
export function frontPageOf(site: Site): number {
  return site.option('show_on_front') === 'page' ? site.integer('page_on_front') : 0;
}

export function originOf(home: string): string {
  return /^\w+:\/\/[^/]*/.exec(home)?.[0] ?? '';
}

/** Whether the entry found at `url` moves the reader to its permalink. Plain links by ID are served where they are. */
export function isMoved(link: string, url: string, { hasId }: { hasId: boolean }): boolean {
  return pathOfUrl(link) !== pathOfUrl(url) && !(hasId && link.includes('?'));
}

/** Whether a link to an archive by number or name leads to its permalink. */
export function isPlainLinkTo(link: string, url: string): boolean {
  return url.includes('?') && !link.includes('?') && pathOfUrl(link) !== pathOfUrl(url);
}
