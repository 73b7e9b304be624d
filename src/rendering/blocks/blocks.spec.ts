import { describe, expect, test } from '@jest/globals';
import { LANDSCAPE } from '../../../test/support/rendering/attachments.js';
import { testContext } from '../../../test/support/rendering/context.js';
import { excerptText, renderContent } from '../pipelines.js';
import { renderBlocks, textOfBlocks } from './render-blocks.js';

const BLOCKS = { html5: true, contentWidth: 0, readsBlocks: true };

const block = (name: string, inside: string): string => `<!-- wp:${name} -->${inside}<!-- /wp:${name} -->`;

describe('texts written in blocks', () => {
  test.each([
    ['<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->', '\n<p>x</p>\n'],
    ['a\n\n<!-- wp:core/quote {"a":{"b":1}} -->b<!-- wp:list /-->c<!-- /wp:core/quote -->d', 'a\n\nbcd'],
    ['<!-- wp:paragraph {"a":"} -->"} -->z<!-- /wp:paragraph -->', '"} -->z'],
    ['<!-- wp:foo/bar-2_x {bad} -->a<!-- /wp:foo/bar-2_x -->', 'a'],
    ['<!-- wp:a {"b":1}\n/-->z', 'z'],
    ['<!-- wp:a -->1<!-- wp:b -->2', '12'],
    ['1<!-- /wp:a -->2', '12'],
    ['<!-- wp:A -->', '<!-- wp:A -->'],
    [
      '<!-- wp:9 --><!-- wp:a/b/c --><!-- wp: --><!-- wp:a--><!--wp:a -->',
      '<!-- wp:9 --><!-- wp:a/b/c --><!-- wp: --><!-- wp:a--><!--wp:a -->',
    ],
    ['<!-- wp:a {"b":1}-->', '<!-- wp:a {"b":1}-->'],
    [block('shortcode', '\n[gallery]x\n\ny\n'), '<p>[gallery]x</p>\n<p>y</p>\n'],
  ])('%j', (text, expected) => {
    expect(renderBlocks(text)).toBe(expected);
  });

  test('are typeset, but their paragraphs are their own', () => {
    expect(renderContent(block('html', '\nx\n\ny "q" :)\n'), testContext({ theme: BLOCKS }))).toBe(
      '\nx\n\ny &#8220;q&#8221; 🙂\n',
    );
  });

  test('contain the sizes of their images', () => {
    const context = testContext({ theme: BLOCKS, attachments: new Map([[301, LANDSCAPE]]) });
    const image =
      '<img src="http://site.example/wp-content/uploads/2018/02/landscape-300x200.jpg" class="wp-image-301"/>';
    expect(renderContent(block('image', image), context)).toContain('<img width="300" height="200" src=');
    expect(renderContent(image, context)).not.toContain('width="300"');
    expect(renderContent(block('image', image.replace('<img', '<img width="9"')), context)).toContain(
      '<img width="9" src=',
    );
  });

  test.each([
    [`one ${block('image', 'picture')} two`, 'one  two'],
    [block('quote', `A${block('paragraph', 'b')}C`), 'AbC'],
    [block('quote', `A${block('list', block('list-item', 'b'))}C`), ''],
    [
      block('group', `A${block('quote', `B${block('paragraph', 'c')}`)}${block('image', 'd')}${block('heading', 'e')}`),
      'ce',
    ],
    [block('group', block('cover', block('paragraph', 'a'))), ''],
  ])('excerpt of %j', (text, expected) => {
    expect(textOfBlocks(text)).toBe(expected);
  });

  test('an excerpt ends at the block that says so', () => {
    const text = `${block('paragraph', '\n<p>a</p>\n')}\n\n${block('more', '\n<!--more-->\n')}\n${block('paragraph', 'b')}`;
    expect(excerptText('', text, testContext({ theme: BLOCKS }))).toBe('a');
  });
});
