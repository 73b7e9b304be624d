import { expect, test } from '@jest/globals';
import { dispositionFileName } from './received-upload.js';

test.each([
  ['attachment; filename="a.png"', 'a.png'],
  ['attachment; filename=a.png', 'a.png'],
  ['attachment; x=1;filename = "a b.png" ; y=2', 'a b.png'],
  ['form-data; filename="a=b.png"', 'a=b.png'],
  [Buffer.from('attachment; filename="日本.png"').toString('latin1'), '日本.png'],
  ['attachment; filename="\xe9.png"', 'é.png'],
  ['attachment; filename=""', undefined],
  ['attachment; filename=', undefined],
  ['attachment; FileName="a.png"', undefined],
  ["attachment; filename*=UTF-8''a.png", undefined],
  ['filename="a.png"', undefined],
  ['attachment', undefined],
  ['', undefined],
])('%s', (header, expected) => {
  expect(dispositionFileName(header)).toBe(expected);
});
