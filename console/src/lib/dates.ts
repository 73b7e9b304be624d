import { t } from '../texts';
import { session } from './session';

/**
 * The REST API writes dates without a zone: those of members that end with `_gmt` are in UTC, all others in the site's time. In this
 * file `local` is a date in the site's time and `gmt` one in UTC. Formatting either as UTC shows it unchanged.
 */
const asUtc = (date: string) => new Date(`${date.replace(/(Z|[+-]00:00)$/, '')}Z`);

const language = () => document.documentElement.lang || 'en';

const format = (options: Intl.DateTimeFormatOptions, date: string) =>
  new Intl.DateTimeFormat(language(), { ...options, timeZone: 'UTC' }).format(asUtc(date));

export const formatDay = (local: string) => format({ dateStyle: 'medium' }, `${local.slice(0, 10)}T00:00:00`);

export const formatDateTime = (local: string) => format({ dateStyle: 'medium', timeStyle: 'short' }, local);

/** A moment in UTC as date and time of the site. */
export const formatGmt = (gmt: string) => formatDateTime(fromGmt(gmt));

export function formatMonth(year: number, month: number): string {
  return new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1, 1)),
  );
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * A moment in UTC as "5 minutes ago"; older than a week as a date of the site. Drafts, and rows of other programs, may have no date in
 * UTC: then `local` decides. Empty where there is neither.
 */
export function formatAgo(gmt: string | null | undefined, local?: string | null): string {
  const at = gmt ?? (local ? toGmt(local) : undefined);
  if (at === undefined) return '';
  const seconds = (asUtc(at).getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return format({ dateStyle: 'medium' }, fromGmt(at));
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  if (!unit || !size) return t.justNow;
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** `Europe/Berlin (UTC+02:00)`, or only the offset where the site has no named zone. */
export function siteZone(at = new Date()): string {
  const name = session.get()?.site.timezone_string;
  const offset = offsetName(siteMinutes(at));
  return name ? `${name} (${offset})` : offset;
}

/** How far the site's time is ahead of UTC. */
function siteMinutes(at: Date): number {
  const { timezone_string: name, gmt_offset: offset } = session.get()?.site ?? { timezone_string: '', gmt_offset: 0 };
  return name ? zoneMinutes(name, at) : Number(offset) * 60;
}

const shifted = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19);

/** A moment in UTC as the site's time. */
function fromGmt(gmt: string): string {
  const at = asUtc(gmt);
  return shifted(at, siteMinutes(at));
}

/** A date of the site in UTC. */
function toGmt(local: string): string {
  const at = asUtc(local);
  // The offset a moment away may be another one: that of the result counts.
  const guess = new Date(at.getTime() - siteMinutes(at) * 60_000);
  return shifted(at, -siteMinutes(guess));
}

function offsetName(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const pad = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${pad(size / 60)}:${pad(size % 60)}`;
}

function zoneMinutes(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return Math.round((local - Math.floor(at.getTime() / 60_000) * 60_000) / 60_000);
}

/** The site's time now, as the REST API writes dates. */
export const siteNow = () => fromGmt(new Date().toISOString());

const BYTES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), BYTES.length - 1);
  const value = bytes / 1024 ** power;
  const maximumFractionDigits = value < 10 && power > 0 ? 1 : 0;
  return value.toLocaleString(language(), { style: 'unit', unit: BYTES[power]!, maximumFractionDigits });
}

/** A point in time, in Unix seconds. */
export const formatTime = (seconds: number, options: Intl.DateTimeFormatOptions) =>
  new Date(seconds * 1000).toLocaleString(language(), options);
const spell = (value: number, unit: string) =>
  Math.round(value).toLocaleString(language(), { style: 'unit', unit, unitDisplay: 'long' });

/** `90 minutes`, in the unit that gives a readable number. */
export function formatDuration(seconds: number): string {
  if (seconds <= 90) return spell(seconds, 'second');
  if (seconds < 3600) return spell(Math.ceil(seconds / 60), 'minute');
  return seconds < 172_800 ? spell(seconds / 3600, 'hour') : spell(seconds / 86_400, 'day');
}

/** `Sunday` to `Saturday`. */
export const weekdays = () =>
  Array.from({ length: 7 }, (_, day) =>
    new Intl.DateTimeFormat(language(), { weekday: 'long', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2023, 0, 1 + day)),
    ),
  );

export const formatList = (items: readonly string[]) => new Intl.ListFormat(language(), { type: 'unit' }).format(items);

export const formatNumber = (value: number) => value.toLocaleString(language());
export const formatPercent = (share: number) =>
  share.toLocaleString(language(), { style: 'percent', maximumFractionDigits: 1 });
