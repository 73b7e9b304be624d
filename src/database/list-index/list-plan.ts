import { type Database } from '../database.js';
import { allOf, fragment, type SqlFragment } from '../engine/sql-fragment.js';
import { type SourceTable } from '../engine/table-names.js';
import { PARENTS } from './tables.js';
import { TRIGGER_DIALECTS } from './trigger-dialect.js';
import { type CountedList, type DateRange } from './counted-list.js';
import { type PageWindow } from './list-query.js';

/** Rows that the list index counts although the requester may not read them, since their parent is not public. */
export interface HiddenRows {
  /** Their number, as an expression. */
  readonly count: SqlFragment;
  /** SELECT of their ids. */
  readonly ids: SqlFragment;
  /** SELECT of their number, `entries`, for each day, `value`. */
  readonly byDay: SqlFragment;
}

interface ChildRows {
  readonly rows: string;
  readonly idColumn: string;
  readonly parentColumn: string;
  readonly dateColumn: string;
  /** Which of the children of parents that are not public are hidden. */
  readonly hidden: SqlFragment;
  /** Which rows are counted. */
  readonly where: SqlFragment;
}

/** Starts from the parents that are not public, which are few, and reads their children by index. */
export function hiddenRows(
  { engine, tables }: Pick<Database, 'engine' | 'tables'>,
  { rows, idColumn, parentColumn, dateColumn, hidden, where }: ChildRows,
): HiddenRows {
  const from = `FROM ${tables.own(PARENTS)} CROSS JOIN ${rows} WHERE is_public = 0 AND ${parentColumn} = parent_id`;
  const select = (columns: string, condition: SqlFragment, group = '') =>
    fragment(`SELECT ${columns} ${from} AND ${condition.sql}${group}`, ...condition.parameters);
  const counted = allOf(where, hidden);
  const count = select('COUNT(*)', counted);
  const day = `${TRIGGER_DIALECTS[engine].day(dateColumn)} AS value, COUNT(*) AS entries`;
  return {
    count: { ...count, sql: `(${count.sql})` },
    // Excluded from rows that meet the other conditions anyway.
    ids: select(idColumn, hidden),
    byDay: select(day, counted, ' GROUP BY value'),
  };
}

/** Up to this offset, skipping rows is cheaper than two extra queries. */
export const DEEP_OFFSET = 1000;

/** Limits to how many index lists are merged, and to how many rows are read for it. */
const MAX_LISTS = 64;
const MAX_ROWS = 20_000;

/** Rows that the database filters and sorts. */
export interface RowSource {
  readonly from: string;
  readonly idColumn: string;
  readonly where: SqlFragment;
  readonly order: SqlFragment;
}

/** Lists that an index has in order of date; merged, they are the requested list. */
export interface DateLists extends Pick<DateRange, 'after' | 'before'> {
  readonly lists: readonly CountedList[];
  readonly exclude?: readonly number[];
  /** Rows of the lists that the requester may not read. */
  readonly hidden?: HiddenRows;
  /** Counters of the whole list by month. Left out where they do not count exactly its rows. */
  readonly countedBy?: CountedList;
}

export interface ListTotal {
  /** SELECT of one number, `total`. */
  readonly statement: SqlFragment;
  /** Cache it until one of these tables is written. Left out where the query is cheap or depends on the current time. */
  readonly cachedUntilWriteTo?: readonly SourceTable[];
  /** Whether the last page implies the total, so that it needs no query. */
  readonly impliedByLastPage?: boolean;
  /** How long the list can be at most, if that is known: a page that reaches it is the last one. */
  readonly atMost?: number;
}

/**
 * How a page and the total of a list are read:
 * - `plain`: the database filters, sorts and counts rows;
 * - `counted`: the list index knows the total, and in order of date also the ids;
 * - `deep`: as counted, and the list index also knows in which month or day the page begins.
 */
export type ListPlan = { readonly window: PageWindow; readonly total: ListTotal } & (
  | { readonly strategy: 'plain'; readonly page: RowSource }
  | { readonly strategy: 'counted'; readonly page: RowSource | DateLists }
  | { readonly strategy: 'deep'; readonly page: DateLists; readonly countedBy: CountedList }
);

/** What the list index knows of a list. */
export interface IndexedList {
  readonly total: ListTotal;
  /** Left out where the list is not in order of date. */
  readonly byDate?: DateLists;
}

/** Chooses the strategy. `indexed` is left out where the list index cannot answer the query. */
export function planList(
  { order, limit, offset }: PageWindow,
  rows: RowSource,
  total: ListTotal,
  indexed?: IndexedList,
): ListPlan {
  const window = { order, limit, offset };
  if (!indexed) return { strategy: 'plain', window, page: rows, total };
  const { byDate } = indexed;
  if (byDate?.countedBy && offset >= DEEP_OFFSET)
    return { strategy: 'deep', window, page: byDate, total: indexed.total, countedBy: byDate.countedBy };
  const page = byDate && isMergeable(byDate, window) ? byDate : rows;
  return { strategy: 'counted', window, page, total: indexed.total };
}

function isMergeable({ lists }: DateLists, { limit, offset }: PageWindow): boolean {
  return lists.length === 1 || (lists.length <= MAX_LISTS && (offset + limit) * lists.length <= MAX_ROWS);
}
