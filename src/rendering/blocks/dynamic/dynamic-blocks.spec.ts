import { BLOCKS } from '../styled-blocks.js';
import { describe, expect, test } from '@jest/globals';
import { post, render, SITE, THEME } from '../../../../test/support/rendering/blocks.js';
import { DIALECTS, testContext } from '../../../../test/support/rendering/context.js';
import { renderBlocksAlone } from '../../pipelines.js';
import { BlockData, blockQueryKey } from '../../block-data.js';
import { blockQueries } from '../block-queries.js';

describe('dynamic blocks', () => {
  test.each([
    [
      'site-title {"level":2}',
      '<h2 class="wp-block-site-title"><a href="http://s.test" target="_self" rel="home">A &amp; B</a></h2>',
    ],
    ['site-tagline', '<p class="wp-block-site-tagline">Words</p>'],
    [
      'home-link',
      '<li class="wp-block-navigation-item wp-block-home-link"><a class="wp-block-home-link__content wp-block-navigation-item__content" href="http://s.test" rel="home" >Home</a></li>',
    ],
    [
      'post-title {"isLink":true,"level":3}',
      '<h3 class="wp-block-post-title"><a href="http://s.test/title/" target="_self" >Title</a></h3>',
    ],
    [
      'post-date {"format":"Y/m/d"}',
      '<div class="wp-block-post-date"><time datetime="2023-05-01T17:23:50+00:00">2023/05/01</time></div>',
    ],
    [
      'post-date {"isLink":true,"displayType":"modified"}',
      '<div class="wp-block-post-date__modified-date wp-block-post-date"><a href="http://s.test/title/"><time datetime="2023-05-02T17:23:50+00:00">May 2, 2023</time></a></div>',
    ],
    [
      'post-date {"datetime":"2020-05-06T07:08:09Z"}',
      '<div class="wp-block-post-date"><time datetime="2020-05-06T07:08:09Z">May 6, 2020</time></div>',
    ],
    [
      'post-title {"style":{"elements":{"link":{"color":{"text":"red"}}}}}',
      '<h2 class="has-link-color wp-elements-1 wp-block-post-title">Title</h2>',
    ],
    [
      'home-link {"label":"A & <b>b</b>","description":"Start","opensInNewTab":true}',
      '<li class="wp-block-navigation-item wp-block-home-link"><a class="wp-block-home-link__content wp-block-navigation-item__content" href="http://s.test" rel="home"  target="_blank">A &amp; <b>b</b><span class="wp-block-navigation-item__description">Start</span></a></li>',
    ],
    [
      'tag-cloud {"smallestFontSize":"1.5rem","largestFontSize":"2rem"}',
      '<p class="wp-block-tag-cloud"><a href="http://s.test/c/" class="tag-cloud-link tag-link-2 tag-link-position-1" style="font-size: 1.5rem;" aria-label="C (1 item)">C</a></p>',
    ],
    ['archives {"type":"other"}', '<div class="wp-block-archives-list wp-block-archives">No archives to show.</div>'],
    ['post-time-to-read', '<div class="wp-block-post-time-to-read">1–2 minutes</div>'],
    [
      'post-time-to-read {"displayAsRange":false,"averageReadingSpeed":2}',
      '<div class="wp-block-post-time-to-read">2 minutes</div>',
    ],
    ['post-time-to-read {"displayMode":"other"}', '<div class="wp-block-post-time-to-read"></div>'],
    ['post-time-to-read {"displayMode":"words"}', '<div class="wp-block-post-time-to-read">4 words</div>'],
    [
      'breadcrumbs {"separator":">"}',
      '<nav style="--separator: &quot;&gt;&quot;" class="wp-block-breadcrumbs" aria-label="Breadcrumbs"><ol><li><a href="http://s.test/">Home</a></li><li><span aria-current="page">Title</span></li></ol></nav>',
    ],
    [
      'search {"textColor":"base","width":50,"widthUnit":"%","query":{"post_type":"page"},"fontSize":"large"}',
      '<form role="search" method="get" action="http://s.test/" class="wp-block-search__button-outside wp-block-search__text-button wp-block-search" >' +
        '<label class="wp-block-search__label has-large-font-size" for="wp-block-search__input-1" >Search</label><div class="wp-block-search__inside-wrapper"  style="width: 50%">' +
        '<input class="wp-block-search__input has-large-font-size" id="wp-block-search__input-1" placeholder="" value="" type="search" name="s" required />' +
        '<input type="hidden" name="post_type" value="page" />' +
        '<button aria-label="Search" class="wp-block-search__button has-text-color has-base-color has-large-font-size wp-element-button" type="submit" >Search</button></div></form>',
    ],
    ['post-author-name', '<div class="wp-block-post-author-name">Ann</div>'],
    [
      'post-terms {"term":"category"}',
      '<div class="taxonomy-category wp-block-post-terms"><a href="http://s.test/category/news/" rel="tag">News</a></div>',
    ],
    ['post-terms {"term":"post_tag"}', ''],
    [
      'post-excerpt {"excerptLength":2}',
      '<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">One two&hellip; </p></div>',
    ],
    ['post-comments-count', '<div class="wp-block-post-comments-count">0</div>'],
    [
      'latest-posts',
      '<ul class="wp-block-latest-posts__list wp-block-latest-posts is-layout-flow wp-block-latest-posts-is-layout-flow"><li><a class="wp-block-latest-posts__post-title" href="http://s.test/title/">Title</a></li>\n</ul>',
    ],
    [
      'archives {"showPostCounts":true}',
      '<ul class="wp-block-archives-list wp-block-archives">\t<li><a href=\'http://s.test/2023/05/\'>May 2023</a>&nbsp;(2)</li>\n</ul>',
    ],
    [
      'categories',
      '<ul class="wp-block-categories-list wp-block-categories-taxonomy-category wp-block-categories">\t<li class="cat-item cat-item-2"><a href="http://s.test/c/">C</a>\n</li>\n</ul>',
    ],
    [
      'page-list',
      '<ul class="wp-block-page-list"><li class="wp-block-pages-list__item has-child menu-item-home"><a class="wp-block-pages-list__item__link" href="http://s.test/">A &amp; <em>b</em></a><ul class="wp-block-navigation__submenu-container"><li class="wp-block-pages-list__item "><a class="wp-block-pages-list__item__link" href="http://s.test/a/b/">(no title)</a></li></ul></li></ul>',
    ],
    [
      'footnotes',
      '<ol class="wp-block-footnotes"><li id="f">Note <a href="#f-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>',
    ],
  ])('%s', (name, expected) => {
    const html = render(
      `<!-- wp:${name} /-->`,
      {
        post: post(),
        posts: { posts: [post()], total: 1, limit: 10 },
        archives: [{ year: 2023, month: 5, day: 0, count: 2 }],
        terms: [{ id: 2, slug: 'c', name: 'C', link: 'http://s.test/c/', count: 1, parent: 0 }],
        taxonomy: { plural: 'Categories', singular: 'Category', parameter: 'category_name' },
        pages: [
          { id: 1, parent: 0, title: 'A & <em>b</em>', link: 'http://s.test/', isFront: true },
          { id: 2, parent: 1, title: '', link: 'http://s.test/a/b/', isFront: false },
        ],
      },
      { boundMeta: new Map([['footnotes', '[{"id":"f","content":"Note"}]']]) },
    );
    expect(html).toBe(expected);
  });

  test('a calendar fills the first and the last week of a month', () => {
    const archives = [{ year: 2018, month: 3, day: 5, count: 1 }];
    const days = (text: string) => render(`<!-- wp:calendar ${text} /-->`, { archives, today: '2018-04-30' });
    const march = days('{"year":2018,"month":3}');
    expect(march).toContain('<tbody>\n\t<tr>\n\t\t<td colspan="3" class="pad">&nbsp;</td><td>1</td>');
    expect(march).toContain('<td>31</td>\n\t\t<td class="pad" colspan="1">&nbsp;</td>\n\t</tr>');
    expect(days('{"year":2018,"month":10}')).toContain('<tbody>\n\t<tr><td>1</td>');
    expect(days('{"year":"2018","month":"3"}')).toBe(march);
    // Without both attributes it shows the current month.
    for (const text of ['', '{"year":2018}', '{"month":3}']) {
      expect(days(text)).toContain('<caption>April 2018</caption>');
      expect(days(text)).toContain('<td id="today">30</td>');
    }
    expect(render('<!-- wp:calendar /-->', { archives: [], today: '2018-04-30' })).toBe('');
  });

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

  test.each([
    ['"2"', 2],
    ['100', 100],
    ['0', 5],
    ['101', 5],
    ['-1', 5],
    ['1.5', 5],
  ])('%s latest comments', (value, limit) => {
    const [query] = blockQueries(`<!-- wp:latest-comments {"commentsToShow":${value}} /-->`, 1).values();
    expect(query).toMatchObject({ limit });
  });

  test.each([
    [0, 'p'],
    [3, 'h3'],
    ['3', 'h3'],
    [2.5, 'h2'],
    [7, 'h7'],
    ['nonsense', 'h1'],
  ])('a title of the level %p is an element %s', (level, element) => {
    expect(render(`<!-- wp:site-title ${JSON.stringify({ level })} /-->`)).toMatch(
      new RegExp(`^<${element} .*</${element}>$`),
    );
  });

  test('invalid attributes of lists are replaced by their defaults', () => {
    const comments = (attributes: string) => render(`<!-- wp:latest-comments ${attributes} /-->`, { comments: [] });
    expect(comments('{"displayAvatar":"no","displayDate":0,"displayContent":"x"}')).toContain(
      'class="has-avatars has-excerpts no-comments',
    );
    const terms = [
      { id: 2, slug: 'a', name: 'A "b"', link: 'http://s.test/a/', count: 1, parent: 0 },
      { id: 3, slug: 'c', name: 'C', link: 'http://s.test/c/', count: 2, parent: 2 },
    ];
    const taxonomy = { plural: 'Categories', singular: 'Category', parameter: 'category_name' };
    const list = (attributes: string) => render(`<!-- wp:categories ${attributes} /-->`, { terms, taxonomy });
    expect(list('{"showHierarchy":1,"showPostCounts":"yes"}')).toContain(
      `>A &quot;b&quot;</a>\n<ul class='children'>\n\t<li class="cat-item cat-item-3">`,
    );
    expect(list('{"displayAsDropdown":true,"showHierarchy":true,"showPostCounts":true}')).toContain(
      `<label class="wp-block-categories__label" for="wp-block-categories-1">Categories</label>` +
        `<select  name='category_name' id='wp-block-categories-1' class='postform'>\n\t<option value='-1'>Select Category</option>\n` +
        `\t<option class="level-0" value="a">A &#8220;b&#8221;&nbsp;&nbsp;(1)</option>\n` +
        `\t<option class="level-1" value="c">&nbsp;&nbsp;&nbsp;C&nbsp;&nbsp;(2)</option>\n</select>`,
    );
    expect(render('<!-- wp:categories {"taxonomy":"nope"} /-->')).toMatch(/^<ul [^<>]*><\/ul>$/);
  });

  test('protected posts show only dates of the block itself', () => {
    const date = (attributes: string) =>
      render(`<!-- wp:post-date ${attributes} /-->`, { post: post({ isLocked: true }) });
    expect(date('')).toBe('');
    expect(date('{"displayType":"modified"}')).toBe('');
    expect(date('{"datetime":"2020-01-02T03:04:05"}')).toContain('>January 2, 2020<');
    expect(date('{"datetime":"2020-01-02T03:04:05+05:00"}')).toContain('>January 1, 2020<');
  });

  test('avatars outside of contents load when they come into view', () => {
    const site = { ...SITE, blocks: { ...SITE.blocks, showsAvatars: true } };
    const context = testContext({ theme: THEME, site, dialect: { ...DIALECTS.a, blocks: BLOCKS } });
    const blockData = new BlockData(new Map([[blockQueryKey({ kind: 'user', id: 1 }), post().author]]));
    const text = '<!-- wp:avatar {"userId":1} /-->';
    const html = renderBlocksAlone(text, { ...context, blockData, isOutsideContent: true });
    expect(html).toContain("height='96' width='96' loading='lazy' decoding='async'/>");
    expect(renderBlocksAlone(text, { ...context, blockData })).toContain("height='96' width='96' />");
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

  test('texts and sizes in attributes are filtered as WordPress does', () => {
    expect(render('<!-- wp:post-excerpt {"moreText":"a & <b onclick=\\"x\\">b</b>"} /-->', { post: post() })).toContain(
      '>a &amp; <b>b</b></a>',
    );
    expect(render('<!-- wp:read-more {"content":"a & b"} /-->', { post: post() })).toContain('>a &amp; b<span');
    const comments = [
      {
        id: 1,
        author: "Pat O'Brien",
        authorUrl: '',
        website: '',
        email: '',
        link: '/#c',
        postTitle: 'T',
        date: '',
        dateIso: '',
        text: '',
      },
    ];
    expect(render('<!-- wp:latest-comments /-->', { comments })).toContain('>Pat O&#8217;Brien</span>');
  });

  test('menus are lists of links, and leave out links to posts that are not published', () => {
    const menu =
      '<!-- wp:navigation {"overlayMenu":"never"} --><!-- wp:navigation-link {"label":"A","url":"/a"} /-->' +
      '<!-- wp:navigation-link {"label":"B","url":"/b","id":3,"kind":"post-type"} /--><!-- /wp:navigation -->';
    expect(render(menu, { published: false })).toBe(
      '<nav class="wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex"><ul class="wp-block-navigation__container wp-block-navigation">' +
        '<li class="wp-block-navigation-item wp-block-navigation-link"><a class="wp-block-navigation-item__content"  href="/a"><span class="wp-block-navigation-item__label">A</span></a></li></ul></nav>',
    );
    expect(render(menu, { published: true })).toContain('>B</span>');
  });

  test('blocks that are no items stand between the lists of a menu, except the name of the site', () => {
    const menu =
      '<!-- wp:navigation {"overlayMenu":"never","textColor":"base","fontSize":"large"} --><!-- wp:site-title {"level":0,"isLink":false} /-->' +
      '<!-- wp:spacer --><i></i><!-- /wp:spacer --><!-- /wp:navigation -->';
    const classes = 'has-text-color has-base-color has-large-font-size';
    expect(render(menu)).toBe(
      `<nav class="${classes} wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex"><ul class="wp-block-navigation__container ${classes} wp-block-navigation">` +
        '<li class="wp-block-navigation-item"><p class="wp-block-site-title">A &amp; B</p></li></ul><i></i></nav>',
    );
  });

  test.each([
    ['{}', 'open-on-hover-click'],
    ['{"submenuVisibility":"click"}', 'open-on-click'],
    ['{"showSubmenuIcon":false}', 'has-child wp-block'],
  ])('submenus of a menu with %s are opened by what it says', (attributes, expected) => {
    const link = '<!-- wp:navigation-link {"label":"A","url":"/a"} /-->';
    const html = render(
      `<!-- wp:navigation ${attributes} --><!-- wp:navigation-submenu {"label":"S","url":"#"} -->${link}<!-- /wp:navigation-submenu --><!-- /wp:navigation -->`,
    );
    expect(html).toContain(`${expected}`);
    expect(html.includes('actions.openMenuOnHover')).toBe(!attributes.includes('click'));
    expect(html).toContain('class="wp-block-navigation__responsive-container"  id="modal-1"');
  });

  test('tabs without an anchor take a number of the response', () => {
    const search = (before: string) => /input-\d+/.exec(render(`${before}<!-- wp:search /-->`))?.[0];
    expect(search('')).toBe('input-1');
    expect(search('<!-- wp:tabs /-->')).toBe('input-2');
    expect(search('<!-- wp:tabs {"anchor":"a"} /-->')).toBe('input-1');
  });

  test('the button of a search form has a class for where it is, and a name without tags', () => {
    const form = (attributes: string) => render(`<!-- wp:search ${attributes} /-->`);
    expect(form('{"buttonPosition":"button-inside"}')).toContain(
      'class="wp-block-search__button-inside wp-block-search__text-button wp-block-search"',
    );
    expect(form('{"buttonPosition":"other"}')).toContain('class="wp-block-search__text-button wp-block-search"');
    expect(form(`{"buttonText":"It's 5 \\u003e <b>3</b>"}`)).toContain('<button aria-label="It&apos;s 5 &gt; 3"');
  });

  test('attributes cannot break out of the tag they are written to', () => {
    const html = render(
      '<!-- wp:search {"label":"\\u003cscript\\u003ea","placeholder":"\\u0022 onfocus=\\u0022x","className":"a\\u0022 b","style":{"color":{"text":"red;}\\u0022"}}} /-->',
    );
    expect(html).toContain('>a</label>');
    expect(html).not.toMatch(/" onfocus="x"|<script>|red;/);
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
});
