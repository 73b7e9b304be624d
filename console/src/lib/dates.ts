import { t } from '../texts';
import { session } from './session';

/** Dates without a zone are in the site's time; formatting them as UTC shows them unchanged. */
const asUtc = (date: string) => new Date(`${date.replace(/Z$/, '')}Z`);

const language = () => document.documentElement.lang || 'en';

export function formatDate(date: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).format(asUtc(date));
}

export function formatDateTime(date: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    asUtc(date),
  );
}

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

/** A moment in UTC as "5 minutes ago"; older than a week as a date. */
export function formatAgo(gmt: string): string {
  const seconds = (asUtc(gmt).getTime() - Date.now()) / 1000;
  if (Math.abs(seconds) > 7 * 86_400) return formatDate(gmt);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  if (!unit || !size) return t.justNow;
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(Math.round(seconds / size), unit);
}

/** `Europe/Berlin (UTC+02:00)`, or only the offset where the site has no named zone. */
export function siteZone(at = new Date()): string {
  const { timezone_string: name, gmt_offset: offset } = session.get()?.site ?? { timezone_string: '', gmt_offset: 0 };
  if (!name) return offsetName(Number(offset) * 60);
  return `${name} (${offsetName(zoneMinutes(name, at))})`;
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
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return Math.round((local - Math.floor(at.getTime() / 60_000) * 60_000) / 60_000);
}

/** The site's time now, as the REST API writes dates. */
export function siteNow(): string {
  const { timezone_string: name, gmt_offset: offset } = session.get()?.site ?? { timezone_string: '', gmt_offset: 0 };
  const now = new Date();
  const minutes = name ? zoneMinutes(name, now) : Number(offset) * 60;
  return new Date(now.getTime() + minutes * 60_000).toISOString().slice(0, 19);
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value.toLocaleString(language(), { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 })} ${units[power]}`;
}

/** A point in time, in Unix seconds. */
export const formatTime = (seconds: number, options: Intl.DateTimeFormatOptions) =>
  new Date(seconds * 1000).toLocaleString(language(), options);
export const formatNumber = (value: number) => value.toLocaleString(language());
export const formatPercent = (share: number) =>
  share.toLocaleString(language(), { style: 'percent', maximumFractionDigits: 1 });
