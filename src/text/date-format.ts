const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const DAY_MS = 86_400_000;

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** Four digits; a year before Christ has its minus in front of them. */
const fullYear = (year: number) => (year < 0 ? `-${pad(-year, 4)}` : pad(year, 4));

/** As `fullYear`, except that the minus counts as one of the four places. */
const isoYear = (year: number) => (year < 0 ? `-${pad(-year, 3)}` : pad(year, 4));

/** 0 is Sunday. The reference counts one day less before the year 0. */
const weekday = (date: Date) => (date.getUTCFullYear() < 0 ? (date.getUTCDay() + 6) % 7 : date.getUTCDay());

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
function isoWeek(date: Date): { week: number; year: number } {
  const thursday = new Date(date.getTime() + (4 - (weekday(date) || 7)) * DAY_MS);
  return { week: Math.floor(dayOfYear(thursday) / 7) + 1, year: thursday.getUTCFullYear() };
}

function ordinalSuffix(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** Swatch beats, counted from midnight in UTC+1. */
function beats(date: Date): string {
  const ms = (((date.getTime() + 3_600_000) % DAY_MS) + DAY_MS) % DAY_MS;
  return pad(Math.floor(ms / 86_400), 3);
}

/** PHP's date letters; times are always in UTC here. */
const LETTERS: Readonly<Record<string, (date: Date) => string | number>> = {
  d: (date) => pad(date.getUTCDate()),
  D: (date) => (DAYS[weekday(date)] ?? '').slice(0, 3),
  j: (date) => date.getUTCDate(),
  l: (date) => DAYS[weekday(date)] ?? '',
  N: (date) => weekday(date) || 7,
  S: (date) => ordinalSuffix(date.getUTCDate()),
  w: weekday,
  z: dayOfYear,
  W: (date) => pad(isoWeek(date).week),
  F: (date) => MONTHS[date.getUTCMonth()] ?? '',
  m: (date) => pad(date.getUTCMonth() + 1),
  M: (date) => (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  n: (date) => date.getUTCMonth() + 1,
  t: daysInMonth,
  L: (date) => (isLeapYear(date.getUTCFullYear()) ? 1 : 0),
  o: (date) => isoWeek(date).year,
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
  e: () => 'UTC',
  I: () => 0,
  O: () => '+0000',
  P: () => '+00:00',
  T: () => 'UTC',
  Z: () => 0,
  c: (date) => isoYear(date.getUTCFullYear()) + formatDate('-m-d\\TH:i:sP', date.getTime() / 1000),
  r: (date) => formatDate('D, d M Y H:i:s O', date.getTime() / 1000),
  U: (date) => Math.floor(date.getTime() / 1000),
};

/** Writes a point in time (seconds since 1970) in UTC with PHP's date letters; a backslash keeps the next one. */
export function formatDate(format: string, seconds: number): string {
  const date = new Date(seconds * 1000);
  return format.replace(/\\([^]?)|[A-Za-z]/g, (part: string, escaped?: string) => {
    if (escaped !== undefined) return escaped || part;
    const write = Object.hasOwn(LETTERS, part) ? LETTERS[part] : undefined;
    return write ? String(write(date)) : part;
  });
}
