import { Injectable } from '@nestjs/common';
import { dateFromGmt, gmtFromDate, type SiteZone, utcText } from '../../text/dates.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The time for texts that show it, and when these texts change without a write. */
@Injectable()
export class TimedTexts {
  /** By the moment of their change: when the last of them got the time. */
  private readonly readAt = new Map<number, number>();

  /** The date in site time. */
  today(zone: SiteZone): string {
    const now = Date.now();
    const today = dateFromGmt(utcText(new Date(now)), zone).slice(0, 10);
    const tomorrow = utcText(new Date(Date.parse(`${today}T00:00:00Z`) + DAY_MS));
    const midnight = gmtFromDate(tomorrow, zone);
    this.changeAt(Date.parse(`${midnight.replace(' ', 'T')}Z`), now);
    return today;
  }

  /** Seconds since 1970, for texts that are shown for up to a minute. */
  now(): number {
    const now = Date.now();
    this.changeAt(now - (now % MINUTE_MS) + MINUTE_MS, now);
    return Math.floor(now / 1000);
  }

  /** The next change of a text that got the time at this moment or later: a response that began then may have it. */
  nextAfter(moment: number): Promise<number> {
    let next = Number.POSITIVE_INFINITY;
    for (const [change, read] of this.readAt) if (read >= moment) next = Math.min(next, change);
    return Promise.resolve(next);
  }

  private changeAt(change: number, now: number): void {
    for (const past of this.readAt.keys()) if (past <= now) this.readAt.delete(past);
    this.readAt.set(change, now);
  }
}
