import { type Catalogue } from './catalogue';

/**
 * Two chunks for each language, compiled by the build: the texts of the first load, and all others. A new text goes into
 * `messages/en.json` and the other languages; `npm run i18n` then writes its type and says what is missing.
 */
const CATALOGUES = {
  en: [
    () => import('../messages/en.json', { with: { part: 'start' } }),
    () => import('../messages/en.json', { with: { part: 'pages' } }),
  ],
  de: [
    () => import('../messages/de.json', { with: { part: 'start' } }),
    () => import('../messages/de.json', { with: { part: 'pages' } }),
  ],
  fr: [
    () => import('../messages/fr.json', { with: { part: 'start' } }),
    () => import('../messages/fr.json', { with: { part: 'pages' } }),
  ],
  es: [
    () => import('../messages/es.json', { with: { part: 'start' } }),
    () => import('../messages/es.json', { with: { part: 'pages' } }),
  ],
  ar: [
    () => import('../messages/ar.json', { with: { part: 'start' } }),
    () => import('../messages/ar.json', { with: { part: 'pages' } }),
  ],
  ja: [
    () => import('../messages/ja.json', { with: { part: 'start' } }),
    () => import('../messages/ja.json', { with: { part: 'pages' } }),
  ],
} as const;

export type Language = keyof typeof CATALOGUES;

export const languageOf = (tag: string): Language => (Object.hasOwn(CATALOGUES, tag) ? (tag as Language) : 'en');

/** The texts of the language that the page is shown in. They are loaded before any module that names one. */
export const t = {} as Catalogue;

let others: Promise<void> | undefined;

/** Loads the texts of the sign-in page and the frame of the console, and begins to load those of the pages. */
export async function loadTexts(language: Language): Promise<void> {
  const [start, pages] = CATALOGUES[language];
  others = add(pages);
  // A failure is reported where they are awaited.
  others.catch(() => undefined);
  await add(start);
}

async function add(part: () => Promise<unknown>): Promise<void> {
  const { default: texts } = (await part()) as { default: Catalogue };
  Object.assign(t, texts);
}

/** Runs an import of modules that name texts of pages as soon as these are loaded. */
export async function withPageTexts<T>(load: () => Promise<T>): Promise<T> {
  await others;
  return load();
}

/** The text for a value of the REST API; undefined for values that the catalogue does not know. */
export const labelFor = (labels: object, value: string): string | undefined =>
  Object.hasOwn(labels, value) ? (labels as Record<string, string>)[value] : undefined;
