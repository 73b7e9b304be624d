import { describe, expect, test } from '@jest/globals';
import { loadVectors, testVectors } from '../../../test/support/vectors.js';
import { onVectors } from '../../../test/support/vector-text.js';
import { balanceTags } from './balance-tags.js';
import { filterCurrentStyle, filterStyle } from './css.js';
import { COMMENT_SET, POST_SET, USER_DESCRIPTION_SET, type AllowedTags } from './kses-tables.js';
import { filterCommentHtml, filterPostHtml, filterUserDescription } from './kses.js';
import { NAMED_ENTITIES } from './entities.js';
import { ALLOWED_PROTOCOLS } from './protocols.js';

const SETS: Record<string, AllowedTags> = {
  post: POST_SET,
  data: COMMENT_SET,
  pre_comment_content: COMMENT_SET,
  pre_user_description: USER_DESCRIPTION_SET,
  user_description: USER_DESCRIPTION_SET,
};

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
    onVectors((html: string) => filterPostHtml(html, 'current')),
  );
  testVectors(
    'c',
    'wp_kses_comment',
    onVectors((html: string) => filterCommentHtml(html, 'current')),
  );
  testVectors('c', 'safecss_filter_attr', filterCurrentStyle);

  test('allow-lists', () => {
    for (const {
      in: [name],
      out,
    } of loadVectors('both', 'kses_sets')) {
      if (name === 'entities') expect([...(out as string[])].sort()).toEqual(['apos', ...NAMED_ENTITIES.keys()].sort());
      if (name === '*protocols') expect(out).toEqual(ALLOWED_PROTOCOLS);
      const set = SETS[String(name)];
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
    const kept = dropped === 'all' ? '<object>' : html.replace(/ data-wp-bind[^>]*/, '');
    expect(filterPostHtml(html, 'current', 'http://s.test/wp-content/uploads')).toBe(kept);
    expect(filterPostHtml(html, 'current')).toBe('<object>');
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
