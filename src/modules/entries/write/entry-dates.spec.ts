import { describe, expect, test } from '@jest/globals';
import { ZERO_DATE } from '../model/entry.js';
import { datesOfChanged, datesOfNew, siteNow, resolveStatus } from './entry-changes.js';

const zone = { timezoneString: 'America/New_York', gmtOffset: 0 };
const now = siteNow(new Date('2018-07-04T16:00:30Z'), zone);
const earlier = { local: '2018-01-04 12:00:00', gmt: '2018-01-04 17:00:00' };

describe('dates of entries', () => {
  test('the current time is returned in site time and in UTC', () => {
    expect(now).toEqual({ local: '2018-07-04 12:00:30', gmt: '2018-07-04 16:00:30' });
  });

  test('a new draft without date floats', () => {
    expect(datesOfNew(undefined, 'draft', now)).toEqual({
      date: now.local,
      dateGmt: ZERO_DATE,
      modified: now.local,
      modifiedGmt: ZERO_DATE,
    });
    expect(datesOfNew(undefined, 'publish', now)).toEqual({
      date: now.local,
      dateGmt: now.gmt,
      modified: now.local,
      modifiedGmt: now.gmt,
    });
  });

  test('a new entry with a date counts as changed then', () => {
    expect(datesOfNew(earlier, 'draft', now)).toEqual({
      date: earlier.local,
      dateGmt: earlier.gmt,
      modified: earlier.local,
      modifiedGmt: earlier.gmt,
    });
  });

  const floating = { status: 'draft', date: '2018-06-01 08:00:00', dateGmt: ZERO_DATE };
  const modified = { modified: now.local, modifiedGmt: now.gmt };

  test('a floating date moves with every change and is fixed by publishing', () => {
    expect(datesOfChanged(floating, undefined, 'pending', now, zone)).toEqual({
      date: now.local,
      dateGmt: ZERO_DATE,
      ...modified,
    });
    expect(datesOfChanged(floating, undefined, 'publish', now, zone)).toEqual({
      date: now.local,
      dateGmt: now.gmt,
      ...modified,
    });
    expect(datesOfChanged(floating, earlier, 'draft', now, zone)).toEqual({
      date: earlier.local,
      dateGmt: earlier.gmt,
      ...modified,
    });
  });

  test('a date of null makes a draft float again, and publishes others now', () => {
    const dated = { status: 'draft', date: earlier.local, dateGmt: earlier.gmt };
    const today = { date: now.local, dateGmt: ZERO_DATE, ...modified };
    expect(datesOfChanged(dated, null, 'draft', now, zone)).toEqual(today);
    expect(datesOfChanged(dated, null, 'publish', now, zone)).toEqual({ ...today, dateGmt: now.gmt });
  });

  test('a floating date that went into the trash stays where it was', () => {
    const trashed = { ...floating, status: 'trash' };
    expect(datesOfChanged(trashed, undefined, 'trash', now, zone)).toEqual({
      date: trashed.date,
      dateGmt: '2018-06-01 12:00:00',
      ...modified,
    });
  });

  test('a date of its own stays', () => {
    const dated = { status: 'draft', date: earlier.local, dateGmt: earlier.gmt };
    expect(datesOfChanged(dated, undefined, 'publish', now, zone)).toEqual({
      date: earlier.local,
      dateGmt: earlier.gmt,
      ...modified,
    });
  });

  test('publishing later is scheduling, up to the minute', () => {
    expect(resolveStatus('publish', '2018-07-04 16:00:59', now.gmt)).toBe('publish');
    expect(resolveStatus('publish', '2018-07-04 16:01:00', now.gmt)).toBe('future');
    expect(resolveStatus('future', '2018-07-04 16:00:59', now.gmt)).toBe('publish');
    expect(resolveStatus('future', '2018-07-04 16:01:00', now.gmt)).toBe('future');
    expect(resolveStatus('draft', '2037-01-01 00:00:00', now.gmt)).toBe('draft');
  });
});
