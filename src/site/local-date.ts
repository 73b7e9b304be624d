import { formatMysqlDate } from '../text/dates.js';
import { languageTag } from '../text/locales.js';
import { type Site } from './site.js';

export const DEFAULT_DATE_FORMAT = 'F j, Y';

/** PHP's letters for names. */
const NAME_LETTERS = /\\[^]|[FMlDaA]/g;
/** Stand for names while the rest of the format is written. */
const MARKS = { F: '\ue000', M: '\ue001', l: '\ue002', D: '\ue003', a: '\ue004', A: '\ue004' } as const;

/**
 * A stored date in a format of the site, with the names of months and days in its language. The format that new sites have is that of
 * American English, as are those of months and times: in other languages, the language's own take their places.
 */
export function localDate(site: Pick<Site, 'locale' | 'zone'>, format: string, date: string): string {
  const tag = languageTag(site.locale);
  const english = () => String(formatMysqlDate(format, date, site.zone) ?? '');
  if (tag === '' || tag.startsWith('en')) return english();
  const day = String(formatMysqlDate('Y-m-d\\TH:i:s', date, site.zone) ?? '');
  const at = new Date(`${day}Z`);
  if (Number.isNaN(at.getTime())) return english();
  const names = (options: Intl.DateTimeFormatOptions) => formatter(tag, options).format(at);
  if (format === 'F Y') return names({ month: 'long', year: 'numeric' });
  if (format === DEFAULT_DATE_FORMAT || format.startsWith(`${DEFAULT_DATE_FORMAT}, `)) {
    const time = format.slice(DEFAULT_DATE_FORMAT.length).replace(/^, /, '');
    const rest = time === 'g:i a' ? names({ timeStyle: 'short' }) : localDate(site, time, date);
    return [names({ dateStyle: 'long' }), ...(time === '' ? [] : [rest])].join(' · ');
  }
  const marked = format.replace(NAME_LETTERS, (part) => (part in MARKS ? MARKS[part as keyof typeof MARKS] : part));
  return String(formatMysqlDate(marked, date, site.zone) ?? '').replace(/[\ue000-\ue004]/g, (mark) => {
    if (mark === MARKS.F) return monthIn(tag, at, 'long');
    if (mark === MARKS.M) return monthIn(tag, at, 'short');
    if (mark === MARKS.l) return names({ weekday: 'long' });
    if (mark === MARKS.D) return names({ weekday: 'short' });
    return dayPeriod(tag, at);
  });
}

/** As it is written in a date: Slavic and other languages have another form of its name there. */
function monthIn(tag: string, at: Date, month: 'long' | 'short'): string {
  const parts = formatter(tag, { day: 'numeric', month }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'month')?.value ?? '';
  return /\d/.test(name) ? formatter(tag, { month }).format(at) : name;
}

function dayPeriod(tag: string, at: Date): string {
  const parts = formatter(tag, { hour: 'numeric', hourCycle: 'h12' }).formatToParts(at);
  return parts.find(({ type }) => type === 'dayPeriod')?.value ?? '';
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes longer than using it. */
function formatter(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options);
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' });
    formatters.set(key, found);
  }
  return found;
}
