import { Injectable } from '@nestjs/common';
import {
  allOf,
  Database,
  escapeLike,
  fragment,
  isIn,
  isNotIn,
  like,
  placeholders,
  type SqlFragment,
  type SqlParameter,
} from '../../../database/index.js';
import { Term } from '../../../database/entities/index.js';
import { inRange, type KeysetPage, orderBy, type SortKey } from './keyset.store.js';
import { type GraphTerm } from './term-rows.js';

/** What terms are sorted by. */
export type TermSortField = 'COUNT' | 'DESCRIPTION' | 'NAME' | 'SLUG' | 'TERM_GROUP' | 'TERM_ID' | 'TERM_ORDER';

export interface TermRowsQuery {
  readonly taxonomies: readonly string[];
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly termTaxonomyIds?: readonly number[];
  readonly names?: readonly string[];
  readonly slugs?: readonly string[];
  readonly nameLike?: string;
  readonly descriptionLike?: string;
  readonly search?: string;
  readonly parent?: number;
  readonly hideEmpty?: boolean;
  /** Only terms that no term has as its parent. */
  readonly isChildless?: boolean;
  readonly objects?: readonly number[];
  readonly orderBy: TermSortField;
  readonly isDescending: boolean;
}

const SHORT_COLUMNS =
  't.term_id AS id, tt.term_taxonomy_id AS termTaxonomyId, tt.taxonomy AS taxonomy, t.name AS name, t.slug AS slug, ' +
  'tt.parent AS parent, tt.count AS count, t.term_group AS `group`';
const COLUMNS = `${SHORT_COLUMNS}, tt.description AS description`;

const SORTED = {
  COUNT: 'tt.count',
  DESCRIPTION: 'tt.description',
  NAME: 't.name',
  SLUG: 't.slug',
  TERM_GROUP: 't.term_group',
  TERM_ID: 't.term_id',
  TERM_ORDER: 't.term_id',
} as const;
const TEXTS: ReadonlySet<TermSortField> = new Set(['DESCRIPTION', 'NAME', 'SLUG']);

/** Reads terms with all that nodes show, and pages of them by keys instead of offsets. */
@Injectable()
export class TermRowsStore {
  private readonly joined: string;

  constructor(private readonly db: Database) {
    this.joined = `${db.tables.term_taxonomy} tt JOIN ${db.tables.terms} t ON t.term_id = tt.term_id`;
  }

  /** In old databases several terms may share an ID, of which the first counts. */
  async byIds(ids: readonly number[]): Promise<Map<number, GraphTerm>> {
    const rows = await this.rows(`tt.term_id IN (${placeholders(ids.length)}) ORDER BY tt.term_taxonomy_id DESC`, ids);
    return new Map(rows.map((term) => [term.id, term]));
  }

  async find(taxonomies: readonly string[], column: 'name' | 'slug', value: string): Promise<GraphTerm | undefined> {
    const [term] = await this.rows(
      `tt.taxonomy IN (${placeholders(taxonomies.length)}) AND t.${column} = ? ORDER BY t.term_id LIMIT 1`,
      [...taxonomies, value],
    );
    return term;
  }

  /** One more than the amount, if there are as many; from the end for backward pages. */
  page(query: TermRowsQuery, page: KeysetPage): Promise<GraphTerm[]> {
    const keys = this.sortKeys(query);
    const rowOf = (id: number) => ({
      from: this.joined,
      where: allOf(fragment('t.term_id = ?', id), isIn('tt.taxonomy', query.taxonomies)),
    });
    const where = allOf(this.conditions(query), ...inRange(keys, page, rowOf));
    const order = orderBy(keys, page.isBackward);
    return this.rows(`${where.sql} ORDER BY ${order.sql} LIMIT ${Math.trunc(page.amount) + 1}`, [
      ...where.parameters,
      ...order.parameters,
    ]);
  }

  async count(query: TermRowsQuery): Promise<number> {
    const { sql, parameters } = this.conditions(query);
    const [row] = await this.db.query<{ total: number }>(
      `SELECT COUNT(*) AS total FROM ${this.joined} WHERE ${sql}`,
      parameters,
    );
    return Number(row?.total ?? 0);
  }

  /** All terms of each object, in order, without their descriptions. */
  async ofObjects(query: TermRowsQuery, objects: readonly number[]): Promise<Map<number, GraphTerm[]>> {
    const { sql, parameters } = this.conditions(query);
    const order = orderBy(this.sortKeys(query), false);
    const rows = await this.db.query<GraphTerm & { objectId: number }>(
      `SELECT r.object_id AS objectId, ${SHORT_COLUMNS} FROM ${this.db.tables.term_relationships} r ` +
        `CROSS JOIN ${this.db.tables.term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id ` +
        `CROSS JOIN ${this.db.tables.terms} t ON t.term_id = tt.term_id ` +
        `WHERE r.object_id IN (${placeholders(objects.length)}) AND ${sql} ORDER BY ${order.sql}`,
      [...objects, ...parameters, ...order.parameters],
    );
    const found = new Map<number, GraphTerm[]>(objects.map((id) => [id, []]));
    for (const { objectId, ...row } of rows) found.get(Number(objectId))?.push(readTerm(row));
    return found;
  }

