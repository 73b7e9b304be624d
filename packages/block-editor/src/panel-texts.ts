import { type Catalogue } from '../../../console/src/catalogue';

export type SearchTexts = Pick<Catalogue, 'search'>;
export type FieldsTexts = Pick<Catalogue, 'entryFields'>;
export type GoneTexts = Pick<Catalogue, 'goneEntry'>;
type PanelTexts = SearchTexts & FieldsTexts & GoneTexts;

type Chunks = Readonly<Record<string, () => Promise<unknown>>>;

/** Texts of the console, one chunk for each language and group. */
const TEXTS: Readonly<Record<keyof PanelTexts, Chunks>> = {
  search: {
    en: () => import('../../../console/messages/en.json', { with: { group: 'search' } }),
    de: () => import('../../../console/messages/de.json', { with: { group: 'search' } }),
    fr: () => import('../../../console/messages/fr.json', { with: { group: 'search' } }),
    es: () => import('../../../console/messages/es.json', { with: { group: 'search' } }),
    ar: () => import('../../../console/messages/ar.json', { with: { group: 'search' } }),
    ja: () => import('../../../console/messages/ja.json', { with: { group: 'search' } }),
  },
  entryFields: {
    en: () => import('../../../console/messages/en.json', { with: { group: 'entryFields' } }),
    de: () => import('../../../console/messages/de.json', { with: { group: 'entryFields' } }),
    fr: () => import('../../../console/messages/fr.json', { with: { group: 'entryFields' } }),
    es: () => import('../../../console/messages/es.json', { with: { group: 'entryFields' } }),
    ar: () => import('../../../console/messages/ar.json', { with: { group: 'entryFields' } }),
    ja: () => import('../../../console/messages/ja.json', { with: { group: 'entryFields' } }),
  },
  goneEntry: {
    en: () => import('../../../console/messages/en.json', { with: { group: 'goneEntry' } }),
    de: () => import('../../../console/messages/de.json', { with: { group: 'goneEntry' } }),
    fr: () => import('../../../console/messages/fr.json', { with: { group: 'goneEntry' } }),
    es: () => import('../../../console/messages/es.json', { with: { group: 'goneEntry' } }),
    ar: () => import('../../../console/messages/ar.json', { with: { group: 'goneEntry' } }),
    ja: () => import('../../../console/messages/ja.json', { with: { group: 'goneEntry' } }),
  },
};

export async function panelTexts(language: string): Promise<PanelTexts> {
  const groups = Object.values(TEXTS).map(async (chunks) => {
    const { default: texts } = (await (chunks[language] ?? chunks.en!)()) as {
      default: Partial<PanelTexts>;
    };
    return texts;
  });
  return Object.assign({}, ...(await Promise.all(groups))) as PanelTexts;
}
