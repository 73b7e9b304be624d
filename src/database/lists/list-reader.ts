import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { fragment, NO_ROW, type SqlFragment } from '../engine/sql-fragment.js';
import { TotalsCache } from './plain/totals-cache.js';
import {
  type ColumnLists,
  type CountedList,
  type DateLists,
  type HiddenRows,
  type IndexedList,
  type ListTotal,
  type OrderedLists,
} from './indexed/counted-list.js';
import { CountedStatuses } from './indexed/counted-statuses.js';
import { HiddenRowsReader } from './indexed/hidden-rows.js';
import { indexedList } from './indexed/indexed-lists.js';
import {
  type IndexedComments,
  type IndexedEntries,
  type ListPage,
  type ListSource,
  type PageWindow,
  type RowSource,
} from './list-query.js';
import {
  FOUND_ID,
  fromNearerEnd,
  type IdColumns,
  mergedPage,
  pageById,
  pageByText,
  sortedPage,
  type TextBound,
  textBounds,
} from './indexed/ordered-pages.js';
import { findPageAnchor, type PageAnchor } from './indexed/page-anchor.js';
import { type AnchorRows, RowAnchors, rowAnchor } from './indexed/row-anchors.js';
import { knowsTexts } from './indexed/texts.js';

export { FOUND_ID, type IdColumns } from './indexed/ordered-pages.js';

/** Up to this offset, skipping rows is cheaper than two extra queries. */
export const DEEP_OFFSET = 1000;

/** The total of no rows. */
const NOTHING = fragment('SELECT 0 AS total');

/** Limits to how many index lists are merged, and to how many rows are read for it. */
const MAX_LISTS = 64;
const MAX_ROWS = 20_000;

/**
 * How a page and the total of a list are read:
 * - `plain`: the database filters, sorts and counts rows;
 * - `counted`: the list index knows the total, and in order of date also the ids;
 * - `deep`: as counted, and the list index also knows in which month or day the page begins;
 * - `column`: as counted, and the list index has the ids in order of id or of a text. The database sorts `rows` if it does not
 *   know all texts.
 */
export type ListPlan = { readonly window: PageWindow; readonly total: ListTotal } & (
  | { readonly strategy: 'plain'; readonly page: RowSource }
  | { readonly strategy: 'counted'; readonly page: RowSource | DateLists }
  | { readonly strategy: 'deep'; readonly page: DateLists; readonly countedBy: CountedList }
  | { readonly strategy: 'column'; readonly page: ColumnLists; readonly rows: RowSource }
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
  const { byDate, byColumn } = indexed;
  if (byColumn) return { strategy: 'column', window, page: byColumn, rows, total: indexed.total };
  if (byDate?.countedBy && offset >= DEEP_OFFSET)
    return { strategy: 'deep', window, page: byDate, total: indexed.total, countedBy: byDate.countedBy };
  const page = byDate && isMergeable(byDate, window) ? byDate : rows;
  return { strategy: 'counted', window, page, total: indexed.total };
}

function isMergeable({ lists }: OrderedLists, { perPage, offset }: PageWindow): boolean {
  return lists.length === 1 || (lists.length <= MAX_LISTS && (offset + perPage) * lists.length <= MAX_ROWS);
}

function isByTerm(indexed: IndexedEntries | IndexedComments): boolean {
  return indexed.of === 'entries' && (indexed.key.by === 'term' || indexed.excludeKey?.by === 'term');
}

interface CountedRow {
  total: number;
  /** Version of the rows that parents hide. */
  hiddenVersion: string | null;
}

/** The total, if a page with so many rows is the last one. */
function impliedTotal({ window, total }: ListPlan, length: number): number | undefined {
  const end = window.offset + length;
  const isLastPage = length < window.perPage || end === total.atMost;
  return isLastPage && (length > 0 || end === 0) ? end : undefined;
}

