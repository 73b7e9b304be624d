import { Injectable } from '@nestjs/common';
import { type FoundVersion, type ListPage } from '../../database/index.js';
import {
  type ContentOption,
  EntriesListStore,
  EntriesStore,
  type Entry,
  type EntryQuery,
} from '../../modules/entries/index.js';
import { type Site } from '../../site/index.js';
import { PageContentService } from './page-content.service.js';
import { type PagePart, PagePartsService } from './page-parts.service.js';
import { type Card, type Link } from './theme/views.js';

export interface EntryLink extends Link {
  readonly id: number;
  /** Otherwise its date is the title. */
  readonly hasTitle: boolean;
}

/** How a kind of parts is made from entries. */
interface PartKind<T> {
  readonly name: string;
  readonly content: ContentOption;
  make(site: Site, entries: readonly Entry[]): Promise<PagePart<T>[]>;
}

/** Cards and links of the entries that a query finds. Entries whose parts are cached are not read. */
@Injectable()
export class PageCardsService {
  private readonly cards: PartKind<Card> = {
    name: 'card',
    content: 'fitting',
    make: (site, entries) => this.content.cardParts(site, entries),
  };
  private readonly titles: PartKind<EntryLink> = {
    name: 'link',
    content: false,
    make: (site, entries) => this.linkParts(site, entries),
  };

  constructor(
    private readonly entries: EntriesStore,
    private readonly lists: EntriesListStore,
    private readonly content: PageContentService,
    private readonly parts: PagePartsService,
  ) {}

  async list(site: Site, query: EntryQuery): Promise<ListPage<Card>> {
    if (this.parts.isUsable(site)) {
      const { items, total } = await this.lists.findVersions(query);
      return { items: await this.cached(site, items, this.cards), total };
    }
    const { items, total } = await this.lists.find(query, { content: 'fitting' });
    return { items: await this.content.cards(site, items), total };
  }

  /** The same without the total. */
  page(site: Site, query: EntryQuery): Promise<Card[]> {
    return this.found(site, query, this.cards);
  }

  /** Titles and addresses alone. */
  links(site: Site, query: EntryQuery): Promise<EntryLink[]> {
    return this.found(site, query, this.titles);
  }

  private async found<T extends { readonly id: number }>(
    site: Site,
    query: EntryQuery,
    kind: PartKind<T>,
  ): Promise<T[]> {
    if (this.parts.isUsable(site)) return this.cached(site, await this.lists.findPageVersions(query), kind);
    const parts = await kind.make(site, await this.lists.findPage(query, kind));
    return parts.map(({ value }) => value);
  }

  private async cached<T extends { readonly id: number }>(
    site: Site,
    found: readonly FoundVersion[],
    kind: PartKind<T>,
  ): Promise<T[]> {
    const values = new Map<number, T>();
    const missing = new Map<number, FoundVersion>();
    for (const versions of found) {
      const part = this.parts.get<T>(site, `${kind.name} ${versions.found}`, versions);
      if (part) values.set(part.id, part);
      else missing.set(versions.found, versions);
    }
    if (missing.size > 0) {
      const rows = await this.entries.byIds([...missing.keys()], kind);
      for (const part of await kind.make(site, [...rows.values()])) {
        const { id } = part.value;
        values.set(id, part.value);
        this.parts.set(site, `${kind.name} ${id}`, missing.get(id)!, part);
      }
    }
    return found.flatMap((versions) => values.get(versions.found) ?? []);
  }

  private async linkParts(site: Site, entries: readonly Entry[]): Promise<PagePart<EntryLink>[]> {
    const links = await this.content.linkParts(site, entries);
    return entries.map(({ id, title }, index) => {
      const link = links[index]!;
      return { ...link, value: { ...link.value, id, hasTitle: title !== '' } };
    });
  }
}
