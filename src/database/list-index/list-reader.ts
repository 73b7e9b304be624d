import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { skipped } from '../engine/parameters.js';
import { allOf, fragment, isNotIn, joined, type SqlFragment } from '../engine/sql-fragment.js';
import { TotalsCache } from '../totals-cache.js';
import { type CountedList, type DateLists, type IndexedList, type ListTotal } from './counted-list.js';
import { CountedStatuses } from './counted-statuses.js';
import { HiddenRowsReader } from './hidden-rows.js';
import { indexedList } from './indexed-lists.js';
import { type ListPage, type ListSource, type PageWindow, type RowSource, sortDirection } from './list-query.js';
import { findPageAnchor, type PageAnchor } from './page-anchor.js';

/** Up to this offset, skipping rows is cheaper than two extra queries. */
export const DEEP_OFFSET = 1000;

/** Limits to how many index lists are merged, and to how many rows are read for it. */
const MAX_LISTS = 64;
const MAX_ROWS = 20_000;

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

/** Chooses the strategy. `indexed` is left out where the list index cannot answer the query. */
export function planList(
  { order, perPage, offset }: PageWindow,
  rows: RowSource,
  total: ListTotal,
  indexed?: IndexedList,
): ListPlan {
  const window = { order, perPage, offset };
  if (!indexed) return { strategy: 'plain', window, page: rows, total };
  const { byDate } = indexed;
  if (byDate?.countedBy && offset >= DEEP_OFFSET)
    return { strategy: 'deep', window, page: byDate, total: indexed.total, countedBy: byDate.countedBy };
  const page = byDate && isMergeable(byDate, window) ? byDate : rows;
  return { strategy: 'counted', window, page, total: indexed.total };
}

function isMergeable({ lists }: DateLists, { perPage, offset }: PageWindow): boolean {
  return lists.length === 1 || (lists.length <= MAX_LISTS && (offset + perPage) * lists.length <= MAX_ROWS);
}

/** The columns to select for each id of a page, given the expression of the id. */
export type IdColumns = (id: string) => string;

export const FOUND_ID: IdColumns = (id) => `${id} AS found`;

/** Reads lists, with the list index where it knows them: counted lists, deep pages and hidden rows are its own affair. */
@Injectable()
export class ListReader {
  private readonly hidden: HiddenRowsReader;
  private readonly statuses: CountedStatuses;

  constructor(
    private readonly db: Database,
    private readonly totals: TotalsCache,
  ) {
    this.hidden = new HiddenRowsReader(db);
    this.statuses = new CountedStatuses(db);
  }

  /** The statuses that entries of the type have or had. */
  statusesOf(type: string): Promise<readonly string[]> {
    return this.statuses.of(type);
  }

  /** A page and the total of the list. `load` gets a SELECT of the page's ids, in order, as `found`. */
  read<T>(
    query: PageWindow,
    source: ListSource,
    load: (page: SqlFragment) => Promise<T[]>,
    columns?: IdColumns,
  ): Promise<ListPage<T>> {
    const { from, where, countWhere = where, countedFrom, impliedByLastPage, atMost } = source;
    const statement = { ...countWhere, sql: `SELECT COUNT(*) AS total FROM ${from} WHERE ${countWhere.sql}` };
    const total = { statement, cachedUntilWriteTo: countedFrom, impliedByLastPage, atMost };
    const indexed = this.db.listIndex.isUsable ? indexedList(source, this.db) : undefined;
    return this.readPlanned(planList(query, source, total, indexed), load, columns);
  }

  async readPlanned<T>(
    plan: ListPlan,
    load: (page: SqlFragment) => Promise<T[]>,
    columns: IdColumns = FOUND_ID,
  ): Promise<ListPage<T>> {
    const { window, total } = plan;
    const page = this.loadPage(plan, load, columns);
    if (!total.impliedByLastPage) {
      const [items, count] = await Promise.all([page, this.total(total)]);
      return { items, total: count };
    }
    const items = await page;
    const end = window.offset + items.length;
    const isLastPage = items.length < window.perPage || end === total.atMost;
    return { items, total: isLastPage && (items.length > 0 || end === 0) ? end : await this.total(total) };
  }

