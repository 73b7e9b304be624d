import { Injectable } from '@nestjs/common';
import { ContentModel } from '../../../content-model/index.js';
import { type Reader, type RowConditions } from '../../../database/index.js';
import { type AddressedSite, type Site } from '../../../site/index.js';
import { EntriesStore } from '../../../modules/entries/index.js';
import { LanguagesSource, type LanguagesState } from '../languages.source.js';
import { type Translations } from '../model/language.js';
import { translatedTaxonomies, translatedTypes } from './translated-content.js';
import { homeUrl, localizedUrl, unlocalizedUrl } from './polylang-links.js';
import { OPTION, PolylangOptions } from './polylang-options.js';
import { membersIn, type PolylangLanguage, PolylangStore } from './polylang.store.js';

export interface PolylangState extends LanguagesState {
  readonly languages: readonly PolylangLanguage[];
  /** Paths of the front pages, by language. */
  readonly frontPaths: ReadonlyMap<string, { readonly id: number; readonly path: string }>;
}

/** Languages as Polylang stores them. */
@Injectable()
export class PolylangSource extends LanguagesSource {
  readonly plugin = 'Polylang';
  readonly isWritable = true;
  readonly tables = ['terms', 'term_taxonomy', 'term_relationships', 'posts', 'options'];
  readonly types: ReadonlySet<string>;
  readonly taxonomies: ReadonlySet<string>;
  private readonly options = new WeakMap<AddressedSite, PolylangOptions>();
  private state?: PolylangState;

  constructor(
    readonly store: PolylangStore,
    private readonly entries: EntriesStore,
    model: ContentModel,
    initial: PolylangOptions,
  ) {
    super();
    this.types = new Set(translatedTypes(initial, model));
    this.taxonomies = new Set(translatedTaxonomies(initial, model));
  }

  optionsOf(site: AddressedSite): PolylangOptions {
    let options = this.options.get(site);
    if (!options) this.options.set(site, (options = new PolylangOptions(site.value(OPTION))));
    return options;
  }

  async load(site: Site, from?: Reader): Promise<PolylangState> {
    const isPage = site.option('show_on_front') === 'page';
    const [front, posts] = isPage ? [site.integer('page_on_front'), site.integer('page_for_posts')] : [0, 0];
    const pages = [front, posts].filter((id) => id > 0);
    const [languages, groups] = await Promise.all([
      this.store.languages(from),
      this.store.translationsOf('entry', pages, from),
    ]);
    const { defaultLanguage } = this.optionsOf(site);
    const groupOf = (id: number): Translations => groups.get(id) ?? new Map(id > 0 ? [[defaultLanguage, id]] : []);
    const frontPages = groupOf(front);
    const rows = await this.entries.withAncestors([...frontPages.values()], { ...(from && { from }) });
    const pathOf = (id: number) => {
      const slugs: string[] = [];
      const passed = new Set<number>();
      for (let at = rows.get(id); at && !passed.has(at.id); at = rows.get(at.parent)) {
        passed.add(at.id);
        slugs.unshift(at.slug);
      }
      return slugs.join('/');
    };
    const bySlug = (translations: Translations) => new Map([...translations].map(([slug, id]) => [id, slug]));
    this.state = {
      languages,
      defaultLanguage,
      frontPages: bySlug(frontPages),
      postsPages: bySlug(groupOf(posts)),
      frontPaths: new Map(
        [...frontPages].flatMap(([slug, id]) => (rows.has(id) ? [[slug, { id, path: pathOf(id) }] as const] : [])),
      ),
    };
    return this.state;
  }

  localize(site: AddressedSite, url: string, language: string): string {
    return localizedUrl(url, language, this.optionsOf(site), addresses(site));
  }

  homeUrl(site: AddressedSite, slug: string): string {
    const frontPage = this.state?.frontPaths.get(slug);
    return homeUrl({ slug, ...(frontPage && { frontPage }) }, this.optionsOf(site), addresses(site));
  }

  unlocalize(
    site: AddressedSite,
    { languages }: LanguagesState,
    url: string,
  ): { readonly url: string; readonly language?: string } {
    const slugs = languages.map(({ slug }) => slug);
    return unlocalizedUrl(url, slugs, this.optionsOf(site), addresses(site));
  }

  menusOf(site: AddressedSite, language: string): ReadonlyMap<string, number> {
    return this.optionsOf(site).menusOf(site.option('stylesheet'), language);
  }

  ofTerm(term: string, taxonomy: string): string {
    return this.store.languageOfTerm(term, taxonomy, [...this.taxonomies]);
  }

  entriesIn(count: number, tables: RowConditions['tables']): string {
    return membersIn('entry', count, tables);
  }

  termsIn(count: number, tables: RowConditions['tables']): string {
    return membersIn('term', count, tables);
  }
}

const addresses = (site: AddressedSite) => ({ home: site.home, structure: site.option('permalink_structure') });
