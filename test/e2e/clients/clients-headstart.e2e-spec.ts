import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  AuthorArchiveFetchStrategy,
  PostsArchiveFetchStrategy,
  SearchNativeFetchStrategy,
  setHeadstartWPConfig,
  SinglePostFetchStrategy,
  TaxonomyTermsStrategy,
} from '@headstartwp/core';
import { anyEngine } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';
import { type LiveSite, startLiveSite } from '../../support/live-site.js';

/** The part of a strategy that its hooks for React call. */
interface Strategy {
  getDefaultParams(): object;
  getParamsFromURL(path: string): object;
  buildEndpointURL(params: object): string;
  fetcher(url: string, params: object, options: object): Promise<{ result: unknown; pageInfo: object }>;
}

anyEngine((engine) => {
  let site: LiveSite;
  /** Posts of the site. */
  let total: number;
  beforeAll(async () => {
    site = await startLiveSite({ VARIANT: 'C' }, engine);
    setHeadstartWPConfig({ sourceUrl: site.url, useWordPressPlugin: false });
    const admin = clientOf(() => site, 'admin');
    const { body: category } = await admin.post('/categories', { name: 'News' }).expect(201);
    total = Number((await admin.get('/posts').expect(200)).headers['x-wp-total']) + 12;
    for (let number = 1; number <= 12; number++) {
      const post = { title: `Report ${number}`, status: 'publish', ...(number <= 3 && { categories: [category.id] }) };
      await admin.post('/posts', post).expect(201);
    }
  });
  afterAll(() => site?.close());

  async function fetched(make: new (url: string) => unknown, path: string, further: object = {}) {
    const strategy = new make(site.url) as Strategy;
    const params = { ...strategy.getDefaultParams(), ...strategy.getParamsFromURL(path), ...further };
    return strategy.fetcher(strategy.buildEndpointURL(params), params, {});
  }

  test('lists: pages, categories, authors, searches and terms', async () => {
    const { result, pageInfo } = await fetched(PostsArchiveFetchStrategy, '/page/2', { per_page: 10 });
    expect(pageInfo).toEqual({ totalPages: 2, totalItems: total, page: 2 });
    expect(result).toHaveLength(total - 10);
    const news = await fetched(PostsArchiveFetchStrategy, '/category/news', { category: 'news' });
    expect(news.pageInfo).toMatchObject({ totalItems: 3 });
    expect((await fetched(AuthorArchiveFetchStrategy, '/admin', { author: 'admin' })).pageInfo).toMatchObject({
      totalItems: total,
    });
    const found = await fetched(SearchNativeFetchStrategy, '/report 12', { search: 'Report 12' });
    expect(found.result).toMatchObject([{ title: 'Report 12', type: 'post' }]);
    const terms = await fetched(TaxonomyTermsStrategy, '/', { taxonomy: 'category' });
    expect((terms.result as { slug: string }[]).map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['news', 'uncategorized']),
    );
  });

  test('an entry at its address, with its author and terms embedded; none at another one', async () => {
    const listed = await fetched(PostsArchiveFetchStrategy, '/');
    const [{ link, slug }] = listed.result as [{ link: string; slug: string }];
    const { pathname } = new URL(link);
    const { result } = await fetched(SinglePostFetchStrategy, pathname, { postType: ['post'], slug });
    expect(result).toMatchObject({ slug, _embedded: { author: [{ slug: 'admin' }] } });
    await expect(fetched(SinglePostFetchStrategy, '/nothing', { postType: ['post'] })).rejects.toMatchObject({
      name: 'NotFoundError',
    });
  });
});
