import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { filterTermDescription } from '../../text/sanitize/kses.js';
import { cleanTermName } from './terms.writer.js';

describe('names', () => {
  test.each([
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['Life & <b>Term</b>', 'Life &amp; Term'],
    ['a  b\tc\nd', 'a b c d'],
    ['It\'s "q"', 'It\'s "q"'],
    ['1 < 2', '1 &lt; 2'],
    ['a<b', 'a&lt;b'],
    ['5 > 3', '5 &gt; 3'],
    ['back\\slash', 'back\\slash'],
    ['x %20 y', 'x y'],
    ['<script>alert(1)</script>Name', 'Name'],
    ['&copy; &foo; é', '&copy; &amp;foo; é'],
    ['&lt;b&gt;', '&lt;b&gt;'],
    ['&#39; &#x41;', '&#039; &#x41;'],
    ['<b></b>', ''],
    ['x < a> y', 'x &lt;a&gt; y'],
    ['   ', ''],
  ])('%j is stored as %j', (provided, stored) => {
    expect(cleanTermName(provided)).toBe(stored);
  });

  test('nothing leaves markup or blank ends, and what is clean stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanTermName(text)).not.toMatch(/[<>]|^ | $/);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', '>', '&', ';', '#', 'a', ' ', '"', '%', '2') }), (text) => {
        const name = cleanTermName(text);
        expect(name).not.toMatch(/[<>]/);
        expect(cleanTermName(name)).toBe(name);
      }),
    );
  });

  test('WordPress 7 does not decode an escaped ampersand', () => {
    expect(cleanTermName('A &amp;#39; B', 'wp7')).toBe('A &amp;#39; B');
    expect(cleanTermName('A &amp;#39; B')).toBe('A &#039; B');
  });
});

describe('descriptions', () => {
  test.each([
    ['D <script>x</script>', 'D x'],
    ['All the <em>news</em>', 'All the <em>news</em>'],
    ['<a href="javascript:1" onclick=1>l</a> <p>p</p> & "q" <', '<a href="1">l</a> p &amp; "q" &lt;'],
  ])('%j is stored as %j', (provided, stored) => {
    expect(filterTermDescription(provided)).toBe(stored);
  });

  test('WordPress 7 also keeps where a link opens, and writes attributes in double quotes', () => {
    const link = "<a href='x' rel=me target=_top class=c>w</a>";
    expect(filterTermDescription(link, 'wp7')).toBe('<a href="x" rel="me" target="_top">w</a>');
    expect(filterTermDescription(link)).toBe("<a href='x'>w</a>");
  });
});
