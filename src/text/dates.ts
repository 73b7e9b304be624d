import { type TextRules } from './text-rules.js';
import { Temporal } from 'temporal-polyfill';
import { gapAt } from './skipped-hours.js';
import { abbreviationAt } from './zone-abbreviations.js';

/** The site's clock: a named zone, or without one a fixed offset in hours. */
export interface SiteZone {
  timezoneString: string;
  gmtOffset: number;
  rules?: TextRules;
}

/** The time zone data of older releases ends in 2037: the last rule applies to all later times. */
const LAST_KNOWN_SECOND = Date.UTC(2037, 11, 31, 23, 59, 59) / 1000;

/** Since this second, clocks have changed at full minutes only. */
const MINUTES_SINCE = Date.UTC(2001) / 1000;
/** The latest offset: dates of a request are mostly those of one moment, and looking up an offset is slow. */
let latest = { zone: '', minute: 0, offset: 0 };

/** Offset from UTC in seconds at a point in time; an unknown zone counts as UTC. */
export function offsetAt(zone: string, seconds: number, rules: TextRules = 'wp4'): number {
  const second = rules === 'wp7' ? seconds : Math.min(seconds, LAST_KNOWN_SECOND);
  if (second < MINUTES_SINCE) return lookUpOffset(zone, second);
  const minute = Math.floor(second / 60);
  if (latest.minute !== minute || latest.zone !== zone) latest = { zone, minute, offset: lookUpOffset(zone, second) };
  return latest.offset;
}

function lookUpOffset(zone: string, second: number): number {
  try {
    const instant = Temporal.Instant.fromEpochMilliseconds(second * 1000);
    return instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1e9;
  } catch {
    return 0;
  }
}

/**
 * The point in time of a local time (given as if it were UTC).
 * A skipped time moves forward by the gap; of an ambiguous one, zones east of Greenwich take the second, others the first.
 */
function wallToUtc(zone: SiteZone, wall: number): number {
  const guess = offsetOf(zone, wall);
  const offset = offsetOf(zone, wall - guess);
  const isBeforeTransition = offset > guess && offsetOf(zone, wall - offset) !== offset;
  return wall - (isBeforeTransition ? guess : offset);
}

function utcToWall(zone: SiteZone, seconds: number): number {
  return seconds + offsetOf(zone, seconds);
}

function offsetOf({ timezoneString, gmtOffset, rules }: SiteZone, seconds: number): number {
  return timezoneString ? offsetAt(timezoneString, seconds, rules) : gmtOffset * 3600;
}

const MYSQL_FORMAT = 'Y-m-d H:i:s';
const ORDINARY_DATE =
  /^[1-9]\d{3}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
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

/**
 * A stored date in another format; the formats `U` and `G` give seconds. Undefined when there is no date. Current rules
 * format it in the given zone, older ones as if it were UTC.
 */
export function formatMysqlDate(format: string, date: string, zone?: SiteZone): string | number | undefined {
  if (date === '' || date === '0') return undefined;
  const stored = parseDate(date);
  if (zone?.rules !== 'wp7') return format === 'U' || format === 'G' ? stored : formatDate(format, stored ?? 0);
  if (stored === undefined) return undefined;
  const seconds = wallToUtc(zone, stored);
  const wall = utcToWall(zone, seconds);
  return format === 'U' || format === 'G' ? wall : formatDate(format, wall, clockOf(zone, seconds));
}

/**
 * A stored date in REST format: ISO 8601 without zone. Current rules read every date in the zone of the site, even one
 * in UTC, so that a time that its clocks skip moves forward.
 */
export function mysqlToRfc3339(date: string, zone?: SiteZone): string {
  const isWp7 = zone?.rules === 'wp7';
  // Ordinary dates only need their space replaced.
  if (ORDINARY_DATE.test(date)) return (isWp7 ? afterGap(date, zone) : date).replace(' ', 'T');
  if (isWp7) return String(formatMysqlDate('Y-m-d\\TH:i:s', date) ?? '');
  return String(formatMysqlDate('c', date) ?? '').replace(ENDS_WITH_ZONE, '');
}

/** The same time unless the clocks of the zone skip it. */
function afterGap(date: string, { timezoneString }: SiteZone): string {
  const gap = gapAt(date, timezoneString);
  return gap ? formatDate(MYSQL_FORMAT, (parseDate(date) ?? 0) + gap.seconds) : date;
}

