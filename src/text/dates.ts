import { formatDate } from './date-format.js';
import { utcToWall, wallToUtc, type SiteZone } from './site-zone.js';

export { formatDate } from './date-format.js';
export type { SiteZone } from './site-zone.js';

const MYSQL_FORMAT = 'Y-m-d H:i:s';
const MYSQL_DATE = /([0-9]{1,4})-([0-9]{1,2})-([0-9]{1,2}) ([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})/;
const REST_DATE = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}(?::\d{2})?)?\n?$/;
const ENDS_WITH_ZONE = /(?:Z|[+-]\d{2}(?::\d{2})?)\n?$/;
const PARSED_DATE =
  /^(-?\d{4,5})-(\d{1,2})-(\d{1,2})(?:[Tt ](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?)?(?:Z|([+-])(\d{2})(?::(\d{2}))?)?\s*$/;

/** Seconds since 1970 of a date with or without time and zone (none: UTC); days and months roll over. */
export function parseDate(text: string): number | undefined {
  const match = PARSED_DATE.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as SixNumbers;
  const zoneHours = Number(match[8] ?? 0);
  const zoneMinutes = Number(match[9] ?? 0);
  if (month > 12 || day > 31 || hour > 24 || minute > 59 || second > 60 || zoneHours > 24 || zoneMinutes > 59)
    return undefined;
  const offset = (match[7] === '-' ? -1 : 1) * (zoneHours * 3600 + zoneMinutes * 60);
  return utcSeconds([year, month, day, hour, minute, second]) - offset;
}

type SixNumbers = [year: number, month: number, day: number, hour: number, minute: number, second: number];

function utcSeconds([year, month, day, hour, minute, second]: SixNumbers): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date.getTime() / 1000;
}

/** Two-digit years mean 1970 to 2069 when a stored date is read field by field. */
function mysqlSeconds(text: string): number | undefined {
  const match = MYSQL_DATE.exec(text);
  if (!match) return undefined;
  const [year, ...rest] = match.slice(1, 7).map(Number) as SixNumbers;
  const century = year < 70 ? 2000 : year <= 100 ? 1900 : 0;
  return utcSeconds([century + year, ...rest]);
}

/** A stored date in another format; the formats `U` and `G` give seconds. Undefined when there is no date. */
export function formatMysqlDate(format: string, date: string): string | number | undefined {
  if (date === '' || date === '0') return undefined;
  const seconds = parseDate(date);
  if (format === 'U' || format === 'G') return seconds;
  return formatDate(format, seconds ?? 0);
}

/** A stored date as the interface shows it: ISO 8601 without zone. */
export function mysqlToRfc3339(date: string): string {
  return String(formatMysqlDate('c', date) ?? '').replace(ENDS_WITH_ZONE, '');
}

/** UTC of a date in site time. Unreadable dates give 1970. */
export function gmtFromDate(local: string, zone: SiteZone, format = MYSQL_FORMAT): string {
  if (zone.timezoneString) {
    const wall = parseDate(local);
    return formatDate(format, wall === undefined ? 0 : wallToUtc(zone.timezoneString, wall));
  }
  const wall = mysqlSeconds(local);
  return formatDate(format, wall === undefined ? (parseDate(local) ?? 0) : wall - zone.gmtOffset * 3600);
}

/** Site time of a UTC date. Unreadable dates give 1970. */
export function dateFromGmt(gmt: string, zone: SiteZone, format = MYSQL_FORMAT): string {
  if (zone.timezoneString) {
    const seconds = parseDate(gmt);
    return formatDate(format, seconds === undefined ? 0 : utcToWall(zone.timezoneString, seconds));
  }
  const seconds = mysqlSeconds(gmt);
  return formatDate(format, seconds === undefined ? 0 : seconds + zone.gmtOffset * 3600);
}

/** Seconds since 1970 of a date as clients send it; `forceUtc` ignores its offset. */
export function parseRestDate(date: string, { forceUtc = false } = {}): number | undefined {
  const text = forceUtc ? date.replace(/[+-]\d+:?\d+\n?$/, '+00:00') : date;
  return REST_DATE.test(text) ? parseDate(text) : undefined;
}

export interface DatePair {
  local: string;
  gmt: string;
}

/** Both stored forms of a date as clients send it: site time unless it names a zone or `isUtc` is set. */
export function dateWithGmt(date: string, isUtc: boolean, zone: SiteZone): DatePair | undefined {
  const seconds = parseRestDate(date);
  if (!seconds) return undefined;
  const stored = formatDate(MYSQL_FORMAT, seconds);
  return isUtc || ENDS_WITH_ZONE.test(date)
    ? { local: dateFromGmt(stored, zone), gmt: stored }
    : { local: stored, gmt: gmtFromDate(stored, zone) };
}
