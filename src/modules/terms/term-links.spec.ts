import { describe, expect, test } from '@jest/globals';
import { Site } from '../../site/site.js';
import { CORE_MODEL } from '../../content-model/content-model.js';
import { termLink, type TermNode } from './term.js';

function site(options: Record<string, string>): Site {
  const values = new Map(Object.entries({ home: 'http://site.test', siteurl: 'http://site.test', ...options }));
  return new Site(
    { get: (name: string) => values.get(name), has: (name: string) => values.has(name) },
    { basePath: '/wp-json', plainRoot: '/' },
  );
}

const category = CORE_MODEL.taxonomies.get('category')!;
const tag = CORE_MODEL.taxonomies.get('post_tag')!;
const tree = new Map<number, TermNode>([
  [2, { id: 2, parent: 0, slug: 'news' }],
  [3, { id: 3, parent: 2, slug: 'sport' }],
]);
const football = { id: 4, parent: 3, slug: 'football' };
const alpha = { id: 9, parent: 0, slug: 'alpha' };

describe('address of a term', () => {
  test.each([
    [{ permalink_structure: '' }, '/?cat=4', '/?tag=alpha'],
    [{ permalink_structure: '/%year%/%postname%/' }, '/category/news/sport/football/', '/tag/alpha/'],
    [{ permalink_structure: '/%postname%' }, '/category/news/sport/football', '/tag/alpha'],
    [{ permalink_structure: '/blog/%postname%/' }, '/blog/category/news/sport/football/', '/blog/tag/alpha/'],
    [
      { permalink_structure: '/blog/%postname%/', category_base: '/topics', tag_base: 'words/' },
      '/topics/news/sport/football/',
      '/words/alpha/',
    ],
    [
      { permalink_structure: '/index.php/%postname%/', tag_base: 'words' },
      '/index.php/category/news/sport/football/',
      '/index.php/words/alpha/',
    ],
  ])('with %j', (options, categoryPath, tagPath) => {
    expect(termLink(site(options), category, football, tree)).toBe(`http://site.test${categoryPath}`);
    expect(termLink(site(options), tag, alpha, tree)).toBe(`http://site.test${tagPath}`);
  });

  test('ends although parents form a circle', () => {
    const circle = new Map<number, TermNode>([
      [1, { id: 1, parent: 2, slug: 'a' }],
      [2, { id: 2, parent: 1, slug: 'b' }],
    ]);
    expect(termLink(site({ permalink_structure: '/%postname%/' }), category, circle.get(1)!, circle)).toBe(
      'http://site.test/category/b/a/',
    );
  });
});
