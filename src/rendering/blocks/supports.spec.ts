import { describe, expect, test } from '@jest/globals';
import { BLOCK_THEME, NO_PIPELINES, testContext } from '../../../test/support/rendering/context.js';
import { renderStyledBlocks } from './styled-blocks.js';

const render = (text: string) => renderStyledBlocks(text, testContext({ theme: BLOCK_THEME }), NO_PIPELINES);
const paragraph = (attributes: object, tag = '<p>') =>
  `<!-- wp:paragraph ${JSON.stringify(attributes)} -->${tag}x</p><!-- /wp:paragraph -->`;

describe('colours of elements', () => {
  const red = { color: { text: 'red' } };

  test.each([
    [{ link: red }, true],
    [{ link: { ':hover': red } }, true],
    [{ link: { color: { background: 'red' } } }, false],
    [{ link: { color: {} } }, false],
    [{ h3: { color: { gradient: 'g' } } }, true],
    [{ caption: red }, false],
  ])('%j', (elements, isStyled) => {
    expect(render(paragraph({ style: { elements } }))).toBe(
      `<p class="${isStyled ? 'wp-elements-1 ' : ''}wp-block-paragraph">x</p>`,
    );
  });

  test('a block is numbered before the blocks inside', () => {
    const inner = paragraph({ style: { elements: { link: red } } });
    const style = JSON.stringify({ style: { elements: { link: red } } });
    expect(render(`<!-- wp:quote ${style} --><blockquote>${inner}</blockquote><!-- /wp:quote -->`)).toBe(
      '<blockquote class="wp-elements-1 is-layout-flow wp-block-quote-is-layout-flow"><p class="wp-elements-2 wp-block-paragraph">x</p></blockquote>',
    );
  });

  test('buttons and tables have colours inside only', () => {
    const style = JSON.stringify({ style: { elements: { link: red } } });
    expect(render(`<!-- wp:table ${style} --><figure>x</figure><!-- /wp:table -->`)).toBe('<figure>x</figure>');
  });
});

test('CSS of a block gives it a class', () => {
  expect(render(paragraph({ style: { css: '<b>' } }))).toBe('<p class="wp-block-paragraph">x</p>');
  expect(render(paragraph({ style: { css: 'color:red' } }))).toMatch(
    /^<p class="has-custom-css wp-custom-css-[0-9a-f]{8} wp-block-paragraph">x<\/p>$/,
  );
});

test('fluid font sizes keep the unit of the size', () => {
  const html = render(paragraph({ style: { typography: { fontSize: '1.2em' } } }, '<p style="font-size:1.2em">'));
  expect(html).toContain('font-size:clamp(0.875em, 0.875rem + ((1vw - 0.2em) * 0.51), 1.2em);');
});

test('classes that are added take the white space around the saved ones away', () => {
  expect(render(paragraph({}, '<p class="  a  b ">'))).toBe('<p class="a  b wp-block-paragraph">x</p>');
});
