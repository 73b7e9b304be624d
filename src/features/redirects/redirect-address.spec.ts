import { expect, test } from '@jest/globals';
import { redirectLoops } from './redirect-address.js';

const loops = (redirects: Record<string, string>) => [...redirectLoops(new Map(Object.entries(redirects)))].sort();

test('loops are found through queries, fragments and other spellings of an address', () => {
  expect(loops({ '/a': '/b/', '/b': '/c', '/c': 'https://other.test/a' })).toEqual([]);
  expect(loops({ '/a': '/B/', '/b': '/a#top', '/c': '/a' })).toEqual(['/a', '/b']);
  expect(loops({ '/a': '/a?x=1' })).toEqual(['/a']);
  expect(loops({ '/a': '/a?x=1', '/a?x=1': '/b' })).toEqual([]);
});

test('a long chain is followed once', () => {
  const next = new Map(Array.from({ length: 200_000 }, (_, index) => [`/${index}`, `/${index + 1}`]));
  expect(redirectLoops(next).size).toBe(0);
  expect(redirectLoops(new Map([...next, ['/200000', '/199999']])).size).toBe(2);
});
