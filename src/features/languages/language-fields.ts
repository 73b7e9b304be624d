import {
  type ContentDeclaration,
  defineField,
  defineFilter,
  defineRowFilter,
  defineTaxonomy,
  type FieldEntry,
  type FieldTerm,
} from '../../content-model/index.js';
import { fragment, type Transaction } from '../../database/index.js';
import { type LanguagesService } from './languages.service.js';
import { type LanguageWrites } from './language-writes.js';

export const PLACE = 'languages';

const TABLES = ['terms', 'term_taxonomy', 'term_relationships'] as const;

const LANG_PARAMETER = {
  type: 'string',
  description: 'Limit to a language, or to several that commas separate. Without a value, all.',
} as const;

const LANG = {
  name: 'lang',
  schema: { type: 'string', description: 'Language of the item.' },
  context: ['view', 'edit'],
} as const;
const TRANSLATIONS = {
  name: 'translations',
  schema: {
    type: 'object',
    description: 'IDs of the item and of what translates it, by language.',
    additionalProperties: { type: 'integer' },
  },
  context: ['view', 'edit'],
} as const;

/** What the declarations call; set when the application starts, which the declarations precede. */
export interface LanguageRuntime {
  languages?: LanguagesService;
  /** Missing where languages are read-only. */
  writes?: LanguageWrites;
}

export interface LocalizedContent {
  readonly types: readonly string[];
  readonly taxonomies: readonly string[];
  /** Tables that languages are read from. */
  readonly reads?: readonly (typeof TABLES)[number][];
  readonly isWritable: boolean;
  /** The taxonomy that languages of entries are stored in, if they are terms. */
  readonly taxonomy?: string;
}

/** The members `lang` and `translations` and the parameter `lang` of translated content. */
export function languageDeclarations(
  runtime: LanguageRuntime,
  { types, taxonomies, isWritable, taxonomy }: LocalizedContent,
): ContentDeclaration[] {
  const source = () => runtime.languages!.source;
  const update = <V>(work: (writes: LanguageWrites, id: number, value: V, tx: Transaction) => Promise<void>) =>
    isWritable
      ? { update: async (id: number, value: unknown, tx: Transaction) => work(runtime.writes!, id, value as V, tx) }
      : {};
  const ofEntries = {
    on: types,
    reads: TABLES,
  };
  const ofTerms = { on: { terms: taxonomies }, reads: TABLES };
  const entryIds = (items: readonly FieldEntry[]) => items.map(({ id }) => id);
  const termIds = (items: readonly FieldTerm[]) => items.map(({ id }) => id);
  return [
    // Counted as other taxonomies are, and without routes.
    ...(taxonomy === undefined
      ? []
      : [
          defineTaxonomy(
            { name: taxonomy, label: 'Languages', types, restBase: false, public: false, rewrite: false },
            PLACE,
          ),
        ]),
    defineField(
      {
        ...LANG,
        ...ofEntries,
        ignoresContent: true,
        load: async (items: readonly FieldEntry[]) => {
          const found = await source().ofEntries(items);
          return items.map(({ id }) => found.get(id) ?? null);
        },
        ...update<string>((writes, id, value, tx) => writes.setEntryLanguage(tx, id, value)),
      },
      PLACE,
    ),
    defineField(
      {
        ...TRANSLATIONS,
        ...ofEntries,
        ignoresContent: true,
        load: async (items: readonly FieldEntry[]) => {
          const ids = entryIds(items);
          const [found, languages] = await Promise.all([source().entryTranslations(ids), source().ofEntries(items)]);
          return ids.map((id) => byLanguage(found.get(id), languages.get(id), id));
        },
        ...update<Record<string, number>>((writes, id, value, tx) => writes.translateEntry(tx, id, value)),
      },
      PLACE,
    ),
    defineField(
      {
        ...LANG,
        ...ofTerms,
        load: async (items: readonly FieldTerm[]) => {
          const found = await source().termLanguages(termIds(items));
          return items.map(({ id }) => found.get(id) ?? null);
        },
        ...update<string>((writes, id, value, tx) => writes.setTermLanguage(tx, id, value)),
      },
      PLACE,
    ),
    defineField(
      {
        ...TRANSLATIONS,
        ...ofTerms,
        load: async (items: readonly FieldTerm[]) => {
          const ids = termIds(items);
          const [found, languages] = await Promise.all([source().termTranslations(ids), source().termLanguages(ids)]);
          return ids.map((id) => byLanguage(found.get(id), languages.get(id), id));
        },
        ...update<Record<string, number>>((writes, id, value, tx) => writes.translateTerm(tx, id, value)),
      },
      PLACE,
    ),
    defineFilter(
      {
        on: types,
        name: 'lang',
        schema: LANG_PARAMETER,
        isSearched: true,
        // Polylang ignores a language that does not exist.
        where: (value, conditions) => {
          const slugs = runtime.languages?.named(value)?.map(({ slug }) => slug);
          if (value === '' || !slugs) return undefined;
          return conditions.sql(
            (row) => `${row}.ID IN (${source().entriesIn(slugs.length, conditions.tables)})`,
            ...slugs,
          );
        },
      },
      PLACE,
    ),
    defineRowFilter(
      {
        on: { terms: taxonomies },
        name: 'lang',
        schema: LANG_PARAMETER,
        where: (value, tables) => {
          const slug = oneLanguage(runtime, value);
          return slug === undefined ? undefined : fragment(`tt.term_id IN (${source().termsIn(1, tables)})`, slug);
        },
      },
      PLACE,
    ),
    defineRowFilter(
      {
        on: 'comments',
        name: 'lang',
        schema: { type: 'string', description: 'Limit to comments on entries of a language. Without a value, all.' },
        reads: TABLES,
        where: (value, tables) => {
          const slug = oneLanguage(runtime, value);
          return slug === undefined
            ? undefined
            : fragment(`comment_post_ID IN (${source().entriesIn(1, tables)})`, slug);
        },
      },
      PLACE,
    ),
  ];
}

/** For terms and comments, Polylang takes the default language where the named one does not exist; without a name, all count. */
function oneLanguage({ languages }: LanguageRuntime, value: unknown): string | undefined {
  if (!languages || typeof value !== 'string' || value === '') return undefined;
  const { languages: all, defaultLanguage } = languages.latest;
  return all.some(({ slug }) => slug === value) ? value : defaultLanguage;
}

/** An item that nothing translates is its only translation. */
function byLanguage(
  translations: ReadonlyMap<string, number> | undefined,
  language: string | undefined,
  id: number,
): Record<string, number> {
  if (translations && translations.size > 0) return Object.fromEntries(translations);
  return language === undefined ? {} : { [language]: id };
}
