import { Injectable } from '@nestjs/common';
import { EntriesStore, type Entry, PermalinksLoader } from '../../modules/entries/index.js';
import { termLink, TermsStore } from '../../modules/terms/index.js';
import { type Site, SiteLanguagesRegistry } from '../../site/index.js';
import { type LanguageLink, type PageLanguages } from './theme/page.js';

/** What a page shows of other languages: links to the same content where a language has it, else to its front page. */
@Injectable()
export class PageLanguagesService {
  constructor(
    private readonly registry: SiteLanguagesRegistry,
    private readonly entries: EntriesStore,
    private readonly permalinks: PermalinksLoader,
    private readonly terms: TermsStore,
  ) {}

  async ofEntry(site: Site, { id, type }: Pick<Entry, 'id' | 'type'>): Promise<PageLanguages | undefined> {
    const { languages } = this.registry;
    if (!languages || !site.language) return undefined;
    const translations = await languages.translationsOf('entry', id);
    const others = [...translations.values()].filter((other) => other !== id);
    const found = [...(await this.entries.byIds(others, { content: false })).values()];
    const published = found.filter((entry) => entry.status === 'publish' && entry.type === type);
    const linkOf = await this.permalinks.links(site, published);
    const urls = new Map(published.map((entry) => [entry.id, linkOf(entry)]));
    return this.links(site, (slug) => urls.get(translations.get(slug) ?? 0));
  }

  async ofTerm(site: Site, taxonomyName: string, id: number): Promise<PageLanguages | undefined> {
    const { languages } = this.registry;
    const taxonomy = site.model.taxonomies.get(taxonomyName);
    if (!languages || !site.language || !taxonomy) return undefined;
    const translations = await languages.translationsOf('term', id);
    const ids = [...translations.values()].filter((other) => other !== id);
    const [found, tree] = await Promise.all([
      this.terms.byIds(ids, taxonomyName),
      this.terms.withAncestors(ids, taxonomyName),
    ]);
    return this.links(site, (slug) => {
      const term = found.get(translations.get(slug) ?? 0);
      return term && termLink(site, taxonomy, term, tree);
    });
  }

  /** Languages of a page that each of them has, such as the front page or the archive of a month. */
  async ofPage(site: Site, link: string): Promise<PageLanguages | undefined> {
    const isHome = link === site.homeUrl;
    const { url } = this.registry.languages?.unlocalize(site, link) ?? { url: link };
    return this.links(site, (slug, home) => (isHome ? home : site.localized(url, slug)));
  }

  private async links(
    site: Site,
    urlOf: (slug: string, home: string) => string | undefined,
  ): Promise<PageLanguages | undefined> {
    const current = site.language;
    const all = (await this.registry.languages?.all(site)) ?? [];
    if (!current || all.length < 2) return undefined;
    const translations: Record<string, string> = {};
    const items = all.map(({ slug, name, tag, home }): LanguageLink => {
      const isCurrent = slug === current.slug;
      const url = isCurrent ? undefined : urlOf(slug, home);
      if (url !== undefined) translations[tag] = url;
      return { name, tag, url: url ?? home, isCurrent };
    });
    return { items, translations };
  }
}
