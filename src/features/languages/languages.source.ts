import { type Reader, type RowConditions } from '../../database/index.js';
import { type AddressedSite, type Site, type SiteLanguages } from '../../site/index.js';
import { type Language, type Translations } from './model/language.js';

/** The rows of a plugin. */
interface LanguageRows {
  languagesOf(subject: 'entry' | 'term', ids: readonly number[], from?: Reader): Promise<ReadonlyMap<number, string>>;
  translationsOf(
    subject: 'entry' | 'term',
    ids: readonly number[],
    from?: Reader,
  ): Promise<ReadonlyMap<number, Translations>>;
}

/** The languages of a site at one time. */
export interface LanguagesState {
  /** In the order of the plugin. */
  readonly languages: readonly Language[];
  readonly defaultLanguage: string;
  /** Pages that stand for the front page, with their languages. */
  readonly frontPages: ReadonlyMap<number, string>;
  /** Pages that list the posts, with their languages. */
  readonly postsPages: ReadonlyMap<number, string>;
}

/** How a plugin stores languages. */
export abstract class LanguagesSource implements Pick<SiteLanguages, 'localize' | 'ofEntries' | 'ofTerm'> {
  /** For messages. */
  abstract readonly plugin: string;
  /** Types and taxonomies whose items have languages. */
  abstract readonly types: ReadonlySet<string>;
  abstract readonly taxonomies: ReadonlySet<string>;
  abstract readonly isWritable: boolean;
  /** What `load` reads, without the prefix of tables. */
  abstract readonly tables: readonly string[];

  abstract load(site: Site, from?: Reader): Promise<LanguagesState>;
  abstract localize(site: AddressedSite, url: string, language: string): string;
  /** The address of a language. */
  abstract homeUrl(site: AddressedSite, language: string): string;
  /** What a URL names: a language, if any, and the URL without it. */
  abstract unlocalize(
    site: AddressedSite,
    state: LanguagesState,
    url: string,
  ): { readonly url: string; readonly language?: string };
  /** Menus of a language by location. */
  abstract menusOf(site: AddressedSite, language: string): ReadonlyMap<string, number>;
  abstract ofTerm(term: string, taxonomy: string): string;
  /** SQL: the IDs of the entries in one of `count` languages, which are its parameters. */
  abstract entriesIn(count: number, tables: RowConditions['tables']): string;
  abstract termsIn(count: number, tables: RowConditions['tables']): string;
  protected abstract readonly store: LanguageRows;

  ofEntries(
    entries: readonly { readonly id: number; readonly type: string }[],
    from?: Reader,
  ): Promise<ReadonlyMap<number, string>> {
    const ids = entries.filter(({ type }) => this.types.has(type)).map(({ id }) => id);
    return this.store.languagesOf('entry', [...new Set(ids)], from);
  }

  termLanguages(ids: readonly number[], from?: Reader): Promise<ReadonlyMap<number, string>> {
    return this.store.languagesOf('term', ids, from);
  }

  /** With the entry itself; those without any are missing. */
  entryTranslations(ids: readonly number[], from?: Reader): Promise<ReadonlyMap<number, Translations>> {
    return this.store.translationsOf('entry', ids, from);
  }

  termTranslations(ids: readonly number[], from?: Reader): Promise<ReadonlyMap<number, Translations>> {
    return this.store.translationsOf('term', ids, from);
  }
}