/** UTC of a date in site time. Unreadable dates give 1970. */
export function gmtFromDate(local: string, zone: SiteZone, format = MYSQL_FORMAT): string {
  if (zone.timezoneString || zone.rules === 'wp7') {
    const wall = parseDate(local);
    return formatDate(format, wall === undefined ? 0 : wallToUtc(zone, wall));
  }
  const wall = mysqlSeconds(local);
  return formatDate(format, wall === undefined ? (parseDate(local) ?? 0) : wall - zone.gmtOffset * 3600);
}

/** Site time of a UTC date. Unreadable dates give 1970. */
export function dateFromGmt(gmt: string, zone: SiteZone, format = MYSQL_FORMAT): string {
  if (zone.timezoneString || zone.rules === 'wp7') {
    const seconds = parseDate(gmt);
    return formatDate(format, seconds === undefined ? 0 : utcToWall(zone, seconds));
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
  if (seconds === undefined || (seconds === 0 && zone.rules !== 'wp7')) return undefined;
  const stored = formatDate(MYSQL_FORMAT, seconds);
  return isUtc || ENDS_WITH_ZONE.test(date)
    ? { local: dateFromGmt(stored, zone), gmt: stored }
    : { local: stored, gmt: gmtFromDate(stored, zone) };
}

/** A date as clients send it in the format of the columns in site time. Older rules take one with a zone to UTC instead. */
export function siteDate(date: string | undefined, zone: SiteZone): string | undefined {
  const seconds = date === undefined ? undefined : parseRestDate(date);
  if (date === undefined || seconds === undefined) return undefined;
  const stored = formatDate(MYSQL_FORMAT, seconds);
  if (zone.rules !== 'wp7') return stored;
  return ENDS_WITH_ZONE.test(date) ? dateFromGmt(stored, zone) : afterGap(stored, zone);
}

/** UTC of a date in site time by the offset that the zone has now, whatever it was then. */
export function gmtByCurrentOffset(local: string, zone: SiteZone): string {
  const now = Math.floor(Date.now() / 1000);
  return formatDate(MYSQL_FORMAT, (parseDate(local) ?? 0) - Math.trunc(offsetOf(zone, now)));
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY_MS = 86_400_000;
const HALF_YEAR_SECONDS = 182 * 86_400;

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** Four digits; a year before Christ has its minus in front of them. */
const fullYear = (year: number) => (year < 0 ? `-${pad(-year, 4)}` : pad(year, 4));

/** As `fullYear`, except that the minus counts as one of the four places. */
const isoYear = (year: number) => (year < 0 ? `-${pad(-year, 3)}` : pad(year, 4));

/** What the date letters tell about the zone of a time. */
interface Clock {
  /** Seconds east of UTC. */
  offset: number;
  name: string;
  abbreviation: () => string;
  isSummerTime: boolean;
  /** Weekdays are off by one day before the year 0, as in older releases. */
  missesYearZero: boolean;
}

const UTC: Clock = { offset: 0, name: 'UTC', abbreviation: () => 'UTC', isSummerTime: false, missesYearZero: true };

/** The clock of a zone at a point in time. */
function clockOf(zone: SiteZone, seconds: number): Clock {
  const { timezoneString: name } = zone;
  const offset = offsetOf(zone, seconds);
  const clock = { offset, isSummerTime: false, missesYearZero: false };
  if (!name) return { ...clock, name: offsetText(offset, ':'), abbreviation: () => `GMT${offsetText(offset)}` };
  const january = yearStart(new Date(seconds * 1000).getUTCFullYear()) / 1000;
  const standard = Math.min(offsetOf(zone, january), offsetOf(zone, january + HALF_YEAR_SECONDS));
  const abbreviation = () => abbreviationAt(name, seconds) ?? offsetText(offset).replace(/00$/, '');
  return { ...clock, name, abbreviation, isSummerTime: offset > standard };
}

/** `+0530` or, with a separator, `+05:30`. */
function offsetText(offset: number, separator = ''): string {
  const minutes = Math.floor(Math.abs(offset) / 60);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${separator}${pad(minutes % 60)}`;
}

/** 0 is Sunday. */
const weekday = (date: Date, { missesYearZero }: Clock) =>
  missesYearZero && date.getUTCFullYear() < 0 ? (date.getUTCDay() + 6) % 7 : date.getUTCDay();

const hour12 = (date: Date) => date.getUTCHours() % 12 || 12;

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const dayOfYear = (date: Date) => Math.floor((date.getTime() - yearStart(date.getUTCFullYear())) / DAY_MS);

function yearStart(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

function daysInMonth(date: Date): number {
  return new Date(new Date(0).setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** The ISO week is the one of its Thursday. */
function isoWeek(date: Date, clock: Clock): { week: number; year: number } {
  const thursday = new Date(date.getTime() + (4 - (weekday(date, clock) || 7)) * DAY_MS);
  return { week: Math.floor(dayOfYear(thursday) / 7) + 1, year: thursday.getUTCFullYear() };
}

function ordinalSuffix(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** Swatch beats, counted from midnight in UTC+1. */
function beats(date: Date, { offset }: Clock): string {
  const ms = (((date.getTime() + 3_600_000 - offset * 1000) % DAY_MS) + DAY_MS) % DAY_MS;
  return pad(Math.floor(ms / 86_400), 3);
}

/** PHP's date letters. The date has the time of the clock in its UTC members. */
const LETTERS: Readonly<Record<string, (date: Date, clock: Clock) => string | number>> = {
  d: (date) => pad(date.getUTCDate()),
  D: (date, clock) => (DAYS[weekday(date, clock)] ?? '').slice(0, 3),
  j: (date) => date.getUTCDate(),
  l: (date, clock) => DAYS[weekday(date, clock)] ?? '',
  N: (date, clock) => weekday(date, clock) || 7,
  S: (date) => ordinalSuffix(date.getUTCDate()),
  w: weekday,
  z: dayOfYear,
  W: (date, clock) => pad(isoWeek(date, clock).week),
  F: (date) => MONTHS[date.getUTCMonth()] ?? '',
  m: (date) => pad(date.getUTCMonth() + 1),
  M: (date) => (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  n: (date) => date.getUTCMonth() + 1,
  t: daysInMonth,
  L: (date) => (isLeapYear(date.getUTCFullYear()) ? 1 : 0),
  o: (date, clock) => isoWeek(date, clock).year,
  Y: (date) => fullYear(date.getUTCFullYear()),
  y: (date) => pad(Math.abs(date.getUTCFullYear() % 100)),
  a: (date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  B: beats,
  g: hour12,
  G: (date) => date.getUTCHours(),
  h: (date) => pad(hour12(date)),
  H: (date) => pad(date.getUTCHours()),
  i: (date) => pad(date.getUTCMinutes()),
  s: (date) => pad(date.getUTCSeconds()),
  u: () => '000000',
  v: () => '000',
  e: (_date, { name }) => name,
  I: (_date, { isSummerTime }) => (isSummerTime ? 1 : 0),
  O: (_date, { offset }) => offsetText(offset),
  P: (_date, { offset }) => offsetText(offset, ':'),
  T: (_date, { abbreviation }) => abbreviation(),
  Z: (_date, { offset }) => offset,
  c: (date, clock) => isoYear(date.getUTCFullYear()) + formatDate('-m-d\\TH:i:sP', date.getTime() / 1000, clock),
  r: (date, clock) => formatDate('D, d M Y H:i:s O', date.getTime() / 1000, clock),
  U: (date, { offset }) => Math.floor(date.getTime() / 1000) - offset,
};

/** Writes the time of a clock (seconds since 1970, in UTC by default) with PHP's date letters; a backslash keeps the next one. */
export function formatDate(format: string, seconds: number, clock = UTC): string {
  const date = new Date(seconds * 1000);
  return format.replace(/\\([^]?)|[A-Za-z]/g, (part: string, escaped?: string) => {
    if (escaped !== undefined) return escaped || part;
    const write = Object.hasOwn(LETTERS, part) ? LETTERS[part] : undefined;
    return write ? String(write(date, clock)) : part;
  });
}

/** In UTC, in the format of the date columns. */
export function utcText(date: Date): string {
  return utcIsoText(date).replace('T', ' ');
}

/** In UTC, as the REST API shows it: without a zone. */
export function utcIsoText(date: Date): string {
  return date.toISOString().slice(0, 19);
}
