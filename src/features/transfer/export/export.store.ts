import { Injectable } from '@nestjs/common';
import { In, MoreThan, Not } from 'typeorm';
import { ContentModel } from '../../../content-model/content-model.js';
import { type Comment, readComment } from '../../../modules/comments/comment.js';
import { Database, type SqlParameter } from '../../../database/database.js';
import { placeholders } from '../../../database/engine/parameters.js';
import {
  Comment as CommentRow,
  membersOf,
  Post,
  selectColumns,
  Term,
  TermTaxonomy,
  User,
} from '../../../database/entities/index.js';
import { countRows, metaRows, type MetaRow } from '../../../database/reader.js';
import { rowReader } from '../../../database/row-reader.js';
import { groupBy } from '../bulk-rows.js';
import { type ExportFilter, ExportFilterError } from './export-filter.js';

/** Rows as read from the database for an export. */
export type EntryRow = Post & { login: string | null };

export type TermNodeRow = Pick<TermTaxonomy, 'id' | 'term' | 'taxonomy' | 'parent'>;

export interface TermRow extends TermNodeRow, Pick<TermTaxonomy, 'description'>, Pick<Term, 'slug' | 'name'> {
  parentSlug: string | null;
}

export interface AssignedTermRow extends Pick<TermTaxonomy, 'taxonomy'>, Pick<Term, 'slug' | 'name'> {
  owner: number;
}

export interface AuthorRow extends Pick<User, 'id' | 'login' | 'email' | 'displayName'> {
  firstName: string | null;
  lastName: string | null;
}

/** Replaces NULL values of foreign databases. */
const readEntryRow = rowReader<EntryRow>(Post);
const readTermNodeRow = rowReader<TermNodeRow>(TermTaxonomy);
const readTermRow = rowReader<TermRow>(Term, TermTaxonomy);
const readAssignedRow = rowReader<AssignedTermRow>(Term, TermTaxonomy);
const readAuthorRow = rowReader<AuthorRow>(User);

/** Post types that are only meaningful within their own site. */
const INTERNAL_TYPES = ['revision', 'customize_changeset', 'oembed_cache', 'user_request'];
const DAY_OR_MONTH = /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/;

