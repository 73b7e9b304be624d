import { type TextRules } from './text-rules.js';
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { testVectors } from '../../test/support/vectors.js';
import {
  dateFromGmt,
  dateWithGmt,
  formatDate,
  formatMysqlDate,
  gmtByCurrentOffset,
  gmtFromDate,
  mysqlToRfc3339,
  offsetAt,
  parseRestDate,
  siteDate,
  type SiteZone,
} from './dates.js';
import { PROFILES } from '../variant/profiles.js';

const zoneOf = ([timezoneString, gmtOffset]: [string, string], rules: TextRules): SiteZone => ({
  timezoneString,
  gmtOffset: Number(gmtOffset),
  rules,
});

test.each([
  ['Europe/Berlin', '2026-10-25T01:00:00Z', 2, 1],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 10.5, 11],
  ['America/St_Johns', '2010-11-07T02:31:00Z', -2.5, -3.5],
  ['Africa/Monrovia', '1972-01-07T00:44:30Z', -0.741_666_7, 0],
])('%s has another offset from %s on', (zone, change, before, after) => {
  const seconds = Date.parse(change) / 1000;
  const offsets = [-60, -1, 0, 1, 59].map((step) => offsetAt(zone, seconds + step, 'wp7') / 3600);
  expect(offsets.map((hours) => hours.toFixed(3))).toEqual(
    [before, before, after, after, after].map((hours) => hours.toFixed(3)),
  );
});

describe('recorded cases', () => {
  for (const [set, rules] of [
    ['both', PROFILES.A.text.rules],
    ['c', PROFILES.C.text.rules],
  ] as const) {
    testVectors(
      set,
      'mysql2date',
      (format: string, date: string) => formatMysqlDate(format, date, zoneOf(['', '0'], rules)) ?? false,
    );
    testVectors(set, 'mysql_to_rfc3339', (date: string) => mysqlToRfc3339(date, zoneOf(['', '0'], rules)));
    testVectors(set, 'gmt_from_date', (date: string, zone: [string, string]) => ({
      to_gmt: gmtFromDate(date, zoneOf(zone, rules)),
      from_gmt: dateFromGmt(date, zoneOf(zone, rules)),
      iso: gmtFromDate(date, zoneOf(zone, rules), 'c'),
    }));
    testVectors(set, 'rest_get_date_with_gmt', (date: string, isUtc: boolean, zone: [string, string]) => {
      const pair = dateWithGmt(date, isUtc, zoneOf(zone, rules));
      return pair ? [pair.local, pair.gmt] : null;
    });
  }
  testVectors(
    'both',
    'rest_parse_date',
    (date: string, forceUtc: boolean) => parseRestDate(date, { forceUtc }) ?? false,
  );
});

describe('dates', () => {
  const berlin: SiteZone = { timezoneString: 'Europe/Berlin', gmtOffset: 0 };

  test('site time and UTC', () => {
    expect(gmtFromDate('2018-05-06 07:08:09', berlin)).toBe('2018-05-06 05:08:09');
    expect(dateFromGmt('2018-05-06 05:08:09', berlin)).toBe('2018-05-06 07:08:09');
    expect(gmtFromDate('2018-05-06 07:08:09', { timezoneString: '', gmtOffset: 5.5 })).toBe('2018-05-06 01:38:09');
  });

  test('skipped and doubled hours', () => {
    expect(gmtFromDate('2018-03-25 02:30:00', berlin)).toBe('2018-03-25 01:30:00');
    expect(gmtFromDate('2018-10-28 02:30:00', berlin)).toBe('2018-10-28 01:30:00');
    const newYork: SiteZone = { timezoneString: 'America/New_York', gmtOffset: 0 };
    expect(gmtFromDate('2018-03-11 02:30:00', newYork)).toBe('2018-03-11 07:30:00');
    expect(gmtFromDate('2018-11-04 01:30:00', newYork)).toBe('2018-11-04 05:30:00');
  });

  test('what clients send', () => {
    expect(dateWithGmt('2018-05-06T07:08:09Z', false, berlin)).toEqual({
      local: '2018-05-06 09:08:09',
      gmt: '2018-05-06 07:08:09',
    });
    expect(dateWithGmt('yesterday', false, berlin)).toBeUndefined();
  });

  test('formats', () => {
    expect(formatDate('l jS F Y, \\a\\t H:i (z o-W)', Date.UTC(2021, 0, 3, 4, 5) / 1000)).toBe(
      'Sunday 3rd January 2021, at 04:05 (2 2020-53)',
    );
  });

  test.each([
    ['', 5.5, '+05:30|GMT+0530|+05:30|+0530|0|19800|1530428400|333 2018-07-01T12:30:00+05:30'],
    ['', -3.5, '-03:30|GMT-0330|-03:30|-0330|0|-12600|1530460800|708 2018-07-01T12:30:00-03:30'],
    ['UTC', 0, 'UTC|UTC|+00:00|+0000|0|0|1530448200|562 2018-07-01T12:30:00+00:00'],
    ['Etc/GMT+3', 0, 'Etc/GMT+3|-03|-03:00|-0300|0|-10800|1530459000|687 2018-07-01T12:30:00-03:00'],
    ['Asia/Kathmandu', 0, 'Asia/Kathmandu|+0545|+05:45|+0545|0|20700|1530427500|322 2018-07-01T12:30:00+05:45'],
    ['Europe/Berlin', 0, 'Europe/Berlin|CEST|+02:00|+0200|1|7200|1530441000|479 2018-07-01T12:30:00+02:00'],
  ])('WordPress 7 writes the zone of the site: %s %d', (timezoneString, gmtOffset, expected) => {
    const zone: SiteZone = { timezoneString, gmtOffset, rules: 'wp7' };
    expect(formatMysqlDate('e|T|P|O|I|Z|U|B c', '2018-07-01 12:30:00', zone)).toBe(expected);
    expect(formatMysqlDate('U', '2018-07-01 12:30:00', zone)).toBe(1530448200);
  });

  test('WordPress 7 moves a stored time that was skipped, and has no text for what is no date', () => {
    expect(formatMysqlDate('H:i', '2018-03-25 02:30:00', { ...berlin, rules: 'wp7' })).toBe('03:30');
    expect(formatMysqlDate('H:i', '2018-03-25 02:30:00', berlin)).toBe('02:30');
    expect(formatMysqlDate('Y', 'garbage', { ...berlin, rules: 'wp7' })).toBeUndefined();
  });

  test('an unknown zone counts as UTC', () => {
    expect(gmtFromDate('2018-05-06 07:08:09', { timezoneString: 'Nowhere/Land', gmtOffset: 0 })).toBe(
      '2018-05-06 07:08:09',
    );
  });

  test('any text is accepted', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{1,5}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}$/)),
        (text) => {
          expect(typeof gmtFromDate(text, berlin)).toBe('string');
          expect(typeof mysqlToRfc3339(text)).toBe('string');
          dateWithGmt(text, true, berlin);
        },
      ),
    );
  });
});

