import { expect, test } from '@jest/globals';
import { post, render } from '../../../../test/support/rendering/blocks.js';
import { blockQueries } from '../block-queries.js';

test.each([
  ['perPage', '"3"', { limit: 3 }],
  ['perPage', '0', { limit: 0 }],
  ['perPage', '"x"', { limit: 0 }],
  ['perPage', '-2', { limit: 2 }],
  ['offset', '"2"', { offset: 2 }],
  ['offset', '150', { offset: 150 }],
  ['offset', '-1.5', { offset: 1 }],
  ['offset', '"2x"', { offset: 0 }],
  ['offset', 'true', { offset: 0 }],
])('loops read %s %s as PHP does', (name, value, expected) => {
  const [query] = blockQueries(`<!-- wp:query {"query":{"${name}":${value}}} /-->`, 1).values();
  expect(query).toMatchObject(expected);
});

test('a query loop renders its template for each post, or the text for an empty result', () => {
  const loop =
    '<!-- wp:query {"queryId":1,"query":{"perPage":1}} --><div class="q"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->' +
    '<!-- wp:query-pagination --><!-- wp:query-pagination-numbers /--><!-- /wp:query-pagination -->' +
    '<!-- wp:query-total /--><!-- wp:query-no-results -->None<!-- /wp:query-no-results --></div><!-- /wp:query -->';
  const html = render(loop, { posts: { posts: [post({ title: 'X' })], total: 2, limit: 1 } });
  expect(html).toContain('<li class="wp-block-post post-5 post"><h2 class="wp-block-post-title">X</h2></li></ul>');
  expect(html).toContain('<a class="page-numbers" href="?query-1-page=2">2</a>');
  expect(html).not.toContain('None');
  expect(html).toContain('<div class="wp-block-query-total">2 results found</div>');
  expect(render(loop, { posts: { posts: [], total: 0, limit: 1 } })).toBe(
    '<div class="q is-layout-flow wp-block-query-is-layout-flow"><div class="wp-block-query-total">0 results found</div><div class="wp-block-query-no-results">None</div></div>',
  );
});

test.each([
  ['post-template --><!-- wp:post-title /--><!-- /wp:post-template ', '<h2 class="wp-block-post-title">X</h2></li>'],
  ['query-total /', '<div class="wp-block-query-total">1001 results found</div>'],
  ['query-total {"displayType":"range-display"} /', '>Displaying 1 – 10 of 1001</div>'],
  ['query-pagination-next /', '<a href="?query-page=2" class="wp-block-query-pagination-next">Next Page</a>'],
  ['query-pagination-numbers /', '<a class="page-numbers" href="?query-page=101">101</a></div>'],
])('without a query loop around them, blocks of one show the newest posts: %s', (block, expected) => {
  const results = { posts: { posts: [post({ title: 'X' })], total: 1001, limit: 10 } };
  expect(render(`<!-- wp:${block}-->`, results)).toContain(expected);
  // Inside of a loop they are part of it, and the query of the page around is empty.
  const inherited = `<!-- wp:query {"query":{"inherit":true}} --><div><!-- wp:${block}--></div><!-- /wp:query -->`;
  expect(render(inherited, results)).not.toContain(expected);
  expect([...blockQueries(inherited, 1).values()].filter(({ kind }) => kind === 'posts')).toEqual([]);
});

test('pages beyond the thousandth, labels that are left out and types of entries', () => {
  const results = {
    posts: { posts: [post()], total: 1001, limit: 1 },
    'type-names': { post: 'Post', page: 'Page' },
    post: post(),
  };
  const loop = (inside: string, query = '') =>
    render(
      `<!-- wp:query {"queryId":1,"query":{"perPage":1${query}}} --><div>${inside}</div><!-- /wp:query -->`,
      results,
    );
  expect(loop('<!-- wp:query-pagination-numbers /-->')).toContain('href="?query-1-page=1001">1,001</a>');
  expect(
    loop(
      '<!-- wp:query-pagination {"showLabel":false} --><!-- wp:query-pagination-next /--><!-- /wp:query-pagination -->',
    ),
  ).toContain('class="wp-block-query-pagination-next" aria-label="Next Page"></a>');
  const title = '<!-- wp:query-title {"type":"post-type"} /-->';
  expect(render(title, results)).toBe('<h1 class="wp-block-query-title">Post Type: &#8220;Post&#8221;</h1>');
  expect(
    loop('<!-- wp:query-title {"type":"post-type","showPrefix":false,"level":2} /-->', ',"postType":"page"'),
  ).toContain('<h2 class="wp-block-query-title">Page</h2>');
  expect(render('<!-- wp:query-title {"type":"archive"} /-->', results)).toBe('');
  const [excluding] = blockQueries('<!-- wp:query {"query":{"exclude":[4],"excludeCurrent":true}} /-->', 7).values();
  expect(excluding).toMatchObject({ exclude: [4, 7] });
});

test.each([
  ['One <b>two<!--more-->three</b>', '<p>One <b>two MORE</b></p>'],
  ['x\n\ny<!--more  Go <i>on</i> & up -->\n\nz', '<p>x</p>\n<p>y LINK>Go on &#038; up</a></p>'],
  ['One<!--nextpage-->two', '<p>One</p>'],
  [
    '<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph --><!-- wp:more --><!--more--><!-- /wp:more -->B',
    '<p class="wp-block-paragraph">A</p> MORE',
  ],
])('a content in a loop ends at its first page or at its mark: %s', (content, expected) => {
  const loop =
    '<!-- wp:query {"query":{"perPage":1}} --><div><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --></div><!-- /wp:query -->';
  const listed = post({ id: 9, title: 'A <i>b</i>', content });
  const html = render(loop, { posts: { posts: [listed], total: 1, limit: 1 } });
  const link = '<a href="http://s.test/title/#more-9" class="more-link"';
  const more = `${link}><span aria-label="Continue reading A b">(more&hellip;)</span></a>`;
  expect(html).toContain(`is-layout-flow">${expected.replace('MORE', more).replace('LINK', link)}`);
  expect(html).not.toContain('<!--');
});

test('the content of a post is shown inside itself once, however it gets there', () => {
  const own = { post: post({ id: 999001, content: 'self <!-- wp:post-content /-->' }) };
  expect(render('self <!-- wp:post-content /-->', own).match(/self/g)).toHaveLength(2);
  const loop =
    '<!-- wp:query {"query":{"perPage":9}} --><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query -->';
  const html = render(`start ${loop}`, {
    posts: { posts: [post({ id: 999001, content: 'self' }), post({ content: `other ${loop}` })], total: 2 },
  });
  expect(html.match(/other/g)).toHaveLength(1);
  // In the loop itself, and in that of the other post.
  expect(html.match(/self/g)).toHaveLength(2);
  expect(
    render('<!-- wp:post-content /-->', { post: post({ id: 999001, content: '<!-- wp:post-content /-->' }) }),
  ).toBe('');
});

test('the query of a block follows from its attributes', () => {
  const [query] = blockQueries(
    '<!-- wp:query {"query":{"perPage":3,"postType":"book","order":"asc","orderBy":"title","taxQuery":{"genre":[910]},"search":"","sticky":""}} -->',
    1,
  ).values();
  expect(query).toMatchObject({
    kind: 'posts',
    type: 'book',
    limit: 3,
    order: 'asc',
    orderby: 'title',
    terms: [{ taxonomy: 'genre', include: [910] }],
    stickyFirst: false,
  });
});
