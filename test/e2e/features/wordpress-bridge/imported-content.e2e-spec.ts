import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { importNow } from '../../../../src/features/wordpress-bridge/schema-import/import-before-start.js';
import { createApp, prepareSite } from '../../../../src/start/create-app.js';
import { type Config, CONFIG } from '../../../../src/platform/config/config.js';
import { checkWordPress } from '../../../../src/features/wordpress-bridge/wordpress-check.js';
import { HealthService } from '../../../../src/platform/health/health.service.js';
import { Database } from '../../../../src/database/database.js';
import { PostMeta } from '../../../../src/database/entities/index.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { type ContentDeclaration, defineContentType } from '../../../../src/content-model/declarations.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { bookRoutes, type FakeWordPress, fakeType, startFakeWordPress } from '../../../support/fake-wordpress.js';

anyEngine((engine) => {
  let wordpress: FakeWordPress;
  let site: TestApp;
  let config: Config;

  beforeAll(async () => {
    wordpress = await startFakeWordPress(bookRoutes(), { needsAccount: true });
    site = await startTestApp({ VARIANT: 'C', WORDPRESS_URL: wordpress.accountUrl }, engine);
    config = site.app.get<Config>(CONFIG);
  });
  afterAll(async () => {
    await site?.close();
    await wordpress?.close();
  });

  const admin = (method: 'get' | 'post' | 'options', path: string) =>
    request(site.server)[method](`/wp-json${path}`).auth(ADMIN.user, ADMIN.password);
  const findings = async () =>
    (await checkWordPress({ config, database: site.app.get(Database) })).map(
      ({ state, message }) => `${state} ${message}`,
    );

  /** Starts another process on the same site and closes it. */
  async function restarted<T>(
    use: (server: TestApp['server'], app: TestApp['app']) => Promise<T>,
    content: ContentDeclaration[] = [defineContentType({ name: 'film', label: 'Films' })],
  ): Promise<T> {
    await prepareSite(config);
    const app = await createApp(config, { content });
    try {
      await app.init();
      return await use(app.getHttpServer(), app);
    } finally {
      await app.close();
    }
  }

  test('the active theme is described as WordPress describes it, without its links', async () => {
    await site.app.get(Database).transaction(async (tx) => {
      await site.app.get(OptionsStore).set(tx, 'stylesheet', 'shop');
    });
    const { body } = await admin('get', '/wp/v2/themes/shop').expect(200);
    expect(body).toMatchObject({ stylesheet: 'shop', theme_supports: { html5: ['caption', 'gallery'] } });
    expect(body._links).not.toHaveProperty('parent');
    expect(body).not.toHaveProperty('version');
  });

  test('types and taxonomies of WordPress are served with its labels, features and capabilities', async () => {
    const { body: type } = await admin('get', '/wp/v2/types/book?context=edit').expect(200);
    expect(type).toMatchObject({
      name: 'Books',
      icon: 'dashicons-book',
      has_archive: 'library',
      template: [['core/heading', { level: 2 }]],
      template_lock: 'insert',
      rest_base: 'books',
      taxonomies: ['post_tag', 'genre'],
      visibility: { show_ui: true, show_in_nav_menus: false },
      supports: { title: true, editor: true, 'custom-fields': true, revisions: true, autosave: true },
    });
    expect(type.supports).not.toHaveProperty('sparkle');
    expect(type.labels).toMatchObject({ singular_name: 'Book', parent_item_colon: null });
    const { body: genre } = await admin('get', '/wp/v2/taxonomies/genre?context=edit').expect(200);
    expect(genre).toMatchObject({
      types: ['book', 'post'],
      hierarchical: true,
      visibility: { show_admin_column: true },
    });
    await admin('get', '/wp/v2/products').expect(404);
  });

  test('entries are written with their terms and meta, at the addresses of WordPress', async () => {
    const { body: term } = await admin('post', '/wp/v2/genres')
      .send({ name: 'Crime', meta: { colour: 'red' } })
      .expect(201);
    expect(term.meta).toEqual({ colour: 'red' });
    const { body: book } = await admin('post', '/wp/v2/books')
      .send({ title: 'One', status: 'publish', genres: [term.id], meta: { isbn: '978', editions: ['a', 'b'] } })
      .expect(201);
    expect(book).toMatchObject({
      link: 'http://site.test/library/books/one/',
      genres: [term.id],
      meta: { isbn: '978', editions: ['a', 'b'], footnotes: '' },
    });
    expect(book.meta).not.toHaveProperty('either');
    await admin('post', `/wp/v2/books/${book.id}`)
      .send({ meta: { isbn: 'x' } })
      .expect(400);
    const { body: list } = await request(site.server).get(`/wp-json/wp/v2/books?genres=${term.id}`).expect(200);
    expect(list.map(({ id }: { id: number }) => id)).toEqual([book.id]);
    // This WordPress shows visitors no books, so their meta is for editors.
    expect(list[0].meta).toEqual({ footnotes: '' });
    const { body: post } = await admin('get', '/wp/v2/posts?per_page=1').expect(200);
    expect(post[0]).toMatchObject({ meta: { subtitle: '' }, genres: [] });
    const { body: me } = await admin('get', '/wp/v2/users/me').expect(200);
    expect(me.meta).toEqual({ favourite: 0 });
  });

  test('statuses that plugins register are served and written; entries with public ones are read by everybody', async () => {
    await restarted(async (server) => {
      const send = (method: 'get' | 'post', path: string) => request(server)[method](`/wp-json/wp/v2${path}`);
      const asAdmin = (method: 'get' | 'post', path: string) => send(method, path).auth(ADMIN.user, ADMIN.password);
      const statuses = await asAdmin('get', '/statuses?context=edit').expect(200);
      expect(statuses.body.review).toMatchObject({
        name: 'In review',
        protected: true,
        public: false,
        queryable: false,
      });
      expect(Object.keys((await send('get', '/statuses').expect(200)).body as object)).toEqual(['publish', 'archived']);
      const create = async (status: string) =>
        (await asAdmin('post', '/posts').send({ title: status, status }).expect(201)).body as {
          id: number;
          status: string;
        };
      const [archived, review] = [await create('archived'), await create('review')];
      const upload = await asAdmin('post', '/media')
        .set('Content-Disposition', 'attachment; filename="below.txt"')
        .set('Content-Type', 'text/plain')
        .send('A note.')
        .expect(201);
      const file = (upload.body as { id: number }).id;
      expect([archived.status, review.status]).toEqual(['archived', 'review']);
      await send('get', `/posts/${archived.id}`).expect(200);
      await send('get', `/posts/${review.id}`).expect(401);
      await send('get', '/posts?status=archived').expect(400);
      for (const { id, status } of [archived, review]) {
        const listed = await asAdmin('get', `/posts?status=${status}&_fields=id`).expect(200);
        expect([listed.body, listed.headers['x-wp-total']]).toEqual([[{ id }], '1']);
        await asAdmin('post', `/posts/${id}`).send({ title: 'Changed', status }).expect(200);
      }
      await asAdmin('post', `/media/${file}`).send({ post: review.id }).expect(200);
      await send('get', `/media?include=${file}`).expect(200, []);
      await asAdmin('post', `/media/${file}`).send({ post: archived.id }).expect(200);
      const shown = await send('get', `/media?include=${file}&_fields=id`).expect(200);
      expect([shown.body, shown.headers['x-wp-total']]).toEqual([[{ id: file }], '1']);
      const { body: options } = await request(server).options('/wp-json/wp/v2/posts').expect(200);
      const writable = ['publish', 'future', 'draft', 'pending', 'private', 'archived', 'review'];
      expect(options.schema.properties.status.enum).toEqual(writable);
      expect(options.endpoints[1].args.status.enum).toEqual(writable);
      expect(options.endpoints[0].args.status.items.enum.slice(-3)).toEqual(['archived', 'review', 'any']);
      expect((await asAdmin('get', '/posts?status=nonsense').expect(400)).body.code).toBe('rest_invalid_param');
      await asAdmin('post', '/posts').send({ title: 'x', status: 'nonsense' }).expect(400);
    });
  });

  test('registered image sizes replace those of a WordPress without any', async () => {
    const { body } = await admin('get', '/').expect(200);
    expect(body.namespaces).toContain('wp/v2');
    const { body: image } = await admin('post', '/wp/v2/media')
      .set('Content-Disposition', 'attachment; filename="dot.png"')
      .set('Content-Type', 'image/png')
      .send(await png(60, 90))
      .expect(201);
    expect(image.media_details.sizes).toMatchObject({ cover: { width: 30, height: 45 } });
  });

  test('doctor lists what was imported and what is left to WordPress', async () => {
    expect(await findings()).toEqual([
      'ok responds, and accepts the account.',
      expect.stringMatching(/^ok imported 1 content types, 1 taxonomies, 5 meta keys, 1 fields and 0 settings/),
      'warn Meta of books: the schema of either has parts that Nestpress does not know.',
      'warn Type "product" has routes of a plugin’s own and is not served from the database.',
    ]);
  });

  test('a change is stored at once, reported as degraded health, and served by the next application', async () => {
    const health = site.app.get(HealthService, { strict: false });
    const state = async () => (await health.report()).checks.definitions!.state;
    expect(await state()).toBe('ok');
    expect((await importNow(config)).isChanged).toBe(false);
    const types = wordpress.routes['GET /wp/v2/types'] as object;
    const journal = fakeType('journal', { rest_base: 'journals', capabilities: { ...BOOK_RIGHTS } });
    wordpress.routes['GET /wp/v2/types'] = { ...types, journal };
    wordpress.routes['OPTIONS /wp/v2/journals'] = wordpress.routes['OPTIONS /wp/v2/books'];
    expect((await importNow(config)).isChanged).toBe(true);
    expect(await state()).toBe('failing');
    await admin('get', '/wp/v2/journals').expect(404);
    // No role has its capabilities, as in WordPress.
    await restarted((server) => request(server).get('/wp-json/wp/v2/journals').expect(200));
  });

  test('revisions store the meta that revisions of WordPress were seen to have', async () => {
    const { body: book } = await admin('post', '/wp/v2/books')
      .send({ title: 'Two', meta: { isbn: '978' } })
      .expect(201);
    const path = `/wp/v2/books/${book.id}`;
    await admin('post', path).send({ title: 'Three', status: 'publish' }).expect(200);
    const { body: before } = await admin('get', `${path}/revisions`).expect(200);
    const database = site.app.get(Database);
    const { manager } = database;
    expect(await manager.countBy(PostMeta, { owner: before[0].id, key: 'isbn' })).toBe(0);
    await database.transaction((tx) => tx.insert(PostMeta, { owner: before[0].id, key: 'isbn', value: '978' }));
    expect((await importNow(config)).isChanged).toBe(true);
    await restarted(async (server) => {
      const signedIn = (sent: request.Test) => sent.auth(ADMIN.user, ADMIN.password).expect(200);
      await signedIn(
        request(server)
          .post(`/wp-json${path}`)
          .send({ meta: { isbn: '979' } }),
      );
      const { body: after } = await signedIn(request(server).get(`/wp-json${path}/revisions`));
      expect(after).toHaveLength(before.length + 1);
      expect(await manager.findOneBy(PostMeta, { owner: after[0].id, key: 'isbn' })).toMatchObject({ value: '979' });
      expect(await manager.countBy(PostMeta, { owner: after[0].id, key: 'editions' })).toBe(0);
    });
  });

  test('what the owner declares has precedence', async () => {
    const own: ContentDeclaration[] = [defineContentType({ name: 'book', label: 'My books', restBase: 'my-books' })];
    await restarted(async (server) => {
      const { body } = await request(server).get('/wp-json/wp/v2/types/book').expect(200);
      expect(body.name).toBe('My books');
      await request(server).get('/wp-json/wp/v2/books').expect(404);
    }, own);
  });

  test.each<[string, (fake: FakeWordPress) => void, RegExp]>([
    ['refuses the account', ({ routes }) => (routes['GET /wp/v2/types'] = 403), /^fail .*refused the account/],
    [
      'answers with a page',
      ({ routes }) => (routes['GET /wp/v2/types'] = '<html>'),
      /^warn .*something other than JSON/,
    ],
    ['fails', ({ routes }) => (routes['GET /wp/v2/types'] = 500), /^warn .*responded 500/],
  ])('a WordPress that %s does not stop the start', async (_name, spoil, message) => {
    const before = wordpress.routes;
    wordpress.routes = { ...before };
    spoil(wordpress);
    expect((await findings())[0]).toMatch(message);
    await restarted((server) => request(server).get('/wp-json/wp/v2/books').expect(200));
    wordpress.routes = before;
  });

  test('types that are none are not stored', async () => {
    const before = wordpress.routes;
    wordpress.routes = { ...before, 'GET /wp/v2/types': { book: 7 } };
    await expect(importNow(config)).rejects.toThrow('something other than its content types');
    wordpress.routes = before;
  });
});

const BOOK_RIGHTS = {
  edit_posts: 'edit_journals',
  edit_published_posts: 'edit_published_journals',
  edit_post: 'edit_journal',
};

async function png(width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
}
