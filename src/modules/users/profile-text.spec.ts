import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanName, cleanProfileUrl, defaultDisplayName, nicenameFrom, uniqueNicename } from './profile-text.js';
import { MAX_LENGTH, authorLink } from './user.js';

const SLUGS = { slashBecomesDash: true };

describe('names', () => {
  test('lose tags and keep the rest, ready for HTML', () => {
    expect(cleanName(' Ann <b>Bold</b> & Co ')).toBe('Ann Bold &amp; Co');
    expect(cleanName('a < b > c &amp; d')).toBe('a &lt; b &gt; c &amp; d');
    expect(cleanName('O\'Neil "x"')).toBe('O\'Neil "x"');
  });

  test('never come out with markup', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>]/.test(cleanName(text))));
  });

  test('default to the first and last name, then to the login', () => {
    expect(defaultDisplayName({ login: 'ann', firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee');
    expect(defaultDisplayName({ login: 'ann', firstName: '', lastName: 'Lee' })).toBe('Lee');
    expect(defaultDisplayName({ login: 'ann', firstName: '', lastName: '' })).toBe('ann');
  });
});

test('addresses are made addresses, or nothing', () => {
  expect(cleanProfileUrl('not a url')).toBe('http://not%20a%20url');
  expect(cleanProfileUrl('http://x.test/?a=1&b=2')).toBe('http://x.test/?a=1&amp;b=2');
  expect(cleanProfileUrl('javascript:alert(1)')).toBe('');
  expect(cleanProfileUrl(':::')).toBe('');
  expect(cleanProfileUrl(' sms:1', 'wp7')).toBe('sms:1');
});

describe('nicenames', () => {
  test('come from the requested slug, else from the login', () => {
    expect(nicenameFrom('Life Slug', 'x', SLUGS)).toBe('life-slug');
    expect(nicenameFrom('0', 'ann', SLUGS)).toBe('ann');
    expect(nicenameFrom('', 'Ann.Lee@example', SLUGS)).toBe('ann-leeexample');
    expect(nicenameFrom('漢字', 'ann', SLUGS)).toBe('ann');
    expect(nicenameFrom('', 'x'.repeat(60), SLUGS)).toBe('x'.repeat(MAX_LENGTH.nicename));
    expect(nicenameFrom('', '@@', SLUGS)).toBe('user');
  });

  test('get the first free number, and fit', () => {
    const taken = new Set(['ann', 'ann-2', 'x'.repeat(50)]);
    expect(uniqueNicename('bob', (name) => taken.has(name))).toBe('bob');
    expect(uniqueNicename('ann', (name) => taken.has(name))).toBe('ann-3');
    expect(uniqueNicename('x'.repeat(50), (name) => taken.has(name))).toBe(`${'x'.repeat(48)}-2`);
  });
});

test('author pages follow the permalink structure', () => {
  const site = (structure: string) => ({ home: 'http://s.test', option: () => structure });
  const ann = { id: 7, nicename: 'ann' };
  expect(authorLink(ann, site(''))).toBe('http://s.test/?author=7');
  expect(authorLink(ann, site('/%year%/%postname%/'))).toBe('http://s.test/author/ann/');
  expect(authorLink(ann, site('/blog/%postname%'))).toBe('http://s.test/blog/author/ann');
});
