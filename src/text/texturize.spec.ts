import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { BUILT_IN } from '../../test/support/rendering/context.js';
import { texturize } from './texturize.js';

const run = (text: string): string => texturize(text, BUILT_IN);

describe('texturize', () => {
  testVectors('both', 'wptexturize', run);

  test.each([
    [`"Well," she said, "it's '68."`, '&#8220;Well,&#8221; she said, &#8220;it&#8217;s &#8217;68.&#8221;'],
    [`a 6' 2" door`, 'a 6&#8242; 2&#8243; door'],
    ['"a 6" pipe"', '&#8220;a 6&#8243; pipe&#8221;'],
    ['one -- two - three---four', 'one &#8212; two &#8211; three&#8212;four'],
    ['xn--abc', 'xn--abc'],
    ['wait...', 'wait&#8230;'],
    ['10x20 0x20 1x2x3 a10.5x20', '10&#215;20 0x20 1x2x3 a10.5&#215;20'],
    ['<a href="?a&b">R & D</a>', '<a href="?a&#038;b">R &#038; D</a>'],
    [`<code>"x" -- y</code> "z"`, '<code>"x" -- y</code> &#8220;z&#8221;'],
    ['[gallery a="b"] "c" [other a="b"]', '[gallery a="b"] &#8220;c&#8221; [other a=&#8221;b&#8221;]'],
    [`[gallery a="<b>'</b>"]'x'`, `[gallery a="<b>'</b>"]&#8216;x&#8217;`],
    ['<!-- "kept" -- --> "x"', '<!-- "kept" -- --> &#8220;x&#8221;'],
  ])('%s', (text, expected) => {
    expect(run(text)).toBe(expected);
  });
});
