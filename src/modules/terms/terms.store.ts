import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, type SqlParameter, type Transaction } from '../../database/database.js';
import { escapeLike, like, orderByList, type SqlDialect } from '../../database/engine/dialect.js';
import { placeholders } from '../../database/engine/parameters.js';
import { allOf, fragment, isIn, isNotIn, joined, type SqlFragment } from '../../database/engine/sql-fragment.js';
import { type TableName, type Tables } from '../../database/engine/table-names.js';
import { columnNames, selectColumns, Term as TermRow, TermTaxonomy } from '../../database/entities/index.js';
import { type Reader } from '../../database/reader.js';
import { rowReader } from '../../database/row-reader.js';
import { SiteLanguagesRegistry } from '../../site/site-languages.js';
import { type ListPage, type ListSource, sortDirection } from '../../database/lists/list-query.js';
import { FOUND_ID, ListReader } from '../../database/lists/list-reader.js';
import { type FoundVersion, sharedVersionColumns } from '../../database/lists/indexed/versions.js';
import {
  type AssignedTerm,
  readAssignedTerm,
  readTerm,
  type Term,
  emptyWithFullDescendants,
  type TermNode,
} from './term.js';
import { type TermOrderBy, type TermQuery, type TermSearch } from './term-query.js';

const ASSIGNED =
  `${selectColumns(TermRow, ['id', 'name', 'slug'], 't')}, ${selectColumns(TermTaxonomy, ['taxonomy', 'parent'], 'tt')}, ` +
  `tt.${columnNames(TermTaxonomy).id} AS termTaxonomyId`;
const COLUMNS = `${ASSIGNED}, ${selectColumns(TermTaxonomy, ['description', 'count'], 'tt')}`;

/** Tables that the conditions of a query may read. */
const CONDITIONED: readonly TableName[] = ['terms', 'term_taxonomy', 'term_relationships'];

const COLUMN: Readonly<Record<Exclude<TermOrderBy, 'include' | 'include_slugs'>, string>> = {
  id: 't.term_id',
  name: 't.name',
  slug: 't.slug',
  term_group: 't.term_group',
  description: 'tt.description',
  count: 'tt.count',
};

const TEXTS: ReadonlySet<TermOrderBy> = new Set(['name', 'slug', 'description']);

type CountedTerm = Pick<Term, 'id' | 'parent' | 'count'>;
const readCountedTerm = rowReader<CountedTerm>(TermTaxonomy);

/** Reads terms. Inside a transaction pass it, so that its own writes are seen. */
@Injectable()
export class TermsStore {
  private readonly joined: string;

  constructor(
    private readonly db: Database,
    private readonly lists: ListReader,
    private readonly registry: SiteLanguagesRegistry = new SiteLanguagesRegistry(),
  ) {
    this.joined = `${db.tables.term_taxonomy} tt JOIN ${db.tables.terms} t ON t.term_id = tt.term_id`;
  }

  async byId(id: number, taxonomy: string, reader: Reader = this.db): Promise<Term | undefined> {
    return (await this.byIds([id], taxonomy, reader)).get(id);
  }

  async byIds(ids: readonly number[], taxonomy: string, reader: Reader = this.db): Promise<Map<number, Term>> {
    if (ids.length === 0) return new Map();
    const condition = `tt.taxonomy = ? AND tt.term_id IN (${placeholders(ids.length)})`;
    return new Map((await this.rows(condition, [taxonomy, ...ids], reader)).map((term) => [term.id, term]));
  }

  /** The taxonomy of a term; in old databases several may share an id, of which the first counts. */
  async taxonomyOf(id: number): Promise<string | undefined> {
    return (await this.db.manager.findOne(TermTaxonomy, { where: { term: id }, order: { id: 'ASC' } }))?.taxonomy;
  }

  /** Terms of this name, by the column's idea of sameness. */
  named(name: string, taxonomy: string, reader: Reader = this.db): Promise<Term[]> {
    return this.rows('tt.taxonomy = ? AND t.name = ? ORDER BY t.term_id', [taxonomy, name], reader);
  }

  async bySlug(slug: string, taxonomy: string, reader: Reader = this.db): Promise<Term | undefined> {
    const condition = 'tt.taxonomy = ? AND t.slug = ? ORDER BY t.term_id LIMIT 1';
    return (await this.rows(condition, [taxonomy, slug], reader))[0];
  }

