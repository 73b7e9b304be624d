import fc from 'fast-check';
import { describe, expect, test } from '@jest/globals';
import { superLinearCost } from '../../../test/support/processor-time.js';
import { loadVectors } from '../../../test/support/vectors.js';
import { type BlockJson, blocksOf, CORE_BLOCKS, writeBlocks } from './block-json.js';

/** What is in no block, a block that is not known, and one that the editor reads as `core/comments`. */
const UNSAVED = ['core/freeform', 'core/missing', 'core/post-comments'];

/** Blocks as editors store them, with what their data is. */
const BLOCKS: Record<string, [text: string, attributes: object]> = {
  paragraph: [
    '<!-- wp:paragraph {"align":"center"} -->\n<p class="has-text-align-center">One <strong>two</strong> &amp; three</p>\n<!-- /wp:paragraph -->',
    { align: 'center', content: 'One <strong>two</strong> &amp; three' },
  ],
  heading: [
    '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading" id="here">Here</h3>\n<!-- /wp:heading -->',
    { level: 3, content: 'Here' },
  ],
  image: [
    '<!-- wp:image {"id":7,"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><a href="/full" target="_blank" rel="noopener"><img src="/a.jpg" alt="A &quot;cat&quot;" class="wp-image-7"/></a><figcaption class="wp-element-caption">A <em>cat</em></figcaption></figure>\n<!-- /wp:image -->',
    {
      id: 7,
      sizeSlug: 'large',
      url: '/a.jpg',
      alt: 'A "cat"',
      href: '/full',
      linkTarget: '_blank',
      rel: 'noopener',
      caption: 'A <em>cat</em>',
    },
  ],
  button: [
    '<!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/buy">Buy <b>now</b></a></div>\n<!-- /wp:button -->',
    { tagName: 'a', type: 'button', url: '/buy', text: 'Buy <b>now</b>' },
  ],
  video: [
    '<!-- wp:video {"id":9} -->\n<figure class="wp-block-video"><video controls loop poster="/p.jpg" src="/v.mp4"></video></figure>\n<!-- /wp:video -->',
    { id: 9, controls: true, loop: true, autoplay: false, muted: false, poster: '/p.jpg', src: '/v.mp4' },
  ],
  file: [
    '<!-- wp:file {"id":3,"href":"/f.pdf"} -->\n<div class="wp-block-file"><a id="f-1" href="/f.pdf">A file</a><a href="/f.pdf" class="wp-block-file__button" download aria-describedby="f-1">Download</a></div>\n<!-- /wp:file -->',
    { fileName: 'A file', textLinkHref: '/f.pdf', downloadButtonText: 'Download', showDownloadButton: true },
  ],
  table: [
    '<!-- wp:table -->\n<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>H</th></tr></thead><tbody><tr><td data-align="left">a</td><td colspan="2">b</td></tr></tbody></table></figure>\n<!-- /wp:table -->',
    {
      head: [{ cells: [expect.objectContaining({ content: 'H', tag: 'th' })] }],
      body: [
        {
          cells: [
            expect.objectContaining({ content: 'a', tag: 'td', align: 'left' }),
            expect.objectContaining({ content: 'b', colspan: '2' }),
          ],
        },
      ],
      foot: [],
    },
  ],
  code: [
    '<!-- wp:code -->\n<pre class="wp-block-code"><code>if (a &lt; b) {}\n  c</code></pre>\n<!-- /wp:code -->',
    { content: 'if (a &lt; b) {}\n  c' },
  ],
  html: ['<!-- wp:html -->\n<b>as it is</b>\n<!-- /wp:html -->', { content: '<b>as it is</b>' }],
  more: ['<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->', { noTeaser: false }],
  'latest-posts': [
    '<!-- wp:latest-posts {"postsToShow":3,"displayPostDate":true} /-->',
    { postsToShow: 3, displayPostDate: true, order: 'desc' },
  ],
  'plugin/price': [
    '<!-- wp:plugin/price {"amount":"9\\u002d\\u002d","tags":["a","b"]} -->\n<p>9</p>\n<!-- /wp:plugin/price -->',
    { amount: '9--', tags: ['a', 'b'] },
  ],
};

