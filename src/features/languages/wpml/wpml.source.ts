import { Injectable } from '@nestjs/common';
import { type ContentModel } from '../../../content-model/index.js';
import { type OptionsStore, type Reader, type RowConditions } from '../../../database/index.js';
import { assignedMenus } from '../../../modules/menus/index.js';
import { type AddressedSite, type Site } from '../../../site/index.js';
import { PhpArray } from '../../../text/php/index.js';
import { LanguagesSource, type LanguagesState } from '../languages.source.js';
import { type Language, type Translations } from '../model/language.js';
import { localizedUrl, unlocalizedUrl } from '../polylang/polylang-links.js';
import { PolylangOptions } from '../polylang/polylang-options.js';
import { translatedTaxonomies, translatedTypes } from '../polylang/translated-content.js';
import { OPTION, WpmlOptions } from './wpml-options.js';
import { LANGUAGES, TRANSLATIONS, WpmlStore } from './wpml.store.js';

/** Languages as WPML stores them, which is read and not written. */
@Injectable()
export class WpmlSource extends LanguagesSource {
  readonly plugin = 'WPML';
  readonly isWritable = false;
  readonly tables = [LANGUAGES, TRANSLATIONS, 'posts', 'term_taxonomy', 'options'];
  readonly types: ReadonlySet<string>;
  readonly taxonomies: ReadonlySet<string>;
  private readonly options = new WeakMap<AddressedSite, PolylangOptions>();
  private frontPages: ReadonlyMap<number, string> = new Map();
  private menus: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map();

  constructor(
    protected readonly store: WpmlStore,
    private readonly stored: OptionsStore,
    model: ContentModel,
    initial: WpmlOptions,
  ) {
    super();
    const content = {
      types: initial.types,
      taxonomies: initial.taxonomies,
      translatesMedia: initial.types.includes('attachment'),
    };
    this.types = new Set(translatedTypes(content, model).filter((type) => initial.types.includes(type)));
    this.taxonomies = new Set(
      translatedTaxonomies(content, model).filter((taxonomy) => initial.taxonomies.includes(taxonomy)),
    );
    store.names = { entry: this.types, term: this.taxonomies };
  }

  async load(site: Site, from?: Reader): Promise<LanguagesState> {
    const isPage = site.option('show_on_front') === 'page';
    const [front, posts] = isPage ? [site.integer('page_on_front'), site.integer('page_for_posts')] : [0, 0];
    const [languages, groups] = await Promise.all([
      this.store.languages(from),
      this.store.translationsOf(
        'entry',
        [front, posts].filter((id) => id > 0),
        from,
      ),
    ]);
    const { defaultLanguage } = optionsOf(site);
    this.menus = await this.menusByLanguage(site, languages, from);
    const pagesOf = (id: number) => {
      const found: Translations = groups.get(id) ?? new Map(id > 0 ? [[defaultLanguage, id]] : []);
      return new Map([...found].map(([slug, page]) => [page, slug]));
    };
    this.frontPages = pagesOf(front);
    return { languages, defaultLanguage, frontPages: this.frontPages, postsPages: pagesOf(posts) };
  }

  localize(site: AddressedSite, url: string, language: string): string {
    return localizedUrl(url, language, this.addressOptions(site), this.addresses(site));
  }

  /** Front pages have the address of their language. */
  homeUrl(site: AddressedSite, language: string): string {
    return this.localize(site, `${site.home}/`, language);
  }

  unlocalize(
    site: AddressedSite,
    { languages }: LanguagesState,
    url: string,
  ): { readonly url: string; readonly language?: string } {
    const slugs = languages.map(({ slug }) => slug);
    return unlocalizedUrl(url, slugs, this.addressOptions(site), this.addresses(site));
  }

  menusOf(_site: AddressedSite, language: string): ReadonlyMap<string, number> {
    return this.menus.get(language) ?? new Map();
  }

  /** A location has the translation of the menu that is assigned to it, or that menu. */
  private async menusByLanguage(
    site: Site,
    languages: readonly Language[],
    from?: Reader,
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
    const assigned = assignedMenus(await this.stored.get(`theme_mods_${site.option('stylesheet')}`));
    const translations = await this.store.menuTranslations([...new Set(assigned.values())], from);
    return new Map(
      languages.map(({ slug }) => [
        slug,
        new Map([...assigned].map(([location, menu]) => [location, translations.get(menu)?.get(slug) ?? menu])),
      ]),
    );
  }

  ofTerm(_term: string, taxonomy: string): string {
    return this.store.languageOfTerm(taxonomy);
  }

  entriesIn(count: number, tables: RowConditions['tables']): string {
    return this.store.membersIn('entry', count, tables);
  }

  termsIn(count: number, tables: RowConditions['tables']): string {
    return this.store.membersIn('term', count, tables);
  }

  /** Addresses follow the rules of Polylang's, with settings of other names. */
  private addressOptions(site: AddressedSite): PolylangOptions {
    let found = this.options.get(site);
    if (!found) {
      const { defaultLanguage, namesDefault, form, domains } = optionsOf(site);
      found = new PolylangOptions(
        PhpArray.map([
          ['default_lang', defaultLanguage],
          ['hide_default', !namesDefault || form !== 'folder'],
          ['force_lang', form === 'domain' ? 3 : 1],
          ['domains', PhpArray.map([...domains].map(([slug, domain]) => [slug, withScheme(domain, site.home)]))],
        ]),
      );
      this.options.set(site, found);
    }
    return found;
  }

  /** A parameter is what plain addresses have. */
  private addresses(site: AddressedSite): { home: string; structure: string } {
    const structure = optionsOf(site).form === 'parameter' ? '' : site.option('permalink_structure');
    return { home: site.home, structure };
  }
}

const optionsOf = (site: AddressedSite) => new WpmlOptions(site.value(OPTION));

const withScheme = (domain: string, home: string) =>
  /^\w+:\/\//.test(domain) ? domain : `${/^\w+:/.exec(home)?.[0] ?? 'https:'}//${domain}`;
