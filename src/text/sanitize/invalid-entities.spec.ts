import { describe, expect, test } from '@jest/globals';
import { fixInvalidEntities } from '../entities.js';

describe('fixInvalidEntities', () => {
  test('references into the control range mean Windows-1252', () => {
    expect(fixInvalidEntities('&#128; &#150;&#159;')).toBe('&#8364; &#8211;&#376;');
  });

  test('those that mean nothing vanish', () => {
    expect(fixInvalidEntities('a&#129;b&#157;')).toBe('ab');
  });

  test('all other references stay', () => {
    expect(fixInvalidEntities('&#127;&#160;&#1280;&amp;&#x80;')).toBe('&#127;&#160;&#1280;&amp;&#x80;');
  });
});
