import { formatDate } from '../../../text/dates.js';

const DATE = /^(\d{4,9})-(\d{2})-(\d{2})$/;
const RELATIVE = /^today(?:([+-])(\d{1,5})([a-z]*))?$/i;

/** A day of the calendar, written `YYYY-MM-DD`. */
export function isRealDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** The day a limit stands for: a date, `today`, `today+3days`, `today-1month`. `today` is the wall clock, as if it were UTC. */
export function resolveDateLimit(limit: string, today: Date): string | undefined {
  if (isRealDate(limit)) return limit;
  const match = RELATIVE.exec(limit);
  if (!match) return undefined;
  const [, sign, count = '0', unit = ''] = match;
  const amount = (sign === '-' ? -1 : 1) * Number(count);
  const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()));
  switch (unit.toLowerCase().replace(/s$/, '')) {
    case 'week':
      date.setUTCDate(date.getUTCDate() + amount * 7);
      break;
    case 'month':
      date.setUTCMonth(date.getUTCMonth() + amount);
      break;
    case 'year':
      date.setUTCFullYear(date.getUTCFullYear() + amount);
      break;
    default:
      date.setUTCDate(date.getUTCDate() + amount);
  }
  return formatDate('Y-m-d', Math.floor(date.getTime() / 1000));
}