  /** The terms of each object, by name; objects without any are left out. */
  async ofObjects(
    objectIds: readonly number[],
    taxonomies: readonly string[],
    reader: Reader = this.db,
  ): Promise<Map<number, AssignedTerm[]>> {
    const found = new Map<number, AssignedTerm[]>();
    if (objectIds.length === 0 || taxonomies.length === 0) return found;
    const rows = await reader.query<AssignedTerm & { objectId: number }>(
      `SELECT r.object_id AS objectId, ${ASSIGNED}${this.language()} FROM ${this.db.tables.term_relationships} r ` +
        // SQLite reads the tables of a CROSS JOIN in this order. Otherwise it may begin with all terms of the taxonomies.
        `CROSS JOIN ${this.db.tables.term_taxonomy} tt ON tt.term_taxonomy_id = r.term_taxonomy_id CROSS JOIN ${this.db.tables.terms} t ON t.term_id = tt.term_id ` +
        `WHERE r.object_id IN (${placeholders(objectIds.length)}) AND tt.taxonomy IN (${placeholders(taxonomies.length)}) ORDER BY ${this.db.sql.textOrder('t.name')}, t.term_id`,
      [...objectIds, ...taxonomies],
    );
    for (const { objectId, ...term } of rows) {
      const terms = found.get(objectId);
      readAssignedTerm(term);
      if (terms) terms.push(term);
      else found.set(objectId, [term]);
    }
    return found;
  }

  async list(query: TermQuery, hierarchical: boolean): Promise<ListPage<Term>> {
    return this.lists.read(query, await this.source(query, hierarchical), async (page) =>
      this.inOrder(await this.lists.ids(page), query.taxonomy),
    );
  }

  /**
   * IDs and versions of the terms, without reading them. Everything that is shown of terms changes the version that all
   * entries share, except the number of their posts.
   */
  async findVersions(query: TermQuery, hierarchical: boolean): Promise<ListPage<FoundVersion>> {
    return this.lists.readColumns(
      query,
      await this.source(query, hierarchical),
      (id) => `${FOUND_ID(id)}, ${sharedVersionColumns(this.db, 'tt.count')}`,
    );
  }

  /** Existing terms in the order of the IDs. */
  async inOrder(ids: readonly number[], taxonomy: string): Promise<Term[]> {
    const terms = await this.byIds(ids, taxonomy);
    return ids.flatMap((id) => terms.get(id) ?? []);
  }

  /** Empty terms with posts further down are shown as parents even where empty terms are hidden, but not counted. */
  private async source(query: TermQuery, hierarchical: boolean): Promise<ListSource> {
    const { taxonomy, hideEmpty } = query;
    const shownEmpty = hideEmpty && hierarchical ? emptyWithFullDescendants(await this.counts(taxonomy)) : [];
    const { term_relationships: relationships } = this.db.tables;
    const further = (query.filters ?? []).flatMap(([filter, value]) => filter.where(value, this.db.tables) ?? []);
    const where = allOf(termConditions(query, relationships, shownEmpty), ...further);
    const countWhere = allOf(termConditions(query, relationships), ...further);
    const order = termOrder(query, this.db.sql);
    return {
      from: this.joined,
      idColumn: 'tt.term_id',
      where,
      order,
      countWhere,
      countedFrom: CONDITIONED,
      impliedByLastPage: shownEmpty.length === 0,
      isCountedQuickly: true,
    };
  }

  /** Terms of several taxonomies, empty ones too. */
  async search(query: TermSearch): Promise<ListPage<Term>> {
    const where = termConditions(query, this.db.tables.term_relationships);
    const order = termOrder(query, this.db.sql);
    const source = { from: this.joined, idColumn: 'tt.term_taxonomy_id', where, order, countedFrom: CONDITIONED };
    return this.lists.read(query, source, async (page) => {
      const ids = await this.lists.ids(page);
      if (ids.length === 0) return [];
      const rows = await this.rows(`tt.term_taxonomy_id IN (${placeholders(ids.length)})`, ids);
      const terms = new Map(rows.map((row) => [row.termTaxonomyId, row]));
      return ids.flatMap((id) => terms.get(id) ?? []);
    });
  }

  private async rows(
    condition: string,
    parameters: readonly SqlParameter[],
    reader: Reader = this.db,
  ): Promise<Term[]> {
    const rows = await reader.query<Term>(
      `SELECT ${COLUMNS}${this.language()} FROM ${this.joined} WHERE ${condition}`,
      parameters,
    );
    return rows.map(readTerm);
  }

  /** The term that translates another one into the language of a third, on sites with several languages. */
  async inLanguageOf({ language }: Pick<Term, 'language'>, id: number): Promise<number> {
    return (await this.registry.languages?.termFor(id, language)) ?? id;
  }

  /** A further column of terms, on sites with several languages; the number is that of a level of ancestors. */
  private readonly language = (level = ''): string => {
    const { languages } = this.registry;
    return languages ? `, ${languages.ofTerm(`t${level}`, `tt${level}`)} AS language${level}` : '';
  };

