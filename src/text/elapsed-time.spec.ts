import { describe, expect, it } from '@jest/globals';
import { elapsedTime } from './elapsed-time.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

describe('elapsedTime', () => {
  it.each([
    [0, '1 second'],
    [59, '59 seconds'],
    [MINUTE, '1 minute'],
    [MINUTE + 29, '1 minute'],
    [MINUTE + 30, '2 minutes'],
    [HOUR - 1, '60 minutes'],
    [HOUR, '1 hour'],
    [DAY - 1, '24 hours'],
    [DAY, '1 day'],
    [6.5 * DAY, '7 days'],
    [7 * DAY, '1 week'],
    [30 * DAY, '1 month'],
    [364 * DAY, '12 months'],
    [365 * DAY, '1 year'],
    [1.5 * 365 * DAY, '2 years'],
  ])('%d seconds are %s, before and after', (seconds, text) => {
    expect(elapsedTime(1_000_000_000, 1_000_000_000 + seconds)).toBe(text);
    expect(elapsedTime(1_000_000_000 + seconds, 1_000_000_000)).toBe(text);
  });
});
