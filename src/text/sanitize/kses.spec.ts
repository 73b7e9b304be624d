import { describe, expect, test } from '@jest/globals';
import { loadVectors, testVectors } from '../../../test/support/vectors.js';
import { onVectors } from '../../../test/support/vector-text.js';
import { balanceTags } from './balance-tags.js';
import { filterWp7Style, filterStyle } from './css.js';
import { WP7_COMMENT_SET, WP7_DESCRIPTION_SET, WP7_POST_SET } from './wp7-tables.js';
import { COMMENT_SET, POST_SET, USER_DESCRIPTION_SET, type AllowedTags } from './kses-tables.js';
import { filterCommentContent, filterCommentHtml, filterPostHtml, filterUserDescription } from './kses.js';
import { NAMED_ENTITIES } from '../entities.js';
import { ALLOWED_PROTOCOLS, WP7_PROTOCOLS } from './protocols.js';

const SETS: Record<'both' | 'c', Record<string, AllowedTags>> = {
  both: {
    post: POST_SET,
    data: COMMENT_SET,
    pre_comment_content: COMMENT_SET,
    pre_user_description: USER_DESCRIPTION_SET,
    user_description: USER_DESCRIPTION_SET,
  },
  c: {
    post: WP7_POST_SET,
    data: COMMENT_SET,
    pre_comment_content: WP7_COMMENT_SET,
    pre_user_description: WP7_DESCRIPTION_SET,
    user_description: WP7_DESCRIPTION_SET,
  },
};
const PROTOCOLS = { both: ALLOWED_PROTOCOLS, c: WP7_PROTOCOLS };

const sorted = (set: AllowedTags) =>
  [...set].map(([tag, attributes]) => `${tag}[${[...attributes].sort().join(' ')}]`).sort();

describe('recorded cases', () => {
  testVectors('both', 'wp_kses_post', onVectors(filterPostHtml));
  testVectors('both', 'wp_kses_comment', onVectors(filterCommentHtml));
  testVectors('both', 'pre_user_description', onVectors(filterUserDescription));
  testVectors('both', 'safecss_filter_attr', filterStyle);
  testVectors('both', 'force_balance_tags', balanceTags);
  testVectors('c', 'force_balance_tags', (text: string) => balanceTags(text, true));
  testVectors(
    'c',
    'wp_kses_post',
    onVectors((html: string) => filterPostHtml(html, 'wp7')),
  );
  testVectors(
    'c',
    'wp_kses_comment',
    onVectors((html: string) => filterCommentHtml(html, 'wp7')),
  );
  testVectors('c', 'safecss_filter_attr', filterWp7Style);

  testVectors(
    'c',
    'pre_user_description',
    onVectors((html: string) => filterUserDescription(html, 'wp7')),
  );

  test.each(['both', 'c'] as const)('allow-lists (%s)', (release) => {
    for (const {
      in: [name],
      out,
    } of loadVectors(release, 'kses_sets')) {
      if (name === 'entities') expect([...(out as string[])].sort()).toEqual(['apos', ...NAMED_ENTITIES.keys()].sort());
      if (name === '*protocols') expect(out).toEqual(PROTOCOLS[release]);
      const set = SETS[release][String(name)];
      if (!set) continue;
      const recorded = new Map(
        Object.entries(out as Record<string, object>).map(([tag, a]) => [tag, new Set(Object.keys(a))]),
      );
      expect(sorted(set)).toEqual(sorted(recorded));
    }
  });
});

