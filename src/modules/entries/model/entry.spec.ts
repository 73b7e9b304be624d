import { describe, expect, test } from '@jest/globals';
import { entry } from '../../../../test/support/entries.js';
import { isDue, withDuePublished, ZERO_DATE } from './entry.js';
import { utcText } from '../../../text/dates.js';

const NOW = '2018-03-04 05:06:07';

describe('scheduled entries', () => {
  test.each([
    ['future', '2018-03-04 05:06:07', true],
    ['future', '2018-03-04 05:06:08', false],
    ['future', ZERO_DATE, false],
    ['draft', '2017-01-01 00:00:00', false],
  ])('%s at %s is due: %s', (status, dateGmt, due) => {
    expect(isDue({ status, dateGmt }, NOW)).toBe(due);
    expect(withDuePublished(entry({ status, dateGmt }), NOW).status).toBe(due ? 'publish' : status);
  });

  test('moments are written as the date columns write them', () => {
    expect(utcText(new Date(Date.UTC(2018, 2, 4, 5, 6, 7, 890)))).toBe(NOW);
  });
});
