import { type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { importedFields } from '../../../../src/features/wordpress-bridge/schema-import/imported-fields.js';
import { Database } from '../../../../src/database/database.js';
import { PostMeta } from '../../../../src/database/entities/index.js';
import { MetricsService } from '../../../../src/features/metrics/metrics.service.js';
import { type Config, CONFIG } from '../../../../src/platform/config/config.js';
import { HealthService } from '../../../../src/platform/health/health.service.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import {
  bookRoutes,
  type FakeWordPress,
  type ReceivedRequest,
  startFakeWordPress,
} from '../../../support/fake-wordpress.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { until } from '../../../support/until.js';

type Values = Record<string, unknown>;

const RATING = { type: 'integer', description: 'Stars.', context: ['view', 'edit'] };
const MEMBERS = { id: {}, slug: {}, title: {} };

anyEngine((engine) => {
  let wordpress: FakeWordPress;
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);
  /** What plugins compute for an item of posts, categories, users or comments. */
  let compute: (id: number, route: string, isSingle: boolean) => Values;
  /** Instead of the list or item. */
  let spoil: (() => number | string) | undefined;
  let delayMs = 0;

  /** Responds as WordPress does: to `per_page=1` with an item, to `include` with those that visitors may see, and to single items. */
  function respond(route: string, path: string, sample: Values) {
    wordpress.on(`GET ${route}`, answer);
    wordpress.on(`GET ${route}/ID`, answer);
    function answer({ query, route: requested }: ReceivedRequest, response: ServerResponse) {
      const send = (status: number, body: unknown) =>
        setTimeout(
          () => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
          delayMs,
        );
      const isSingle = requested !== route;
      const include = isSingle ? requested.split('/').at(-1)! : query.get('include');
      if (include === null) return void send(200, [sample]);
      const spoiled = spoil?.();
      if (spoiled !== undefined) return void send(Number(spoiled) || 200, String(spoiled));
      void guest.get(path, { include, per_page: 100, _fields: 'id,modified_gmt' }).then(({ body }) => {
        const names = query.get('_fields')!.split(',');
        const items = (body as { id: number }[]).map((one) => ({
          ...one,
          ...compute(one.id, route, isSingle),
          leaked: true,
        }));
        const selected = items.map((one) => Object.entries(one).filter(([name]) => names.includes(name)));
        const found = selected.map((entries) => Object.fromEntries(entries) as Values);
        if (isSingle) send(found.length > 0 ? 200 : 404, found[0] ?? {});
        else send(200, found);
      });
    }
  }

  beforeAll(async () => {
    wordpress = await startFakeWordPress(bookRoutes());
    const described = (properties: object) => ({ schema: { properties: { ...MEMBERS, ...properties } } });
    const taxonomies = wordpress.routes['GET /wp/v2/taxonomies'] as object;
    Object.assign(wordpress.routes, {
      'GET /wp/v2/taxonomies': { ...taxonomies, category: { rest_base: 'categories', rest_namespace: 'wp/v2' } },
      'OPTIONS /wp/v2/posts': described({
        rating: RATING,
        seo: { type: 'object', properties: { head: { type: 'string' } } },
        'shelf-mark': { type: ['string', 'null'], description: 'Mark.' },
        internal: { type: 'string', context: ['edit'] },
      }),
      'OPTIONS /wp/v2/users': described({ badge: { type: 'string' } }),
      'OPTIONS /wp/v2/categories': described({ color: { type: 'string' } }),
      'OPTIONS /wp/v2/comments': described({ karma: { type: 'integer' } }),
    });
    respond('/wp/v2/posts', '/posts', { id: 1, slug: 'hello', plain: 3, _links: {} });
    respond('/wp/v2/users', '/users', { id: 1, name: 'admin' });
    respond('/wp/v2/categories', '/categories', { id: 1, name: 'News' });
    respond('/wp/v2/comments', '/comments', { id: 1 });
    service = await startTestApp(
      { VARIANT: 'C', WORDPRESS_URL: wordpress.accountUrl, METRICS_PORT: '9464', CACHE_MB: '8' },
      engine,
      {},
      { wordpress: { contentWaitMs: 1500, importMinutes: 0 } },
    );
  });
  afterAll(async () => {
    await service?.close();
    await wordpress?.close();
  });
  beforeEach(() => {
    spoil = undefined;
    delayMs = 0;
    compute = (id, route) =>
      route === '/wp/v2/posts'
        ? { rating: id % 5, seo: { head: `<i>${id}</i>` }, 'shelf-mark': null, plain: [id] }
        : { badge: `b${id}`, color: 'red', karma: id };
    wordpress.requests.length = 0;
  });

  const asked = (route = '/wp/v2/posts'): ReceivedRequest[] =>
    wordpress.requests.filter(
      (one) => (one.route === route && one.query.has('include')) || one.route.startsWith(`${route}/`),
    );
  const create = async (more: object = {}): Promise<number> =>
    (await admin.post('/posts', { title: 't', content: 'c', status: 'publish', ...more }).expect(201)).body
      .id as number;
  const read = async (id: number) => (await guest.get(`/posts/${id}`).expect(200)).body as Values;
  /** As a plugin of WordPress does it. */
  const vote = (id: number, value: string) =>
    service.app.get(Database).transaction((tx) => tx.insert(PostMeta, { owner: id, key: 'votes', value }));
  const cacheState = async (path: string) => (await guest.get(path)).headers['x-nestpress-cache'] as string;

  test('a list has the fields of WordPress, by one request without an account', async () => {
    const ids = [await create(), await create(), await create()];
    wordpress.requests.length = 0;
    const { body } = await guest.get('/posts', { include: ids.join(), orderby: 'include' }).expect(200);
    for (const [index, id] of ids.entries())
      expect(body[index]).toMatchObject({
        rating: id % 5,
        seo: { head: `<i>${id}</i>` },
        'shelf-mark': null,
        plain: [id],
      });
    expect(body[0]).not.toHaveProperty('internal');
    expect(body[0]).not.toHaveProperty('leaked');
    expect(asked().length).toBeLessThanOrEqual(1);
    for (const { headers, query } of asked()) {
      expect(headers).not.toHaveProperty('authorization');
      expect(query.get('_fields')).toBe('id,modified_gmt,rating,seo,shelf-mark,plain');
    }
    wordpress.requests.length = 0;
    const selected = await guest.get('/posts', { include: ids[0]!, _fields: 'rating,shelf-mark' });
    expect(selected.body).toEqual([{ rating: ids[0]! % 5, 'shelf-mark': null }]);
    expect((await guest.get('/posts', { include: ids.join(), context: 'embed' })).body[0]).not.toHaveProperty('rating');
    expect(asked()).toHaveLength(0);
    expect(await service.app.get(MetricsService).text()).toContain('{purpose="fields",result="ok"}');
  });

  test('a single item has the values that WordPress computes for it alone, a list those of lists', async () => {
    compute = (id, _route, isSingle) => ({ rating: isSingle ? id : -id, seo: { head: isSingle ? 'long' : 'short' } });
    const [id, other] = [await create(), await create()];
    const list = async () => (await guest.get('/posts', { include: `${id},${other}`, orderby: 'include' })).body;
    for (let time = 0; time < 2; time++) {
      expect((await list()) as unknown).toMatchObject([{ rating: -id }, { rating: -other }]);
      expect(await read(id)).toMatchObject({ rating: id, seo: { head: 'long' } });
      expect((await guest.get('/posts', { include: id })).body).toMatchObject([{ rating: -id }]);
      expect((await admin.get(`/posts/${other}`, { context: 'edit' })).body.rating).toBe(other);
    }
    const routes = asked().map(({ route }) => route);
    expect(routes.filter((route) => route === `/wp/v2/posts/${id}`)).toHaveLength(1);
    // Both are values that a client has read, so writing them back changes nothing.
    for (const rating of [id, -id]) await admin.post(`/posts/${id}`, { rating }).expect(200);
    await admin.post(`/posts/${id}`, { rating: other }).expect(400);
    // Its own value or none, whatever WordPress sends.
    spoil = () => JSON.stringify({ id: other, modified_gmt: 'x', rating: other });
    const changed = (await admin.post(`/posts/${id}`, { title: 'Changed' }).expect(200)).body as Values;
    expect(changed).not.toHaveProperty('rating');
    expect(await read(id)).not.toHaveProperty('rating');
  });

  test('a list takes the same number of statements, however long', async () => {
    const ids = [await create(), await create(), await create(), await create()];
    const list = (include: number[]) =>
      fewestStatements(() => admin.get('/posts', { include: include.join(), _fields: 'id,rating' }).expect(200));
    expect(await list(ids)).toBe(await list(ids.slice(0, 2)));
  });

  test('OPTIONS and OpenAPI describe them as read-only, and as not always present', async () => {
    const { properties } = (await guest.options('/posts')).body.schema;
    expect(properties.rating).toEqual({ ...RATING, readonly: true });
    expect(properties['shelf-mark']).toMatchObject({ type: ['string', 'null'], description: 'Mark.' });
    expect(properties.plain.type).toContain('array');
    expect(properties.internal).toBeUndefined();
    const { body } = await request(service.server).get('/openapi.json');
    const { Post } = body.components.schemas;
    expect(Post.properties.rating.type).toEqual(['integer', 'null']);
    expect(Post.required).not.toContain('rating');
    expect(Post.properties.seo.required).toBeUndefined();
  });

  test('embedded users, terms and comments have theirs, too', async () => {
    const post = await create();
    const { body: comment } = await admin.post('/comments', { post, content: 'Well said.' }).expect(201);
    wordpress.requests.length = 0;
    const { _embedded } = (await guest.get(`/posts/${post}`, { _embed: 1 })).body;
    expect(_embedded.author[0].badge).toBe('b1');
    expect(_embedded['wp:term'][0][0].color).toBe('red');
    expect(_embedded.replies[0][0].karma).toBe(comment.id);
    expect((await guest.get(`/comments/${comment.id}`)).body.karma).toBe(comment.id);
    expect(asked('/wp/v2/comments').length).toBeLessThanOrEqual(1);
  });

  test('cached responses have them, and follow writes here and by WordPress', async () => {
    const id = await create();
    for (const path of [`/posts/${id}`, `/posts?include=${id}`, `/posts?include=${id}&_embed=1`]) {
      compute = () => ({ rating: 1 });
      await admin.post(`/posts/${id}`, { title: `One ${path}` }).expect(200);
      const rating = async () => [(await guest.get(path)).body].flat()[0].rating as number;
      expect(await rating()).toBe(1);
      await until(async () => (await cacheState(path)) === 'hit', 'the response is cached');
      wordpress.requests.length = 0;
      expect(await rating()).toBe(1);
      expect(asked()).toHaveLength(0);
      compute = () => ({ rating: 2 });
      await admin.post(`/posts/${id}`, { title: `Two ${path}` }).expect(200);
      expect(await rating()).toBe(2);
      // Meta does not change the modification time.
      compute = () => ({ rating: 3 });
      await vote(id, path);
      expect(await rating()).toBe(3);
    }
  });

  test('values that changed for other reasons follow after a while', async () => {
    const id = await create();
    const path = `/posts/${id}`;
    await until(async () => (await cacheState(path)) === 'hit', 'the response is cached');
    const settings = service.app.get<Config>(CONFIG).wordpress as { fieldMinutes: number };
    const { fieldMinutes } = settings;
    settings.fieldMinutes = 0;
    try {
      compute = () => ({ rating: 77 });
      // The first of them gets the old value; the new one invalidates the cached response.
      await until(async () => (await admin.get(path)).body.rating === 77, 'the value is requested again');
    } finally {
      settings.fieldMinutes = fieldMinutes;
    }
    expect((await read(id)).rating).toBe(77);
  });

  test('values of unpublished entries are not requested, those of protected ones are what visitors get', async () => {
    const draft = await create({ status: 'draft' });
    wordpress.requests.length = 0;
    expect((await admin.get(`/posts/${draft}`, { context: 'edit' })).body).not.toHaveProperty('rating');
    expect(asked()).toHaveLength(0);
    const locked = await create({ password: 'pw' });
    expect((await read(locked)).rating).toBe(locked % 5);
    const [one] = (await guest.get('/posts', { include: locked, password: 'pw' })).body;
    expect(one.rating).toBe(locked % 5);
    await admin.post(`/posts/${locked}`, { status: 'private' }).expect(200);
    expect((await admin.get(`/posts/${locked}`)).body).not.toHaveProperty('rating');
  });

  test('addresses are those of the site', async () => {
    compute = (id) => ({ seo: { head: `<a href="${wordpress.url}/p/${id}">` }, plain: [`${wordpress.url}/x`] });
    const { seo, plain } = await read(await create());
    expect([seo, plain]).toEqual([
      { head: expect.stringContaining('http://site.test/p/') as unknown },
      ['http://site.test/x'],
    ]);
  });

  test('a slow WordPress delays a response for a bounded time; the next one has the values', async () => {
    const id = await create();
    delayMs = 6000;
    await vote(id, 'slow');
    const { body, headers } = await guest.get(`/posts/${id}`).expect(200);
    expect(body).not.toHaveProperty('rating');
    expect(headers).toMatchObject({
      'x-nestpress-missing-fields': 'rating, seo, shelf-mark, plain',
      'cache-control': 'no-store',
      'x-nestpress-cache': 'bypass',
    });
    const { headers: selected } = await guest.get(`/posts/${id}`, { _fields: 'id,rating' }).expect(200);
    expect(selected['x-nestpress-missing-fields']).toBe('rating');
    expect((await guest.get(`/posts/${id}`, { _fields: 'id' })).headers).not.toHaveProperty(
      'x-nestpress-missing-fields',
    );
    await until(async () => (await read(id)).rating === id % 5, 'the values have arrived');
    expect((await guest.get(`/posts/${id}`)).headers).not.toHaveProperty('x-nestpress-missing-fields');
  });

  test('values that would be lost are refused, those that change nothing are not', async () => {
    const id = await create();
    const { rating, seo } = await read(id);
    const back = { title: 'Same', rating, seo, 'shelf-mark': null };
    expect((await admin.post(`/posts/${id}`, back).expect(200)).body.title.raw).toBe('Same');
    for (const values of [{ rating: 4711 }, { seo: { head: 'mine' } }, { plain: [] }]) {
      const { body } = await admin.post(`/posts/${id}`, { title: 'Lost', ...values }).expect(400);
      expect(body).toMatchObject({ code: 'rest_invalid_param' });
      expect(Object.values(body.data.params)).toEqual([expect.stringContaining('write it through WordPress')]);
    }
    expect((await read(id)).title).toEqual({ rendered: 'Same' });
    await admin.post('/posts', { title: 'New', rating: 5 }).expect(400);
    await admin.post('/users/me', { badge: 'x' }).expect(400);
    const { endpoints } = (await guest.options('/posts').expect(200)).body;
    expect(endpoints[1].args).not.toHaveProperty('rating');
  });

  test('what WordPress does not return, and what is too large, is left out', async () => {
    const hidden = await create();
    spoil = () => '[]';
    await admin.post(`/posts/${hidden}`, { title: 'Hidden' }).expect(200);
    expect(await read(hidden)).not.toHaveProperty('rating');
    spoil = () => 403;
    const forbidden = await create();
    expect(await read(forbidden)).not.toHaveProperty('rating');
    expect((await service.app.get(HealthService, { strict: false }).report()).checks['wordpress-fields']!.state).toBe(
      'ok',
    );
    spoil = undefined;
    compute = () => ({ plain: 'x'.repeat(300_000) });
    expect(await read(await create())).not.toHaveProperty('plain');
  });

  test('while WordPress is down, fields are missing and health is degraded', async () => {
    spoil = () => 503;
    const id = await create();
    expect(await read(id)).toMatchObject({ id, title: { rendered: 't' } });
    expect(await read(id)).not.toHaveProperty('rating');
    const { status, checks } = await service.app.get(HealthService, { strict: false }).report();
    expect([status, checks['wordpress-fields']?.state]).toEqual(['degraded', 'failing']);
    expect(checks['wordpress-fields']?.reason).toContain('responded 503');
  });

  test('members that Nestpress has itself are not taken for fields of plugins', async () => {
    const items = new Map<string, Values>();
    for (const base of ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'comments', 'books', 'genres'])
      items.set(`/wp/v2/${base}`, (await admin.options(`/${base}`)).body.schema.properties as Values);
    const taxonomies = (await admin.get('/taxonomies')).body as Values;
    const imported = {
      types: [{ name: 'book', restBase: 'books', restNamespace: 'wp/v2', label: '' }],
      taxonomies: [],
    };
    const { fields, omitted } = importedFields({ taxonomies, items, samples: new Map() }, imported);
    expect(fields.map(({ route, name }) => `${route} ${name}`)).toEqual([
      '/wp/v2/posts rating',
      '/wp/v2/posts seo',
      '/wp/v2/posts shelf-mark',
      '/wp/v2/posts plain',
      '/wp/v2/categories color',
      '/wp/v2/users badge',
      '/wp/v2/comments karma',
      '/wp/v2/books shelf',
    ]);
    expect(omitted).toEqual([]);
  });
});
