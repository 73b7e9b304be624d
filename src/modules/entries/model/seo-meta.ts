import { type EntryMeta } from './entry.js';

/** What an entry says to search engines and social networks, instead of its own texts, image and address, and translations. */
export interface SeoMeta {
  title: string;
  description: string;
  /** Attachment ID; 0 = the featured image. */
  image: number;
  /** Search engines shall not list the entry. */
  noindex: boolean;
  /** URL of the original of the same content; empty: the entry's own. */
  canonical: string;
  /** URLs of the same content in other languages, by language tag; `x-default` for all others. */
  translations: Readonly<Record<string, string>>;
}

const LANGUAGE = /^(?:[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?|x-default)$/;
const MAX_TRANSLATIONS = 100;

/** Post meta that only the console writes; keys that begin with `_` are not part of the API. */
const KEYS = {
  title: '_nestpress_search_title',
  description: '_nestpress_search_description',
  image: '_nestpress_search_image',
  noindex: '_nestpress_search_noindex',
  canonical: '_nestpress_search_canonical',
  translations: '_nestpress_search_translations',
} as const satisfies Record<keyof SeoMeta, string>;

export const SEO_META_KEYS: readonly string[] = Object.values(KEYS);

/** Meta that no plugin has. */
export const TRANSLATIONS_KEY = KEYS.translations;

export function readSeoMeta(meta: EntryMeta): SeoMeta {
  return {
    title: meta.get(KEYS.title) ?? '',
    description: meta.get(KEYS.description) ?? '',
    noindex: meta.get(KEYS.noindex) === '1',
    canonical: meta.get(KEYS.canonical) ?? '',
    translations: readTranslations(meta.get(KEYS.translations)),
    image: Number(/^\d{1,15}$/.exec(meta.get(KEYS.image) ?? '')?.[0] ?? 0),
  };
}

/** By meta key, with the value to store; empty values are not stored. */
export function searchMetaRows({
  title,
  description,
  image,
  noindex,
  canonical,
  translations,
}: SeoMeta): [string, string][] {
  return [
    [KEYS.title, title],
    [KEYS.description, description],
    [KEYS.image, image === 0 ? '' : String(image)],
    [KEYS.noindex, noindex ? '1' : ''],
    [KEYS.canonical, canonical],
    [KEYS.translations, Object.keys(translations).length === 0 ? '' : JSON.stringify(translations)],
  ];
}

/** What is wrong with translations that a client sent; undefined if they are valid. */
export function translationsProblem(translations: Readonly<Record<string, unknown>>): string | undefined {
  const all = Object.entries(translations);
  if (all.length > MAX_TRANSLATIONS) return `There may be at most ${MAX_TRANSLATIONS} translations.`;
  const language = all.find(([name]) => !LANGUAGE.test(name))?.[0];
  if (language !== undefined) return `"${language}" is no language tag such as "de" or "pt-BR".`;
  const wrong = all.find(([, url]) => !isWebAddress(url));
  return wrong && `The address of the translation "${wrong[0]}" is no URL that begins with https:// or http://.`;
}

export function isWebAddress(url: unknown): boolean {
  return typeof url === 'string' && url.length <= 2000 && /^https?:\/\//i.test(url) && URL.canParse(url);
}

function readTranslations(stored = ''): Record<string, string> {
  try {
    const read: unknown = JSON.parse(stored);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {};
    const translations = read as Record<string, unknown>;
    return translationsProblem(translations) === undefined ? (translations as Record<string, string>) : {};
  } catch {
    return {};
  }
}
