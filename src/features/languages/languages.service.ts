import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ContentModel, type FilterDeclaration } from '../../content-model/index.js';
import { Database, outsideTransaction, type Reader } from '../../database/index.js';
import {
  type AddressedSite,
  type LocalizedEntry,
  type Site,
  type SiteLanguage,
  type SiteLanguages,
  SiteLanguagesRegistry,
  SiteService,
} from '../../site/index.js';
import { LanguagesSource, type LanguagesState } from './languages.source.js';
import { type Language, languageTag, namedLanguages, type Translations } from './model/language.js';

/** Short, so that what a WordPress on the same database changes is noticed soon. */
const FRESH_MS = 1000;

/** Parameter of lists, searches and items. */
const LANGUAGE_PARAMETER = 'lang';

const NO_LANGUAGES: LanguagesState = {
  languages: [],
  defaultLanguage: '',
  frontPages: new Map(),
  postsPages: new Map(),
};

/** The languages of the site, read at most once a second. */
@Injectable()
export class LanguagesService implements SiteLanguages, OnModuleInit {
  private loaded?: { until: number; state: Promise<LanguagesState> };
  /** What requests see that cannot wait: as current as the last look-up. */
  private last = NO_LANGUAGES;
  private readonly ofSite = new WeakMap<
    AddressedSite,
    { readonly state: LanguagesState; readonly languages: readonly SiteLanguage[] }
  >();
  /** Filter of lists by the slug of a language. */
  filter?: FilterDeclaration;

  constructor(
    readonly source: LanguagesSource,
    private readonly sites: SiteService,
    private readonly registry: SiteLanguagesRegistry,
    model: ContentModel,
    db: Database,
  ) {
    this.filter = model.queries.searchFilters().find(({ name }) => name === LANGUAGE_PARAMETER);
    const watched = source.tables.map((table) => `${db.tablePrefix}${table}`);
    db.changes.listen((tables) => {
      if (watched.some((table) => tables.has(table))) this.loaded = undefined;
    });
  }

  async onModuleInit(): Promise<void> {
    await this.current();
    this.registry.languages = this;
  }

  async current(site?: Site): Promise<LanguagesState> {
    if (!this.loaded || this.loaded.until <= performance.now()) {
      const state = outsideTransaction(async () => this.source.load(site ?? (await this.sites.current())));
      this.loaded = { until: performance.now() + FRESH_MS, state };
      state.then(
        (found) => (this.last = found),
        () => (this.loaded = undefined),
      );
    }
    return this.loaded.state;
  }

  /** Without waiting: as of the last look-up. */
  get latest(): LanguagesState {
    return this.last;
  }

  /** The languages that a parameter names, or undefined if one does not exist. */
  named(value: string): Language[] | undefined {
    return namedLanguages(value, this.last.languages);
  }

  localize(site: AddressedSite, url: string, language: string): string {
    return this.source.localize(site, url, language);
  }

  /** Pages that stand for the front page have the address of their language. */
  entryUrl(site: AddressedSite, { id, type }: LocalizedEntry, url: string, language: string): string {
    if (type === 'page' && this.last.frontPages.get(id) === language) return this.source.homeUrl(site, language);
    return this.source.localize(site, url, language);
  }

  unlocalize(site: AddressedSite, url: string): { readonly url: string; readonly language?: string } {
    return this.source.unlocalize(site, this.last, url);
  }

  async all(site: AddressedSite): Promise<readonly SiteLanguage[]> {
    const state = await this.current();
    const cached = this.ofSite.get(site);
    if (cached?.state === state) return cached.languages;
    const idIn = (pages: ReadonlyMap<number, string>, slug: string) =>
      [...pages].find(([, language]) => language === slug)?.[0] ?? 0;
    const languages = state.languages.map((language) => ({
      ...language,
      tag: languageTag(language),
      home: this.source.homeUrl(site, language.slug),
      frontPage: idIn(state.frontPages, language.slug),
      postsPage: idIn(state.postsPages, language.slug),
      menus: this.source.menusOf(site, language.slug),
    }));
    this.ofSite.set(site, { state, languages });
    return languages;
  }

  async languageAt(site: AddressedSite, url: string): Promise<SiteLanguage | undefined> {
    const languages = await this.all(site);
    const slug = this.unlocalize(site, url).language ?? this.last.defaultLanguage;
    return languages.find((language) => language.slug === slug);
  }

  async translationsOf(subject: 'entry' | 'term', id: number): Promise<Translations> {
    return (await this.translations(subject, [id])).get(id) ?? new Map();
  }

  translations(subject: 'entry' | 'term', ids: readonly number[]): Promise<ReadonlyMap<number, Translations>> {
    return subject === 'entry' ? this.source.entryTranslations(ids) : this.source.termTranslations(ids);
  }

  async ofEntries(entries: readonly LocalizedEntry[], from?: Reader): Promise<ReadonlyMap<number, string>> {
    const [found] = await Promise.all([this.source.ofEntries(entries, from), from ?? this.current()]);
    return found;
  }

  ofTerm(term: string, taxonomy: string): string {
    return this.source.ofTerm(term, taxonomy);
  }

  async termFor(id: number, language: string | null | undefined, from?: Reader): Promise<number> {
    if (!language || id === 0) return id;
    return (await this.source.termTranslations([id], from)).get(id)?.get(language) ?? id;
  }
}
