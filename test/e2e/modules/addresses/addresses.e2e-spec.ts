import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { defineContentType, defineTaxonomy } from '../../../../src/content-model/declarations.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const SITE = 'http://site.test';
const FRONT = 'https://www.front.test';
const CONTENT = [
  defineContentType({
    name: 'book',
    label: 'Books',
    restBase: 'books',
    hasArchive: true,
    rewrite: { slug: 'library' },
  }),
  defineTaxonomy({ name: 'genre', label: 'Genres', restBase: 'genres', hierarchical: true, types: ['book'] }),
];

interface Address {
  kind: string;
  link: string;
  type: string | null;
  id: number | null;
  page: number;
  title: string;
  item_url: string | null;
  entries_url: string | null;
  _embedded?: { item: { id: number; link: string }[] };
}

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, FRONT_END_URL: FRONT }, engine, { content: CONTENT });
    await setOption('permalink_structure', '/blog/%year%/%postname%/');
  });
  afterAll(() => service.close());

  const admin = clientOf(() => service, 'admin');
  const visitor = clientOf(() => service, undefined, '/wp-json');
  const setOption = (name: string, value: string | number) =>
    service.app.get(Database).transaction((tx) => service.app.get(OptionsStore).set(tx, name, value));
  const create = async (base: string, body: object) =>
    (await admin.post(`/${base}`, body).expect(201)).body as { id: number; link: string };
  const resolve = async (url: string, query: object = {}) =>
    (await visitor.get('/nestpress/v1/resolve', { url, ...query }).expect(200)).body as Address;
  const follow = async (url: string) => (await request(service.server).get(url.replace(SITE, '')).expect(200)).body;

  test('every link of the API leads back to its item, by path, by address and by address on the front end', async () => {
    const genre = await create('genres', { name: 'Poems &amp; odes' });
    const below = await create('genres', { name: 'Odes', parent: genre.id });
    const category = await create('categories', { name: 'Boats' });
    const book = await create('books', { title: 'Ode', status: 'publish', genres: [below.id] });
    const post = await create('posts', { title: 'News', status: 'publish', categories: [category.id] });
    const page = await create('pages', { title: 'About', status: 'publish' });
    const team = await create('pages', { title: 'Team', status: 'publish', parent: page.id });
    for (const [type, kind, { id, link }] of [
      ['post', 'entry', post],
      ['page', 'entry', page],
      ['page', 'entry', team],
      ['book', 'entry', book],
      ['category', 'term', category],
      ['genre', 'term', below],
    ] as const) {
      const path = link.slice(SITE.length);
      for (const url of [path, path.slice(1), link, FRONT + path, `${link}#top`])
        expect(await resolve(url)).toMatchObject({ kind, type, id, link, path, status: 200 });
      const { item_url: item } = await resolve(path);
      expect(await follow(item!)).toMatchObject({ id, link });
      expect((await resolve(path, { _embed: 'item' }))._embedded?.item).toMatchObject([{ id, link }]);
    }
    const terms = await resolve(below.link);
    expect(await follow(terms.entries_url!)).toMatchObject([{ id: book.id }]);
    const author = await resolve('/blog/author/admin/');
    expect(author).toMatchObject({ kind: 'author', id: 1, type: null });
    expect(await follow(author.entries_url!)).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: post.id })]),
    );
    const books = await resolve('/blog/library/');
    expect(books).toMatchObject({ kind: 'type', type: 'book', page: 1, item_url: null });
    expect(await follow(books.entries_url!)).toMatchObject([{ id: book.id }]);
    const year = await resolve(`/blog/${new Date().getUTCFullYear()}/`);
    expect(year.kind).toBe('date');
    expect(await follow(year.entries_url!)).toEqual(expect.arrayContaining([expect.objectContaining({ id: post.id })]));
    expect(await resolve('/?s=two+words')).toMatchObject({ kind: 'search' });
  });

  test('former slugs, plain links and former permalinks are redirects, as on the site’s own pages', async () => {
    const post = await create('posts', { title: 'Once', slug: 'once', status: 'publish' });
    const { link } = (await admin.post(`/posts/${post.id}`, { slug: 'later' }).expect(200)).body as { link: string };
    for (const url of [post.link, `/?p=${post.id}`, '/2001/02/03/later/'])
      expect(await resolve(url)).toMatchObject({ kind: 'redirect', link, status: 301 });
    const category = await create('categories', { name: 'Ships' });
    expect(await resolve(`/?cat=${category.id}`)).toMatchObject({ kind: 'redirect', link: category.link });
  });

  test('the pages of an archive are those of the site, and lead to their entries', async () => {
    await setOption('posts_per_page', 2);
    const category = await create('categories', { name: 'Long' });
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      ids.push((await create('posts', { title, status: 'publish', categories: [category.id] })).id);
    const path = category.link.slice(SITE.length);
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const url = page === 1 ? path : `${path}page/${page}/`;
      const found = await resolve(url);
      expect(found).toMatchObject({ kind: 'term', id: category.id, page });
      for (const { id } of (await follow(found.entries_url!)) as { id: number }[]) seen.push(id);
    }
    expect(seen.sort((one, other) => one - other)).toEqual(ids);
    for (const url of [`${path}page/4/`, `${path}page/999999/`, '/page/999999/', '/blog/1999/', '/blog/1999/12/31/'])
      expect([url, (await visitor.get('/nestpress/v1/resolve', { url })).status]).toEqual([url, 404]);
    await setOption('posts_per_page', 10);
  });

  test('front page and posts page', async () => {
    expect(await resolve('/')).toMatchObject({ kind: 'home', is_front_page: true, is_posts_page: true });
    const front = await create('pages', { title: 'Welcome', status: 'publish' });
    const news = await create('pages', { title: 'All news', status: 'publish' });
    await setOption('posts_per_page', 1);
    await setOption('show_on_front', 'page');
    await setOption('page_on_front', front.id);
    await setOption('page_for_posts', news.id);
    expect(await resolve('/')).toMatchObject({
      kind: 'entry',
      id: front.id,
      is_front_page: true,
      is_posts_page: false,
    });
    expect(await resolve('/welcome/')).toMatchObject({ kind: 'redirect', link: `${SITE}/` });
    expect(await resolve('/all-news/page/2/')).toMatchObject({
      kind: 'home',
      id: news.id,
      page: 2,
      is_posts_page: true,
    });
    const identity = (await visitor.get('/nestpress/v1/site').expect(200)).body as object;
    expect(identity).toMatchObject({ home: SITE, front_end: FRONT, page_on_front: front.id, page_for_posts: news.id });
    await setOption('show_on_front', 'posts');
    await setOption('posts_per_page', 10);
  });

  test('what visitors may not see is not there, nor are other hosts, files and feeds', async () => {
    const draft = await create('posts', { title: 'Secret', status: 'draft' });
    const hidden = await create('pages', { title: 'Hidden', status: 'private' });
    for (const url of [
      `/?p=${draft.id}`,
      hidden.link,
      'https://elsewhere.example/blog/',
      '/no/such/page/',
      '/sitemap.xml',
      '/feed/',
      '/%ff/',
      '/%00',
      'javascript:alert(1)',
      '//site.test:99999999/',
      '/a/'.repeat(400),
    ]) {
      const { status, body } = await visitor.get('/nestpress/v1/resolve', { url });
      expect([url, status, (body as { code: string }).code]).toEqual([url, 404, 'nestpress_address_not_found']);
    }
    await visitor.get('/nestpress/v1/resolve').expect(400);
    await visitor.get('/nestpress/v1/resolve', { 'url[]': '/' }).expect(400);
    expect(
      await clientOf(() => service, 'admin', '/wp-json').get('/nestpress/v1/resolve', { url: hidden.link }),
    ).toHaveProperty('body.id', hidden.id);
  });

  test('responses are cached until what they are made from changes', async () => {
    const { id, link } = await create('pages', { title: 'Cached', status: 'publish' });
    const ask = () => visitor.get('/nestpress/v1/resolve', { url: link });
    await ask().expect('X-Nestpress-Cache', 'miss');
    await ask().expect('X-Nestpress-Cache', 'hit');
    await admin.delete(`/pages/${id}`).expect(200);
    await ask().expect(404);
  });
});

