import { type Database } from '../../database/database.js';
import { MONTH_KEY_FACTOR } from '../../database/list-index/tables.js';
import { SqlPart } from '../entries/list/sql-part.js';
import { type Series, type Unit } from './series.js';
import { firstMoment, lastMoment, numberOf, type Span, sum, totalIn, unitsWithin, valuesBetween } from './total.js';

/** So many rows are passed over quicker than two questions are asked. */
export const FAR = 1000;

export interface Place {
  /** Limits the list to where it goes on. */
  condition: SqlPart;
  /** What is left to be skipped from there. */
  offset: number;
}

interface FarPage extends Pick<Span, 'after' | 'before'> {
  isRising: boolean;
  offset: number;
}

interface Numbered {
  value: number;
  entries: number;
}

/**
 * Where a far page of a list by date begins: months, and days where they are counted, are passed over by their numbers
 * instead of row by row. Undefined where it begins in the month in which the list does.
 */
export async function placeInList(
  series: Series,
  { isRising, offset, after, before }: FarPage,
  db: Database,
): Promise<Place | undefined> {
  const start = (isRising ? after : before)?.slice(0, 7);
  const passed = { offset };
  if (start !== undefined) {
    // It does not pass as a whole.
    const entries = await totalWithin(series, isRising ? { after, within: start } : { before, within: start }, db);
    if (passed.offset < entries) return undefined;
    passed.offset -= entries;
  }
  let time: string | undefined;
  let values = monthsFrom(start, isRising);
  for (const unit of series.units) {
    const found = pass(await numbersOf(series, unit, values, isRising, db), passed);
    if (found === undefined) return { condition: new SqlPart().add('1 = 0'), offset: 0 };
    time = timeOf(found, unit);
    values = unitsWithin(time);
  }
  const condition = isRising
    ? new SqlPart().add(`${series.dateColumn} >= ?`, firstMoment(time!))
    : new SqlPart().add(`${series.dateColumn} <= ?`, lastMoment(time!));
  return { condition, offset: passed.offset };
}

async function totalWithin(series: Series, span: Span, db: Database): Promise<number> {
  const total = sum(totalIn(series, span, series.units.slice(1)));
  const [row] = await db.query<{ total: number }>(`SELECT ${total.join('')} AS total`, total.parameters);
  return Number(row!.total);
}

/** All months, or those behind the one in which a list begins. */
function monthsFrom(start: string | undefined, isRising: boolean): { from: number; to: number } {
  const { from, to } = unitsWithin();
  if (start === undefined) return { from, to };
  return isRising ? { from: numberOf(start) + 1, to } : { from, to: numberOf(start) - 1 };
}

function numbersOf(
  series: Series,
  { kind }: Unit,
  { from, to }: { from: number; to: number },
  isRising: boolean,
  db: Database,
): Promise<Numbered[]> {
  const { counts, texts } = series;
  const values = valuesBetween(series, from, to);
  return db.query<Numbered>(
    `SELECT value, SUM(entries) AS entries FROM ${counts} WHERE ${texts.join(' AND ')} AND kind = '${kind}' AND ${values.join('')} GROUP BY value ORDER BY value ${isRising ? 'ASC' : 'DESC'}`,
    [...texts.parameters, ...values.parameters],
  );
}

/** Goes as far as the offset allows; undefined where it leads behind the end. */
function pass(numbers: readonly Numbered[], passed: { offset: number }): number | undefined {
  for (const { value, entries } of numbers) {
    if (passed.offset < Number(entries)) return Number(value);
    passed.offset -= Number(entries);
  }
  return undefined;
}

/** A month or day as dates begin with it. */
function timeOf(value: number, { length }: Unit): string {
  const digits = String(length === 7 ? value % MONTH_KEY_FACTOR : value).padStart(length === 7 ? 6 : 8, '0');
  return [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].filter((part) => part !== '').join('-');
}
