import { MONTH_KEY_FACTOR } from '../../database/list-index/tables.js';
import { SqlPart } from '../entries/list/sql-part.js';
import { NOBODY, oneOf, type Series, type Unit } from './series.js';

/** A time, neither end of which is in it. */
export interface Span {
  after?: string;
  before?: string;
  /** The month (2026-11) or day of which it is a part. */
  within?: string;
}

/** All of them. */
export function totalOf(series: Series): SqlPart {
  return numbers(series, series.kind, oneOf('value', series.ids));
}

/** Whole months are known, and days where they are counted; only rows at both ends are left to be looked at. */
export function totalIn(series: Series, span: Span, units: readonly Unit[] = series.units): SqlPart[] {
  const [unit, ...smaller] = units;
  if (!unit) return [rowsIn(series, span)];
  const first = span.after?.slice(0, unit.length);
  const last = span.before?.slice(0, unit.length);
  if (first !== undefined && first === last) return totalIn(series, { ...span, within: first }, smaller);
  if (first !== undefined && last !== undefined && first > last) return [];
  const whole = unitsWithin(span.within);
  const from = first === undefined ? whole.from : numberOf(first) + 1;
  const to = last === undefined ? whole.to : numberOf(last) - 1;
  const parts = [numbers(series, unit.kind, valuesBetween(series, from, to))];
  if (first !== undefined) parts.push(...totalIn(series, { after: span.after, within: first }, smaller));
  if (last !== undefined) parts.push(...totalIn(series, { before: span.before, within: last }, smaller));
  return parts;
}

/** The days of a month, or all months there may be. */
export function unitsWithin(month?: string): { from: number; to: number } {
  return month === undefined
    ? { from: 0, to: MONTH_KEY_FACTOR - 1 }
    : { from: numberOf(month) * 100, to: numberOf(month) * 100 + 99 };
}

/** The number under which a month (2026-11) or day is counted. */
export const numberOf = (time: string) => Number(time.replaceAll('-', ''));

/** True of the numbers of months or days of a series, from one to another. */
export function valuesBetween({ ids }: Series, from: number, to: number): SqlPart {
  const base = (id: SqlPart) => (ids === NOBODY ? '' : `${id.join('')} * ${MONTH_KEY_FACTOR} + `);
  const ranges = ids.map((id) => `value BETWEEN ${base(id)}? AND ${base(id)}?`);
  return new SqlPart().add(
    `(${ranges.join(' OR ')})`,
    ...ids.flatMap(({ parameters }) => [...parameters, from, ...parameters, to]),
  );
}

function numbers({ counts, texts }: Series, kind: string, values: SqlPart): SqlPart {
  return new SqlPart().add(
    `(SELECT COALESCE(SUM(entries), 0) FROM ${counts} WHERE ${texts.join(' AND ')} AND kind = '${kind}' AND ${values.join('')})`,
    ...texts.parameters,
    ...values.parameters,
  );
}

export function rowsIn(
  { rows, conditions, dateColumn }: Series,
  { after, before, within }: Span,
  counted = '*',
): SqlPart {
  const where = new SqlPart().add(conditions.join(' AND '), ...conditions.parameters);
  if (after !== undefined) where.add(`${dateColumn} > ?`, after);
  else if (within !== undefined) where.add(`${dateColumn} >= ?`, firstMoment(within));
  if (before !== undefined) where.add(`${dateColumn} < ?`, before);
  else if (within !== undefined) where.add(`${dateColumn} <= ?`, lastMoment(within));
  return new SqlPart().add(`(SELECT COUNT(${counted}) FROM ${rows} WHERE ${where.join(' AND ')})`, ...where.parameters);
}

/** Of a month (2026-11) or day; what has no date is in month and day 0. */
export function firstMoment(time: string): string {
  return `${time.length > 7 ? time : `${time}-${time.endsWith('00') ? '00' : '01'}`} 00:00:00`;
}

export function lastMoment(time: string): string {
  return `${time.length > 7 ? time : `${time}-${lastDay(time)}`} 23:59:59`;
}

function lastDay(month: string): string {
  if (month.endsWith('00')) return '00';
  const [year, number] = month.split('-').map(Number);
  // The calendar comes again every 400 years; JavaScript takes the first hundred for others.
  return String(new Date(Date.UTC(year! + 400, number!, 0)).getUTCDate());
}

export function sum(parts: readonly SqlPart[]): SqlPart {
  return new SqlPart().add(
    `(${parts.map((part) => part.join('')).join(' + ') || '0'})`,
    ...parts.flatMap((part) => part.parameters),
  );
}