  async descriptions(termTaxonomyIds: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.db.query<{ id: number; description: string | null }>(
      `SELECT term_taxonomy_id AS id, description FROM ${this.db.tables.term_taxonomy} WHERE term_taxonomy_id IN (${placeholders(termTaxonomyIds.length)})`,
      termTaxonomyIds,
    );
    return new Map(rows.map(({ id, description }) => [Number(id), description ?? '']));
  }

  /** All terms right below each of these, in order. */
  async ofParents(query: TermRowsQuery, parents: readonly number[]): Promise<Map<number, GraphTerm[]>> {
    const found = new Map<number, GraphTerm[]>(parents.map((id) => [id, []]));
    if (query.include?.length === 0) return found;
    const below = isIn('tt.parent', parents);
    const { sql, parameters } = this.conditions(query);
    const order = orderBy(this.sortKeys(query), false);
    const rows = await this.rows(`${below.sql} AND ${sql} ORDER BY ${order.sql}`, [
      ...below.parameters,
      ...parameters,
      ...order.parameters,
    ]);
    for (const term of rows) found.get(term.parent)?.push(term);
    return found;
  }

  /** Puts a term into the group of the one with this slug, which gets a new group if it has none; nothing if there is none. */
  async joinGroup(id: number, taxonomy: string, slug: string): Promise<void> {
    const other = await this.find([taxonomy], 'slug', slug);
    if (!other) return;
    await this.db.transaction(async (tx) => {
      let { group } = other;
      if (group === 0) {
        const [row] = await tx.query<{ last: number | null }>(
          `SELECT MAX(term_group) AS last FROM ${this.db.tables.terms}`,
        );
        group = Number(row?.last ?? 0) + 1;
        await tx.update(Term, { id: other.id }, { group });
      }
      await tx.update(Term, { id }, { group });
    });
  }

  /** Parent of every term of hierarchical taxonomies, for what asks for trees. */
  async parents(taxonomies: readonly string[]): Promise<Map<number, number>> {
    const rows = await this.db.query<{ id: number; parent: number }>(
      `SELECT term_id AS id, parent AS parent FROM ${this.db.tables.term_taxonomy} WHERE taxonomy IN (${placeholders(taxonomies.length)})`,
      [...taxonomies],
    );
    return new Map(rows.map(({ id, parent }) => [Number(id), Number(parent)]));
  }

  private async rows(condition: string, parameters: readonly SqlParameter[]): Promise<GraphTerm[]> {
    const rows = await this.db.query<GraphTerm>(`SELECT ${COLUMNS} FROM ${this.joined} WHERE ${condition}`, parameters);
    return rows.map(readTerm);
  }

  private sortKeys({ orderBy: field, isDescending, include, taxonomies }: TermRowsQuery): SortKey[] {
    const column = SORTED[field];
    const isText = TEXTS.has(field);
    return [
      { key: fragment(isText ? this.db.sql.textOrder(column) : column), isDescending },
      ...(column === 't.term_id' && taxonomies.length === 1 && !include
        ? []
        : [{ key: fragment('t.term_id'), isDescending }]),
    ];
  }

  private conditions(query: TermRowsQuery): SqlFragment {
    const { term_relationships: relationships, term_taxonomy: taxonomyTable } = this.db.tables;
    const conditions = [isIn('tt.taxonomy', query.taxonomies)];
    const add = (...more: SqlFragment[]) => void conditions.push(...more);
    if (query.include) add(isIn('tt.term_id', query.include));
    if (query.exclude?.length) add(isNotIn('tt.term_id', query.exclude));
    if (query.termTaxonomyIds?.length) add(isIn('tt.term_taxonomy_id', query.termTaxonomyIds));
    if (query.names?.length) add(isIn('t.name', query.names));
    if (query.slugs?.length) add(isIn('t.slug', query.slugs));
    if (query.nameLike) add(fragment(like('t.name'), `%${escapeLike(query.nameLike)}%`));
    if (query.descriptionLike) add(fragment(like('tt.description'), `%${escapeLike(query.descriptionLike)}%`));
    if (query.search) {
      const pattern = `%${escapeLike(query.search)}%`;
      add(fragment(`(${like('t.name')} OR ${like('t.slug')})`, pattern, pattern));
    }
    if (query.parent !== undefined) add(fragment('tt.parent = ?', query.parent));
    if (query.hideEmpty) add(fragment('tt.count > 0'));
    if (query.isChildless)
      add(
        fragment(
          `NOT EXISTS (SELECT 1 FROM ${taxonomyTable} child WHERE child.parent = tt.term_id AND child.taxonomy = tt.taxonomy)`,
        ),
      );
    if (query.objects)
      add({
        sql: `tt.term_taxonomy_id IN (SELECT term_taxonomy_id FROM ${relationships} WHERE object_id IN (${placeholders(query.objects.length)}))`,
        parameters: query.objects,
      });
    return allOf(...conditions);
  }
}

function readTerm(row: GraphTerm): GraphTerm {
  return {
    id: Number(row.id),
    termTaxonomyId: Number(row.termTaxonomyId),
    taxonomy: row.taxonomy ?? '',
    name: row.name ?? '',
    slug: row.slug ?? '',
    // NULL in old databases.
    ...(row.description !== undefined && { description: row.description ?? '' }),
    parent: Number(row.parent),
    count: Number(row.count),
    group: Number(row.group),
  };
}