/** Each variant stores menus alike. */
for (const VARIANT of ['A', 'B', 'C'])
  test(`variant ${VARIANT}: menus of locations and the identity of the site are public`, async () => {
    const service = await startTestApp({ ...WEB, VARIANT, MENU_LOCATIONS: 'footer=Footer' });
    try {
      const admin = clientOf(() => service, 'admin', '/wp-json');
      const visitor = clientOf(() => service, undefined, '/wp-json');
      const page = (await admin.post('/wp/v2/pages', { title: 'A &amp; B', status: 'publish' })).body as {
        id: number;
        link: string;
      };
      const draft = (await admin.post('/wp/v2/pages', { title: 'Draft' })).body as { id: number };
      const items = [
        { title: '', type: 'post_type', object: 'page', object_id: page.id },
        { title: 'Below', type: 'custom', url: 'https://below.example/', depth: 1 },
        { title: 'Plan', type: 'post_type', object: 'page', object_id: draft.id },
      ];
      const menu = { name: 'Top', is_main: true, items };
      const { id } = (await admin.post('/nestpress/v1/menus', menu).expect(201)).body as { id: number };
      const ask = (location: string) => visitor.get(`/nestpress/v1/menus/${location}`);
      const { body } = await ask('primary').expect(200);
      expect(body).toMatchObject({ id, name: 'Top', location: 'primary' });
      expect((body as { items: unknown[] }).items).toMatchObject([
        {
          title: 'A &amp; B',
          url: page.link,
          object_id: page.id,
          children: [{ title: 'Below', url: 'https://below.example/', children: [] }],
        },
      ]);
      expect((body as { items: unknown[] }).items).toHaveLength(1);
      expect((await ask('main').expect(200)).body).toMatchObject({ id });
      expect((await ask('footer').expect(404)).body).toMatchObject({ code: 'rest_menu_location_invalid' });
      await visitor.get(`/nestpress/v1/menus/${id}`).expect(401);
      expect((await visitor.get('/nestpress/v1/site').expect(200)).body).toMatchObject({
        menu_locations: ['primary'],
        front_end: null,
      });
    } finally {
      await service.close();
    }
  });