  private async counts(taxonomy: string): Promise<CountedTerm[]> {
    const rows = await this.db.query<CountedTerm>(
      `SELECT term_id AS id, parent AS parent, count AS count FROM ${this.db.tables.term_taxonomy} WHERE taxonomy = ?`,
      [taxonomy],
    );
    return rows.map(readCountedTerm);
  }

  /** The first of the slugs that no term of any taxonomy has. */
  async firstFreeSlug(tx: Transaction, candidates: readonly string[]): Promise<string | undefined> {
    if (candidates.length === 0) return undefined;
    const rows = await tx.manager.find(TermRow, {
      select: { id: true, slug: true },
      where: { slug: In([...candidates]) },
    });
    const taken = new Set(rows.map((row) => row.slug.toLowerCase()));
    return candidates.find((candidate) => !taken.has(candidate));
  }

  /** Gives the fallback to objects that have no other term of the taxonomy. */
  async assignFallback(tx: Transaction, term: Term, fallback: Term): Promise<void> {
    const { term_relationships, term_taxonomy } = this.db.tables;
    await tx.execute(
      `INSERT INTO ${term_relationships} (object_id, term_taxonomy_id, term_order) ` +
        `SELECT r.object_id, ?, 0 FROM ${term_relationships} r WHERE r.term_taxonomy_id = ? AND NOT EXISTS (` +
        `SELECT 1 FROM ${term_relationships} o JOIN ${term_taxonomy} x ON x.term_taxonomy_id = o.term_taxonomy_id ` +
        `WHERE o.object_id = r.object_id AND x.taxonomy = ? AND o.term_taxonomy_id <> r.term_taxonomy_id)`,
      [fallback.termTaxonomyId, term.termTaxonomyId, term.taxonomy],
      term_relationships,
    );
  }

  /** The IDs of a term and of all below it, one query per level; circles end. */
  async withDescendants(id: number, taxonomy: string): Promise<number[]> {
    const found = new Set([id]);
    for (let level = [id]; level.length > 0;) {
      const rows = await this.db.manager.find(TermTaxonomy, {
        select: { term: true },
        where: { taxonomy, parent: In(level) },
      });
      level = rows.map(({ term }) => Number(term)).filter((child) => !found.has(child));
      for (const child of level) found.add(child);
    }
    return [...found];
  }

  /** The named terms and everything above them, several levels in a query; circles end. WITH RECURSIVE is not known to MySQL before 8.0. */
  async withAncestors(
    ids: readonly number[],
    taxonomy: string,
    reader: Reader = this.db,
  ): Promise<Map<number, TermNode>> {
    const found = new Map<number, TermNode>();
    const level = named(ids);
    if (level.length > 0) await this.climb(found, taxonomy, reader, isIn('tt0.term_id', level));
    return found;
  }

  /** Everything above the terms of these objects, without asking for the terms first. */
  async ancestorsOfObjects(objects: readonly number[], taxonomy: string): Promise<Map<number, TermNode>> {
    const found = new Map<number, TermNode>();
    if (objects.length === 0) return found;
    const { term_relationships: relationships, term_taxonomy: taxonomies } = this.db.tables;
    const parents =
      `SELECT tt.parent FROM ${relationships} r JOIN ${taxonomies} tt ON tt.term_taxonomy_id = r.term_taxonomy_id ` +
      `WHERE r.object_id IN (${placeholders(objects.length)}) AND tt.taxonomy = ? AND tt.parent > 0`;
    const above = { sql: `tt0.term_id IN (${parents})`, parameters: [...objects, taxonomy] };
    await this.climb(found, taxonomy, this.db, above, FEW_LEVELS);
    return found;
  }

  private async climb(
    found: Map<number, TermNode>,
    taxonomy: string,
    reader: Reader,
    from: SqlFragment,
    levels: readonly number[] = LEVELS,
  ): Promise<void> {
    for (let where: SqlFragment | undefined = from; where;) {
      const rows: TermLine[] = await reader.query<TermLine>(
        `${selectLines(this.db.tables, this.language, levels)} WHERE tt0.taxonomy = ? AND ${where.sql}`,
        [taxonomy, ...where.parameters],
      );
      const nodes = rows.flatMap(nodesOf);
      for (const node of nodes) found.set(node.id, node);
      const level = named(nodes.map(({ parent }) => parent)).filter((id) => !found.has(id));
      where = level.length > 0 ? isIn('tt0.term_id', level) : undefined;
    }
  }
}

const named = (ids: readonly number[]) => [...new Set(ids)].filter((id) => id > 0);

