import { allOf, fragment, joined, type SqlFragment } from '../../engine/sql-fragment.js';
import { type SourceTable } from '../../engine/table-names.js';
import { MONTH_KEY_FACTOR } from './tables.js';
import { type TextColumn } from '../list-query.js';

/** A unit of time that the list index counts by: how much of a stored date identifies it, and the kind of its counters. */
export interface CountedUnit {
  readonly length: number;
  readonly kind: string;
}

/** Rows that an index has in order of a column. */
export interface OrderedRows {
  readonly rows: string;
  readonly idColumn: string;
  readonly sortColumn: string;
  /** Predicate that selects the rows. */
  readonly rowsWhere: SqlFragment;
  /** Index that MySQL must read them from, where it may choose another one that does not have all columns of the predicate. */
  readonly forcedIndex?: string;
}

/** Rows that the list index counts (src/database/lists), in order of date, and the counters that count them. */
export interface CountedList extends OrderedRows {
  /** Table of the counters. */
  readonly counters: string;
  /** Predicate that selects this list's counters. */
  readonly countersWhere: SqlFragment;
  /** Kind of the counters that count all rows, whatever their date. */
  readonly totalKind: string;
  /** Authors, terms or posts whose rows are counted, as expressions; `NO_OWNER` where rows are not counted by owner. */
  readonly owners: readonly SqlFragment[];
  /** Units of time that are counted, largest first. */
  readonly units: readonly CountedUnit[];
}

/** Both ends are exclusive. */
export interface DateRange {
  readonly after?: string;
  readonly before?: string;
  /** The month (2026-11) or day that the range is a part of. */
  readonly within?: string;
}

/** Rows that the list index counts although the requester may not read them, since their parent is not public. */
export interface HiddenRows {
  /** SELECT of their number, `total`. */
  readonly count: SqlFragment;
  /** Predicate on the rows of a list that selects the others. */
  visible(list: OrderedRows): SqlFragment;
  /** SELECT of their number, `entries`, for each day, `value`. */
  readonly byDay: SqlFragment;
}

/** Lists that an index has in order of one column; merged, they are the requested list. */
export interface OrderedLists extends Pick<DateRange, 'after' | 'before'> {
  readonly lists: readonly OrderedRows[];
  readonly exclude?: readonly number[];
  /** Rows of the lists that the requester may not read. */
  readonly hidden?: HiddenRows;
}

export interface DateLists extends OrderedLists {
  /** Counters of the whole list by month. Left out where they do not count exactly its rows. */
  readonly countedBy?: CountedList;
}

/** Lists in order of id or of a text. */
export interface ColumnLists extends OrderedLists {
  /** The rows of all the lists. */
  readonly whole: OrderedRows;
  /** Left out for the order of ids. Entries with equal texts are in ascending order of id in both directions. */
  readonly text?: TextColumn;
}

export interface ListTotal {
  /** SELECT of one number, `total`. */
  readonly statement: SqlFragment;
  /** How many rows there are besides those that the statement counts. */
  readonly uncountedRows?: number;
  /** Cache it until one of these tables is written. Left out where the query is cheap or depends on the current time. */
  readonly cachedUntilWriteTo?: readonly SourceTable[];
  /** Whether the last page implies the total, so it needs no query. */
  readonly impliedByLastPage?: boolean;
  /** How long the list can be at most, if that is known: a page that reaches it is the last one. */
  readonly atMost?: number;
  /** Rows that the statement counts although they are not in the list. */
  readonly hidden?: HiddenRows;
}

/** What the list index knows of a list. */
export interface IndexedList {
  readonly total: ListTotal;
  /** Left out where the list is not in order of date. */
  readonly byDate?: DateLists;
  /** Left out where the list is not in order of id or of a text that the index has. */
  readonly byColumn?: ColumnLists;
}

/** Counters without an owner have the value 0. */
export const NO_OWNER: readonly SqlFragment[] = [fragment('0')];

const MONTH_LENGTH = '2026-11'.length;

export const MONTHS_AND_DAYS: readonly CountedUnit[] = [
  { length: MONTH_LENGTH, kind: 'month' },
  { length: '2026-11-15'.length, kind: 'day' },
];

/** Rows of an author or a term are counted by month only. */
export const monthsOfOwner = (kind: 'author_month' | 'term_month'): readonly CountedUnit[] => [
  { length: MONTH_LENGTH, kind },
];

/** Whether a column has one of these values, given as expressions. */
export function equalsOneOf(column: string, expressions: readonly SqlFragment[]): SqlFragment {
  const { sql, parameters } = joined(expressions, ', ');
  return { sql: expressions.length === 1 ? `${column} = ${sql}` : `${column} IN (${sql})`, parameters };
}

