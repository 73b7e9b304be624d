import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import {
  bookRoutes,
  type FakeWordPress,
  type ReceivedRequest,
  startFakeWordPress,
} from '../../../support/fake-wordpress.js';
import { until } from '../../../support/until.js';

const args = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const POSTS = {
  namespace: 'wp/v2',
  methods: ['GET', 'POST'],
  endpoints: [
    { methods: ['GET'], args: args('page', 'search', 'distance') },
    { methods: ['POST'], args: args('title', 'stock', 'acf') },
  ],
};
const INDEX = {
  namespaces: ['wp/v2', 'jwt-auth/v1'],
  routes: {
    '/wp/v2/posts': POSTS,
    '/wp/v2/users/me': { namespace: 'wp/v2', methods: ['GET'], endpoints: [{ methods: ['GET'], args: [] }] },
    '/jwt-auth/v1/token': { namespace: 'jwt-auth/v1', methods: ['POST'], endpoints: [] },
  },
};

anyEngine((engine) => {
  let wordpress: FakeWordPress;
  let service: TestApp;
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    const described = { schema: { properties: { id: {}, slug: {}, title: {}, acf: { type: 'object' } } } };
    wordpress = await startFakeWordPress({ ...bookRoutes(), 'GET /': INDEX, 'OPTIONS /wp/v2/posts': described });
    Object.assign(wordpress.routes, {
      'GET /wp/v2/posts': ({ query, headers }: ReceivedRequest) =>
        headers['x-forwarded-for'] === undefined ? [] : { forwarded: query.toString() },
      'POST /wp/v2/posts': ({ body }: ReceivedRequest) => ({ body }),
      'GET /wp/v2/users/me': ({ headers }: ReceivedRequest) => ({ from: headers.authorization }),
    });
    service = await startTestApp(
      { VARIANT: 'C', WORDPRESS_URL: wordpress.accountUrl, CACHE_MB: '8' },
      engine,
      {},
      { wordpress: { contentWaitMs: 200, importMinutes: 0 } },
    );
    await until(async () => {
      const { routes } = (await request(service.server).get('/wp-json/')).body as { routes: object };
      return Object.hasOwn(routes, '/jwt-auth/v1/token');
    }, 'the routes of WordPress are known');
  });
  afterAll(async () => {
    await service?.close();
    await wordpress?.close();
  });
  beforeEach(() => void (wordpress.requests.length = 0));

  const passed = () => wordpress.requests.filter(({ headers }) => headers['x-forwarded-for'] !== undefined);

  test('a parameter that only WordPress declares is honoured by WordPress', async () => {
    const { body, headers } = await guest.get('/posts?distance=5&page=1').expect(200);
    expect(body).toEqual({ forwarded: 'distance=5&page=1' });
    expect(headers['x-nestpress-cache']).not.toBe('hit');
    expect((await guest.get('/posts?distance=5&page=1').expect(200)).body).toEqual(body);
    expect(passed()).toHaveLength(2);
    await request(service.server).head('/wp-json/wp/v2/posts?distance=5').expect(404);
    expect(passed().at(-1)!.method).toBe('HEAD');
  });

  test('other parameters, and those of other methods, stay here', async () => {
    for (const query of ['page=1', 'search=x', 'stock=1', 'unknown=1', '_fields=id', 'acf=1', ''])
      expect(Array.isArray((await guest.get(`/posts?${query}`).expect(200)).body)).toBe(true);
    expect(passed()).toEqual([]);
  });

  test('a write with such a parameter is passed on with its body, as JSON and as a form', async () => {
    const sent = { title: 'T', stock: '3' };
    expect((await admin.post('/posts', sent).expect(200)).body).toEqual({ body: JSON.stringify(sent) });
    const form = await request(service.server)
      .post('/wp-json/wp/v2/posts')
      .auth(ADMIN.user, ADMIN.password)
      .type('form')
      .send('title=T&stock=3')
      .expect(200);
    expect(form.body).toEqual({ body: 'title=T&stock=3' });
    for (const { headers } of passed()) expect(headers.authorization).toMatch(/^Basic /);
    expect(passed()).toHaveLength(2);
    expect((await admin.post('/posts', { title: 'Here' }).expect(201)).body.title.raw).toBe('Here');
    // Its value decides: WordPress alone could store it.
    expect((await admin.post('/posts', { acf: { a: 1 } }).expect(400)).body.code).toBe('rest_invalid_param');
    expect(passed()).toHaveLength(2);
  });

  test('acf_format is honoured where WordPress computes acf', async () => {
    const { body } = await guest.get('/posts?acf_format=standard').expect(200);
    expect(body).toEqual({ forwarded: 'acf_format=standard' });
    expect(Array.isArray((await guest.get('/pages?acf_format=standard').expect(200)).body)).toBe(true);
  });

  const token = (issuer: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `Bearer ${part({ alg: 'HS256' })}.${part({ iss: issuer, data: { user: { id: 1 } } })}.c2ln`;
  };
  const me = (authorization: string, path = '/users/me') =>
    request(service.server).get(`/wp-json/wp/v2${path}`).set('Authorization', authorization);

  test('a token that a plugin of the site issued is judged by WordPress', async () => {
    for (const issuer of ['http://site.test', 'http://site.test/']) {
      const authorization = token(issuer);
      expect((await me(authorization).expect(200)).body).toEqual({ from: authorization });
    }
    expect(passed()).toHaveLength(2);
    for (const authorization of [token('https://elsewhere.example'), 'Bearer a.b.c', 'Bearer npa_x'])
      await me(authorization).expect(401);
    expect(passed()).toHaveLength(2);
  });

  test('a token that WordPress does not know cannot reach its parameters', async () => {
    const { body } = await me('Bearer npa_x', '/posts?distance=5').expect(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', message: expect.stringContaining('distance') });
    expect((await me(token('http://site.test'), '/posts?distance=5').expect(200)).body).toHaveProperty('forwarded');
  });
});
