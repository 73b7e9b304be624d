import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../support/app.js';
import { API, clientOf } from '../../support/clients.js';
import { fillEntries } from '../../support/many-entries.js';
import { enrichSite, type RichSite } from '../../support/rich-site.js';

interface Listed {
  id: number;
  slug: string;
  link: string;
  modified: string;
}

const PAGE_SIZE = 100;
const idsOf = (records: readonly Listed[]) => records.map(({ id }) => id);

anyEngine((engine) => {
  let service: TestApp;
  let site: RichSite;
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    site = await enrichSite(service);
    await fillEntries(service.app.get(Database), 230);
  });
  afterAll(() => service?.close());

  describe('headstartwp', () => {
    test('finds a post, a page and terms by slug, with what they embed', async () => {
      const { body: posts } = await guest.get('/posts', { slug: 'rich', _embed: 'true' }).expect(200);
      expect(posts).toMatchObject([
        {
          id: site.post,
          _embedded: {
            author: [{ id: site.author, slug: expect.any(String) }],
            'wp:featuredmedia': [{ id: site.media, source_url: expect.any(String) }],
            'wp:term': [
              [{ taxonomy: 'category', slug: 'lower', link: expect.any(String) }],
              [{ taxonomy: 'post_tag', slug: 'marked' }],
            ],
          },
        },
      ]);
      const { body: pages } = await guest.get('/pages', { slug: 'below', _embed: 'true' }).expect(200);
      expect(pages).toMatchObject([{ id: site.page, _embedded: { up: [{ slug: 'above' }] } }]);
      const { body: terms } = await guest.get('/categories', { slug: 'lower', _embed: 'true' }).expect(200);
      expect(terms).toMatchObject([{ id: site.category, _embedded: { up: [{ slug: 'upper' }] } }]);
      expect((await guest.get('/posts', { slug: 'nowhere', _embed: 'true' }).expect(200)).body).toEqual([]);
    });

    test('reads archives of a category and an author, page by page', async () => {
      const archive = { categories: site.category, per_page: 10, page: 1, _embed: 'true' };
      const first = await guest.get('/posts', archive).expect(200);
      expect(first.body).toMatchObject([{ id: site.post }]);
      expect([first.headers['x-wp-total'], first.headers['x-wp-totalpages']]).toEqual(['1', '1']);
      const beyond = await guest.get('/posts', { ...archive, page: 2 }).expect(400);
      expect(beyond.body).toMatchObject({ code: 'rest_post_invalid_page_number', data: { status: 400 } });
      const { body: authors } = await guest.get('/users', { slug: 'writer' }).expect(200);
      const { body: own } = await guest.get('/posts', { author: authors[0].id, _embed: 'true' }).expect(200);
      expect(own).toContainEqual(expect.objectContaining({ id: site.post }));
      const { body: typed } = await guest.get('/posts', { 'slug[]': 'rich', orderby: 'include_slugs' }).expect(200);
      expect(typed).toMatchObject([{ id: site.post }]);
    });

    test('searches with the posts that were found embedded', async () => {
      const { body, headers } = await guest
        .get('/search', { search: 'Rich', type: 'post', subtype: 'post', _embed: 'true', page: 1, per_page: 10 })
        .expect(200);
      expect(body).toMatchObject([
        { id: site.post, type: 'post', subtype: 'post', _embedded: { self: [{ slug: 'rich', type: 'post' }] } },
      ]);
      expect(headers['x-wp-totalpages']).toBe('1');
      const { body: terms } = await guest.get('/search', { search: 'Lower', type: 'term', subtype: 'category' });
      expect(terms).toMatchObject([{ id: site.category, title: 'Lower' }]);
    });

    test('reads the items of a menu in their order, signed in', async () => {
      const { body: menu } = await admin.post('/menus', { name: 'Primary' }).expect(201);
      const item = { menus: menu.id, status: 'publish', type: 'custom', url: 'https://site.test/' };
      const { body: home } = await admin.post('/menu-items', { ...item, title: 'Home', menu_order: 1 }).expect(201);
      await admin.post('/menu-items', { ...item, title: 'Below', menu_order: 2, parent: home.id }).expect(201);
      const { body: menus } = await admin.get('/menus', { slug: 'primary' }).expect(200);
      const query = { menus: menus[0].id, per_page: PAGE_SIZE, orderby: 'menu_order', order: 'asc' };
      expect((await admin.get('/menu-items', query).expect(200)).body).toMatchObject([
        { title: { rendered: 'Home' }, url: 'https://site.test/', parent: 0 },
        { title: { rendered: 'Below' }, parent: home.id },
      ]);
      await guest.get('/menu-items', query).expect(401);
    });

    test('previews a draft and its newest revision by id', async () => {
      const { body: draft } = await admin.post('/posts', { title: 'Draft', content: 'One' }).expect(201);
      await admin.post(`/posts/${draft.id}`, { content: 'Two' }).expect(200);
      expect((await guest.get(`/posts/${draft.id}`).expect(401)).body.code).toBe('rest_forbidden');
      const { body: shown } = await admin.get(`/posts/${draft.id}`, { _embed: 'true' }).expect(200);
      expect(shown).toMatchObject({ status: 'draft', content: { rendered: '<p>Two</p>\n' } });
      const { body: revisions } = await admin.get(`/posts/${draft.id}/revisions`, { per_page: 1 }).expect(200);
      expect(revisions).toMatchObject([{ parent: draft.id, content: { rendered: '<p>Two</p>\n' } }]);
    });
  });

  describe('next-wp', () => {
    test('pages through posts by the headers, with filters', async () => {
      const listed = await guest.get('/posts', { _embed: 'true', per_page: 9, page: 1 }).expect(200);
      expect(listed.body).toHaveLength(9);
      const total = Number(listed.headers['x-wp-total']);
      expect(Number(listed.headers['x-wp-totalpages'])).toBe(Math.ceil(total / 9));
      const filters = { author: site.author, categories: site.category, tags: site.tag, search: 'rich' };
      const { body: found } = await guest.get('/posts', { _embed: 'true', per_page: 9, page: 1, ...filters });
      expect(found).toMatchObject([{ id: site.post }]);
    });

    test('collects every slug, and slug, change and address for a sitemap', async () => {
      const slugs: string[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { body, headers } = await guest.get('/posts', { per_page: PAGE_SIZE, page, _fields: 'slug' }).expect(200);
        pages = Number(headers['x-wp-totalpages']);
        for (const post of body as object[]) {
          expect(Object.keys(post)).toEqual(['slug']);
          slugs.push((post as Listed).slug);
        }
        if (page === pages) expect(String(slugs.length)).toBe(headers['x-wp-total']);
      }
      expect(slugs).toContain('rich');
      const { body } = await guest.get('/posts', { per_page: PAGE_SIZE, page: 1, _fields: 'slug,modified,link' });
      expect(body[0]).toEqual({ slug: expect.any(String), modified: expect.any(String), link: expect.any(String) });
    });

    test('reads single resources, the tags of a post, and searches terms and authors', async () => {
      for (const path of [`/posts/${site.post}`, `/pages/${site.page}`, `/categories/${site.category}`])
        await guest.get(path).expect(200);
      for (const path of [`/tags/${site.tag}`, `/users/${site.author}`, `/media/${site.media}`])
        await guest.get(path).expect(200);
      expect((await guest.get('/tags', { post: site.post }).expect(200)).body).toMatchObject([{ id: site.tag }]);
      expect((await guest.get('/categories', { search: 'low', per_page: PAGE_SIZE }).expect(200)).body).toMatchObject([
        { id: site.category },
      ]);
      expect((await guest.get('/users', { search: 'writer', per_page: PAGE_SIZE }).expect(200)).body).toMatchObject([
        { id: site.author },
      ]);
      expect((await guest.get('/posts/999999').expect(404)).body.code).toBe('rest_post_invalid_id');
      expect((await guest.get('/users/999999').expect(404)).body.code).toBe('rest_user_invalid_id');
    });
  });

  describe("Airbyte's source", () => {
    const read = async (path: string, query: object): Promise<Listed[]> =>
      (
        await request(service.server)
          .get(API + path)
          .query(query)
          .auth(ADMIN.user, ADMIN.password)
          .expect(200)
      ).body;

    /** Reads pages of a stream until one is not full. */
    async function stream(path: string, query: object = {}): Promise<Listed[]> {
      const records: Listed[] = [];
      for (let page = 1; ; page++) {
        const found = await read(path, { ...query, page, per_page: PAGE_SIZE });
        records.push(...found);
        if (found.length < PAGE_SIZE) return records;
      }
    }

    test.each(['/users', '/posts', '/categories', '/blocks', '/comments', '/pages', '/tags', '/media'])(
      'the stream %s ends, with each record once and as many as the total',
      async (path) => {
        const records = await stream(path);
        const { headers } = await admin.get(path, { per_page: 1 }).expect(200);
        expect(String(records.length)).toBe(headers['x-wp-total']);
        expect(new Set(idsOf(records)).size).toBe(records.length);
      },
    );

    test.each(['/plugins', '/taxonomies', '/types', '/themes', '/statuses', '/settings'])(
      '%s is read in one request',
      async (path) => expect(await read(path, {})).toEqual(expect.any(Object)),
    );

    test('incremental streams begin at the cursor, with and without a time zone', async () => {
      const { body: page } = await admin.post(`/pages/${site.page}`, { content: 'Later' }).expect(200);
      const before = new Date(Date.parse(`${page.modified_gmt}Z`) - 1000).toISOString().slice(0, 19);
      for (const modified_after of [before, `${before}Z`])
        expect(idsOf(await stream('/pages', { modified_after }))).toContain(site.page);
      expect(await stream('/pages', { modified_after: `${page.modified_gmt}Z` })).toEqual([]);
      expect(idsOf(await stream('/media', { modified_after: '2020-01-01T00:00:00Z' }))).toContain(site.media);
      expect(idsOf(await stream('/comments', { after: '2020-01-01T00:00:00' }))).toContain(site.comment);
      expect(await stream('/blocks', { modified_after: '2020-01-01T00:00:00Z' })).toEqual([]);
      expect(await stream(`/pages/${site.page}/revisions`)).not.toEqual([]);
    });
  });
});
