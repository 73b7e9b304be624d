import { expect, test } from '@jest/globals';
import { byteRange } from './send-file.js';

test.each([
  ['bytes=0-3', { from: 0, to: 3 }],
  ['bytes=4-', { from: 4, to: 9 }],
  ['bytes=-2', { from: 8, to: 9 }],
  ['bytes=-100', { from: 0, to: 9 }],
  ['bytes=5-100', { from: 5, to: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-3', 'unsatisfiable'],
  ['bytes=0-1,3-4', undefined],
  ['bytes=-', undefined],
  ['lines=0-1', undefined],
  [undefined, undefined],
])('%s of ten bytes', (header, expected) => {
  expect(byteRange(header, 10)).toEqual(expected);
});