test.each(Object.entries(BLOCKS))('%s has its attributes, and is written as it was', (name, [text, attributes]) => {
  const [block, ...others] = blocksOf(text);
  expect(others).toEqual([]);
  expect(block).toMatchObject({ name: name.includes('/') ? name : `core/${name}`, attributes });
  expect(writeBlocks([block!])).toBe(text);
});

/** Of WordPress's own editor, written by tools/record-saved-blocks.mjs. */
const SAVED = loadVectors('c', 'saved_blocks');

describe('what the block editor saves', () => {
  test('is recorded for its blocks', () => {
    const recorded = new Set(SAVED.map(({ tag }) => tag));
    const missing = [...CORE_BLOCKS.keys()].filter((name) => !recorded.has(name));
    expect(missing.sort()).toEqual(UNSAVED);
  });

  test.each(SAVED.map(({ tag, in: [text], out }, index) => [tag!, index, String(text), out as object] as const))(
    '%s (%i) is written as it was, and has the attributes that the editor reads',
    (name, _index, text, attributes) => {
      const [block, ...others] = blocksOf(text);
      expect(others).toEqual([]);
      expect(writeBlocks([block!])).toBe(text);
      // Some are declared only in the editor, or only in the service.
      const declared = Object.entries(attributes).filter(([key]) => CORE_BLOCKS.get(name)!.attributes[key]);
      expect(block!.attributes).toMatchObject(Object.fromEntries(declared));
    },
  );
});

const NESTED = `<!-- wp:group {"layout":{"type":"constrained"}} -->
<div class="wp-block-group"><!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>one<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>two</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list --></li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph -->
<p>Said</p>
<!-- /wp:paragraph --><cite>Who</cite></blockquote>
<!-- /wp:quote --></div>
<!-- /wp:group -->`;

describe('blocks inside blocks', () => {
  test('have their own attributes only', () => {
    const [group] = blocksOf(NESTED);
    const [list, quote] = group!.innerBlocks;
    const [item] = list!.innerBlocks;
    expect(group!.attributes).toMatchObject({ tagName: 'div', layout: { type: 'constrained' } });
    expect(item!.attributes).toMatchObject({ content: 'one' });
    expect(item!.innerBlocks[0]!.innerBlocks[0]!.attributes).toMatchObject({ content: 'two' });
    expect(quote!.attributes).toMatchObject({ citation: 'Who' });
    expect(quote!.innerBlocks.map(({ name }) => name)).toEqual(['core/paragraph']);
    expect(writeBlocks([group!])).toBe(NESTED);
  });

  test('are left out below a depth that JSON can be written with', () => {
    const deep = '<!-- wp:group -->'.repeat(20_000) + 'x' + '<!-- /wp:group -->'.repeat(20_000);
    expect(JSON.stringify(blocksOf(deep))).toContain('core/group');
  });
});

test('deeply nested elements cost no more than others', () => {
  const deep = (size: number) => `<!-- wp:table -->${'<table><tr><td>'.repeat(size / 16)}<!-- /wp:table -->`;
  expect(superLinearCost(blocksOf, deep)).toBeUndefined();
  expect(blocksOf(deep(64_000))).toMatchObject([{ name: 'core/table', attributes: { hasFixedLayout: true } }]);
});

test('what is not in a block is one, blank lines are none, hidden blocks are missing', () => {
  const text =
    'Classic <b>text</b>\n\n<!-- wp:separator {"metadata":{"blockVisibility":false}} /-->\n\n<!-- wp:spacer /-->';
  expect(blocksOf(text).map(({ name }) => name)).toEqual(['core/freeform', 'core/spacer']);
  expect(blocksOf('')).toEqual([]);
});

test('any text has blocks, and those that are written have the same', () => {
  const piece = fc.constantFrom(
    '<!-- wp:paragraph -->',
    '<!-- /wp:paragraph -->',
    '<!-- wp:image {"id":1} -->',
    '<!-- wp:x/y {"a":{"b":[1]}} /-->',
    '<p>a</p>',
    '<img src="x">',
    'text',
    '<',
    '-->',
    '\n\n',
  );
  const stable = (blocks: readonly BlockJson[]) => JSON.stringify(blocks);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const blocks = blocksOf(pieces.join(''));
      const again = blocksOf(writeBlocks(blocks));
      const hasFreeform = stable(blocks).includes('core/freeform');
      if (!hasFreeform) expect(stable(again)).toBe(stable(blocks));
    }),
  );
});
