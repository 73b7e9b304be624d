import { Injectable } from '@nestjs/common';
import { Database, placeholders, type Reader, type RowConditions, type Transaction } from '../../../database/index.js';
import { isTruthy, maybeUnserialize, PhpArray, toInteger, toText } from '../../../text/php/index.js';
import { type Language, type Translations } from '../model/language.js';

/** Whose languages: entries and terms have taxonomies of their own. */
export type Subject = 'entry' | 'term';

export const LANGUAGE = { entry: 'language', term: 'term_language' } as const;
export const TRANSLATIONS = { entry: 'post_translations', term: 'term_translations' } as const;
/** What the slugs of languages of terms begin with. */
export const TERM_PREFIX = 'pll_';

/** A row of `term_taxonomy` with its term. */
export interface LanguageTerm {
  readonly id: number;
  readonly termTaxonomyId: number;
  readonly count: number;
}

export interface PolylangLanguage extends Language {
  readonly order: number;
  readonly flagCode: string;
  readonly ofEntries: LanguageTerm;
  /** Missing where the plugin has not stored it. */
  readonly ofTerms?: LanguageTerm;
}

/** What translates an entry or a term, as stored: the terms of `post_translations` and `term_translations`. */
export interface TranslationGroup extends LanguageTerm {
  readonly translations: Translations;
}

interface Row {
  readonly id: number;
  readonly termTaxonomyId: number;
  readonly name: string | null;
  readonly slug: string | null;
  readonly termGroup: number | null;
  readonly taxonomy: string;
  readonly description: string | null;
  readonly count: number | null;
}

interface GroupRow {
  readonly object: number;
  readonly id: number;
  readonly termTaxonomyId: number;
  readonly description: string | null;
  readonly count: number | null;
}

const NO_VALUES = new PhpArray();
const arrayOf = (text: string | null): PhpArray => {
  const value = maybeUnserialize(text ?? '');
  return value instanceof PhpArray ? value : NO_VALUES;
};

/** Reads the rows of Polylang: languages and groups of translations are terms. */
@Injectable()
export class PolylangStore {
  constructor(private readonly db: Database) {}

  /** In the order of the plugin. */
  async languages(reader: Reader = this.db): Promise<PolylangLanguage[]> {
    const { terms, term_taxonomy } = this.db.tables;
    const rows = await reader.query<Row>(
      `SELECT t.term_id AS id, tt.term_taxonomy_id AS termTaxonomyId, t.name AS name, t.slug AS slug, t.term_group AS termGroup, ` +
        `tt.taxonomy AS taxonomy, tt.description AS description, tt.count AS count FROM ${term_taxonomy} tt ` +
        `JOIN ${terms} t ON t.term_id = tt.term_id WHERE tt.taxonomy IN (?, ?) ORDER BY t.term_group, t.term_id`,
      [LANGUAGE.entry, LANGUAGE.term],
    );
    const ofTerms = new Map(
      rows.filter(({ taxonomy }) => taxonomy === LANGUAGE.term).map((row) => [row.slug ?? '', languageTerm(row)]),
    );
    return rows
      .filter(({ taxonomy, slug }) => taxonomy === LANGUAGE.entry && slug)
      .map((row) => {
        const details = arrayOf(row.description);
        const slug = row.slug!;
        const found = ofTerms.get(TERM_PREFIX + slug);
        return {
          slug,
          name: row.name ?? '',
          locale: toText(details.get('locale')),
          isRtl: isTruthy(details.get('rtl')),
          order: Number(row.termGroup ?? 0),
          flagCode: toText(details.get('flag_code')),
          ofEntries: languageTerm(row),
          ...(found && { ofTerms: found }),
        };
      });
  }

