import { expect, test } from '@jest/globals';
import { asBlocks } from './sample-blocks.js';
import { ALL_SAMPLES } from './sample-languages.js';
import { SAMPLE_SITE } from './sample-site.js';

test('paragraphs, lists, preformatted text and the mark of the excerpt become blocks', () => {
  const classic = 'One.\n\n<!--more-->\n\n<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n\n<pre>x\ny</pre>';
  expect(asBlocks(classic)).toBe(
    [
      '<!-- wp:paragraph -->\n<p>One.</p>\n<!-- /wp:paragraph -->',
      '<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->',
      '<!-- wp:list {"ordered":true} -->\n<ol class="wp-block-list"><!-- wp:list-item -->\n<li>a</li>\n<!-- /wp:list-item -->\n\n' +
        '<!-- wp:list-item -->\n<li>b</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list -->',
      '<!-- wp:preformatted -->\n<pre class="wp-block-preformatted">x\ny</pre>\n<!-- /wp:preformatted -->',
    ].join('\n\n'),
  );
});

test('the sample content is complete in each language, with the same paragraphs, links and comments', () => {
  const shape = ({ content, comments }: { content: string; comments?: readonly object[] }) =>
    [content.split('\n\n').length, content.match(/<[^>]+>/g)?.join(''), comments?.length].join();
  const english = SAMPLE_SITE.entries.map(shape);
  for (const sample of ALL_SAMPLES) expect(sample.entries.map(shape)).toEqual(english);
  const texts = (entries: typeof SAMPLE_SITE.entries) =>
    entries.flatMap(({ content, comments = [] }) => [content, ...comments.map(({ text }) => text)]);
  for (const { entries } of ALL_SAMPLES.slice(1))
    expect(texts(entries).filter((text) => texts(SAMPLE_SITE.entries).includes(text))).toEqual([]);
});

test('all of the sample content becomes blocks whose tags are balanced', () => {
  for (const { content } of ALL_SAMPLES.flatMap(({ entries }) => entries)) {
    const blocks = asBlocks(content);
    expect(blocks.match(/<!-- wp:/g)?.length).toBe(blocks.match(/<!-- \/wp:/g)?.length);
    expect(blocks).not.toMatch(/<p>\s*<(?:ol|ul|pre|p)\b/);
  }
});
