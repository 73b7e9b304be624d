import { Temporal } from 'temporal-polyfill';

/** The site's clock: a named zone, or without one a fixed offset in hours. */
export interface SiteZone {
  timezoneString: string;
  gmtOffset: number;
}

/** The reference's time zone data ends in 2037: the last rule applies to all later times. */
const LAST_KNOWN_SECOND = Date.UTC(2037, 11, 31, 23, 59, 59) / 1000;

/** Offset from UTC in seconds at a point in time; an unknown zone counts as UTC. */
export function offsetAt(zone: string, seconds: number): number {
  try {
    const instant = Temporal.Instant.fromEpochMilliseconds(Math.min(seconds, LAST_KNOWN_SECOND) * 1000);
    return instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1e9;
  } catch {
    return 0;
  }
}

/**
 * The point in time of a local time (given as if it were UTC).
 * A skipped time moves forward by the gap; of an ambiguous one, zones east of Greenwich take the second, others the first.
 */
export function wallToUtc(zone: string, wall: number): number {
  const guess = offsetAt(zone, wall);
  const offset = offsetAt(zone, wall - guess);
  const isBeforeTransition = offset > guess && offsetAt(zone, wall - offset) !== offset;
  return wall - (isBeforeTransition ? guess : offset);
}

export function utcToWall(zone: string, seconds: number): number {
  return seconds + offsetAt(zone, seconds);
}
