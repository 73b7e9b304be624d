import { readdirSync } from 'node:fs';
import { type OptionsStore, type Transaction } from '../database/index.js';

const ENGLISH = 'en_US';
/** WordPress keeps the translations of itself in files such as `de_DE.mo`, those of its parts in `admin-de_DE.mo`. */
const TRANSLATION = /^([a-z]{2,3}(?:_[A-Za-z0-9]+)*)\.(?:mo|l10n\.php)$/;

/** The languages whose translations are in a folder of WordPress; none if there is no folder. */
export function languagesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.flatMap((name) => TRANSLATION.exec(name)?.[1] ?? []);
}

/** The languages that can be chosen: English, those that are installed or declared, and that of the site. */
export function selectableLanguages(declared: readonly string[] = [], ofSite: string): string[] {
  const others = [...declared, ofSite].filter((language) => language !== '' && language !== ENGLISH);
  return [ENGLISH, ...new Set(others)];
}

/** Languages that an administrator has added in the console, separated by commas. */
export const ADDED_LANGUAGES = 'nestpress_languages';

export const addedLanguages = (option: string): string[] => option.split(',').filter((language) => language !== '');

/** Locales of the languages that the console and the pages of the site speak; any of them can be added. */
export const TRANSLATED_LOCALES = ['en_US', 'de_DE', 'fr_FR', 'es_ES', 'ar', 'ja'] as const;

/** The language of a new site, which can still be chosen when the site has got another one. */
export async function storeSiteLanguage(options: OptionsStore, tx: Transaction, locale: string): Promise<void> {
  const isEnglish = locale === ENGLISH;
  await options.set(tx, 'WPLANG', isEnglish ? '' : locale);
  if (!isEnglish) await options.set(tx, ADDED_LANGUAGES, locale);
}
