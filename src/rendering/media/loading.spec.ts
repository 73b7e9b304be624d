import { expect, test } from '@jest/globals';
import { addLoadingAttributes } from '../pipelines.js';

test.each([
  ['<img src="a" />', '<img decoding="async" src="a" />'],
  ['<img width="1" height="2" src="a" />', '<img loading="lazy" decoding="async" width="1" height="2" src="a" />'],
  [
    '<img width="1" height="2" sizes="100vw" />',
    '<img loading="lazy" decoding="async" width="1" height="2" sizes="auto, 100vw" />',
  ],
  [
    '<img loading="eager" width="1" height="2" sizes="100vw" />',
    '<img decoding="async" loading="eager" width="1" height="2" sizes="100vw" />',
  ],
  [
    '<img fetchpriority="high" width="1" height="2">',
    '<img decoding="async" fetchpriority="high" width="1" height="2">',
  ],
  ['<iframe src="a"></iframe>', '<iframe src="a"></iframe>'],
  ['<iframe width="1" height="2"></iframe>', '<iframe loading="lazy" width="1" height="2"></iframe>'],
  ['<imgx width="1" height="2">', '<imgx width="1" height="2">'],
])('%s', (html, expected) => {
  expect(addLoadingAttributes(html)).toBe(expected);
});
