import { expect, test } from '@jest/globals';
import { defineJob } from './declared-job.js';

test.each([
  ['a b', {}, '"a b" is not a name'],
  [
    'tidy',
    { schedul: { cron: '* * * * *', payload: {} } },
    'schedul is not known here. Known are maxAttempts, schedule.',
  ],
  ['tidy', { schedule: { cron: '0 7 * * 1', timezone: 'UTC', payload: {} } }, 'schedule.timezone is not known here'],
  ['tidy', { maxAttempts: '3' }, 'maxAttempts must be of type integer'],
  ['tidy', { schedule: { cron: '0 0 30 2 *', payload: {} } }, 'never runs'],
])('%s %j is an error', (kind, options, message) => {
  expect(() => defineJob(kind, options as never)).toThrow(message);
});

test('a job has its kind and options', () => {
  const schedule = { cron: '0 7 * * 1', timeZone: 'Europe/Berlin', payload: { to: 'a@example.com' } };
  expect(defineJob('tidy', { maxAttempts: 2, schedule })).toEqual({ kind: 'tidy', maxAttempts: 2, schedule });
});
