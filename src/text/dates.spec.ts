import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { testVectors } from '../../test/support/vectors.js';
import {
  dateFromGmt,
  dateWithGmt,
  formatDate,
  formatMysqlDate,
  gmtFromDate,
  mysqlToRfc3339,
  parseRestDate,
  type SiteZone,
} from './dates.js';

const zoneOf = ([timezoneString, gmtOffset]: [string, string]): SiteZone => ({
  timezoneString,
  gmtOffset: Number(gmtOffset),
});

describe('recorded cases', () => {
  testVectors('both', 'mysql2date', (format: string, date: string) => formatMysqlDate(format, date) ?? false);
  testVectors('both', 'mysql_to_rfc3339', mysqlToRfc3339);
  testVectors('both', 'gmt_from_date', (date: string, zone: [string, string]) => ({
    to_gmt: gmtFromDate(date, zoneOf(zone)),
    from_gmt: dateFromGmt(date, zoneOf(zone)),
    iso: gmtFromDate(date, zoneOf(zone), 'c'),
  }));
  testVectors(
    'both',
    'rest_parse_date',
    (date: string, forceUtc: boolean) => parseRestDate(date, { forceUtc }) ?? false,
  );
  testVectors('both', 'rest_get_date_with_gmt', (date: string, isUtc: boolean, zone: [string, string]) => {
    const pair = dateWithGmt(date, isUtc, zoneOf(zone));
    return pair ? [pair.local, pair.gmt] : null;
  });
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
