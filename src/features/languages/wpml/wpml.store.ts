import { Injectable } from '@nestjs/common';
import { Database, placeholders, type Reader, type RowConditions } from '../../../database/index.js';
import { isRightToLeft } from '../model/locales.js';
import { type Language, type Translations } from '../model/language.js';

/** What the types of rows begin with: `post_page`, `tax_category`. */
const PREFIX = { entry: 'post_', term: 'tax_' } as const;
type Subject = keyof typeof PREFIX;

/** What has languages. */
export interface TranslatedNames {
  readonly entry: ReadonlySet<string>;
  readonly term: ReadonlySet<string>;
}

export const TRANSLATIONS = 'icl_translations';
export const LANGUAGES = 'icl_languages';

interface LanguageRow {
  readonly code: string;
  readonly name: string | null;
  readonly locale: string | null;
}

interface TranslationRow {
  readonly owner: number;
  readonly id: number;
  readonly language: string | null;
}

/** Reads the tables of WPML. Rows of terms name the ID of the term in its taxonomy. */
@Injectable()
export class WpmlStore {
  private readonly translations: string;
  private readonly languagesTable: string;

  /** Set before anything else is read. */
  names: TranslatedNames = { entry: new Set(), term: new Set() };

  constructor(private readonly db: Database) {
    this.translations = `${db.tablePrefix}${TRANSLATIONS}`;
    this.languagesTable = `${db.tablePrefix}${LANGUAGES}`;
  }

  /** Those in use; the plugin knows many. */
  async languages(reader: Reader = this.db): Promise<Language[]> {
    const rows = await reader.query<LanguageRow>(
      `SELECT code AS code, english_name AS name, default_locale AS locale FROM ${this.languagesTable} ` +
        `WHERE active = 1 ORDER BY id`,
    );
    return rows
      .filter(({ code }) => /^[a-z][a-z0-9_-]*$/i.test(code))
      .map(({ code, name, locale }) => ({
        slug: code,
        name: name ?? code,
        locale: locale || code,
        isRtl: isRightToLeft(locale || code),
      }));
  }

  async languagesOf(subject: Subject, ids: readonly number[], reader: Reader = this.db): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const { from, owner } = this.joined(subject);
    const rows = await reader.query<{ owner: number; language: string | null }>(
      `SELECT ${owner} AS owner, i.language_code AS language FROM ${from} ` +
        `WHERE ${owner} IN (${placeholders(ids.length)}) AND ${this.isOf(subject)} ORDER BY i.translation_id DESC`,
      [...ids],
    );
    return new Map(rows.flatMap(({ owner: id, language }) => (language ? [[Number(id), language] as const] : [])));
  }

  /** With the items themselves. */
  translationsOf(
    subject: Subject,
    ids: readonly number[],
    reader: Reader = this.db,
  ): Promise<ReadonlyMap<number, Translations>> {
    return this.groups(subject, this.isOf(subject), ids, reader);
  }

  private async groups(
    subject: Subject,
    isOfKind: string,
    ids: readonly number[],
    reader: Reader,
  ): Promise<ReadonlyMap<number, Translations>> {
    if (ids.length === 0) return new Map();
    const { from, owner, member, memberJoin } = this.joined(subject);
    const rows = await reader.query<TranslationRow>(
      `SELECT ${owner} AS owner, ${member} AS id, m.language_code AS language FROM ${from} ` +
        `JOIN ${this.translations} m ON m.trid = i.trid AND m.element_type = i.element_type ${memberJoin}` +
        `WHERE ${owner} IN (${placeholders(ids.length)}) AND ${isOfKind} ` +
        `AND m.element_id IS NOT NULL ORDER BY m.translation_id`,
      [...ids],
    );
    const found = new Map<number, Map<string, number>>();
    for (const { owner: id, id: translation, language } of rows) {
      const translations = found.get(Number(id)) ?? new Map<string, number>();
      if (language) translations.set(language, Number(translation));
      found.set(Number(id), translations);
    }
    return found;
  }

  /** Menus that are translations of each other, by language, for each of these menus. */
  menuTranslations(ids: readonly number[], reader: Reader = this.db): Promise<ReadonlyMap<number, Translations>> {
    return this.groups('term', `i.element_type = '${PREFIX.term}nav_menu'`, ids, reader);
  }

  /** SQL of the language of a term, or NULL: `taxonomy` is its row of `term_taxonomy`. */
  languageOfTerm(taxonomy: string): string {
    const names = [...this.names.term];
    if (names.length === 0) return 'NULL';
    const types = names.map((name) => `WHEN '${name}' THEN '${PREFIX.term}${name}'`).join(' ');
    // A comparison of two columns fails where their collations differ.
    const type = `CASE ${taxonomy}.taxonomy ${types} END`;
    return (
      `(SELECT i.language_code FROM ${this.translations} i WHERE i.element_type = ${type} ` +
      `AND i.element_id = ${taxonomy}.term_taxonomy_id ORDER BY i.translation_id LIMIT 1)`
    );
  }

  /** SQL: the IDs of the items of some languages. The parameters are their codes. */
  membersIn(subject: Subject, count: number, { term_taxonomy }: RowConditions['tables']): string {
    const condition = `${this.isOf(subject)} AND i.language_code IN (${placeholders(count)})`;
    return subject === 'entry'
      ? `SELECT i.element_id FROM ${this.translations} i WHERE ${condition} AND i.element_id IS NOT NULL`
      : `SELECT x.term_id FROM ${this.translations} i JOIN ${term_taxonomy} x ON x.term_taxonomy_id = i.element_id WHERE ${condition}`;
  }

  /** The table is indexed by type and ID. */
  private isOf(subject: Subject): string {
    const types = [...this.names[subject]].map((name) => `'${PREFIX[subject]}${name}'`);
    return types.length === 0 ? '1 = 0' : `i.element_type IN (${types.join(', ')})`;
  }

  private joined(subject: Subject): { from: string; owner: string; member: string; memberJoin: string } {
    const { term_taxonomy } = this.db.tables;
    if (subject === 'entry')
      return { from: `${this.translations} i`, owner: 'i.element_id', member: 'm.element_id', memberJoin: '' };
    return {
      from: `${this.translations} i JOIN ${term_taxonomy} x ON x.term_taxonomy_id = i.element_id`,
      owner: 'x.term_id',
      member: 'y.term_id',
      memberJoin: `JOIN ${term_taxonomy} y ON y.term_taxonomy_id = m.element_id `,
    };
  }
}