  /** Languages by ID. */
  async languagesOf(subject: Subject, ids: readonly number[], reader: Reader = this.db): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const { terms, term_taxonomy, term_relationships } = this.db.tables;
    const rows = await reader.query<{ object: number; slug: string | null }>(
      // SQLite reads the tables of a CROSS JOIN in this order.
      `SELECT r.object_id AS object, t.slug AS slug FROM ${term_relationships} r ` +
        `CROSS JOIN ${term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id CROSS JOIN ${terms} t ON t.term_id = tt.term_id ` +
        `WHERE r.object_id IN (${placeholders(ids.length)}) AND tt.taxonomy = ? ORDER BY t.term_id DESC`,
      [...ids, LANGUAGE[subject]],
    );
    return new Map(rows.map(({ object, slug }) => [Number(object), slugOf(subject, slug ?? '')]));
  }

  /** SQL of the language of a term, or NULL: `term` and `taxonomy` are the rows of both tables. */
  languageOfTerm(term: string, taxonomy: string, translated: readonly string[]): string {
    if (translated.length === 0) return 'NULL';
    const { terms, term_taxonomy, term_relationships } = this.db.tables;
    const names = translated.map((name) => `'${name}'`).join(', ');
    return (
      `(SELECT SUBSTR(lt.slug, ${TERM_PREFIX.length + 1}) FROM ${term_relationships} lr ` +
      `JOIN ${term_taxonomy} ltt ON ltt.term_taxonomy_id = lr.term_taxonomy_id JOIN ${terms} lt ON lt.term_id = ltt.term_id ` +
      `WHERE lr.object_id = ${term}.term_id AND ltt.taxonomy = '${LANGUAGE.term}' AND ${taxonomy}.taxonomy IN (${names}) ` +
      `ORDER BY lt.term_id LIMIT 1)`
    );
  }

  /** The groups of translations by the IDs of their members. */
  async groupsOf(
    subject: Subject,
    ids: readonly number[],
    reader: Reader = this.db,
  ): Promise<Map<number, TranslationGroup>> {
    if (ids.length === 0) return new Map();
    const { term_taxonomy, term_relationships } = this.db.tables;
    const rows = await reader.query<GroupRow>(
      `SELECT r.object_id AS object, tt.term_id AS id, tt.term_taxonomy_id AS termTaxonomyId, tt.description AS description, ` +
        `tt.count AS count FROM ${term_relationships} r CROSS JOIN ${term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id ` +
        `WHERE r.object_id IN (${placeholders(ids.length)}) AND tt.taxonomy = ? ORDER BY tt.term_taxonomy_id DESC`,
      [...ids, TRANSLATIONS[subject]],
    );
    return new Map(rows.map((row) => [Number(row.object), { ...languageTerm(row), translations: readGroup(row) }]));
  }

  /** The members of a group, from its description. */
  translationsIn(description: string): Translations {
    return readGroup({ description });
  }

  /** The parent of a term; 0 at the top level. */
  async parentOf(id: number, reader: Reader = this.db): Promise<number> {
    const [row] = await reader.query<{ parent: number | null }>(
      `SELECT parent AS parent FROM ${this.db.tables.term_taxonomy} WHERE term_id = ?`,
      [id],
    );
    return Number(row?.parent ?? 0);
  }

  async translationsOf(subject: Subject, ids: readonly number[], reader?: Reader): Promise<Map<number, Translations>> {
    const groups = await this.groupsOf(subject, ids, reader);
    return new Map([...groups].map(([id, { translations }]) => [id, translations]));
  }
}

const languageTerm = ({ id, termTaxonomyId, count }: Pick<Row, 'id' | 'termTaxonomyId' | 'count'>): LanguageTerm => ({
  id: Number(id),
  termTaxonomyId: Number(termTaxonomyId),
  count: Number(count ?? 0),
});

const slugOf = (subject: Subject, slug: string) =>
  subject === 'term' && slug.startsWith(TERM_PREFIX) ? slug.slice(TERM_PREFIX.length) : slug;

/** What is not an ID does not count. */
function readGroup({ description }: Pick<GroupRow, 'description'>): Translations {
  const stored = [...arrayOf(description)].map(([slug, id]): [string, number] => [String(slug), toInteger(id)]);
  return new Map(stored.filter(([, id]) => id > 0));
}

/** SQL: the IDs of the items of some languages. The parameters are slugs of languages. */
export function membersIn(
  subject: Subject,
  count: number,
  { terms, term_taxonomy, term_relationships }: RowConditions['tables'],
): string {
  const slug = subject === 'term' ? `SUBSTR(lt.slug, ${TERM_PREFIX.length + 1})` : 'lt.slug';
  return (
    `SELECT lr.object_id FROM ${term_relationships} lr JOIN ${term_taxonomy} ltt ON ltt.term_taxonomy_id = lr.term_taxonomy_id ` +
    `JOIN ${terms} lt ON lt.term_id = ltt.term_id WHERE ltt.taxonomy = '${LANGUAGE[subject]}' AND ${slug} IN (${placeholders(count)})`
  );
}

/** Polylang counts the members of a group and the terms of a language, whatever their state. */
export async function countMembers(tx: Transaction, { tables }: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(
    `UPDATE ${tables.term_taxonomy} SET count = (SELECT COUNT(*) FROM ${tables.term_relationships} r ` +
      `WHERE r.term_taxonomy_id = ${tables.term_taxonomy}.term_taxonomy_id) WHERE term_taxonomy_id IN (${placeholders(ids.length)})`,
    ids,
    tables.term_taxonomy,
  );
}
