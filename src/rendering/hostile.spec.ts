import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { autop } from '../text/autop.js';
import { excerptText, renderComment, renderContent, renderExcerpt, renderTitle } from './pipelines.js';
import { renderNeeds } from './needs.js';
import { runShortcodes } from './shortcodes/run.js';
import { BUILT_IN, testContext } from '../../test/support/rendering/context.js';

const RENDERERS: Record<string, (text: string) => unknown> = {
  content: (text) => renderContent(text, testContext()),
  excerpt: (text) => renderExcerpt(excerptText('', text, testContext()), testContext()),
  comment: (text) => renderComment(text, testContext().site, BUILT_IN),
  title: (text) => renderTitle(text, BUILT_IN),
  caption: (text) => runShortcodes(`[caption width="5"]${text}[/caption]`, testContext()),
  needs: (text) => renderNeeds(text, 1, testContext()),
};

const PIECES = [
  '[',
  ']',
  '<',
  '>',
  '"',
  "'",
  '&',
  '\n',
  ' ',
  '-',
  '1x',
  '1.',
  '\\',
  ':)',
  '.',
  'a',
  'é',
  '😀',
  '\ud800',
  '[caption',
  '[caption]',
  '[/caption]',
  '[gallery ids="1"]',
  '[[gallery]]',
  '[gallery a="',
  '[audio src="a.mp3"]',
  '[embed]',
  '<a [gallery]>',
  '<p>',
  '<p',
  '</p>',
  '<p><li',
  '<li>',
  '<div',
  '</div>',
  '<blockquote>',
  '<pre>',
  '</pre>',
  '<br />',
  '<script>',
  '<!--',
  '-->',
  '<!--more',
  '<!--more-->',
  '<!--nextpage-->',
  '<a ',
  '<a href="[gallery]">',
  '</a></a>',
  '<img ',
  '<img class="wp-image-1" ',
  '<code>',
  '<figcaption ',
  '<option',
  '<object>',
  '<source ',
  'http://a.b\n',
  'http://a/))',
  'www.a ',
  'a@b.cc ',
  'https://youtube.com/embed/\ud800\n',
  '<![CDATA[',
];

const hostileText = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));

describe.each(Object.entries(RENDERERS))('%s', (_, render) => {
  test('never throws', () => {
    fc.assert(
      fc.property(hostileText, (text) => void render(text)),
      { numRuns: 300 },
    );
  });
});

test('paragraphs of paragraphs keep their text', () => {
  const words = fc.array(fc.constantFrom('one', 'two', '<b>three</b>', '\n', '\n\n', ' '), { maxLength: 40 });
  fc.assert(
    fc.property(words, (parts) => {
      const bare = (html: string): string => html.replace(/<\/?(?:p|br)(?: \/)?>|\s/g, '');
      expect(bare(autop(parts.join('')))).toBe(bare(parts.join('')));
    }),
  );
});
