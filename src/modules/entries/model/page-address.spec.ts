import { expect, test } from '@jest/globals';
import { Site } from '../../../site/site.js';
import { parsePhpQuery } from '../../../text/php/php-query.js';
import { readPageAddress, requestedAddress } from './page-address.js';

function read(url: string, options: Record<string, string> = {}) {
  const stored = new Map(
    Object.entries({ home: 'http://site.test', permalink_structure: '/%year%/%postname%/', ...options }),
  );
  const site = new Site(stored, { basePath: '/wp-json', plainRoot: '/' });
  const [path = '', query = ''] = url.split('?');
  return readPageAddress(path, new URLSearchParams(query), site);
}

test.each([
  ['/', { kind: 'home', page: 1, isFeed: false }],
  ['/page/3/', { kind: 'home', page: 3, isFeed: false }],
  ['/feed/', { kind: 'home', page: 1, isFeed: true }],
  ['/?paged=2', { kind: 'home', page: 2, isFeed: false }],
  ['/?feed=rss2', { kind: 'home', page: 1, isFeed: true }],
  ['/category/news/local/page/2/', { kind: 'term', taxonomy: 'category', slug: 'local', page: 2, isFeed: false }],
  ['/tag/red/feed/', { kind: 'term', taxonomy: 'post_tag', slug: 'red', page: 1, isFeed: true }],
  ['/?cat=7&paged=2', { kind: 'term', taxonomy: 'category', id: 7, page: 2, isFeed: false }],
  ['/?category_name=news/local', { kind: 'term', taxonomy: 'category', slug: 'local', page: 1, isFeed: false }],
  ['/?cat=-7', { kind: 'home', page: 1, isFeed: false }],
  ['/?tag=red', { kind: 'term', taxonomy: 'post_tag', slug: 'red', page: 1, isFeed: false }],
  ['/author/ann/', { kind: 'author', nicename: 'ann', page: 1, isFeed: false }],
  ['/?author=7', { kind: 'author', id: 7, page: 1, isFeed: false }],
  ['/?p=5', { kind: 'entry', id: 5 }],
  ['/?page_id=5&preview_token=x', { kind: 'entry', id: 5, previewToken: 'x' }],
  ['/2030/some-post/', { kind: 'entry' }],
  ['/author/', { kind: 'entry' }],
  ['/feed/json/', { kind: 'home', page: 1, isFeed: true, isJson: true }],
  ['/comments/feed/', { kind: 'comments', page: 1, isFeed: true }],
  ['/2030/', { kind: 'date', year: 2030, page: 1, isFeed: false }],
  ['/2030/05/page/2/', { kind: 'date', year: 2030, month: 5, page: 2, isFeed: false }],
  ['/2030/05/07/', { kind: 'date', year: 2030, month: 5, day: 7, page: 1, isFeed: false }],
  ['/?m=203005', { kind: 'date', year: 2030, month: 5, page: 1, isFeed: false }],
  ['/2030/13/', { kind: 'entry' }],
  ['/?s=old+harbour', { kind: 'search', words: 'old harbour', page: 1, isFeed: false }],
  ['/search/harbour/page/2/', { kind: 'search', words: 'harbour', page: 2, isFeed: false }],
  ['/2030/some-post/feed/', { kind: 'entry', page: 1, isFeed: true }],
  ['/about/page/2/', { kind: 'entry', page: 2 }],
  ['/sitemap.xml', { kind: 'sitemap', page: 1 }],
  ['/sitemap-page-2.xml', { kind: 'sitemap', type: 'page', page: 2 }],
  ['/robots.txt', { kind: 'robots' }],
])('%s', (url, address) => {
  expect(read(url)).toEqual(address);
});

test('archives follow the bases and the front of the permalink structure', () => {
  expect(read('/topics/news/', { category_base: 'topics' })).toMatchObject({ taxonomy: 'category', slug: 'news' });
  expect(read('/category/news/', { category_base: 'topics' })).toEqual({ kind: 'entry' });
  const blog = { permalink_structure: '/blog/%postname%/' };
  expect(read('/blog/author/ann/', blog)).toMatchObject({ kind: 'author', nicename: 'ann' });
  expect(read('/blog/tag/red/', blog)).toMatchObject({ kind: 'term', slug: 'red' });
});

test.each(['?p=5&p=7', '?p=5&%20p=7', '?p=7&p.x=5', '?p[]=5&p=7', '?s=a%2Bb+c&s=%E2%9C%93'])(
  'parameters of %s are those by which the response cache knows the page',
  (query) => {
    const found = requestedAddress('http://site.test', `/${query}`)!.query;
    expect(Object.fromEntries(found)).toEqual(parsePhpQuery(query.slice(1)));
  },
);

test('an address with too many parameters is none', () => {
  expect(requestedAddress('', `/?${'a=1&'.repeat(5000)}`)).toBeUndefined();
});