/** Deeper trees take another query. */
const LEVELS = [0, 1, 2, 3, 4] as const;
/** Of what is above terms, of which most have less: each level costs two joins. */
const FEW_LEVELS = LEVELS.slice(0, 3);

/** A term and those above it: `id0`, `parent0`, `slug0` are its own, `id1`… those of its parent. */
type TermLine = Readonly<Record<string, number | string | null>>;

const readNode = rowReader<TermNode>(TermRow, TermTaxonomy);

/** Up to WHERE; the term itself is `tt0`. */
function selectLines(
  { term_taxonomy, terms }: Tables,
  language: (level: string) => string,
  levels: readonly number[],
): string {
  const columns = levels.map(
    (level) =>
      `t${level}.term_id AS id${level}, tt${level}.parent AS parent${level}, t${level}.slug AS slug${level}` +
      language(String(level)),
  );
  const above = levels
    .slice(1)
    .map(
      (level) =>
        `LEFT JOIN ${term_taxonomy} tt${level} ON tt${level}.term_id = tt${level - 1}.parent AND tt${level}.taxonomy = tt0.taxonomy ` +
        `LEFT JOIN ${terms} t${level} ON t${level}.term_id = tt${level}.term_id`,
    );
  return `SELECT ${columns.join(', ')} FROM ${term_taxonomy} tt0 JOIN ${terms} t0 ON t0.term_id = tt0.term_id ${above.join(' ')}`;
}

/** From the term upwards, as far as the line goes. */
function nodesOf(line: TermLine): TermNode[] {
  const end = LEVELS.find((level) => (line[`id${level}`] ?? null) === null) ?? LEVELS.length;
  return LEVELS.slice(0, end).map((level) =>
    readNode({
      id: line[`id${level}`] as number,
      parent: line[`parent${level}`] as number,
      slug: line[`slug${level}`] as string,
      ...(line[`language${level}`] !== undefined && { language: line[`language${level}`] as string | null }),
    }),
  );
}

/** Predicate on `tt` and `t`. Terms in `shownEmpty` are included even if empty ones are hidden. */
function termConditions(
  query: Omit<TermQuery, 'taxonomy'> & ({ readonly taxonomy: string } | { readonly taxonomies: readonly string[] }),
  relationships: string,
  shownEmpty: readonly number[] = [],
): SqlFragment {
  const conditions = [
    'taxonomies' in query ? isIn('tt.taxonomy', query.taxonomies) : fragment('tt.taxonomy = ?', query.taxonomy),
  ];
  if (query.include) conditions.push(isIn('tt.term_id', query.include));
  if (query.exclude?.length) conditions.push(isNotIn('tt.term_id', query.exclude));
  if (query.slugs) conditions.push(isIn('t.slug', query.slugs));
  if (query.parent !== undefined) conditions.push(fragment('tt.parent = ?', query.parent));
  if (query.object !== undefined) {
    const ofObject = `SELECT term_taxonomy_id FROM ${relationships} WHERE object_id = ?`;
    conditions.push(fragment(`tt.term_taxonomy_id IN (${ofObject})`, query.object));
  }
  if (query.search) {
    const pattern = `%${escapeLike(query.search)}%`;
    conditions.push(fragment(`(${like('t.name')} OR ${like('t.slug')})`, pattern, pattern));
  }
  if (query.hideEmpty) {
    const exceptions = shownEmpty.length > 0 ? ` OR tt.term_id IN (${placeholders(shownEmpty.length)})` : '';
    conditions.push(fragment(exceptions ? `(tt.count > 0${exceptions})` : 'tt.count > 0', ...shownEmpty));
  }
  return allOf(...conditions);
}

/** Without the list that `include` and `include_slugs` sort by, terms are sorted by name. Ties are broken by ID. */
function termOrder({ orderby, order, include, slugs }: Omit<TermQuery, 'taxonomy'>, dialect: SqlDialect): SqlFragment {
  const direction = sortDirection(order);
  const byList = orderby === 'include' ? include : orderby === 'include_slugs' ? slugs : undefined;
  if (byList) {
    const { sql, parameters } = orderByList(orderby === 'include' ? 't.term_id' : 't.slug', byList);
    return { sql: `${sql} ${direction}, t.term_id`, parameters };
  }
  const sortKey = orderby === 'include' || orderby === 'include_slugs' ? 'name' : orderby;
  const byColumn = fragment(
    `${TEXTS.has(sortKey) ? dialect.textOrder(COLUMN[sortKey]) : COLUMN[sortKey]} ${direction}`,
  );
  return orderby === 'id' ? byColumn : joined([byColumn, fragment('t.term_id')], ', ');
}
