import { escapeLike, like, orderByList, type SqlDialect } from '../../database/engine/dialect.js';
import { placeholders } from '../../database/engine/parameters.js';
import { allOf, fragment, isIn, isNotIn, joined, type SqlFragment } from '../../database/engine/sql-fragment.js';
import { type ListQuery, sortDirection } from '../../database/list-index/list-query.js';

export type TermOrderBy = 'id' | 'include' | 'name' | 'slug' | 'include_slugs' | 'term_group' | 'description' | 'count';

/** A query for the terms of several taxonomies. */
export interface TermSearch extends ListQuery {
  readonly taxonomies: readonly string[];
  readonly orderby: TermOrderBy;
}

/** A query for the terms of one taxonomy. */
export interface TermQuery extends Omit<TermSearch, 'taxonomies'> {
  readonly taxonomy: string;
  readonly slugs?: readonly string[];
  readonly parent?: number;
  /** Only terms of this object. */
  readonly object?: number;
  readonly hideEmpty?: boolean;
}

const COLUMN: Readonly<Record<Exclude<TermOrderBy, 'include' | 'include_slugs'>, string>> = {
  id: 't.term_id',
  name: 't.name',
  slug: 't.slug',
  term_group: 't.term_group',
  description: 'tt.description',
  count: 'tt.count',
};

const TEXTS: ReadonlySet<TermOrderBy> = new Set(['name', 'slug', 'description']);

/** Predicate on `tt` and `t`. Terms in `shownEmpty` are included even if empty ones are hidden. */
export function termConditions(
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
export function termOrder(
  { orderby, order, include, slugs }: Omit<TermQuery, 'taxonomy'>,
  dialect: SqlDialect,
): SqlFragment {
  const direction = sortDirection(order);
  const byList = orderby === 'include' ? include : orderby === 'include_slugs' ? slugs : undefined;
  if (byList) {
    const { sql, parameters } = orderByList(orderby === 'include' ? 't.term_id' : 't.slug', byList);
    return { sql: `${sql} ${direction}, t.term_id`, parameters };
  }
  const known = orderby === 'include' || orderby === 'include_slugs' ? 'name' : orderby;
  const byColumn = fragment(`${TEXTS.has(known) ? dialect.textOrder(COLUMN[known]) : COLUMN[known]} ${direction}`);
  return orderby === 'id' ? byColumn : joined([byColumn, fragment('t.term_id')], ', ');
}