/** Reads lists, with the list index where it knows them: counted lists, deep pages and hidden rows are its own affair. */
@Injectable()
export class ListReader {
  private readonly hidden: HiddenRowsReader;
  private readonly statuses: CountedStatuses;
  private readonly anchors: RowAnchors;

  constructor(
    private readonly db: Database,
    private readonly totals: TotalsCache,
  ) {
    this.hidden = new HiddenRowsReader(db);
    this.statuses = new CountedStatuses(db);
    this.anchors = new RowAnchors(db);
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
    return this.plan(query, source).then((plan) => this.readPlanned(plan, load, columns));
  }

  /** Ids with further columns, and the total of the list. One statement reads both where the list index has the total, or rows are counted quickly. */
  async readColumns<T extends { found: number }>(
    query: PageWindow,
    source: ListSource,
    columns: IdColumns,
  ): Promise<ListPage<T>> {
    const plan = await this.plan(query, source);
    const { statement, hidden, impliedByLastPage } = plan.total;
    const countsSeparately = !source.isCountedQuickly || this.db.changes.isWatched;
    if (plan.strategy === 'plain' && countsSeparately)
      return this.readPlanned(plan, ({ sql, parameters }) => this.db.query<T>(sql, parameters), columns);
    const hiddenVersion = (hidden && this.hidden.version) ?? 'NULL';
    const items = await this.loadPage(
      plan,
      ({ sql, parameters }) => this.db.query<T & CountedRow>(sql, [...statement.parameters, ...parameters]),
      (id) => `${columns(id)}, (${statement.sql}) AS total, ${hiddenVersion} AS hiddenVersion`,
    );
    const [first] = items;
    const implied = impliedByLastPage ? impliedTotal(plan, items.length) : undefined;
    if (implied !== undefined) return { items, total: implied };
    if (!first) return { items, total: await this.total(plan.total) };
    const hiddenRows = await this.hiddenRows(hidden, hiddenVersion === 'NULL' ? undefined : first.hiddenVersion);
    return { items, total: Number(first.total) - hiddenRows };
  }

  /** The page alone, for lists whose total is not shown. */
  page<T>(
    query: PageWindow,
    source: ListSource,
    load: (page: SqlFragment) => Promise<T[]>,
    columns: IdColumns = FOUND_ID,
  ): Promise<T[]> {
    return this.plan(query, source).then((plan) => this.loadPage(plan, load, columns));
  }

  private async plan(query: PageWindow, source: ListSource): Promise<ListPlan> {
    const {
      from,
      where,
      countWhere = where,
      countTable = from,
      uncountedRows,
      countedFrom,
      impliedByLastPage,
      atMost,
    } = source;
    const statement =
      countWhere === NO_ROW
        ? NOTHING
        : { ...countWhere, sql: `SELECT COUNT(*) AS total FROM ${countTable} WHERE ${countWhere.sql}` };
    const total = { statement, uncountedRows, cachedUntilWriteTo: countedFrom, impliedByLastPage, atMost };
    const indexed = (await this.isIndexed(source)) ? indexedList(source, this.db) : undefined;
    return planList(query, source, total, indexed);
  }

  private async isIndexed({ indexed }: ListSource): Promise<boolean> {
    const { listIndex } = this.db;
    if (!listIndex.isUsable || !indexed) return false;
    if (indexed.of === 'comments') return listIndex.has('comments');
    return !isByTerm(indexed) || (listIndex.has('terms') && (await listIndex.hasCurrentTerms()));
  }

  async readPlanned<T>(
    plan: ListPlan,
    load: (page: SqlFragment) => Promise<T[]>,
    columns: IdColumns = FOUND_ID,
  ): Promise<ListPage<T>> {
    const { total } = plan;
    const page = this.loadPage(plan, load, columns);
    if (!total.impliedByLastPage) {
      const [items, count] = await Promise.all([page, this.total(total)]);
      return { items, total: count };
    }
    const items = await page;
    return { items, total: impliedTotal(plan, items.length) ?? (await this.total(total)) };
  }

