import { expect, test } from '@jest/globals';
import { abbreviationAt } from './zone-abbreviations.js';

const at = (zone: string, ...dates: string[]) => dates.map((date) => abbreviationAt(zone, Date.parse(date) / 1000));

test.each([
  ['Europe/Berlin', 'CET', 'CEST'],
  ['Europe/London', 'GMT', 'BST'],
  ['Europe/Dublin', 'GMT', 'IST'],
  ['Europe/Lisbon', 'WET', 'WEST'],
  ['Europe/Helsinki', 'EET', 'EEST'],
  ['America/New_York', 'EST', 'EDT'],
  ['America/Phoenix', 'MST', 'MST'],
  ['America/St_Johns', 'NST', 'NDT'],
  ['America/Havana', 'CST', 'CDT'],
  ['Pacific/Honolulu', 'HST', 'HST'],
  ['Asia/Tokyo', 'JST', 'JST'],
  ['Asia/Shanghai', 'CST', 'CST'],
  ['Asia/Kolkata', 'IST', 'IST'],
  ['Asia/Jakarta', 'WIB', 'WIB'],
  ['Africa/Johannesburg', 'SAST', 'SAST'],
  ['Australia/Sydney', 'AEDT', 'AEST'],
  ['Pacific/Auckland', 'NZDT', 'NZST'],
  ['UTC', 'UTC', 'UTC'],
])('%s: %s in January, %s in July', (zone, january, july) => {
  expect(at(zone, '2026-01-15T12:00Z', '2026-07-15T12:00Z')).toEqual([january, july]);
});

test('an abbreviation is that of the time, not that of today', () => {
  expect(at('Europe/Moscow', '2006-07-15T12:00Z', '2026-07-15T12:00Z')).toEqual(['MSD', 'MSK']);
  expect(at('America/Whitehorse', '2018-07-15T12:00Z', '2026-07-15T12:00Z')).toEqual(['PDT', 'MST']);
});

test.each([
  'America/Sao_Paulo',
  'Asia/Dubai',
  'Asia/Kathmandu',
  'Europe/Istanbul',
  'Europe/Minsk',
  'Etc/GMT+3',
  'Mars/X',
])('%s has none', (zone) => {
  expect(at(zone, '2026-01-15T12:00Z', '2026-07-15T12:00Z')).toEqual([undefined, undefined]);
});
