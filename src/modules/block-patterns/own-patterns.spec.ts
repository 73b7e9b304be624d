import { expect, test } from '@jest/globals';
import { ownPatterns } from './own-patterns.js';

const LOCALES = ['en_US', 'de_DE', 'fr_FR', 'es_ES', 'ar', 'ja'];

test.each(LOCALES)('the patterns in %s have a title of their own, a description and balanced blocks', (locale) => {
  const patterns = ownPatterns(locale);
  expect(new Set(patterns.map(({ title }) => title)).size).toBe(10);
  for (const pattern of patterns) {
    expect(pattern.description).toMatch(/\S/);
    const open: string[] = [];
    for (const [, end, name, , isEmpty] of String(pattern.content).matchAll(
      /<!-- (\/?)wp:([\w-]+)( \{.*?\})? (\/?)-->/g,
    )) {
      if (end === '/') expect(open.pop()).toBe(name);
      else if (isEmpty !== '/') open.push(name!);
    }
    expect(open).toEqual([]);
  }
});

test('other languages have the patterns in English', () => {
  expect(ownPatterns('nl_NL')).toEqual(ownPatterns('en_US'));
});
