import { expect, test } from '@jest/globals';
import { cleanFontFamily, faceTitle } from './font-settings.validators.js';

test('names of families that are more than one word are quoted', () => {
  expect(cleanFontFamily('Open Sans, serif')).toBe('"Open Sans", serif');
  expect(cleanFontFamily(`'Quay 2'`)).toBe('"Quay 2"');
  expect(cleanFontFamily('generic(kai), <b>x</b>,')).toBe('generic(kai), x');
});

test('the title of a face distinguishes it from the others of its family', () => {
  expect(faceTitle({ fontFamily: '"Quay One"', src: 'x' })).toBe('quay one;normal;400;100%;U+0-10FFFF');
  expect(
    faceTitle({ fontFamily: 'Quay', fontWeight: 'bold', fontStretch: 'condensed', unicodeRange: 'u+0-ff, u+200' }),
  ).toBe('quay;normal;700;75%;U+0-FF,U+200');
});
