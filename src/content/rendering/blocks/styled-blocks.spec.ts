import { describe, expect, test } from '@jest/globals';
import { processorMs } from '../../../../test/support/processor-time.js';
import { testContext } from '../../../../test/support/rendering/context.js';
import { renderStyledBlocks } from './styled-blocks.js';

const block = (name: string, inside: string, attributes = ''): string =>
  `<!-- wp:${name} ${attributes}${attributes && ' '}-->${inside}<!-- /wp:${name} -->`;
const THEME = {
  html5: true,
  contentWidth: 0,
  readsBlocks: true,
  blocks: { gap: '1.2rem', blockGaps: {}, padsRoot: true, fluidWidth: 1340 },
};
const render = (text: string) => renderStyledBlocks(text, testContext({ theme: THEME }));

describe('blocks as current releases render them', () => {
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
    expect(render(text)).toContain('wp-elements-1"');
  });

  test('take time in proportion to their length', () => {
    for (const part of [
      '<!-- wp:group --><div class="a">',
      '<!-- wp:a {"b":1} -->',
      '<!-- wp:paragraph --><p class="',
    ]) {
      const text = part.repeat(50_000);
      expect(processorMs(() => render(text))).toBeLessThan(5_000);
    }
  });
});
