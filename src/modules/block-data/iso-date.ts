import { type Site } from '../../site/site.js';
import { gmtFromDate, parseDate } from '../../text/dates.js';
import { ZERO_DATE } from '../entries/model/entry.js';

const MINUTE = 60;

/** A date in site time with its offset from UTC. */
export function isoDate(local: string, gmt: string, site: Site): string {
  const utc = gmt === ZERO_DATE ? gmtFromDate(local, site.zone) : gmt;
  const minutes = Math.round(((parseDate(local) ?? 0) - (parseDate(utc) ?? 0)) / MINUTE);
  const two = (number: number) => String(number).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / MINUTE))}:${two(Math.abs(minutes) % MINUTE)}`;
  return `${local.slice(0, 10)}T${local.slice(11)}${offset}`;
}
