import { Injectable } from '@nestjs/common';
import { type FilterDeclaration } from '../content-model/declared-queries.js';
import { type Transaction } from '../database/database.js';
import { type Reader } from '../database/reader.js';
import { type PhpValue } from '../text/php/index.js';

/** A language of the site, as its pages need it. */
export interface SiteLanguage {
  /** As addresses and the parameter `lang` name it. */
  readonly slug: string;
  readonly name: string;
  readonly locale: string;
  /** As the attributes `lang` and `hreflang` name it. */
  readonly tag: string;
  readonly isRtl: boolean;
  /** The address of its front page. */
  readonly home: string;
  /** 0 without one. */
  readonly frontPage: number;
  readonly postsPage: number;
  /** Menus by location. */
  readonly menus: ReadonlyMap<string, number>;
}

/** What addresses follow from. */
export interface AddressedSite {
  readonly home: string;
  option(name: string): string;
  value(name: string): PhpValue | undefined;
}

/** An entry whose language is looked up. */
export interface LocalizedEntry {
  readonly id: number;
  readonly type: string;
}

/** The languages of a site whose entries and terms have one each, as a plugin stores them. */
export interface SiteLanguages {
  /** A URL of the site, with the part that names the language. */
  localize(site: AddressedSite, url: string, language: string): string;
  /** A URL of the site without the part that names the language, and that language. */
  unlocalize(site: AddressedSite, url: string): { readonly url: string; readonly language?: string };
  all(site: AddressedSite): Promise<readonly SiteLanguage[]>;
  /** The language of the page at a URL: the default one where it names none. */
  languageAt(site: AddressedSite, url: string): Promise<SiteLanguage | undefined>;
  /** IDs of what translates an entry or a term, with itself, by language. */
  translationsOf(subject: 'entry' | 'term', id: number): Promise<ReadonlyMap<string, number>>;
  /** The same for several of them, in a constant number of queries. */
  translations(
    subject: 'entry' | 'term',
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>>;
  /** The filter of lists by the slug of a language. */
  readonly filter?: FilterDeclaration;
  /** The permalink of an entry, which `localize` makes of most. */
  entryUrl(site: AddressedSite, entry: LocalizedEntry, url: string, language: string): string;
  /** Languages by the IDs of entries; those without one are missing. Takes one query. */
  ofEntries(entries: readonly LocalizedEntry[], from?: Reader): Promise<ReadonlyMap<number, string>>;
  /** What translates a term into a language; the term itself if nothing does. */
  termFor(id: number, language: string | null | undefined): Promise<number>;
  /** SQL of the language of a term, or NULL: `term` and `taxonomy` are the rows of both tables. */
  ofTerm(term: string, taxonomy: string): string;
}

/** Menus by location of a theme. Locations of other languages than the default one are called `LOCATION___LANGUAGE`. */
export type AssignedMenus = ReadonlyMap<string, number>;

/** How a plugin stores the menus of languages. */
export interface LocalizedMenus {
  /** The menus of other languages at these locations. */
  at(theme: string, locations: readonly string[], tx?: Transaction): Promise<AssignedMenus>;
  /** Stores a change of the assigned menus, and returns those that belong into the options of the theme. */
  assign(tx: Transaction, theme: string, before: AssignedMenus, assigned: AssignedMenus): Promise<AssignedMenus>;
  /** The menus in the language of an entry; undefined where no menu of the theme has a language. */
  inLanguageOf(tx: Transaction, theme: string, entry: number): Promise<ReadonlySet<number> | undefined>;
}

/** Where a feature says that the site has several languages. Without one, nothing of a URL depends on them. */
@Injectable()
export class SiteLanguagesRegistry {
  languages?: SiteLanguages;
  menus?: LocalizedMenus;
}
