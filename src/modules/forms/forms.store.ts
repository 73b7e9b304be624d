import { Injectable } from '@nestjs/common';
import { parseSearch } from '../entries/read/list/entry-conditions.store.js';
import { Database, type SqlParameter } from '../../database/database.js';
import { Post, selectColumns } from '../../database/entities/index.js';
import { metaRows } from '../../database/reader.js';
import { rowReader } from '../../database/row-reader.js';
import { escapeLike, like } from '../../database/engine/dialect.js';
import { placeholders, skipped } from '../../database/engine/parameters.js';
import { type SavedForm, DEFAULT_MESSAGES, type FormProperties, type MailRecord, type Messages } from './form/form.js';
import { maybeUnserialize, phpToJs, toText } from '../../text/php/index.js';

/** Post type of forms. */
export const FORM_TYPE = 'wpcf7_contact_form';

interface FormListQuery {
  orderby: string;
  isDescending: boolean;
  search: string;
  /** Undefined: all of them. */
  slice?: { limit: number; offset: number };
}

export type FormSummary = Pick<SavedForm, 'id' | 'slug' | 'title' | 'locale'>;

/** A form as shown on pages. */
export interface NamedForm {
  readonly id: number;
  readonly title: string;
  readonly locale: string;
  readonly template: string;
  readonly hash: string | undefined;
}

/** More forms than any site has. */
const MOST = 1000;

/** Names are case-sensitive, as in WordPress; others sort by date. */
const ORDER_COLUMNS: ReadonlyMap<string, string> = new Map(
  [
    'ID',
    'post_title',
    'post_name',
    'post_modified',
    'post_author',
    'post_parent',
    'menu_order',
    'comment_count',
  ].flatMap((column) => [column, column.replace(/^post_/, '')].map((name) => [name, column] as const)),
);

const TEXTS = new Set(['post_title', 'post_name']);

const SUMMARY = selectColumns(Post, ['id', 'slug', 'title']);

type FormRow = Pick<Post, 'id' | 'slug' | 'title'>;

const readSummary = rowReader<FormRow>(Post);

type Metas = ReadonlyMap<string, string | null>;

/** Forms: one row of the posts table each, with their properties as post meta. */
@Injectable()
export class FormsStore {
  constructor(private readonly database: Database) {}

  async list({
    orderby,
    isDescending,
    search,
    slice = { limit: MOST, offset: 0 },
  }: FormListQuery): Promise<FormSummary[]> {
    const [where, parameters] = searchCondition(search);
    const direction = isDescending ? 'DESC' : 'ASC';
    const sortColumn = ORDER_COLUMNS.get(orderby) ?? 'post_date';
    const column = TEXTS.has(sortColumn) ? this.database.sql.textOrder(sortColumn) : sortColumn;
    const rows = await this.rows(
      `post_status = 'publish'${where} ORDER BY ${column} ${direction}, ID ${direction} LIMIT ? OFFSET ?`,
      [...parameters, slice.limit, skipped(slice.offset)],
    );
    const metas = await this.metas(rows, ['_locale']);
    return rows.map((row) => ({ ...row, locale: localeIn(metas(row)) }));
  }

  async find(id: number): Promise<SavedForm | undefined> {
    const [row] = await this.rows('ID = ?', [id]);
    if (!row) return undefined;
    const metas = (await this.metas([row]))(row);
    return { ...row, locale: localeIn(metas), properties: readProperties(metas) };
  }

  /** The forms that pages refer to, by ID, by the beginning of their hash, or by title; only existing ones. */
  async named(ids: readonly number[], hashes: readonly string[], titles: readonly string[]): Promise<NamedForm[]> {
    const byHash = await this.hashed(hashes);
    const identifiers = [...ids, ...byHash.keys()];
    const tests = [
      ...(identifiers.length > 0 ? [`ID IN (${placeholders(identifiers.length)})`] : []),
      ...(titles.length > 0 ? [`post_title IN (${placeholders(titles.length)})`] : []),
    ];
    if (tests.length === 0) return [];
    const rows = await this.rows(`post_status = 'publish' AND (${tests.join(' OR ')}) ORDER BY ID`, [
      ...identifiers,
      ...titles,
    ]);
    const metas = await this.metas(rows, ['_form', '_locale']);
    return rows.map(({ id, title }) => {
      const own = metas({ id });
      return { id, title, locale: localeIn(own), template: readProperties(own).form, hash: byHash.get(id) };
    });
  }

  private async rows(where: string, parameters: readonly SqlParameter[]): Promise<FormRow[]> {
    const rows = await this.database.query<FormRow>(
      `SELECT ${SUMMARY} FROM ${this.database.tables.posts} WHERE post_type = ? AND ${where}`,
      [FORM_TYPE, ...parameters],
    );
    return rows.map(readSummary);
  }

  /** Newer versions of the original refer to forms by a hash. */
  private async hashed(hashes: readonly string[]): Promise<Map<number, string>> {
    if (hashes.length === 0) return new Map();
    const tests = hashes.map(() => like('meta_value')).join(' OR ');
    const rows = await this.database.query<{ id: number; hash: string }>(
      `SELECT post_id AS id, meta_value AS hash FROM ${this.database.tables.postmeta} WHERE meta_key = '_hash' AND (${tests})`,
      hashes.map((hash) => `${escapeLike(hash)}%`),
    );
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  }

  /** Of several rows with one key the first. */
  private async metas(
    forms: readonly { id: number }[],
    keys?: readonly string[],
  ): Promise<(form: { id: number }) => Metas> {
    const found = new Map(forms.map(({ id }) => [id, new Map<string, string | null>()]));
    const rows = await metaRows(this.database, this.database, 'post', [...found.keys()], keys);
    for (const { owner, key, value } of rows.reverse()) found.get(owner)?.set(key!, value);
    return ({ id }) => found.get(id)!;
  }
}

/** Each word must occur in the title or in the text of all properties. */
function searchCondition(text: string): [string, SqlParameter[]] {
  const search = parseSearch(text);
  if (!search) return ['', []];
  const test = `(${like('post_title')} OR ${like('post_content')})`;
  const values = (word: string) => [`%${escapeLike(word)}%`, `%${escapeLike(word)}%`];
  const conditions = [...search.included.map(() => test), ...search.excluded.map(() => `NOT ${test}`)];
  return [
    conditions.map((condition) => ` AND ${condition}`).join(''),
    [...search.included, ...search.excluded].flatMap(values),
  ];
}

const localeIn = (metas: Metas) => metas.get('_locale') || 'en_US';

/** Properties as stored; missing messages get their defaults. */
function readProperties(metas: Metas): FormProperties {
  const messages = record(metas.get('_messages')) as Messages;
  return {
    form: text(metas.get('_form')) ?? '',
    mail: record(metas.get('_mail')),
    mail_2: record(metas.get('_mail_2')),
    messages: { ...DEFAULT_MESSAGES, ...messages },
    additional_settings: text(metas.get('_additional_settings')) ?? null,
  };
}

function text(stored: string | null | undefined): string | undefined {
  return stored === null || stored === undefined ? undefined : toText(maybeUnserialize(stored));
}

function record(stored: string | null | undefined): MailRecord {
  const value = phpToJs(maybeUnserialize(stored ?? ''));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
