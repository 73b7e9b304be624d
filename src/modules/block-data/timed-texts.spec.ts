import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type SiteZone } from '../../text/dates.js';
import { TimedTexts } from './timed-texts.js';

const at = (text: string) => Date.parse(`${text}Z`);

describe('TimedTexts', () => {
  let texts: TimedTexts;
  beforeEach(() => {
    texts = new TimedTexts();
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('a text with the time changes with the next minute, for responses that may have it', async () => {
    jest.setSystemTime(at('2026-03-28T22:10:20'));
    const begun = Date.now();
    expect(await texts.nextAfter(begun)).toBe(Infinity);
    expect(texts.now()).toBe(begun / 1000);
    expect(await texts.nextAfter(begun)).toBe(at('2026-03-28T22:11:00'));
    expect(await texts.nextAfter(begun + 1)).toBe(Infinity);
  });

  test.each([
    ['Europe/Berlin', '2026-03-28T22:10:20', '2026-03-28', '2026-03-28T23:00:00'],
    // Days of 23 and of 25 hours.
    ['Europe/Berlin', '2026-03-28T23:10:20', '2026-03-29', '2026-03-29T22:00:00'],
    ['Europe/Berlin', '2026-10-24T22:10:20', '2026-10-25', '2026-10-25T23:00:00'],
  ])('a text with the date changes at midnight of the site', async (timezoneString, now, date, midnight) => {
    jest.setSystemTime(at(now));
    const zone: SiteZone = { timezoneString, gmtOffset: 0, rules: 'wp7' };
    expect(texts.today(zone)).toBe(date);
    expect(await texts.nextAfter(Date.now())).toBe(at(midnight));
  });
});
