import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { until } from '../../../support/until.js';

const ROOT_LINK = '<http://site.test/wp-json/>; rel="https://api.w.org/"';

anyEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({}, engine);
  });
  afterAll(() => service.close());
  const get = (path: string) => request(service.server).get(path);

  describe('addresses', () => {
    test.each([
      '/wp-json/wp/v2/types/post',
      '/wp-json/wp/v2/types/post/',
      '/wp-json/WP/V2/Types/post',
      '/wp-json/wp/v2/%74ypes/post',
      '/index.php/wp-json/wp/v2/types/post',
      '/?rest_route=/wp/v2/types/post',
      '/index.php?rest_route=%2Fwp%2Fv2%2Ftypes%2Fpost',
      '/wp-json/wp/v2/types/page?rest_route=/wp/v2/types/post',
      '/wp-json/wp/v2/types/post?rest_route=',
    ])('%s', async (path) => {
      const { body } = await get(path).expect(200);
      expect(body.slug).toBe('post');
    });

    test('the home page says where the interface is', async () => {
      const page = await get('/').expect(200);
      expect(page.headers.link).toBe(ROOT_LINK);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('rel="https://api.w.org/"');
      await request(service.server).head('/').expect(200).expect('Link', ROOT_LINK);
    });

    test('a request that stands for HEAD has the headers of GET and no body', async () => {
      for (const overridden of [get('/wp-json/wp/v2/posts?_method=HEAD'), get('/wp-json/wp/v2/posts?_method=head')]) {
        const { text, headers } = await overridden.buffer().expect(200);
        expect([text, headers['x-wp-total']]).toEqual(['', expect.stringMatching(/^\d+$/)]);
      }
      const { text } = await get('/wp-json/wp/v2/posts/999999').set('X-HTTP-Method-Override', 'HEAD').expect(404);
      expect(text).toBe('');
    });

    test('a doubled slash is another address', async () => {
      await get('/wp-json//wp/v2/types/post').expect(404);
    });

    test('there is never a 405', async () => {
      const { body } = await request(service.server).post('/wp-json/wp/v2/types').send({}).expect(404);
      expect(body).toEqual({
        code: 'rest_no_route',
        message: 'No route was found matching the URL and request method',
        data: { status: 404 },
      });
    });
  });

  describe('the response as a whole', () => {
    test('fixed headers', async () => {
      await get('/wp-json/wp/v2/types')
        .expect('Content-Type', 'application/json; charset=UTF-8')
        .expect('X-Robots-Tag', 'noindex')
        .expect('X-Content-Type-Options', 'nosniff')
        .expect('Link', ROOT_LINK)
        .expect('Allow', 'GET')
        .expect('Vary', 'Origin');
    });

    test('CORS echoes the origin', async () => {
      const response = await get('/wp-json/wp/v2/types').set('Origin', 'http://elsewhere.test').expect(200);
      expect(response.headers['access-control-allow-origin']).toBe('http://elsewhere.test');
      expect(response.headers['access-control-allow-credentials']).toBe('true');
    });

    test('an origin that is none is not echoed', async () => {
      const response = await get('/wp-json/wp/v2/types').set('Origin', 'javascript:alert(1)').expect(200);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    });

    test('_envelope wraps answers and errors', async () => {
      const good = await get('/wp-json/wp/v2/statuses/publish?_envelope').expect(200);
      expect(good.body).toMatchObject({ status: 200, headers: { Allow: 'GET' }, body: { slug: 'publish' } });
      expect(good.headers.allow).toBeUndefined();
      const bad = await get('/wp-json/wp/v2/statuses/nope?_envelope=1').expect(200);
      expect(bad.body).toEqual({
        body: expect.objectContaining({ code: 'rest_status_invalid' }),
        status: 404,
        headers: [],
      });
    });

    test('_jsonp wraps in a call', async () => {
      const response = await get('/wp-json/wp/v2/statuses/publish?_jsonp=my.call')
        .buffer(true)
        .parse((res, done) => {
          let text = '';
          res.on('data', (chunk: Buffer) => (text += chunk.toString()));
          res.on('end', () => done(null, text));
        });
      expect(response.headers['content-type']).toBe('application/javascript; charset=UTF-8');
      expect(response.body).toMatch(/^\/\*\*\/my\.call\(\{"name":"Published".*\}\)$/);
    });

    test('_fields keeps what is named', async () => {
      const one = await get('/wp-json/wp/v2/types/post?_fields=slug').expect(200);
      expect(Object.keys(one.body)).toEqual(['slug', '_links']);
      await get('/wp-json/wp/v2/types?_fields=name').expect(200, []);
      const some = await get('/wp-json/wp/v2/types?_fields[]=page').expect(200);
      expect(Object.keys(some.body)).toEqual(['page']);
    });

    test('HEAD has the headers and no body', async () => {
      const response = await request(service.server).head('/wp-json/wp/v2/types/post').expect(200);
      expect(response.text).toBeUndefined();
      expect(response.headers.allow).toBe('GET');
    });

    test('OPTIONS describes any route, and returns [] for none', async () => {
      const { body } = await request(service.server).options('/wp-json/wp/v2/settings').expect(200);
      expect(body.schema.title).toBe('settings');
      expect(body.endpoints[0].args).toEqual([]);
      await request(service.server).options('/wp-json/wp/v2/nope').expect(200, []);
    });

    test('method override by query and by header', async () => {
      const byQuery = await request(service.server).post('/wp-json/wp/v2/types/post?_method=get').expect(200);
      const byHeader = await request(service.server)
        .post('/wp-json/wp/v2/types/post')
        .set('X-HTTP-Method-Override', 'GET')
        .expect(200);
      expect(byQuery.body).toEqual(byHeader.body);
    });

    test('the index is frozen bytes with an ETag and 304', async () => {
      const first = await get('/wp-json/').expect(200);
      expect(first.headers.etag).toMatch(/^W\/"[\w-]+"$/);
      await get('/wp-json/').set('If-None-Match', first.headers.etag!).expect(304);
      await request(service.server)
        .post('/wp-json/wp/v2/settings')
        .auth(ADMIN.user, ADMIN.password)
        .send({ title: 'Another name' })
        .expect(200);
      const second = await get('/wp-json/').set('If-None-Match', first.headers.etag!).expect(200);
      expect(second.body.name).toBe('Another name');
    });

    test('every response has a request id, cache hits too; clients cannot choose it', async () => {
      for (let i = 0; i < 2; i++) {
        const { headers } = await get('/wp-json/wp/v2/types').set('X-Request-Id', 'abc-123');
        expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      }
    });
  });

  describe('errors', () => {
    test('a bad argument comes before a missing permission', async () => {
      await request(service.server).post('/wp-json/wp/v2/settings').send({ start_of_week: 'x' }).expect(400);
      await request(service.server).post('/wp-json/wp/v2/settings').send({ start_of_week: 1 }).expect(401);
    });

    test('malformed JSON names the cause', async () => {
      const { body } = await get('/wp-json/wp/v2/types')
        .set('Content-Type', 'application/json')
        .send('{bad')
        .expect(400);
      expect(body).toEqual({
        code: 'rest_invalid_json',
        message: 'Invalid JSON body passed.',
        data: { status: 400, json_error_code: 4, json_error_message: 'Syntax error' },
      });
    });

    test('a body that is too large is refused in the interface’s shape', async () => {
      const { body } = await request(service.server)
        .post('/wp-json/wp/v2/settings')
        .set('Content-Type', 'application/json')
        .send('x'.repeat(9_000_000))
        .expect(413);
      expect(body).toMatchObject({ code: 'rest_request_too_large', data: { status: 413 } });
    });

    test('so is one without a Content-Length', async () => {
      const sent = request(service.server).post('/wp-json/wp/v2/settings').set('Content-Type', 'application/json');
      for (let part = 0; part < 9; part++) sent.write('x'.repeat(1_000_000));
      const { body } = await sent.expect(413);
      expect(body).toMatchObject({ code: 'rest_request_too_large' });
    });

    test('too many parameters', async () => {
      await get(`/wp-json/wp/v2/types?${'a[]=1&'.repeat(2000)}`).expect(400);
    });

    test('wrong credentials fail even on public routes and unknown ones', async () => {
      await get('/wp-json/wp/v2/types').auth('admin', 'wrong').expect(401);
      const { body } = await get('/wp-json/wp/v2/nope').auth('nobody', 'x').expect(401);
      expect(body.code).toBe('incorrect_password');
      await get('/wp-json/wp/v2/types').set('X-WP-Nonce', 'bad').expect(403);
    });
  });

  test('probes', async () => {
    expect((await get('/healthz').expect(200)).body).toMatchObject({ status: 'ok' });
    // A busy machine may not answer a check in time.
    await until(async () => (await get('/readyz')).status === 200, 'it is ready');
    expect((await get('/readyz')).body).toHaveProperty('checks.database');
  });
});
