import { type Database } from '../../database.js';
import { allOf, fragment, NO_ROW, type SqlFragment } from '../../engine/sql-fragment.js';
import {
  type CountedList,
  type CountedUnit,
  counterValues,
  countsIn,
  type DateRange,
  firstSecond,
  lastSecond,
  sum,
  timeOfValue,
  unitValue,
  unitValues,
} from './counted-list.js';
import { type PageWindow, sortDirection } from '../list-query.js';

/** Where a deep page begins. */
export interface PageAnchor {
  /** Predicate that cuts off everything before the month or day in which the page begins. */
  readonly condition: SqlFragment;
  /** How many rows to skip from there. */
  readonly offset: number;
}

/** Number of rows in a month or day. */
export interface UnitCount {
  value: number;
  entries: number;
}

type AnchoredPage = Pick<PageWindow, 'order' | 'offset'> &
  Pick<DateRange, 'after' | 'before'> & { readonly hiddenDays: readonly UnitCount[] };

type Reader = Pick<Database, 'query'>;

/**
 * Finds the month, and the day where days are counted, in which a page of a list by date begins, by adding up counters
 * instead of skipping rows. Undefined where that is the month in which the list itself begins.
 */
export async function findPageAnchor(
  list: CountedList,
  { order, offset, after, before, hiddenDays }: AnchoredPage,
  db: Reader,
): Promise<PageAnchor | undefined> {
  const ascending = order === 'asc';
  const start = (ascending ? after : before)?.slice(0, 7);
  let left = offset;
  if (start !== undefined) {
    // The list has only a part of its first month, so the month's counter does not apply.
    const inFirstMonth =
      (await countWithin(list, { ...(ascending ? { after } : { before }), within: start }, db)) -
      countIn(hiddenDays, start);
    if (left < inFirstMonth) return undefined;
    left -= inFirstMonth;
  }
  let time = '';
  let values = monthsBeyond(start, ascending);
  for (const unit of list.units) {
    const counts = await countsByUnit(list, unit, values, order, db);
    const found = unitAtOffset(
      counts.map(({ value, entries }) => ({
        value: Number(value),
        entries: Number(entries) - countIn(hiddenDays, timeOfValue(Number(value), unit)),
      })),
      left,
    );
    if (!found) return { condition: NO_ROW, offset: 0 };
    left = found.offset;
    time = timeOfValue(found.value, unit);
    values = unitValues(time);
  }
  const condition = ascending
    ? fragment(`${list.sortColumn} >= ?`, firstSecond(time))
    : fragment(`${list.sortColumn} <= ?`, lastSecond(time));
  return { condition, offset: left };
}

/** How many of the rows that are counted by day are in a month or day. */
function countIn(days: readonly UnitCount[], time: string): number {
  const divisor = time.length > '2026-11'.length ? 1 : 100;
  const target = unitValue(time);
  let total = 0;
  for (const { value, entries } of days) if (Math.floor(Number(value) / divisor) === target) total += Number(entries);
  return total;
}

async function countWithin(list: CountedList, range: DateRange, db: Reader): Promise<number> {
  const count = sum(countsIn(list, range, list.units.slice(1)));
  const [row] = await db.query<{ total: number }>(`SELECT ${count.sql} AS total`, count.parameters);
  return Number(row!.total);
}

/** All months, or those that follow the one in which a list begins. */
function monthsBeyond(start: string | undefined, ascending: boolean): { from: number; to: number } {
  const { from, to } = unitValues();
  if (start === undefined) return { from, to };
  return ascending ? { from: unitValue(start) + 1, to } : { from, to: unitValue(start) - 1 };
}

function countsByUnit(
  list: CountedList,
  { kind }: CountedUnit,
  { from, to }: { from: number; to: number },
  order: PageWindow['order'],
  db: Reader,
): Promise<UnitCount[]> {
  const where = allOf(list.countersWhere, fragment(`counted_by = '${kind}'`), counterValues(list, from, to));
  return db.query<UnitCount>(
    `SELECT value, SUM(entries) AS entries FROM ${list.counters} WHERE ${where.sql} GROUP BY value ORDER BY value ${sortDirection(order)}`,
    where.parameters,
  );
}

/** The unit in which the row at this offset is, and the row's offset in it; undefined beyond the end of the list. */
function unitAtOffset(counts: readonly UnitCount[], offset: number): { value: number; offset: number } | undefined {
  let left = offset;
  for (const { value, entries } of counts) {
    if (left < entries) return { value, offset: left };
    left -= entries;
  }
  return undefined;
}