describe('allow-lists', () => {
  test('disallowed tags go, their text stays', () => {
    expect(filterPostHtml('<p class="x" onclick="y">a<script>b</script></p>')).toBe('<p class="x">ab</p>');
    expect(filterCommentHtml('<p><b style="color:red">x</b></p>')).toBe('<b>x</b>');
    expect(filterUserDescription('<a href="x" rel="me" target="y">z</a>')).toBe('<a href="x" rel="me">z</a>');
  });

  test.each([
    ['<object type="application/pdf" data="https://s.test/up/a.pdf" class="x">', undefined],
    ['<object type="application/pdf" data="https://s.test/up/a.pdf" data-wp-bind--data="state.x">', 'data-wp-bind'],
    ['<object type="application/pdf" data="https://s.test.evil.test/a.pdf" class="x">', 'all'],
    ['<object type="application/pdf" data="https://s.test@evil.test/a.pdf">', 'all'],
    ['<object type="application/pdf" data="https://evil.test/a.pdf" data="https://s.test/up/a.pdf">', 'all'],
    ['<object type="application/pdf" data="https://s.test/up/a.html?x=.pdf">', 'all'],
    ['<object type="text/html" data="https://s.test/up/a.pdf">', 'all'],
    ['<object data="https://s.test/up/a.pdf">', 'all'],
  ])('an object shows a PDF of the uploads or nothing: %s', (html, dropped) => {
    const filtered = dropped === 'all' ? '<object>' : html.replace(/ data-wp-bind[^>]*/, '');
    expect(filterPostHtml(html, 'wp7', 'http://s.test/wp-content/uploads')).toBe(filtered);
    expect(filterPostHtml(html, 'wp7')).toBe('<object>');
  });

  test.each([
    ['<span class="wp-note-mention user-5 evil">x</span>', '<span class="wp-note-mention user-5">x</span>'],
    ['<span class=" user-5  wp-note-mention ">x</span>', '<span class=" user-5  wp-note-mention ">x</span>'],
    ['<span class="  x  user-4   user-5  ">', '<span class="user-4   user-5">'],
    ['<span class="user-4\nx\tuser-5">', '<span class="user-4\tuser-5">'],
    ['<span class="USER-5 user-07 user-0 user-5a">', '<span >'],
    ['<span id="a" class>x</span>', '<span class>x</span>'],
    ['<b class="user-1"><span class="evil" /></b>', '<b><span  /></b>'],
    ['<!-- <span class="evil"> -->', '&lt;!-- <span > --&gt;'],
  ])('comments of WordPress 7 keep mentions of users: %j', (html, filtered) => {
    expect(filterCommentContent(html, 'wp7')).toBe(filtered);
    expect(filterCommentContent(html)).not.toContain('<span');
  });

  test.each([
    ['<b class="&#51;&#x41; &eacute;&hellip;&lang;&#128;">', '<b class="3A é…⟨€">'],
    [
      '<b title="&amp;eacute; &amp;#51; &foo; &copy &#0;">',
      '<b title="&amp;eacute; &amp;#51; &amp;foo; &amp;copy &amp;#0;">',
    ],
    [`<b title="&lt;i&gt; &#39;&#34;">`, '<b title="&lt;i&gt; &apos;&quot;">'],
    ['<a href="java&#115;cript&#58;x">', '<a href="x">'],
    ['<a href="&amp;#106;avascript:x">', '<a href="x">'],
    ['<a href="http://x ">', '<a href="http://x ">'],
    ['<b style="color:&#114;ed;var(--x)">', '<b style="color:red;var(--x)">'],
    [`<b style="color:&#39;a&#39;; width:expression(1)">`, '<b style="color:&#039;a&#039;">'],
  ])('WordPress 7 decodes the values of attributes and escapes them again: %s', (html, filtered) => {
    expect(filterPostHtml(html, 'wp7')).toBe(filtered);
  });

  test('values get quotes, loose brackets are escaped', () => {
    expect(filterPostHtml('1 < 2 <img src=a.png alt=b> 3 > 2')).toBe('1 &lt; 2 <img src="a.png" alt="b"> 3 &gt; 2');
  });

  test('styles keep harmless declarations', () => {
    expect(filterStyle('color:red; position:fixed; margin-top: 1px')).toBe('color:red;margin-top: 1px');
    expect(filterStyle('background:url(x)')).toBe('');
  });

  test('tags are balanced', () => {
    expect(balanceTags('<b>a<i>b</b></u><br>')).toBe('<b>a<i>b</i></b><br />');
  });
});
