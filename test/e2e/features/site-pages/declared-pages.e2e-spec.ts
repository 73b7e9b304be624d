import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { defineContentType, defineTaxonomy } from '../../../../src/content-model/declarations.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const SITE = 'http://site.test';
const CONTENT = [
  defineContentType({
    name: 'book',
    label: 'Books',
    restBase: 'books',
    hasArchive: true,
    rewrite: { slug: 'library' },
    supports: ['title', 'editor', 'author', 'custom-fields'],
  }),
  defineContentType({ name: 'place', label: 'Places', hierarchical: true, rewrite: { withFront: false } }),
  defineContentType({ name: 'memo', label: 'Memos', public: false }),
  defineTaxonomy({
    name: 'genre',
    label: 'Genres',
    restBase: 'genres',
    hierarchical: true,
    rewrite: { hierarchical: true },
    types: ['book', 'post'],
  }),
];

anyEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp(WEB, engine, { content: CONTENT });
  });
  afterAll(() => service.close());

  const admin = clientOf(() => service, 'admin');
  const get = (url: string) => request(service.server).get(url.replace(SITE, ''));
  const create = async (base: string, body: object) =>
    (await admin.post(`/${base}`, body).expect(201)).body as { id: number; link: string };
  const setStructure = (structure: string) =>
    service.app
      .get(Database)
      .transaction((tx) => service.app.get(OptionsStore).set(tx, 'permalink_structure', structure));

  for (const structure of ['/blog/%year%/%postname%/', '/%postname%', ''])
    test(`every link of declared types and taxonomies opens a page with the structure "${structure}"`, async () => {
      await setStructure(structure);
      const poems = await create('genres', { name: `Poems ${structure}` });
      const odes = await create('genres', { name: `Odes ${structure}`, parent: poems.id });
      const book = await create('books', { title: 'A <em>book</em>', status: 'publish', genres: [odes.id] });
      const top = await create('place', { title: 'Europe', status: 'publish' });
      const below = await create('place', { title: 'Alps', status: 'publish', parent: top.id });
      const { text } = await get(book.link).expect(200);
      expect(text).toContain(`<link rel="canonical" href="${book.link.replaceAll('&', '&amp;')}" />`);
      expect(text).toContain(`/wp/v2/books/${book.id}"`);
      expect(text).toContain(odes.link);
      expect((await get(below.link).expect(200)).text).toContain('<h1>Alps</h1>');
      expect((await get(odes.link).expect(200)).text).toContain('A <em>book</em>');
      const plain = await get(`/?post_type=book&p=${book.id}`);
      expect([plain.status, plain.headers.location]).toEqual(structure === '' ? [200, undefined] : [301, book.link]);
    });

  test('a type has an archive with pages and a feed, and its place in the sitemap', async () => {
    await setStructure('/blog/%year%/%postname%/');
    const { link } = await create('books', { title: 'Listed', status: 'publish' });
    const { text } = await get('/blog/library/').expect(200);
    expect(text).toContain('<h1>Books</h1>');
    expect(text).toContain(link);
    const feed = await get('/blog/library/feed/').expect(200);
    expect(feed.headers['content-type']).toContain('application/rss+xml');
    expect(feed.text).toContain(`<link>${link}</link>`);
    await get('/?post_type=book').expect(301).expect('Location', `${SITE}/blog/library/`);
    await get('/blog/library/page/99/').expect(404);
    expect((await get('/sitemap.xml').expect(200)).text).toContain(`${SITE}/sitemap-book-1.xml`);
    expect((await get('/sitemap-book-1.xml').expect(200)).text).toContain(`<loc>${link}</loc>`);
  });

  test('types without pages have none, at no address', async () => {
    const { id, link } = await create('memo', { title: 'Internal', status: 'publish' });
    for (const address of [link, `/?p=${id}`, `/?post_type=memo&p=${id}`, '/?post_type=memo', '/sitemap-memo-1.xml'])
      expect([address, (await get(address)).text.includes('Internal')]).toEqual([address, false]);
    await get(`/?p=${id}`).expect(404);
    expect((await get('/sitemap.xml')).text).not.toContain('memo');
  });

  test('drafts are visible to their author only, and former URLs of a book redirect to the new one', async () => {
    const draft = await create('books', { title: 'Unfinished', status: 'draft', slug: 'unfinished' });
    await get('/blog/library/unfinished/').expect(404);
    await get(`/?post_type=book&p=${draft.id}`).expect(404);
    const { id, link } = await create('books', { title: 'Moved', status: 'publish', slug: 'first' });
    const { body } = await admin.post(`/books/${id}`, { slug: 'second' }).expect(200);
    await get(link).expect(301).expect('Location', body.link);
  });

  test('other sites can embed a book by its address', async () => {
    const { link } = await create('books', { title: 'Embedded', status: 'publish' });
    const { body } = await request(service.server).get('/wp-json/oembed/1.0/embed').query({ url: link }).expect(200);
    expect(body).toMatchObject({ title: 'Embedded', type: 'rich' });
    const memo = await create('memo', { title: 'Internal', status: 'publish' });
    await request(service.server).get('/wp-json/oembed/1.0/embed').query({ url: memo.link }).expect(404);
  });
});
