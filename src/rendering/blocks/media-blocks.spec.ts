import { describe, expect, test } from '@jest/globals';
import { BLOCK_THEME, NO_PIPELINES, testContext } from '../../../test/support/rendering/context.js';
import { BlockData, type BlockPost, blockQueryKey } from '../block-data.js';
import { renderStyledBlocks } from './styled-blocks.js';

const FEATURED = 8;

const PICTURE = {
  id: FEATURED,
  url: 'http://s.test/a.jpg',
  link: '',
  title: '',
  caption: '',
  alt: '',
  mime: 'image/jpeg',
  menuOrder: 0,
  date: '',
  image: { width: 40, height: 30, file: 'a.jpg', sizes: new Map() },
};

function render(text: string, picture = PICTURE): string {
  const context = testContext({ theme: BLOCK_THEME });
  const post = { id: context.post.id, featured: FEATURED, link: 'http://s.test/p/' } as BlockPost;
  const key = blockQueryKey({ kind: 'post', id: context.post.id });
  return renderStyledBlocks(
    text,
    { ...context, attachments: new Map([[FEATURED, picture]]), blockData: new BlockData(new Map([[key, post]])) },
    NO_PIPELINES,
  );
}

const block = (name: string, attributes: object, inside: string): string =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inside}<!-- /wp:${name} -->`;

describe('covers', () => {
  const cover = (attributes: object, style = '', image = PICTURE) =>
    render(
      block(
        'cover',
        attributes,
        `<div class="c"${style}><div class="wp-block-cover__inner-container">${block('paragraph', {}, '<p>a</p>')}</div></div>`,
      ),
      image,
    );

  test('the featured image is behind the content, and the layout stays with the content', () => {
    expect(cover({ useFeaturedImage: true, focalPoint: { x: 0.3, y: 0.72 } })).toBe(
      '<div class="c"><img width="40" height="30" src="http://s.test/a.jpg" class="wp-block-cover__image-background wp-post-image" alt="" ' +
        'data-object-fit="cover" data-object-position="30% 72%" style="object-position:30% 72%;" />' +
        '<div class="wp-block-cover__inner-container is-layout-flow wp-block-cover-is-layout-flow"><p class="wp-block-paragraph">a</p></div></div>',
    );
  });

  test('a fixed featured image is a background', () => {
    expect(cover({ useFeaturedImage: true, hasParallax: true })).toContain(
      '<div class="wp-block-cover__image-background wp-image-8 has-parallax" style="background-position:50% 50%;background-image:url(http://s.test/a.jpg);"></div>',
    );
  });

  test('a background is an image for screen readers if the image has an alternative text', () => {
    expect(cover({ useFeaturedImage: true, isRepeated: true }, '', { ...PICTURE, alt: 'A "b"' })).toContain(
      '<div aria-label="A &quot;b&quot;" class="wp-block-cover__image-background wp-image-8 is-repeated" role="img" style="',
    );
  });

  test.each([
    [{ minHeight: 50, style: { color: {} } }, '<div class="c" style="min-height:50px;aspect-ratio:unset;">'],
    [
      { style: { dimensions: { aspectRatio: '4/3' } } },
      '<div class="c has-aspect-ratio" style="min-height:50px;aspect-ratio:4/3;height:unset;min-height:unset;">',
    ],
  ])('ratio with %j', (attributes, expected) => {
    expect(cover(attributes, ' style="min-height:50px"')).toContain(expected);
  });
});

test('media and text shows the featured image, at its focal point where it fills the column', () => {
  const html = '<div class="m"><figure class="wp-block-media-text__media"></figure></div>';
  expect(
    render(block('media-text', { useFeaturedImage: true, imageFill: true, focalPoint: { x: 0.2, y: 0.8 } }, html)),
  ).toBe(
    '<div class="m is-image-fill-element"><figure  class="wp-block-media-text__media">' +
      '<img alt="" src="http://s.test/a.jpg" style="object-position:20% 80%;" class="wp-image-8 size-full"></figure></div>',
  );
});

test('media and text finds its own figure behind the content', () => {
  const inner = '<div><figure class="wp-block-media-text__media">in</figure></div>';
  const html = `<div class="m">${inner}<figure class="wp-block-media-text__media"></figure></div>`;
  expect(render(block('media-text', { useFeaturedImage: true, mediaPosition: 'right' }, html))).toContain(
    `${inner}<figure  class="wp-block-media-text__media"><img`,
  );
});

test('a button with nothing but a blank is shown', () => {
  expect(render(block('button', {}, '<div><a> </a></div>'))).toBe('<div><a> </a></div>');
});

describe('images', () => {
  const image = (attributes: object) => block('image', attributes, '<figure class="i"><img src="a.png"/></figure>');

  test('a lightbox is connected with its script', () => {
    expect(render(image({ lightbox: { enabled: true } }))).toMatch(
      /^<figure data-wp-context="\{&quot;imageId&quot;:&quot;([0-9a-f]{13})&quot;\}" data-wp-interactive="core\/image" data-wp-key="\1" class="i wp-lightbox-container"><img data-wp-class--hide=[^<]*><button\n/,
    );
    expect(render(image({ lightbox: { enabled: true }, linkDestination: 'media' }))).not.toContain('lightbox');
  });

  test.each([
    [['#000', '#fff'], 'wp-duotone-000-fff-1'],
    ['var:preset|duotone|blue-orange', 'wp-duotone-blue-orange'],
  ])('two colours %j', (duotone, name) => {
    expect(render(image({ style: { color: { duotone } } }))).toBe(
      `<figure class="i ${name}"><img src="a.png"/></figure>`,
    );
  });

  test('those in closed details and in blocks hidden on some screens have their own priority', () => {
    expect(render(block('details', {}, '<details><img src="a" fetchpriority="high"></details>'))).toContain(
      '<img src="a" fetchpriority="low">',
    );
    expect(render(image({ metadata: { blockVisibility: { viewport: { mobile: false } } } }))).toBe(
      '<figure class="i wp-block-hidden-mobile"><img fetchpriority="auto" src="a.png"/></figure>',
    );
  });
});

test.each([
  [
    '25%',
    '<div style="--wp--block-button--width: 25;" class="b has-custom-width wp-block-button__width wp-block-button__width-25">',
  ],
  ['33.3%', '<div style="--wp--block-button--width: 33.3;" class="b has-custom-width wp-block-button__width">'],
  ['12rem', '<div style="width: 12rem;" class="b has-custom-width">'],
  [
    'var:preset|dimension|50',
    '<div style="--wp--block-button--width: 50;" class="b has-custom-width wp-block-button__width wp-block-button__width-50">',
  ],
])('a button is %s wide', (width, expected) => {
  expect(render(block('button', { style: { dimensions: { width } } }, '<div class="b"><a>x</a></div>'))).toBe(
    `${expected}<a>x</a></div>`,
  );
});

test.each([
  [{ gradient: 'linear-gradient(red,blue)' }, 'background-image:linear-gradient(red,blue);'],
  [
    { backgroundImage: { url: 'http://s.test/a.jpg' }, backgroundSize: 'contain' },
    'background-image:url(&apos;http://s.test/a.jpg&apos;);background-position:50% 50%;background-size:contain;',
  ],
])('a group has the background %j', (background, style) => {
  expect(render(block('group', { style: { background } }, '<div class="g">x</div>'))).toBe(
    `<div style="${style}" class="g is-layout-flow wp-block-group-is-layout-flow has-background">x</div>`,
  );
});

test('a preview of a document is named after its saved label', () => {
  const file = (label: string) =>
    render(block('file', { displayPreview: true }, `<div class="f"><object${label}></object></div>`));
  expect(file(' aria-label="Map"')).toContain('aria-label="Embed of Map."');
  expect(file('')).toContain('<object aria-label="PDF embed" data-wp-bind--hidden="!state.hasPdfPreview" hidden>');
});

test('attributes are bound to fields of the post', () => {
  const bindings = { content: { source: 'core/post-data', args: { field: 'link' } } };
  expect(render(block('paragraph', { metadata: { bindings } }, '<p>old</p>'))).toBe(
    '<p class="wp-block-paragraph">http://s.test/p/</p>',
  );
});
