import { dateFromGmt, type DatePair, gmtFromDate, type SiteZone } from '../../../text/dates.js';
import { type Entry, utcText, ZERO_DATE } from '../entry.js';

export type EntryDates = Pick<Entry, 'date' | 'dateGmt' | 'modified' | 'modifiedGmt'>;

/** In these states an entry without a date of its own has none until it is published. */
const FLOATING = new Set(['draft', 'pending', 'auto-draft']);

/** One moment in both clocks. */
export function moment(now: Date, zone: SiteZone): DatePair {
  const gmt = utcText(now);
  return { gmt, local: dateFromGmt(gmt, zone) };
}

/** A new entry counts as last changed at its own date, also when that is long ago or not known yet. */
export function datesOfNew(given: DatePair | undefined, status: string, now: DatePair): EntryDates {
  const date = given?.local ?? now.local;
  const dateGmt = given?.gmt ?? (FLOATING.has(status) ? ZERO_DATE : now.gmt);
  return { date, dateGmt, modified: date, modifiedGmt: dateGmt };
}

/** `status` is the new one. An entry whose date floats moves along with every change. */
export function datesOfChanged(
  entry: Pick<Entry, 'date' | 'dateGmt' | 'status'>,
  given: DatePair | undefined,
  status: string,
  now: DatePair,
  zone: SiteZone,
): EntryDates {
  const modified = { modified: now.local, modifiedGmt: now.gmt };
  if (given) return { date: given.local, dateGmt: given.gmt, ...modified };
  if (entry.dateGmt !== ZERO_DATE && entry.date !== ZERO_DATE)
    return { date: entry.date, dateGmt: entry.dateGmt, ...modified };
  const date = FLOATING.has(entry.status) || entry.date === ZERO_DATE ? now.local : entry.date;
  return { date, dateGmt: FLOATING.has(status) ? ZERO_DATE : gmtFromDate(date, zone), ...modified };
}

/** What is published later than this minute is scheduled; what was scheduled for earlier is published. */
export function settledStatus(status: string, dateGmt: string, nowGmt: string): string {
  const endOfMinute = `${nowGmt.slice(0, -2)}59`;
  if (status === 'publish' && dateGmt > endOfMinute) return 'future';
  if (status === 'future' && dateGmt <= endOfMinute) return 'publish';
  return status;
}
