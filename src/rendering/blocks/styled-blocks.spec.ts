import { describe, expect, test } from '@jest/globals';
import { BLOCK_THEME, NO_PIPELINES, testContext } from '../../../test/support/rendering/context.js';
import { renderExcerptBlocks, renderStyledBlocks } from './styled-blocks.js';

const block = (name: string, inside: string, attributes = ''): string =>
  `<!-- wp:${name} ${attributes}${attributes && ' '}-->${inside}<!-- /wp:${name} -->`;
const render = (text: string) => renderStyledBlocks(text, testContext({ theme: BLOCK_THEME }), NO_PIPELINES);

describe('blocks as WordPress 7 renders them', () => {
  test.each([
    [block('paragraph', '<p>a</p>'), '<p class="wp-block-paragraph">a</p>'],
    [block('paragraph', '<p class="x">a</p>'), '<p class="x wp-block-paragraph">a</p>'],
    [block('heading', '<h2 class="wp-block-heading">a</h2>'), '<h2 class="wp-block-heading">a</h2>'],
    [block('list', '<ol><li>a</li></ol>'), '<ol class="wp-block-list"><li>a</li></ol>'],
    [block('button', '<div class="wp-block-button"><a class="b"></a></div>'), ''],
    [block('image', '<figure><img alt=""/></figure>'), ''],
    [
      block('image', '<figure><img src="a.png"/><figcaption></figcaption></figure>'),
      '<figure><img src="a.png"/></figure>',
    ],
    [block('paragraph', '<p>a</p>', '{"metadata":{"blockVisibility":false}}'), ''],
    [block('my/unknown', '<b>kept</b>'), '<b>kept</b>'],
    [block('paragraph', '<p>a</p>', '{bad json}'), '<p class="wp-block-paragraph">a</p>'],
  ])('%s', (text, expected) => {
    expect(render(text)).toBe(expected);
  });

  test('the tag around inner blocks gets the classes of the layout', () => {
    const cover = block(
      'cover',
      `<div class="wp-block-cover"><span></span><div class="wp-block-cover__inner-container">${block('paragraph', '<p>a</p>')}</div></div>`,
    );
    expect(render(cover)).toContain(
      '<div class="wp-block-cover__inner-container is-layout-flow wp-block-cover-is-layout-flow">',
    );
  });

  test('images of a gallery tell their attachment, and galleries are numbered', () => {
    const image = block('image', '<figure><img src="a.png"/></figure>', '{"id":5}');
    const gallery = block('gallery', `<figure class="wp-block-gallery">${image}</figure>`);
    expect(render(gallery + gallery)).toMatch(
      /wp-block-gallery wp-block-gallery-1 .*<img data-id="5" src="a.png"\/>.*wp-block-gallery-2 /,
    );
  });

  test('font sizes grow with the screen where the theme says so', () => {
    const text = block('paragraph', '<p style="font-size:40px">a</p>', '{"style":{"typography":{"fontSize":"40px"}}}');
    expect(render(text)).toContain('font-size:clamp(24.034px, 1.502rem + ((1vw - 3.2px) * 1.565), 40px);');
  });

  test('colours of elements inside are numbered', () => {
    const text = block(
      'group',
      '<div class="wp-block-group">a</div>',
      '{"style":{"elements":{"link":{"color":{"text":"#111"}}}}}',
    );
    expect(render(text)).toContain('wp-elements-1 is-layout-flow');
  });

  test('style variations of the theme are numbered before the blocks inside them', () => {
    const theme = { ...BLOCK_THEME, blocks: { ...BLOCK_THEME.blocks, variations: { quote: ['plain'] } } };
    const quote = (inside: string) =>
      block('quote', `<blockquote class="is-style-plain">${inside}</blockquote>`, '{"className":"is-style-plain"}');
    const html = renderStyledBlocks(quote(quote('a')), testContext({ theme }), NO_PIPELINES);
    expect(html).toMatch(/is-style-plain--1">.*is-style-plain--2">a/);
  });

  test('what binds a paragraph replaces its text', () => {
    const bound = (key: string) =>
      block(
        'paragraph',
        '<p>saved</p>',
        `{"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"${key}"}}}}}`,
      );
    const context = testContext({ theme: BLOCK_THEME, boundMeta: new Map([['known', 'a <em>b</em>']]) });
    expect(renderStyledBlocks(bound('known') + bound('other'), context, NO_PIPELINES)).toBe(
      '<p class="wp-block-paragraph">a <em>b</em></p><p class="wp-block-paragraph">saved</p>',
    );
  });

  test('what a pattern overrides replaces text and addresses', () => {
    const named = (name: string) =>
      `{"metadata":{"name":"${name}","bindings":{"__default":{"source":"core/pattern-overrides"}}}}`;
    const pattern =
      block('paragraph', '<p>one</p>', named('A')) +
      block('button', '<div><a class="b" href="http://old.test">two</a></div>', named('B'));
    const context = testContext({ theme: BLOCK_THEME, patterns: new Map([[7, pattern]]) });
    const visible =
      '<!-- wp:block {"ref":7,"content":{"A":{"content":""},"B":{"text":"new","url":"http://new.test"}}} /-->';
    expect(renderStyledBlocks(visible, context, NO_PIPELINES)).toBe(
      '<p class="wp-block-paragraph"></p><div><a class="b" href="http://new.test">new</a></div>',
    );
  });

  test.each([
    ['a<!-- /wp:x -->b<!-- wp:c -->d<!-- /wp:c -->', 'a<!-- /wp:post-content -->b<!-- wp:c -->d<!-- /wp:c -->'],
    [
      '<!-- wp:group --><div><!-- wp:paragraph --><p>a</p>',
      '<div><p class="wp-block-paragraph">a</p><!-- /wp:group --><!-- wp:post-content --><!-- wp:group --><div><!-- wp:paragraph --><p>a</p><!-- /wp:post-content -->',
    ],
  ])('unbalanced delimiters are taken for those of the block around the content: %s', (text, expected) => {
    expect(render(text)).toBe(expected);
  });

  test('an accordion item ties its heading to its panel', () => {
    const item = block(
      'accordion-item',
      '<div class="wp-block-accordion-item"><button class="wp-block-accordion-heading__toggle"></button><div class="wp-block-accordion-panel"></div></div>',
    );
    const html = render(item);
    expect(html).toContain('aria-expanded="false" aria-controls="accordion-item-1-panel"');
    expect(html).toContain('<div aria-labelledby="accordion-item-1"');
  });

  test.each([
    ['a<!-- /wp:x -->b<!-- wp:image -->c<!-- /wp:image -->', 'a<!-- /wp:x -->b<!-- wp:image -->c<!-- /wp:image -->'],
    [
      '<!-- wp:paragraph --><p>1</p><!-- wp:verse --><p>2</p>',
      '<p>1</p><p>2</p><p class="wp-block-paragraph">1</p><!-- wp:verse --><p>2</p>',
    ],
    [block('group', `A${block('quote', `B${block('paragraph', 'c')}`)}${block('image', 'd')}`), 'c'],
  ])('excerpt of %j', (text, expected) => {
    expect(renderExcerptBlocks(text, testContext({ theme: BLOCK_THEME }), NO_PIPELINES)).toBe(expected);
  });
});
