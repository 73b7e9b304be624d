import { type Catalogue } from '../../../console/src/catalogue';

export type SearchTexts = Pick<Catalogue, 'search'>;

/** The console's texts about search engines, one chunk for each language. */
const TEXTS: Record<string, () => Promise<unknown>> = {
  en: () => import('../../../console/messages/en.json', { with: { group: 'search' } }),
  de: () => import('../../../console/messages/de.json', { with: { group: 'search' } }),
  fr: () => import('../../../console/messages/fr.json', { with: { group: 'search' } }),
  es: () => import('../../../console/messages/es.json', { with: { group: 'search' } }),
  ar: () => import('../../../console/messages/ar.json', { with: { group: 'search' } }),
  ja: () => import('../../../console/messages/ja.json', { with: { group: 'search' } }),
};

export async function searchTexts(language: string): Promise<SearchTexts> {
  const { default: texts } = (await (TEXTS[language] ?? TEXTS.en!)()) as { default: SearchTexts };
  return texts;
}
