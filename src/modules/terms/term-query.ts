import { type RowFilterDeclaration } from '../../content-model/declared-queries.js';
import { type ListQuery } from '../../database/lists/list-query.js';

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
  /** Filters that modules declare, with their values. */
  readonly filters?: readonly (readonly [RowFilterDeclaration, value: unknown])[];
}
