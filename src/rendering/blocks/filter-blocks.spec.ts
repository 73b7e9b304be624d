import { expect, test } from '@jest/globals';
import { filterBlocks } from './filter-blocks.js';

test.each([
  ['no blocks <b onclick="x">', 'no blocks <b onclick="x">'],
  [
    '<!-- wp:core/paragraph --><p>a</p><!-- /wp:core/paragraph -->',
    '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph -->',
  ],
  ['<!-- wp:html --><!-- /wp:html -->', '<!-- wp:html /-->'],
  ['<!-- wp:x {"bad json} --><i>a</i><!-- /wp:x -->', '<!-- wp:x --><i>a</i><!-- /wp:x -->'],
  ['<!-- wp:x {"a":{},"b":[1,null,true]} /-->', '<!-- wp:x {"a":[],"b":[1,null,true]} /-->'],
  ['<!-- wp:x {"u":"javascript:go()","p":"a/b é"} /-->', '<!-- wp:x {"u":"javascript:go()","p":"a/b é"} /-->'],
  ['<!-- wp:a -->1', '<!-- wp:a -->1<!-- /wp:a -->'],
  [
    '<!-- wp:x {"content":"\\u003cscript\\u003ex\\u003c/script\\u003e\\u003cb onclick=1\\u003ek\\u003c/b\\u003e","a":"1 \\u0026 2"} /-->',
    '<!-- wp:x {"content":"x\\u003cb\\u003ek\\u003c/b\\u003e","a":"1 \\u0026amp; 2"} /-->',
  ],
  ['<!-- wp:x {"q":"\\u0022 \\u005c --"} /-->', '<!-- wp:x {"q":"\\u0022 \\u005c \\u002d\\u002d"} /-->'],
])('%s', (text, expected) => {
  expect(filterBlocks(text)).toBe(expected);
});

test('filtering twice changes nothing', () => {
  const once = filterBlocks('<!-- wp:x {"a":"<b>\\u003ci\\u003e --"} -->t<!-- wp:y /--><!-- /wp:x -->');
  expect(filterBlocks(once)).toBe(once);
});

test('CSS of a block needs the right to edit the CSS of the site', () => {
  const block = '<!-- wp:group {"style":{"css":"color:red","color":{"text":"#000"}},"tagName":"main"} /-->';
  expect(filterBlocks(block)).toBe('<!-- wp:group {"style":{"color":{"text":"#000"}},"tagName":"main"} /-->');
  expect(filterBlocks('<!-- wp:x {"style":{"css":"a"}} --><!-- wp:y {"style":{"css":"b"}} /--><!-- /wp:x -->')).toBe(
    '<!-- wp:x --><!-- wp:y /--><!-- /wp:x -->',
  );
  expect(filterBlocks('<!-- wp:x {"style":{"css":"a"}} /-->', { keepsCss: true })).toContain('"css":"a"');
  expect(filterBlocks('<!-- wp:x {"css":"a","style":"b"} /-->')).toBe('<!-- wp:x {"css":"a","style":"b"} /-->');
});

test('texts of attributes are filtered as the text around them', () => {
  const upper = (text: string) => text.toUpperCase();
  expect(filterBlocks('<!-- wp:x {"a":"b","n":1} /-->', { filter: upper })).toBe('<!-- wp:x {"A":"B","N":1} /-->');
});