/** The number of all rows. */
export function totalCount(list: CountedList): SqlFragment {
  return counterSum(list, list.totalKind, equalsOneOf('value', list.owners));
}

/** Summands of the number of rows in a range. Whole months, and days where they are counted, come from counters; rows are counted only at both ends of the range. */
export function countsIn(
  list: CountedList,
  range: DateRange,
  units: readonly CountedUnit[] = list.units,
): SqlFragment[] {
  const [unit, ...smaller] = units;
  if (!unit) return [rowCount(list, range)];
  const first = range.after?.slice(0, unit.length);
  const last = range.before?.slice(0, unit.length);
  if (first !== undefined && first === last) return countsIn(list, { ...range, within: first }, smaller);
  if (first !== undefined && last !== undefined && first > last) return [];
  const whole = unitValues(range.within);
  const from = first === undefined ? whole.from : unitValue(first) + 1;
  const to = last === undefined ? whole.to : unitValue(last) - 1;
  const parts = [counterSum(list, unit.kind, counterValues(list, from, to))];
  if (first !== undefined) parts.push(...countsIn(list, { after: range.after, within: first }, smaller));
  if (last !== undefined) parts.push(...countsIn(list, { before: range.before, within: last }, smaller));
  return parts;
}

export function sum(parts: readonly SqlFragment[]): SqlFragment {
  const { sql, parameters } = joined(parts, ' + ');
  return { sql: `(${sql || '0'})`, parameters };
}

function counterSum({ counters, countersWhere }: CountedList, kind: string, values: SqlFragment): SqlFragment {
  const where = allOf(countersWhere, fragment(`counted_by = '${kind}'`), values);
  return { ...where, sql: `(SELECT COALESCE(SUM(entries), 0) FROM ${counters} WHERE ${where.sql})` };
}

/** Counts the rows themselves. */
export function rowCount(
  { rows, rowsWhere, sortColumn }: CountedList,
  { after, before, within }: DateRange,
  counted = '*',
): SqlFragment {
  const conditions = [rowsWhere];
  if (after !== undefined) conditions.push(fragment(`${sortColumn} > ?`, after));
  else if (within !== undefined) conditions.push(fragment(`${sortColumn} >= ?`, firstSecond(within)));
  if (before !== undefined) conditions.push(fragment(`${sortColumn} < ?`, before));
  else if (within !== undefined) conditions.push(fragment(`${sortColumn} <= ?`, lastSecond(within)));
  const where = allOf(...conditions);
  return { ...where, sql: `(SELECT COUNT(${counted}) FROM ${rows} WHERE ${where.sql})` };
}

/** The value under which a month (2026-11) or day is counted. */
export const unitValue = (time: string) => Number(time.replaceAll('-', ''));

/** The values of the days of a month, or of all months. */
export function unitValues(month?: string): { from: number; to: number } {
  return month === undefined
    ? { from: 0, to: MONTH_KEY_FACTOR - 1 }
    : { from: unitValue(month) * 100, to: unitValue(month) * 100 + 99 };
}

/** Predicate that selects a list's counters of months or days, from one value to another. */
export function counterValues({ owners }: CountedList, from: number, to: number): SqlFragment {
  const base = (owner: SqlFragment) => (owners === NO_OWNER ? '' : `${owner.sql} * ${MONTH_KEY_FACTOR} + `);
  const ranges = owners.map((owner) => `value BETWEEN ${base(owner)}? AND ${base(owner)}?`);
  return fragment(
    `(${ranges.join(' OR ')})`,
    ...owners.flatMap(({ parameters }) => [...parameters, from, ...parameters, to]),
  );
}

/** A month or day as stored dates begin with it. */
export function timeOfValue(value: number, { length }: CountedUnit): string {
  const isMonth = length === MONTH_LENGTH;
  const digits = String(isMonth ? value % MONTH_KEY_FACTOR : value).padStart(isMonth ? 6 : 8, '0');
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('-');
}

/** The first second of a month (2026-11) or day. Rows without a date are in month and day 0. */
export function firstSecond(time: string): string {
  return `${time.length > MONTH_LENGTH ? time : `${time}-${time.endsWith('00') ? '00' : '01'}`} 00:00:00`;
}

export function lastSecond(time: string): string {
  return `${time.length > MONTH_LENGTH ? time : `${time}-${lastDay(time)}`} 23:59:59`;
}

function lastDay(month: string): string {
  if (month.endsWith('00')) return '00';
  const [year, number] = month.split('-').map(Number);
  // The calendar repeats every 400 years; JavaScript reads years below 100 as 19xx.
  return String(new Date(Date.UTC(year! + 400, number!, 0)).getUTCDate());
}
