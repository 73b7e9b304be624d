import { Injectable } from '@nestjs/common';
import { parseSearch } from '../entries/list/entry-conditions.store.js';
import { insertEntry, updateEntry } from '../entries/write/entry-rows.store.js';
import { siteNow } from '../entries/write/entry-changes.js';
import { uniqueSlug } from '../entries/write/slugs.js';
import { Database, type SqlParameter, type Transaction } from '../../database/database.js';
import { Post, PostMeta, selectColumns } from '../../database/entities/index.js';
import { rowReader } from '../../database/row-reader.js';
import { escapeLike, like } from '../../database/engine/dialect.js';
import { placeholders, skipped } from '../../database/engine/parameters.js';
import { type Site } from '../../site/site.js';
import { type ConfigErrors, type ConfigError } from './config/check-config.js';
import {
  type ContactForm,
  type SavedForm,
  DEFAULT_MESSAGES,
  type FormProperties,
  type MailRecord,
  type Messages,
  scalarText,
} from './form/form.js';
import { maybeUnserialize, type PhpInput, phpToJs, serialize, toStored, toText } from '../../text/php/index.js';

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

interface NewForm {
  site: Site;
  author: number;
  /** Empty: generated from the ID. */
  slug: string;
}

type FormRow = Pick<Post, 'id' | 'slug' | 'title'>;

const readSummary = rowReader<FormRow>(Post);

interface MetaRow {
  post_id: number;
  meta_key: string;
  meta_value: string | null;
}

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
    const { posts } = this.database.tables;
    const [where, parameters] = searchCondition(search);
    const direction = isDescending ? 'DESC' : 'ASC';
    const known = ORDER_COLUMNS.get(orderby) ?? 'post_date';
    const column = TEXTS.has(known) ? this.database.sql.textOrder(known) : known;
    const rows = await this.database.query<FormRow>(
      `SELECT ${SUMMARY} FROM ${posts} WHERE post_type = ? AND post_status = 'publish'${where} ` +
        `ORDER BY ${column} ${direction}, ID ${direction} LIMIT ? OFFSET ?`,
      [FORM_TYPE, ...parameters, slice.limit, skipped(slice.offset)],
    );
    const metas = await this.metas(
      rows.map((row) => row.id),
      ['_locale'],
    );
    return rows.map((row) => ({ ...readSummary(row), locale: metas.get(row.id)?.get('_locale') || 'en_US' }));
  }

  async find(id: number): Promise<SavedForm | undefined> {
    const { posts } = this.database.tables;
    const [row] = await this.database.query<FormRow>(`SELECT ${SUMMARY} FROM ${posts} WHERE ID = ? AND post_type = ?`, [
      id,
      FORM_TYPE,
    ]);
    if (!row) return undefined;
    const metas = (await this.metas([id])).get(id) ?? new Map<string, string | null>();
    return { ...readSummary(row), locale: metas.get('_locale') || 'en_US', properties: readProperties(metas) };
  }

  /** Returns the new form's id. */
  async create(form: ContactForm, errors: ConfigErrors, { site, author, slug }: NewForm): Promise<number> {
    return this.database.transaction(async (tx) => {
      const now = siteNow(new Date(), site.zone);
      const id = await insertEntry(tx, {
        author,
        date: now.local,
        dateGmt: now.gmt,
        modified: now.local,
        modifiedGmt: now.gmt,
        content: searchableText(form.properties),
        title: form.title,
        excerpt: '',
        status: 'publish',
        commentStatus: 'closed',
        pingStatus: 'closed',
        password: '',
        slug: await this.freeSlug(tx, slug, site),
        parent: 0,
        guid: '',
        menuOrder: 0,
        type: FORM_TYPE,
        mimeType: '',
      });
      const guid = `${site.home}/?post_type=${FORM_TYPE}&p=${id}`;
      await updateEntry(tx, id, {
        guid,
        ...(slug === '' && { slug: await this.freeSlug(tx, String(id), site) }),
      });
      await this.writeMetas(tx, id, form, errors);
      return id;
    });
  }

  async update(form: SavedForm, errors: ConfigErrors, site: Site): Promise<void> {
    await this.database.transaction(async (tx) => {
      const now = siteNow(new Date(), site.zone);
      const changes = {
        title: form.title,
        content: searchableText(form.properties),
        modified: now.local,
        modifiedGmt: now.gmt,
      };
      await updateEntry(tx, form.id, changes);
      await this.writeMetas(tx, form.id, form, errors);
    });
  }

  /** False if it no longer exists. */
  async delete(id: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const { affected } = await tx.manager.delete(Post, { id, type: FORM_TYPE });
      if (affected === 0) return false;
      await tx.manager.delete(PostMeta, { owner: id });
      return true;
    });
  }

  private async freeSlug(tx: Transaction, slug: string, site: Site): Promise<string> {
    if (slug === '') return '';
    const place = { type: FORM_TYPE, hierarchical: false, permalinkStructure: site.option('permalink_structure') };
    return uniqueSlug(tx, this.database, { ...place, slug, id: 0, parent: 0 });
  }

  private async writeMetas(tx: Transaction, id: number, form: ContactForm, errors: ConfigErrors): Promise<void> {
    const { postmeta } = this.database.tables;
    const metas = new Map([...storedProperties(form), ['_config_errors', storedConfigErrors(errors)] as const]);
    const present = await tx.query<{ meta_key: string }>(`SELECT meta_key FROM ${postmeta} WHERE post_id = ?`, [id]);
    const known = new Set(present.map((row) => row.meta_key));
    for (const [key, value] of metas) {
      if (value === undefined) await tx.manager.delete(PostMeta, { owner: id, key });
      else if (known.has(key)) await tx.manager.update(PostMeta, { owner: id, key }, { value });
      else await tx.insert(PostMeta, { owner: id, key, value });
    }
  }

  private async metas(
    ids: readonly number[],
    keys?: readonly string[],
  ): Promise<Map<number, Map<string, string | null>>> {
    const found = new Map<number, Map<string, string | null>>(ids.map((id) => [id, new Map<string, string | null>()]));
    if (ids.length === 0) return found;
    const only = keys ? ` AND meta_key IN (${placeholders(keys.length)})` : '';
    const rows = await this.database.query<MetaRow>(
      `SELECT post_id, meta_key, meta_value FROM ${this.database.tables.postmeta} ` +
        `WHERE post_id IN (${placeholders(ids.length)})${only} ORDER BY meta_id DESC`,
      [...ids, ...(keys ?? [])],
    );
    for (const row of rows) found.get(row.post_id)?.set(row.meta_key, row.meta_value);
    return found;
  }
}

