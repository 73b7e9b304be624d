import { BLOCKS } from './blocks/styled-blocks.js';
import { expect, test } from '@jest/globals';
import { registerBuiltInShortcodes } from './shortcodes/builtin/index.js';
import { unknownContent } from './needs.js';

const unknownIn = (text: string) => {
  const { blocks, shortcodes } = unknownContent(text, registerBuiltInShortcodes(), BLOCKS);
  return [[...blocks], [...shortcodes]];
};

test('blocks without a renderer, at any depth', () => {
  expect(
    unknownIn(
      '<!-- wp:group --><!-- wp:acme/card {"a":[true]} /--><!-- /wp:group --><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->' +
        '<!-- wp:rss /--><!-- wp:acme/list --><!-- wp:post-comments-form /--><!-- /wp:acme/list -->',
    ),
  ).toEqual([['acme/card', 'rss', 'acme/list', 'post-comments-form'], []]);
  // Only a WordPress takes what is sent with a form to sign in; a link to do so leads to the console without one.
  expect(unknownIn('<!-- wp:loginout {"displayLoginAsForm":true} /-->')).toEqual([['loginout'], []]);
  expect(unknownIn('<!-- wp:loginout {"displayLoginAsForm":false} /-->')).toEqual([[], []]);
  expect(unknownIn('<!-- /wp:acme/card --> <!-- wp:latest-posts /-->')).toEqual([[], []]);
});

test.each([
  ['[price id="1"] and [show_more]text[/show_more]', ['price', 'show_more']],
  ['[gallery ids="1"] [caption]x[/caption] [[price]] [1] [ x] [x', []],
  ['<!-- wp:html {"list":[a ]} --> [b] <!-- [c] --> [d/] <!-- [e]', ['b', 'd']],
  ['<a title="[tip]">x</a>', ['tip']],
])('names in brackets that may be shortcodes: %s', (text, names) => {
  expect(unknownIn(text)[1]).toEqual(names);
});
