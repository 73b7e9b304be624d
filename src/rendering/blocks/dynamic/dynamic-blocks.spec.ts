import { expect, test } from '@jest/globals';
import { post, render, SITE, THEME } from '../../../../test/support/rendering/blocks.js';
import { DIALECTS, testContext } from '../../../../test/support/rendering/context.js';
import { BlockData, blockQueryKey } from '../../block-data.js';
import { renderBlocksAlone } from '../../pipelines.js';
import { BLOCKS } from '../styled-blocks.js';

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

test('avatars outside of contents load when they come into view', () => {
  const site = { ...SITE, blocks: { ...SITE.blocks, showsAvatars: true } };
  const context = testContext({ theme: THEME, site, dialect: { ...DIALECTS.a, blocks: BLOCKS } });
  const blockData = new BlockData(new Map([[blockQueryKey({ kind: 'user', id: 1 }), post().author]]));
  const text = '<!-- wp:avatar {"userId":1} /-->';
  const html = renderBlocksAlone(text, { ...context, blockData, isOutsideContent: true });
  expect(html).toContain("height='96' width='96' loading='lazy' decoding='async'/>");
  expect(renderBlocksAlone(text, { ...context, blockData })).toContain("height='96' width='96' />");
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
