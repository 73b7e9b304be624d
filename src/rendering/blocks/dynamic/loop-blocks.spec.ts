import { expect, test } from '@jest/globals';
import { post, render } from '../../../../test/support/rendering/blocks.js';
import { type BlockTerm, type ThreadComment } from '../../block-data.js';
import { blockQueries } from '../block-queries.js';

const TERM: BlockTerm = {
  ...{ id: 7, slug: 'b', name: 'Books "and" <i>Films</i>', link: 'http://s.test/b/', count: 42, parent: 0 },
  description: 'About <b>them</b>.',
};
const terms = (inside: string, results: readonly BlockTerm[] = [TERM]) =>
  render(
    `<!-- wp:terms-query --><div class="q"><!-- wp:term-template -->${inside}<!-- /wp:term-template --></div><!-- /wp:terms-query -->`,
    { terms: results },
  );

test('lists of terms render their template for each', () => {
  expect(terms('<!-- wp:term-name /--><!-- wp:term-count /--><!-- wp:term-description /-->')).toBe(
    '<div class="q is-layout-flow wp-block-terms-query-is-layout-flow"><ul class="wp-block-term-template is-layout-flow wp-block-term-template-is-layout-flow">' +
      '<li class="wp-block-term term-7 category taxonomy-category"><p class="wp-block-term-name">Books &#8220;and&#8221; &lt;i>Films&lt;/i></p>' +
      '<div class="wp-block-term-count">(42)</div><div class="wp-block-term-description">About <b>them</b>.</div></li></ul></div>',
  );
  expect(
    terms('<!-- wp:term-name {"isLink":true,"level":3} /--><!-- wp:term-count {"bracketType":"square"} /-->'),
  ).toContain(
    '<h3 class="wp-block-term-name"><a href="http://s.test/b/">Books &#8220;and&#8221; &lt;i>Films&lt;/i></a></h3><div class="wp-block-term-count">[42]</div>',
  );
  expect(terms('<!-- wp:term-description /-->', [{ ...TERM, description: '' }])).toContain('taxonomy-category"></li>');
  expect(terms('x', [])).toBe('<div class="q is-layout-flow wp-block-terms-query-is-layout-flow"></div>');
  for (const name of ['name', 'count', 'description', 'template']) expect(render(`<!-- wp:term-${name} /-->`)).toBe('');
});

test.each([
  ['{}', { taxonomy: 'category', order: 'name', limit: 10, hideEmpty: true, isFlat: true }],
  ['{"perPage":0,"order":"desc","showNested":true}', { limit: 1000, isReversed: true }],
  ['{"orderBy":"count","order":"desc"}', { order: 'count' }],
  ['{"orderBy":"count","order":"asc"}', { order: 'count', isReversed: true }],
  [
    '{"include":[4,"7"],"hideEmpty":false,"taxonomy":"post_tag"}',
    { include: [4, 7], hideEmpty: false, taxonomy: 'post_tag' },
  ],
])('the terms of %s', (termQuery, expected) => {
  const [query] = blockQueries(`<!-- wp:terms-query {"termQuery":${termQuery}} /-->`, 1).values();
  expect(query).toMatchObject(expected);
  expect(Object.keys(query!)).toHaveLength(
    5 + Object.keys(query!).filter((key) => /^(?:is|include$)/.test(key)).length,
  );
});

const comment = (id: number, own: Partial<ThreadComment> = {}): ThreadComment => ({
  ...{ id, post: 5, postLink: 'http://s.test/title/', postTitle: '', author: 'Pat "P"', authorUrl: '', website: '' },
  ...{ email: 'p@s.test', link: `http://s.test/title/#comment-${id}`, date: '2021-01-25 08:00:00' },
  ...{ dateIso: '2021-01-25T08:00:00-05:00', text: 'Said.', canReply: true, classes: [], replies: [] },
  ...own,
});

test('comments below a post are nested, in turns, with their parts', () => {
  const thread = [
    comment(1, { website: 'http://pat.test', replies: [comment(2, { classes: ['byuser'], canReply: false })] }),
    comment(3),
  ];
  const list = (inside: string, comments: readonly ThreadComment[] = thread) =>
    render(`<!-- wp:comment-template -->${inside}<!-- /wp:comment-template -->`, { thread: comments });
  expect(list('<!-- wp:comment-author-name /-->')).toBe(
    '<ol class="wp-block-comment-template"><li id="comment-1" class="comment even thread-even depth-1"><div class="wp-block-comment-author-name"><a rel="external nofollow ugc" href="http://pat.test" target="_self" >Pat &#8220;P&#8221;</a></div>' +
      '<ol><li id="comment-2" class="comment byuser odd alt depth-2"><div class="wp-block-comment-author-name">Pat &#8220;P&#8221;</div></li></ol></li>' +
      '<li id="comment-3" class="comment even thread-odd thread-alt depth-1"><div class="wp-block-comment-author-name">Pat &#8220;P&#8221;</div></li></ol>',
  );
  const one = (inside: string) => list(inside, [comment(1)]);
  expect(one('<!-- wp:comment-date /-->')).toContain(
    '<div class="wp-block-comment-date"><time datetime="2021-01-25T08:00:00-05:00"><a href="http://s.test/title/#comment-1">January 25, 2021</a></time></div>',
  );
  expect(one('<!-- wp:comment-date {"isLink":false,"format":"Y"} /-->')).toContain('-05:00">2021</time>');
  expect(one('<!-- wp:comment-content {"textAlign":"right"} /-->')).toContain(
    '<div class="has-text-align-right wp-block-comment-content"><p>Said.</p>\n</div>',
  );
  expect(one('<!-- wp:comment-reply-link /-->')).toContain(
    '<a rel="nofollow" class="comment-reply-link" href="http://s.test/title/?replytocom=1#respond" data-commentid="1" data-postid="5" data-belowelement="comment-1" data-respondelement="respond" data-replyto="Reply to Pat &quot;P&quot;" aria-label="Reply to Pat &quot;P&quot;">Reply</a>',
  );
  expect(list('<!-- wp:comment-reply-link /-->', [comment(1, { canReply: false })])).toContain('depth-1"></li>');
  expect(list('x', [])).toBe('');
  expect(render('<!-- wp:comment-content /--><!-- wp:comment-reply-link /-->')).toBe('');
  expect(
    render('<!-- wp:comments --><div>a</div><!-- /wp:comments -->', { post: post({ commentCount: 1 }) }),
  ).toContain('a');
});

test('the first tag of each item of a template has the class for its colours', () => {
  const link = '{"style":{"elements":{"link":{"color":{"text":"#123456"}}}}}';
  const html = render(
    `<!-- wp:query {"query":{}} --><div class="q"><!-- wp:post-template ${link} --><!-- wp:post-title /-->` +
      '<!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->',
    { posts: { posts: [post()], total: 1, limit: 10 } },
  );
  expect(html.match(/<h2 class="[^"]*"/g)).toEqual([
    '<h2 class="wp-block-post-title wp-elements-1"',
    '<h2 class="wp-block-post-title"',
  ]);
});
