import { expect, test } from '@jest/globals';
import { contentOfMarkdown } from './markdown.js';

const MARKDOWN = `## A title

Some *text* with a [link](https://a.example/?b=1&c=2) & more.

### Deeper

1. one
2. two
   - below

- [x] done

> quoted
>
> twice

\`\`\`js
if (a < b) run();
\`\`\`

| a | b |
| - | - |
| 1 | **2** |

---

![A "cat"](https://a.example/cat.png)

<div class="own">own</div>
`;

test('Markdown becomes blocks as the block editor saves them', async () => {
  const content = await contentOfMarkdown(MARKDOWN, { asBlocks: true });
  for (const expected of [
    '<!-- wp:heading -->\n<h2 class="wp-block-heading">A title</h2>\n<!-- /wp:heading -->',
    '<p>Some <em>text</em> with a <a href="https://a.example/?b=1&amp;c=2">link</a> &amp; more.</p>',
    '<!-- wp:heading {"level":3} -->',
    '<!-- wp:list {"ordered":true} -->\n<ol class="wp-block-list"><!-- wp:list-item -->\n<li>one</li>\n<!-- /wp:list-item -->',
    '<li>two<!-- wp:list -->\n<ul class="wp-block-list"><!-- wp:list-item -->\n<li>below</li>',
    '<blockquote class="wp-block-quote"><!-- wp:paragraph -->\n<p>quoted</p>',
    '<pre class="wp-block-code"><code>if (a &lt; b) run();</code></pre>',
    '<thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody>',
    '<hr class="wp-block-separator has-alpha-channel-opacity"/>',
    '<img src="https://a.example/cat.png" alt="A &quot;cat&quot;"/>',
    '<!-- wp:html -->\n<div class="own">own</div>\n<!-- /wp:html -->',
  ])
    expect(content).toContain(expected);
  const names = [...content.matchAll(/<!-- (\/?)wp:([\w-]+)/g)];
  expect(names.filter(([, end]) => end === '/')).toHaveLength(names.length / 2);
});

test('without blocks, Markdown becomes HTML', async () => {
  expect(await contentOfMarkdown('# Hi\n\n*there*', { asBlocks: false })).toBe('<h1>Hi</h1>\n<p><em>there</em></p>');
  expect(await contentOfMarkdown('', { asBlocks: true })).toBe('');
});