export function isRestricted(filter: ExportFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The filter as a condition on the posts table, with the alias `p`. */
function filterCondition(filter: ExportFilter, db: Database): { sql: string; parameters: SqlParameter[] } {
  const conditions = ["p.post_status <> 'auto-draft'"];
  const parameters: SqlParameter[] = [];
  const add = (condition: string, ...values: SqlParameter[]) => {
    conditions.push(condition);
    parameters.push(...values);
  };
  const { types, statuses, author, category, start, end } = filter;
  if (types?.length) add(`p.post_type IN (${placeholders(types.length)})`, ...types);
  else add(`p.post_type NOT IN (${placeholders(INTERNAL_TYPES.length)})`, ...INTERNAL_TYPES);
  if (statuses?.length) add(`p.post_status IN (${placeholders(statuses.length)})`, ...statuses);
  if (author !== undefined) add(`p.post_author IN (SELECT ID FROM ${db.tables.users} WHERE user_login = ?)`, author);
  if (category !== undefined) {
    const { term_relationships, term_taxonomy, terms } = db.tables;
    add(
      `p.ID IN (SELECT r.object_id FROM ${term_relationships} r JOIN ${term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id ` +
        `JOIN ${terms} t ON t.term_id = tt.term_id WHERE tt.taxonomy = 'category' AND t.slug = ?)`,
      category,
    );
  }
  if (start !== undefined) add('p.post_date >= ?', firstMoment(start));
  if (end !== undefined) add('p.post_date <= ?', lastMoment(end));
  return { sql: conditions.join(' AND '), parameters };
}

function firstMoment(text: string): string {
  return `${checked(text)}${text.length === 7 ? '-01' : ''} 00:00:00`;
}

function lastMoment(text: string): string {
  if (checked(text).length === 10) return `${text} 23:59:59`;
  const [year, month] = text.split('-').map(Number) as [number, number];
  return `${text}-${new Date(Date.UTC(year, month, 0)).getUTCDate()} 23:59:59`;
}

function checked(text: string): string {
  if (!DAY_OR_MONTH.test(text))
    throw new ExportFilterError(`${text} is neither a day (2020-05-01) nor a month (2020-05).`);
  return text;
}

const ENTRY_COLUMNS = selectColumns(Post, membersOf(Post), 'p');
const AUTHOR_COLUMNS = selectColumns(User, ['id', 'login', 'email', 'displayName'], 'w');
const NODE_COLUMNS = selectColumns(TermTaxonomy, ['id', 'term', 'taxonomy', 'parent'], 'tt');
const TERM_COLUMNS =
  `${NODE_COLUMNS}, ${selectColumns(TermTaxonomy, ['description'], 'tt')}, ` +
  selectColumns(Term, ['slug', 'name'], 't');

/** Reads the rows of an export with keyset pagination. */
@Injectable()
export class ExportStore {
  constructor(
    private readonly db: Database,
    private readonly model: ContentModel,
  ) {}

  /** Rejects values the site does not have: an empty file would look like a successful export. */
  async checkFilter({ author, category, types = [], statuses = [] }: ExportFilter): Promise<void> {
    const { manager } = this.db;
    if (author !== undefined && !(await manager.existsBy(User, { login: author })))
      throw new ExportFilterError(`There is no author ${JSON.stringify(author)}.`);
    if (category !== undefined && !(await this.hasCategory(category)))
      throw new ExportFilterError(`There is no category ${JSON.stringify(category)}; --category takes a slug.`);
    for (const type of types)
      if (!this.model.types.has(type) && !(await manager.existsBy(Post, { type })))
        throw new ExportFilterError(`There is no post type ${JSON.stringify(type)}.`);
    for (const status of statuses)
      if (!this.model.statuses.has(status) && !(await manager.existsBy(Post, { status })))
        throw new ExportFilterError(`There is no status ${JSON.stringify(status)}.`);
  }

  private async hasCategory(slug: string): Promise<boolean> {
    const { manager } = this.db;
    const terms = await manager.findBy(Term, { slug });
    return manager.existsBy(TermTaxonomy, { taxonomy: 'category', term: In(terms.map(({ id }) => id)) });
  }

  async count(filter: ExportFilter): Promise<number> {
    const { sql, parameters } = filterCondition(filter, this.db);
    return countRows(this.db, `${this.db.tables.posts} p WHERE ${sql}`, parameters);
  }

  /** The post types that have entries to export, with their number. */
  async types(): Promise<{ type: string; entries: number }[]> {
    const { sql, parameters } = filterCondition({}, this.db);
    const rows = await this.db.query<{ type: string; entries: number }>(
      `SELECT p.post_type AS type, COUNT(*) AS entries FROM ${this.db.tables.posts} p WHERE ${sql} GROUP BY p.post_type ORDER BY p.post_type`,
      parameters,
    );
    return rows.map(({ type, entries }) => ({ type, entries: Number(entries) }));
  }

  async entries(filter: ExportFilter, after: number, limit: number): Promise<EntryRow[]> {
    const { sql, parameters } = filterCondition(filter, this.db);
    const rows = await this.db.query<EntryRow>(
      `SELECT ${ENTRY_COLUMNS}, u.user_login AS login FROM ${this.db.tables.posts} p LEFT JOIN ${this.db.tables.users} u ON u.ID = p.post_author ` +
        `WHERE p.ID > ? AND ${sql} ORDER BY p.ID LIMIT ${limit}`,
      [after, ...parameters],
    );
    return rows.map(readEntryRow);
  }

  /** Meta of posts, comments or terms, in order of insertion. */
  async meta(object: 'post' | 'comment' | 'term', ids: readonly number[]): Promise<Map<number, MetaRow[]>> {
    return groupBy(await metaRows(this.db, this.db, object, ids), (row) => row.owner);
  }

  async termsOf(ids: readonly number[]): Promise<Map<number, AssignedTermRow[]>> {
    const { term_relationships, term_taxonomy, terms } = this.db.tables;
    const rows = await this.db.query<AssignedTermRow>(
      `SELECT r.object_id AS owner, tt.taxonomy AS taxonomy, t.slug AS slug, t.name AS name FROM ${term_relationships} r ` +
        `JOIN ${term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id JOIN ${terms} t ON t.term_id = tt.term_id ` +
        `WHERE r.object_id IN (${placeholders(ids.length)}) AND tt.taxonomy <> 'link_category' ORDER BY r.object_id, tt.taxonomy, t.slug`,
      ids,
    );
    return groupBy(rows.map(readAssignedRow), (row) => row.owner);
  }

  /** Comments of several entries, at most `limit`; spam is not exported. */
  async commentsOf(ids: readonly number[], limit: number): Promise<Comment[]> {
    const where = { post: In([...ids]), approved: Not('spam') };
    const rows = await this.db.manager.find(CommentRow, { where, order: { post: 'ASC', id: 'ASC' }, take: limit });
    return rows.map(readComment);
  }

  /** The next comments of one entry. */
  async commentsAfter(id: number, after: number, limit: number): Promise<Comment[]> {
    const where = { post: id, id: MoreThan(after), approved: Not('spam') };
    const rows = await this.db.manager.find(CommentRow, { where, order: { id: 'ASC' }, take: limit });
    return rows.map(readComment);
  }

  /** All authors of the entries and registered authors of their comments. */
  async authors(filter: ExportFilter, after: number, limit: number): Promise<AuthorRow[]> {
    const { users, usermeta, posts, comments } = this.db.tables;
    const { sql, parameters } = filterCondition(filter, this.db);
    const name = (key: string) =>
      `(SELECT m.meta_value FROM ${usermeta} m WHERE m.user_id = w.ID AND m.meta_key = '${key}' ORDER BY m.umeta_id LIMIT 1)`;
    const rows = await this.db.query<AuthorRow>(
      `SELECT ${AUTHOR_COLUMNS}, ${name('first_name')} AS firstName, ${name('last_name')} AS lastName FROM ${users} w WHERE w.ID > ? AND (` +
        `w.ID IN (SELECT p.post_author FROM ${posts} p WHERE ${sql}) OR ` +
        `w.ID IN (SELECT c.user_id FROM ${comments} c JOIN ${posts} p ON p.ID = c.comment_post_ID WHERE c.user_id > 0 AND c.comment_approved <> 'spam' AND ${sql})` +
        `) ORDER BY w.ID LIMIT ${limit}`,
      [after, ...parameters, ...parameters],
    );
    return rows.map(readAuthorRow);
  }

  /** All terms with their parents, without their texts. */
  async termNodes(): Promise<TermNodeRow[]> {
    const select = { id: true, term: true, taxonomy: true, parent: true };
    const rows = await this.db.manager.find(TermTaxonomy, { select, order: { id: 'ASC' } });
    return rows.map(readTermNodeRow);
  }

  /** The terms of the entries. */
  async usedTerms(filter: ExportFilter): Promise<Set<number>> {
    const { sql, parameters } = filterCondition(filter, this.db);
    const rows = await this.db.query<{ id: number }>(
      `SELECT DISTINCT r.term_taxonomy_id AS id FROM ${this.db.tables.term_relationships} r JOIN ${this.db.tables.posts} p ON p.ID = r.object_id WHERE ${sql}`,
      parameters,
    );
    return new Set(rows.map((row) => row.id));
  }

  async terms(ids: readonly number[]): Promise<Map<number, TermRow>> {
    const { term_taxonomy, terms } = this.db.tables;
    const rows = await this.db.query<TermRow>(
      `SELECT ${TERM_COLUMNS}, above.slug AS parentSlug FROM ${term_taxonomy} tt JOIN ${terms} t ON t.term_id = tt.term_id ` +
        `LEFT JOIN ${terms} above ON above.term_id = tt.parent WHERE tt.term_taxonomy_id IN (${placeholders(ids.length)})`,
      ids,
    );
    return new Map(rows.map((row) => [row.id, readTermRow(row)]));
  }
}
