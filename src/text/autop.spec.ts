import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { autop } from './autop.js';

describe('autop', () => {
  testVectors('both', 'wpautop', (text: string, breaks?: boolean) => autop(text, { breaks }));
  testVectors('c', 'wpautop', (text: string, breaks?: boolean) => autop(text, { breaks, isWp7: true }));

  test.each([
    ['', ''],
    ['one\ntwo\n\nthree', '<p>one<br />\ntwo</p>\n<p>three</p>\n'],
    ['one\r\n\r\ntwo', '<p>one</p>\n<p>two</p>\n'],
    ['a<br><br/>b', '<p>a</p>\n<p>b</p>\n'],
    ['<div>a</div>b', '<div>a</div>\n<p>b</p>\n'],
    ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>\n'],
    ['<ul>\n<li>a</li>\n</ul>', '<ul>\n<li>a</li>\n</ul>\n'],
    ['<blockquote>a</blockquote>', '<blockquote><p>a</p></blockquote>\n'],
    ['<a\nhref="x">a</a>', '<p><a\nhref="x">a</a></p>\n'],
    ['<script>a\nb</script>', '<p><script>a\nb</script></p>\n'],
    ['a <br />\u00a0\nb', '<p>a <br />\u00a0<br />\nb</p>\n'],
  ])('%j', (text, expected) => {
    expect(autop(text)).toBe(expected);
  });

  test('can leave single newlines alone', () => {
    expect(autop('one\ntwo', { breaks: false })).toBe('<p>one\ntwo</p>\n');
  });
});
