export type SortOrder = 'asc' | 'desc';

/** Which part of a list, and from which end. */
export interface PageWindow {
  readonly order: SortOrder;
  readonly limit: number;
  readonly offset: number;
}

/**
 * What queries for posts, comments, users and terms have in common, named after the parameters of the interface.
 * Filters that are left out do not restrict.
 */
export interface ListQuery extends PageWindow {
  readonly search?: string;
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly orderby: string;
}

export interface ListPage<T> {
  /** The items of the requested page, in order. */
  readonly items: T[];
  /** How many items all pages have together. */
  readonly total: number;
}

/** The direction as ORDER BY spells it. */
export function sortDirection(order: SortOrder): 'ASC' | 'DESC' {
  return order === 'asc' ? 'ASC' : 'DESC';
}