describe('hours that clocks skip', () => {
  const zone = (timezoneString: string, rules: TextRules = 'wp7'): SiteZone => ({
    timezoneString,
    gmtOffset: 0,
    rules,
  });

  test.each([
    ['America/New_York', '2024-03-10 01:59:59', '2024-03-10T01:59:59'],
    ['America/New_York', '2024-03-10 02:00:00', '2024-03-10T03:00:00'],
    ['America/New_York', '2024-03-10 02:59:59', '2024-03-10T03:59:59'],
    ['America/New_York', '2024-03-10 03:00:00', '2024-03-10T03:00:00'],
    ['America/New_York', '2024-11-03 01:30:00', '2024-11-03T01:30:00'],
    ['Europe/Berlin', '2024-03-31 02:30:00', '2024-03-31T03:30:00'],
    ['Europe/Berlin', '2050-03-27 02:30:00', '2050-03-27T03:30:00'],
    ['Australia/Lord_Howe', '2024-10-06 02:10:00', '2024-10-06T02:40:00'],
    ['Africa/Casablanca', '2024-04-14 02:30:00', '2024-04-14T03:30:00'],
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-31T12:00:00'],
    ['UTC', '2024-03-10 02:30:00', '2024-03-10T02:30:00'],
    ['No/Such_Zone', '2024-03-10 02:30:00', '2024-03-10T02:30:00'],
  ])('%s: %s is shown as %s', (name, stored, shown) => {
    expect(mysqlToRfc3339(stored, zone(name))).toBe(shown);
    expect(mysqlToRfc3339(stored, zone(name, 'wp4'))).toBe(stored.replace(' ', 'T'));
  });

  test('filters compare in site time', () => {
    const berlin = zone('Europe/Berlin');
    expect(siteDate('2024-07-01T12:00:00Z', berlin)).toBe('2024-07-01 14:00:00');
    expect(siteDate('2024-07-01T12:00:00+02:00', berlin)).toBe('2024-07-01 12:00:00');
    expect(siteDate('2024-07-01T12:00:00', berlin)).toBe('2024-07-01 12:00:00');
    expect(siteDate('2024-03-31T02:30:00', berlin)).toBe('2024-03-31 03:30:00');
    expect(siteDate('2024-07-01T12:00:00Z', { timezoneString: '', gmtOffset: 5.5, rules: 'wp7' })).toBe(
      '2024-07-01 17:30:00',
    );
    expect(siteDate('2024-07-01T12:00:00+02:00', zone('Europe/Berlin', 'wp4'))).toBe('2024-07-01 10:00:00');
  });

  test('a modification time without one in UTC gets it by the offset of today', () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 0, 15) });
    try {
      expect(gmtByCurrentOffset('2024-07-10 12:00:00', zone('America/New_York'))).toBe('2024-07-10 17:00:00');
    } finally {
      jest.useRealTimers();
    }
  });
});
