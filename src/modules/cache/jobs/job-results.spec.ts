import { expect, test } from '@jest/globals';
import { imageResult, imagesWithin, isSafeCss, items } from './optimizations.service.js';

test.each(['', 'a{color:red}', '@media print{a{color:red}}'])('%s is accepted', (css) => {
  expect(isSafeCss(css)).toBe(true);
});

test.each(['a{}</style><script>', '@import url(//x.test)', 'a{', 'a}{', 'a{b:expression (1)}', 'x'.repeat(600_000)])(
  '%.30s is not',
  (css) => {
    expect(isSafeCss(css)).toBe(false);
  },
);

test('images must occur in what they are said to be from', () => {
  expect(imagesWithin(['a.jpg', 'b.jpg', '../a.jpg', 5, null], '<img src="/x/a.jpg">')).toEqual(['a.jpg']);
  expect(imagesWithin('a.jpg', 'a.jpg')).toEqual([]);
});

test('only the numbers and digests of an image are stored', () => {
  expect(
    imageResult({
      src_size: '900',
      ori_reduced: -5,
      webp_reduced: 'x',
      ori_sha256: 'a'.repeat(64),
      webp_sha256: '<b>',
    }),
  ).toEqual({
    sourceBytes: 900,
    savedBytes: 0,
    webpSavedBytes: 0,
    sha256: 'a'.repeat(64),
    webpSha256: '',
  });
});

test('messages come as lists or keyed', () => {
  expect(items({ 7: 'a' })).toEqual([{ key: '7', item: 'a' }]);
  expect(items(['a'])).toEqual([{ key: '0', item: 'a' }]);
  expect(items('a')).toEqual([]);
});
