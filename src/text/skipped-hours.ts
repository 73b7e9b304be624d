/** Local times that clocks skip when they are put forward, in the format of stored dates. */
interface Gap {
  readonly from: string;
  readonly until: string;
  readonly seconds: number;
}

const WEEK_SECONDS = 7 * 86_400;
const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** The gaps of one zone by year: a service has one zone, which rarely changes. */
let cached: { zone: string; years: Map<number, readonly Gap[]> } | undefined;

/** The gap of a zone that a stored date is in. */
export function gapAt(date: string, zone: string): Gap | undefined {
  const year = Number(date.slice(0, 4));
  if (zone === '' || !Number.isInteger(year)) return undefined;
  if (cached?.zone !== zone) cached = { zone, years: new Map() };
  let gaps = cached.years.get(year);
  if (!gaps) cached.years.set(year, (gaps = gapsOf(zone, year)));
  return gaps.find(({ from, until }) => date >= from && date < until);
}

function gapsOf(zone: string, year: number): Gap[] {
  const offsetAt = offsetsOf(zone);
  if (!offsetAt) return [];
  const gaps: Gap[] = [];
  const end = yearStart(year + 1) + WEEK_SECONDS;
  for (let time = yearStart(year) - WEEK_SECONDS; time < end; time += WEEK_SECONDS) {
    const before = offsetAt(time);
    const seconds = offsetAt(time + WEEK_SECONDS) - before;
    if (seconds <= 0) continue;
    const wall = firstSecond(time, time + WEEK_SECONDS, (second) => offsetAt(second) > before) + before;
    gaps.push({ from: storedText(wall), until: storedText(wall + seconds), seconds });
  }
  return gaps;
}

/** Reads the offset of a zone in seconds; undefined if the zone is unknown. `Temporal` takes a hundred times as long. */
function offsetsOf(zone: string): ((seconds: number) => number) | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  return (seconds) => {
    const [, sign, hours = '0', minutes = '0', rest = '0'] = OFFSET.exec(format.format(seconds * 1000)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(rest));
  };
}

/** The first second after `low`, up to `high`, that has the property, which all later ones have too. */
function firstSecond(low: number, high: number, has: (second: number) => boolean): number {
  if (high - low <= 1) return high;
  const middle = Math.floor((low + high) / 2);
  return has(middle) ? firstSecond(low, middle, has) : firstSecond(middle, high, has);
}

const yearStart = (year: number) => new Date(0).setUTCFullYear(year, 0, 1) / 1000;

const storedText = (wall: number) => new Date(wall * 1000).toISOString().slice(0, 19).replace('T', ' ');
