import { expect, test } from '@jest/globals';
import { Histogram } from './counts.js';

test('a value counts at the first bound it does not exceed, or after the last', () => {
  const histogram = new Histogram([1, 5]);
  for (const value of [0, 1, 1.5, 5, 6, 100]) histogram.add(value);
  expect(histogram.counts).toEqual([2, 2, 2]);
  expect(histogram.sum).toBe(113.5);
});
