import { describe, expect, test } from '@jest/globals';
import { addNofollow } from './comment-text.js';
import { repeated, superLinearCost } from '../../../test/support/processor-time.js';

const HOME = 'http://site.test';
const mark = (html: string) => addNofollow(html, HOME);

describe('links in comments', () => {
  test.each([
    ['<a href="http://x.test">x</a>', '<a href="http://x.test" rel="nofollow">x</a>'],
    ['<A HREF="http://x.test" TARGET=_blank>x</A>', '<a HREF="http://x.test" TARGET=_blank rel="nofollow">x</A>'],
    [`<a href='http://y.test' rel="me">y</a>`, '<a href="http://y.test" rel="me nofollow">y</a>'],
    ['<a rel="nofollow" href="http://y.test">y</a>', '<a href="http://y.test" rel="nofollow">y</a>'],
    ['<a href="/relative">r</a>', '<a href="/relative" rel="nofollow">r</a>'],
    ['<a href="mailto:a@b.test">m</a>', '<a href="mailto:a@b.test" rel="nofollow">m</a>'],
    ['<a\nhref="http://x.test"\n>x</a>', '<a href="http://x.test"\n rel="nofollow">x</a>'],
  ])('are not vouched for: %s', (html, marked) => expect(mark(html)).toBe(marked));

  test.each([
    '<a href="http://site.test">own</a>',
    '<a href="https://site.test/a?b#c">own</a>',
    "<a title='t' href='http://SITE.test/x'>own</a>",
    '<a>none</a>',
    '<abbr title="x">y</abbr>',
    'a < b and <a',
  ])('stay as they are when they lead to the site or nowhere: %s', (html) => expect(mark(html)).toBe(html));

  test('WordPress 7 also marks them as user-generated', () => {
    const both = (html: string) => addNofollow(html, HOME, ['nofollow', 'ugc']);
    expect(both('<a href="http://x.test">x</a>')).toBe('<a href="http://x.test" rel="nofollow ugc">x</a>');
    expect(both('<a href="http://x.test" rel="x nofollow">x</a>')).toContain('rel="x nofollow ugc"');
    expect(both('<a href="http://site.test/a">own</a>')).toBe('<a href="http://site.test/a">own</a>');
  });

  test('an address that only begins like the site is foreign', () => {
    expect(mark('<a href="http://site.test.evil.test/">x</a>')).toContain('nofollow');
    expect(mark('<a title="http://site.test/" href="http://x.test">x</a>')).toContain('nofollow');
  });

  test('openings that never end take linear time', () => {
    for (const opening of ['<a ', '<a href="', '<a rel=', '<a href="x" rel="'])
      expect(superLinearCost(mark, repeated(opening))).toBeUndefined();
    for (const [before, piece, after] of [
      ['<a ', 'rel= ', '>'],
      ['<a ', 'href ', '>'],
      ['<a rel=x ', ' a= ', '>'],
      ['<a ', ' ', 'x'],
      ['<a href', ' ', '>'],
    ] as const)
      expect(superLinearCost(mark, (size) => before + repeated(piece)(size) + after)).toBeUndefined();
  });
});
