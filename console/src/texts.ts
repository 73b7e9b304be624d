import { type Catalogue } from './catalogue';

/**
 * Each catalogue is a chunk of its own, compiled by the build. A new text goes into `messages/en.json` and the other languages;
 * `npm run i18n` then writes its type and says what is missing.
 */
const CATALOGUES = {
  en: () => import('../messages/en.json'),
  de: () => import('../messages/de.json'),
  fr: () => import('../messages/fr.json'),
  es: () => import('../messages/es.json'),
  ar: () => import('../messages/ar.json'),
  ja: () => import('../messages/ja.json'),
};

export type Language = keyof typeof CATALOGUES;

export const languageOf = (tag: string): Language => (Object.hasOwn(CATALOGUES, tag) ? (tag as Language) : 'en');

/** The texts of the language that the page is shown in. They are loaded before any module that names one. */
export const t = {} as Catalogue;

export async function loadTexts(language: Language): Promise<void> {
  const { default: texts } = (await CATALOGUES[language]()) as unknown as { default: Catalogue };
  Object.assign(t, texts);
}

/** The text for a value of the REST API; undefined for values that the catalogue does not know. */
export const labelFor = (labels: object, value: string): string | undefined =>
  Object.hasOwn(labels, value) ? (labels as Record<string, string>)[value] : undefined;
