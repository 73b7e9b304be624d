import { Injectable } from '@nestjs/common';
import { type Reader } from '../database/reader.js';
import { type PhpValue } from '../text/php/index.js';

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
  /** The permalink of an entry, which `localize` makes of most. */
  entryUrl(site: AddressedSite, entry: LocalizedEntry, url: string, language: string): string;
  /** Languages by the IDs of entries; those without one are missing. Takes one query. */
  ofEntries(entries: readonly LocalizedEntry[], from?: Reader): Promise<ReadonlyMap<number, string>>;
  /** What translates a term into a language; the term itself if nothing does. */
  termFor(id: number, language: string | null | undefined): Promise<number>;
  /** SQL of the language of a term, or NULL: `term` and `taxonomy` are the rows of both tables. */
  ofTerm(term: string, taxonomy: string): string;
}

/** Where a feature says that the site has several languages. Without one, nothing of a URL depends on them. */
@Injectable()
export class SiteLanguagesRegistry {
  languages?: SiteLanguages;
}
