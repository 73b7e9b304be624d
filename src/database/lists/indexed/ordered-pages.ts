import { skipped } from '../../engine/parameters.js';
import { allOf, fragment, isNotIn, joined, type SqlFragment } from '../../engine/sql-fragment.js';
import { type ColumnLists, type OrderedLists, type OrderedRows } from './counted-list.js';
import { type PageWindow, type RowSource, sortDirection } from '../list-query.js';
import { type PageAnchor } from './page-anchor.js';
import { type OrderedRow } from './row-anchors.js';

/** The columns to select for each id of a page, given the expression of the id. */
export type IdColumns = (id: string) => string;

export const FOUND_ID: IdColumns = (id) => `${id} AS found`;

/** A page of rows that the database sorts. */
export function sortedPage(
  { from, idColumn, where, order }: RowSource,
  window: PageWindow,
  columns: IdColumns,
): SqlFragment {
  const select = fragment(
    `SELECT ${columns(idColumn)} FROM ${from} WHERE ${where.sql} ORDER BY ${order.sql}`,
    ...where.parameters,
    ...order.parameters,
  );
  return limited(select, window.perPage, window.offset);
}

/** Every row of the page is among the first rows of one of the lists. */
export function mergedPage(
  page: OrderedLists,
  window: PageWindow,
  columns: IdColumns,
  anchor?: PageAnchor,
): SqlFragment {
  const [list, ...others] = page.lists;
  const offset = anchor?.offset ?? window.offset;
  if (list && others.length === 0)
    return limited(inOrder(list, columns(list.idColumn), page, window, anchor), window.perPage, offset);
  return limited(merged(page, { ...window, offset }, columns('found'), anchor), window.perPage, offset);
}

function merged(page: OrderedLists, window: PageWindow, columns: string, anchor?: PageAnchor): SqlFragment {
  const first = page.lists.map((list, index) => {
    const rows = inOrder(list, idAndValue(list), page, window, anchor);
    const { sql, parameters } = limited(rows, window.offset + window.perPage, 0);
    return { sql: `SELECT found, sort_value FROM (${sql}) list${index}`, parameters };
  });
  const { sql, parameters } = joined(first, ' UNION ');
  const direction = sortDirection(window.order);
  return {
    sql: `SELECT ${columns} FROM (${sql}) lists ORDER BY sort_value ${direction}, found ${direction}`,
    parameters,
  };
}

const idAndValue = ({ idColumn, sortColumn }: OrderedRows) => `${FOUND_ID(idColumn)}, ${sortColumn} AS sort_value`;

/** The same page, read from whichever end of the list is nearer. */
export function fromNearerEnd(window: PageWindow, total: number): PageWindow {
  const { order, perPage, offset } = window;
  if (offset <= total / 2) return window;
  const length = Math.max(0, Math.min(perPage, total - offset));
  return { order: order === 'asc' ? 'desc' : 'asc', perPage: length, offset: total - offset - length };
}

/** A page in order of id. `read` is the window to read it from. */
export function pageById(
  page: OrderedLists,
  window: PageWindow,
  read: PageWindow,
  columns: IdColumns,
  anchor?: PageAnchor,
): SqlFragment {
  if (read.order === window.order) return mergedPage(page, read, columns, anchor);
  const { sql, parameters } = mergedPage(page, read, FOUND_ID, anchor);
  return {
    sql: `SELECT ${columns('found')} FROM (${sql}) page ORDER BY found ${sortDirection(window.order)}`,
    parameters,
  };
}

/** A row at one end of a page in order of a text. */
export interface TextBound extends OrderedRow {
  /** How many entries with the same text come before, in the order of the index. */
  before: number;
}

/** The rows of a page as an index has them, where the ids of entries with equal texts have the direction of the list. */
export function textBounds(page: ColumnLists, window: PageWindow, read: PageWindow, anchor?: PageAnchor): SqlFragment {
  const { lists } = page;
  const rows =
    lists.length === 1
      ? inOrder(lists[0]!, idAndValue(lists[0]!), page, read, anchor)
      : merged(page, read, 'found, sort_value');
  const { sql, parameters } = limited(rows, read.perPage, anchor?.offset ?? read.offset);
  const comparison = window.order === 'asc' ? '<' : '>';
  // One count for each list: MySQL would not look several statuses up together.
  const before = joined(
    lists.map((list) => {
      const isBefore = `${list.sortColumn} = page.sort_value AND ${list.idColumn} ${comparison} page.found`;
      const where = allOf(rowsOf(list, page), fragment(isBefore));
      return { ...where, sql: `(SELECT COUNT(*) FROM ${list.rows} WHERE ${where.sql})` };
    }),
    ' + ',
  );
  const direction = sortDirection(read.order);
  return fragment(
    `SELECT found, sort_value, ${before.sql} AS \`before\` FROM (${sql}) page ORDER BY sort_value ${direction}, found ${direction}`,
    ...before.parameters,
    ...parameters,
  );
}

/** The page between two bounds, where entries with equal texts are in ascending order of id. */
export function pageByText(
  page: ColumnLists,
  window: PageWindow,
  [first, last]: readonly [TextBound, TextBound],
  columns: IdColumns,
): SqlFragment {
  const { rows, idColumn, sortColumn } = page.whole;
  const [least, most] = window.order === 'asc' ? [first, last] : [last, first];
  const between = fragment(`${sortColumn} >= ? AND ${sortColumn} <= ?`, least.sort_value, most.sort_value);
  const where = allOf(rowsOf(page.whole, page), between);
  const direction = sortDirection(window.order);
  const select = {
    ...where,
    sql: `SELECT ${columns(idColumn)} FROM ${rows} WHERE ${where.sql} ORDER BY ${sortColumn} ${direction}, ${idColumn} ASC`,
  };
  return limited(select, window.perPage, Number(first.before));
}

/** Predicate that selects the rows of one of the lists that the requester may read. */
function rowsOf(list: OrderedRows, { after, before, exclude, hidden }: OrderedLists): SqlFragment {
  const { rowsWhere, idColumn, sortColumn } = list;
  const conditions = [rowsWhere];
  if (exclude) conditions.push(isNotIn(idColumn, exclude));
  if (hidden) conditions.push(hidden.visible(list));
  if (after !== undefined) conditions.push(fragment(`${sortColumn} > ?`, after));
  if (before !== undefined) conditions.push(fragment(`${sortColumn} < ?`, before));
  return allOf(...conditions);
}

function inOrder(
  list: OrderedRows,
  columns: string,
  lists: OrderedLists,
  { order }: PageWindow,
  anchor?: PageAnchor,
): SqlFragment {
  const { rows, idColumn, sortColumn, forcedIndex } = list;
  const listed = rowsOf(list, lists);
  const where = anchor ? allOf(listed, anchor.condition) : listed;
  const direction = sortDirection(order);
  const hint = forcedIndex ? ` FORCE INDEX (${forcedIndex})` : '';
  return {
    ...where,
    sql: `SELECT ${columns} FROM ${rows}${hint} WHERE ${where.sql} ORDER BY ${sortColumn} ${direction}, ${idColumn} ${direction}`,
  };
}

function limited({ sql, parameters }: SqlFragment, perPage: number, offset: number): SqlFragment {
  return { sql: `${sql} LIMIT ? OFFSET ?`, parameters: [...parameters, perPage, skipped(offset)] };
}