  private async loadPage<T>(
    plan: ListPlan,
    load: (page: SqlFragment) => Promise<T[]>,
    columns: IdColumns,
  ): Promise<T[]> {
    const { window } = plan;
    // An offset before the first item has no page.
    if (window.offset < 0) return [];
    if (plan.strategy === 'deep') {
      const hiddenDays = await this.hidden.byDay(plan.page.hidden);
      const anchor = await findPageAnchor(plan.countedBy, { ...plan.page, ...window, hiddenDays }, this.db);
      return load(mergedPage(plan.page, window, columns, anchor));
    }
    if (plan.strategy === 'column') return this.loadByColumn(plan, load, columns);
    const { page } = plan;
    return load('lists' in page ? mergedPage(page, window, columns) : sortedPage(page, window, columns));
  }

  private async loadByColumn<T>(
    { page, window, rows, total }: Extract<ListPlan, { strategy: 'column' }>,
    load: (page: SqlFragment) => Promise<T[]>,
    columns: IdColumns,
  ): Promise<T[]> {
    const read = window.offset < DEEP_OFFSET ? window : fromNearerEnd(window, await this.total(total));
    if (read.perPage === 0) return [];
    const isIndexed =
      isMergeable(page, read) && (!page.text || (await knowsTexts(this.db, page.text, page.whole.rowsWhere)));
    if (!isIndexed) return load(sortedPage(rows, window, columns));
    const anchors = this.anchors.of(page, read);
    if (!page.text)
      return load(pageById(page, window, read, columns, anchors && (await this.idAnchor(anchors, page, read))));
    if (window.order === 'asc' && read === window && !anchors) return load(mergedPage(page, window, columns));
    const { sql, parameters } = textBounds(page, window, read, anchors && rowAnchor(anchors, read));
    const found = await this.db.query<TextBound>(sql, parameters);
    if (found[0]) anchors?.rows.set(read.offset, found[0]);
    if (read.order !== window.order) found.reverse();
    const [first, last] = [found[0], found.at(-1)];
    return first && last ? load(pageByText(page, window, [first, last], columns)) : [];
  }

  /** The place of the first row of a page in order of id, which is read if it is not known. */
  private async idAnchor(anchors: AnchorRows, page: ColumnLists, read: PageWindow): Promise<PageAnchor | undefined> {
    if (!anchors.rows.has(read.offset)) {
      const [id] = await this.ids(mergedPage(page, { ...read, perPage: 1 }, FOUND_ID, rowAnchor(anchors, read)));
      if (id !== undefined) anchors.rows.set(read.offset, { found: id, sort_value: id });
    }
    return rowAnchor(anchors, read);
  }

  /** The ids of a page, for lists whose rows are read by id. */
  async ids({ sql, parameters }: SqlFragment): Promise<number[]> {
    return (await this.db.query<{ found: number }>(sql, parameters)).map(({ found }) => found);
  }

  private async total({ uncountedRows, ...counted }: ListTotal): Promise<number> {
    if (uncountedRows === undefined) return this.count(counted);
    return counted.statement === NOTHING ? uncountedRows : uncountedRows + (await this.count(counted));
  }

  private async count({ statement: { sql, parameters }, cachedUntilWriteTo, hidden }: ListTotal): Promise<number> {
    if (cachedUntilWriteTo)
      return (await this.totals.count(sql, parameters, cachedUntilWriteTo)) - (await this.hiddenRows(hidden));
    const version = hidden && this.hidden.version;
    const statement = version ? `SELECT total, ${version} AS version FROM (${sql}) counted` : sql;
    const [row] = await this.db.query<{ total: number; version?: string | null }>(statement, parameters);
    return Number(row!.total) - (await this.hiddenRows(hidden, row!.version));
  }

  /** Requesters who may read all rows have none. */
  private async hiddenRows(hidden: HiddenRows | undefined, version?: string | null): Promise<number> {
    return hidden ? this.hidden.count(hidden, version) : 0;
  }
}
