import { type SqlFragment } from '../engine/sql-fragment.js';
import { type SourceTable } from '../engine/table-names.js';

export type SortOrder = 'asc' | 'desc';

/** Which part of a list, and from which end. */
export interface PageWindow {
  readonly order: SortOrder;
  readonly perPage: number;
  readonly offset: number;
}

/**
 * What queries for posts, comments, users and terms have in common, named after the parameters of the REST API.
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

/** Sorts rows as the database does, where the order does not depend on a collation. Equal values are in order of id. */
export function sortRows<M extends string, T extends { readonly id: number } & Readonly<Record<M, number | string>>>(
  rows: T[],
  member: M,
  order: SortOrder,
): T[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows.sort((a, b) => {
    if (a[member] === b[member]) return sign * (a.id - b.id);
    return a[member] < b[member] ? -sign : sign;
  });
}

/** Rows that the database filters and sorts. */
export interface RowSource {
  readonly from: string;
  readonly idColumn: string;
  readonly where: SqlFragment;
  readonly order: SqlFragment;
}

/** A query as SQL: what a store hands to `ListReader`. */
export interface ListSource extends RowSource {
  /** Which rows are counted, and of what, if not those of `where` and `from`. */
  readonly countWhere?: SqlFragment;
  readonly countTable?: string;
  /** How many rows are in the list besides those that are counted, if that is known. */
  readonly uncountedRows?: number;
  /** Cache the total until one of these tables is written. Left out where it depends on the current time. */
  readonly countedFrom?: readonly SourceTable[];
  /** Whether the last page implies the total, so it needs no query. */
  readonly impliedByLastPage?: boolean;
  /** How long the list can be at most, if that is known: a page that reaches it is the last one. */
  readonly atMost?: number;
  /** Whether rows are counted so quickly that the statement that reads a page counts them, too, unless their number is cached. */
  readonly isCountedQuickly?: boolean;
  /** What the list index knows of the list; left out where it knows nothing. */
  readonly indexed?: IndexedEntries | IndexedComments;
}

/** A text that the list index has an order of entries for. */
export type TextColumn = 'title' | 'slug';

/** What the list index counts entries by, besides type and status. */
export type IndexKey =
  | { readonly by: 'all' }
  | { readonly by: 'author'; readonly authors: readonly number[] }
  | { readonly by: 'term'; readonly taxonomy: string; readonly terms: readonly number[] }
  | { readonly by: 'media'; readonly types: readonly string[] };

interface IndexedRows {
  /** Where the requester may not read rows whose parent is not public: which they may read, and all rows of the list. */
  readonly readable?: { readonly rows: SqlFragment; readonly among: SqlFragment };
}

/** Entries that the list index counts. */
export interface IndexedEntries extends IndexedRows {
  readonly of: 'entries';
  /** What the list is in order of; left out for orders that the index does not have. */
  readonly orderedBy?: 'date' | 'id' | TextColumn;
  readonly type: string;
  readonly statuses: readonly string[];
  readonly key: IndexKey;
  /** Entries under this key are not in the list. */
  readonly excludeKey?: IndexKey;
  /** Ids that are not in the list, and which entries are in the list without regard to them. */
  readonly exclude?: { readonly ids: readonly number[]; readonly among: SqlFragment };
  /** Site time, exclusive. */
  readonly after?: string;
  readonly before?: string;
}

/** Comments that the list index counts. */
export interface IndexedComments extends IndexedRows {
  readonly of: 'comments';
  /** Whether the list is in order of the date that rows are counted by. */
  readonly isByDate: boolean;
  readonly types: readonly string[];
  readonly states: readonly string[];
  readonly posts?: readonly number[];
}