/** Each word must occur in the title or in the text of all properties. */
function searchCondition(text: string): [string, SqlParameter[]] {
  const search = parseSearch(text);
  if (!search) return ['', []];
  const test = `(${like('post_title')} OR ${like('post_content')})`;
  const values = (word: string) => [`%${escapeLike(word)}%`, `%${escapeLike(word)}%`];
  const conditions = [...search.wanted.map(() => test), ...search.unwanted.map(() => `NOT ${test}`)];
  return [
    conditions.map((condition) => ` AND ${condition}`).join(''),
    [...search.wanted, ...search.unwanted].flatMap(values),
  ];
}

type Metas = ReadonlyMap<string, string | null>;

/** Properties as stored; missing messages get their defaults. */
export function readProperties(metas: Metas): FormProperties {
  const messages = record(metas.get('_messages')) as Messages;
  return {
    form: text(metas.get('_form')) ?? '',
    mail: record(metas.get('_mail')),
    mail_2: record(metas.get('_mail_2')),
    messages: { ...DEFAULT_MESSAGES, ...messages },
    additional_settings: text(metas.get('_additional_settings')) ?? null,
  };
}

/** Meta rows by key. */
function storedProperties({ properties, locale }: ContactForm): [string, string | null][] {
  return [
    ['_form', toStored(properties.form)],
    ['_mail', serialize(properties.mail as PhpInput)],
    ['_mail_2', serialize(properties.mail_2 as PhpInput)],
    ['_messages', serialize(properties.messages as PhpInput)],
    ['_additional_settings', properties.additional_settings === null ? null : toStored(properties.additional_settings)],
    ['_locale', locale],
  ];
}

/** Undefined if there is nothing to store. */
function storedConfigErrors(errors: ConfigErrors): string | undefined {
  const sections = Object.entries(errors);
  if (sections.length === 0) return undefined;
  const stored = ({ number, message, link }: ConfigError) => ({ code: number, args: { message, link } });
  return serialize(Object.fromEntries(sections.map(([section, list]) => [section, list.map(stored)])));
}

/** All texts of a form, for the search. */
function searchableText(properties: FormProperties): string {
  const { form, mail, mail_2, messages, additional_settings } = properties;
  const values = [
    form,
    ...[mail, mail_2, messages].flatMap((members): unknown[] => Object.values(members)),
    additional_settings,
  ];
  return values.map(scalarText).join('\n').trim();
}

function text(stored: string | null | undefined): string | undefined {
  return stored === null || stored === undefined ? undefined : toText(maybeUnserialize(stored));
}

function record(stored: string | null | undefined): MailRecord {
  const value = phpToJs(maybeUnserialize(stored ?? ''));
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