  private async loadPage<T>(
    plan: ListPlan,
    load: (page: SqlFragment) => Promise<T[]>,
    columns: IdColumns,
  ): Promise<T[]> {
    const { page, window } = plan;
    // An offset before the first item has no page.
    if (window.offset < 0) return [];
    if (plan.strategy === 'deep') {
      const hiddenDays = await this.hidden.byDay(plan.page.hidden);
      const anchor = await findPageAnchor(plan.countedBy, { ...plan.page, ...window, hiddenDays }, this.db);
      return load(mergedPage(plan.page, window, columns, anchor));
    }
    return load('lists' in page ? mergedPage(page, window, columns) : sortedPage(page, window, columns));
  }

  /** The ids of a page, for lists whose rows are read by id. */
  async ids({ sql, parameters }: SqlFragment): Promise<number[]> {
    return (await this.db.query<{ found: number }>(sql, parameters)).map(({ found }) => found);
  }

  private async total({ statement: { sql, parameters }, cachedUntilWriteTo, hidden }: ListTotal): Promise<number> {
    if (cachedUntilWriteTo)
      return (await this.totals.count(sql, parameters, cachedUntilWriteTo)) - (await this.hidden.count(hidden));
    const withVersion = hidden && this.hidden.versionColumn;
    const statement = withVersion ? `SELECT total, ${withVersion} FROM (${sql}) counted` : sql;
    const [row] = await this.db.query<{ total: number; version?: string | null }>(statement, parameters);
    return Number(row!.total) - (await this.hidden.count(hidden, row!.version));
  }
}

function sortedPage({ from, idColumn, where, order }: RowSource, window: PageWindow, columns: IdColumns): SqlFragment {
  const select = fragment(
    `SELECT ${columns(idColumn)} FROM ${from} WHERE ${where.sql} ORDER BY ${order.sql}`,
    ...where.parameters,
    ...order.parameters,
  );
  return limited(select, window.perPage, window.offset);
}

/** Every row of the page is among the first rows of one of the lists. */
function mergedPage(page: DateLists, window: PageWindow, columns: IdColumns, anchor?: PageAnchor): SqlFragment {
  const { lists } = page;
  const { perPage } = window;
  const offset = anchor?.offset ?? window.offset;
  if (lists.length === 1)
    return limited(inDateOrder(lists[0]!, columns(lists[0]!.idColumn), page, window, anchor), perPage, offset);
  const first = lists.map((list, index) => {
    const select = `${FOUND_ID(list.idColumn)}, ${list.dateColumn} AS moment`;
    const { sql, parameters } = limited(inDateOrder(list, select, page, window, anchor), offset + perPage, 0);
    return { sql: `SELECT found, moment FROM (${sql}) list${index}`, parameters };
  });
  const { sql, parameters } = joined(first, ' UNION ');
  const direction = sortDirection(window.order);
  const merged = `SELECT ${columns('found')} FROM (${sql}) lists ORDER BY moment ${direction}, found ${direction}`;
  return limited({ sql: merged, parameters }, perPage, offset);
}

function inDateOrder(
  list: CountedList,
  columns: string,
  { after, before, exclude, hidden }: DateLists,
  { order }: PageWindow,
  anchor?: PageAnchor,
): SqlFragment {
  const { rowsWhere, rows, idColumn, dateColumn } = list;
  const conditions = [rowsWhere];
  if (exclude) conditions.push(isNotIn(idColumn, exclude));
  if (hidden) conditions.push(hidden.visible(list));
  if (after !== undefined) conditions.push(fragment(`${dateColumn} > ?`, after));
  if (before !== undefined) conditions.push(fragment(`${dateColumn} < ?`, before));
  if (anchor) conditions.push(anchor.condition);
  const where = allOf(...conditions);
  const direction = sortDirection(order);
  return {
    ...where,
    sql: `SELECT ${columns} FROM ${rows} WHERE ${where.sql} ORDER BY ${dateColumn} ${direction}, ${idColumn} ${direction}`,
  };
}

function limited({ sql, parameters }: SqlFragment, perPage: number, offset: number): SqlFragment {
  return { sql: `${sql} LIMIT ? OFFSET ?`, parameters: [...parameters, perPage, skipped(offset)] };
}
