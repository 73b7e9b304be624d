import { expect, test } from '@jest/globals';
import { contrast, isHexColour, lowestContrast, mixed, READABLE, readableOn } from './contrast.js';

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#ffffff')).toBe(1);
  // The darkest grey that fails on white, and the lightest that does not.
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.478, 2);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.542, 2);
  expect(isHexColour('#12aBcd')).toBe(true);
  for (const wrong of ['', '#123', 'red', '#12345g', '#1234567']) expect(isHexColour(wrong)).toBe(false);
});

test('a colour becomes readable by as little as possible', () => {
  expect(mixed('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(readableOn('#0b6868', ['#ffffff'])).toBe('#0b6868');
  for (const [colour, ...backgrounds] of [
    ['#ffcc00', '#ffffff', '#f5f6f8'],
    ['#2f4fd0', '#14161a'],
    ['#808080', '#808080'],
  ] as const) {
    const found = readableOn(colour, backgrounds);
    expect(lowestContrast(found, backgrounds)).toBeGreaterThanOrEqual(READABLE);
    expect(lowestContrast(found, backgrounds)).toBeLessThan(READABLE + 0.6);
  }
});
