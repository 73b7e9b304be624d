import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ANONYMOUS_BODY_BYTES, LINK_HEADER_BYTES, MAX_ITEMS, READ_BODY_BYTES } from '../../../../src/rest/budget.js';
import { freePort } from '../../../../tools/free-port.mjs';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';

/** More than an anonymous request may send, and what of it is sent before the response. */
const BODY = 'x'.repeat(4 * ANONYMOUS_BODY_BYTES);
const LEAD = 'x'.repeat(2 * ANONYMOUS_BODY_BYTES);

const shaped = (status: number, code: string) => ({
  code,
  message: expect.any(String),
  data: expect.objectContaining({ status }),
});

eachEngine((engine) => {
  let service: TestApp;
  let port: number;
  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
    port = await freePort();
    await service.app.listen(port, '127.0.0.1');
  });
  afterAll(() => service.close());

  const get = (path: string) => request(service.server).get(`/wp-json${path}`);
  const post = (path: string) => request(service.server).post(`/wp-json${path}`);

  describe('bodies', () => {
    test('a read with a large body is refused before it is parsed', async () => {
      const body = { status: 'a,'.repeat(READ_BODY_BYTES / 2) };
      const { body: response } = await get('/wp/v2/posts').send(body).expect(413);
      expect(response).toEqual(shaped(413, 'rest_request_too_large'));
      await get('/wp/v2/posts').auth(ADMIN.user, ADMIN.password).send(body).expect(413);
    });

    test('an anonymous write has less room than an authenticated one, whatever cookie it brings', async () => {
      const body = { title: 'x', content: 'x'.repeat(ANONYMOUS_BODY_BYTES) };
      await post('/wp/v2/posts').send(body).expect(413);
      await post('/wp/v2/posts').set('Cookie', 'wordpress_logged_in_x=y').send(body).expect(413);
      await post('/wp/v2/posts').auth(ADMIN.user, ADMIN.password).send(body).expect(201);
    });

    test.each([
      ['whose length is too large', '/wp/v2/posts', `Content-Length: ${BODY.length}`],
      ['of unknown length', '/wp/v2/posts', 'Transfer-Encoding: chunked'],
      ['of an upload without permission', '/wp/v2/media', `Content-Length: ${BODY.length}`],
    ])('a client that is still sending a body %s gets the answer, not a reset connection', async (_, path, length) => {
      const type = path === '/wp/v2/media' ? 'image/png' : 'application/json';
      const isChunked = length.startsWith('Transfer');
      const head = `POST /wp-json${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`;
      const { response, error } = await new Promise<{ response: string; error?: Error }>((done) => {
        let response = '';
        let error: Error | undefined;
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', (reason) => (error = reason));
        socket.on('close', () => done({ response, error }));
        socket.once('data', () => {
          // The response is here before the body is sent; the rest of it follows all the same.
          socket.end(isChunked ? `\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n` : BODY.slice(LEAD.length));
        });
        socket.on('data', (chunk) => (response += chunk.toString()));
        socket.write(head + (isChunked ? `${LEAD.length.toString(16)}\r\n${LEAD}` : LEAD));
      });
      expect(error).toBeUndefined();
      expect(response).toMatch(path === '/wp/v2/media' ? /^HTTP\/1\.1 401/ : /^HTTP\/1\.1 413/);
      expect(response).toMatch(/^Connection: close\r$/m);
      expect(response).toMatch(/"data":\{"status":4\d\d/);
    });

    test('a body with too many values is refused', async () => {
      const { body } = await post('/wp/v2/comments')
        .send({ x: Array.from({ length: 20_000 }, () => 1) })
        .expect(400);
      expect(body).toEqual(shaped(400, 'rest_request_too_complex'));
    });
  });

  describe('arguments', () => {
    test('a list of hundreds of ids is answered', async () => {
      await get(`/wp/v2/posts?include=${Array.from({ length: 900 }, (_, index) => index + 1).join()}`).expect(200);
    });

    test('a longer list is a 400 that names the argument, however it is spelled', async () => {
      const ids = Array.from({ length: MAX_ITEMS + 1 }, (_, index) => index + 1);
      for (const attempt of [get(`/wp/v2/posts?include=${ids.join()}`), get('/wp/v2/posts').send({ include: ids })]) {
        const { body } = await attempt.expect(400);
        expect(body.data.params).toEqual({ include: `include has more than ${MAX_ITEMS} items.` });
      }
    });

    test('a search longer than the database matches is a 400', async () => {
      for (const list of ['posts', 'categories', 'users', 'comments']) {
        const search = (length: number) => get(`/wp/v2/${list}`).send({ search: '<'.repeat(length) });
        await search(15_000).expect(400);
        await search(2000).expect(200);
      }
    });

    test('more ids than the database takes in one statement are a 400', async () => {
      const { body } = await post('/wp/v2/posts')
        .auth(ADMIN.user, ADMIN.password)
        .send({ title: 'x', categories: Array.from({ length: 70_000 }, (_, index) => index + 1) })
        .expect(400);
      expect(body).toEqual(shaped(400, 'rest_invalid_param'));
    });
  });

  describe('names that every object inherits', () => {
    test.each([
      '/wp/v2?namespace[toString]=1',
      '/wp/v2/posts?orderby=constructor',
      '/wp/v2/types/constructor',
      '/wp/v2/posts?filter[constructor]=1&context[toString]=1',
    ])('%s is no 500', async (path) => {
      const { status } = await get(path);
      expect(status).toBeLessThan(500);
    });

    test('orderby=constructor lists contact forms in their usual order', async () => {
      for (const name of ['constructor', '__proto__', 'toString'])
        await get(`/forms/v1/contact-forms?orderby=${name}`).auth(ADMIN.user, ADMIN.password).expect(200);
    });

    test.each(['id[]=1', 'id[constructor]=1', `id=${'9'.repeat(400)}`, `parent=${'9'.repeat(400)}`])(
      'OPTIONS with %s is answered',
      async (query) => {
        for (const path of [
          '/wp/v2/posts/1',
          '/wp/v2/comments/1',
          '/wp/v2/users/1',
          '/wp/v2/tags/1',
          '/forms/v1/contact-forms/1',
        ])
          await request(service.server).options(`/wp-json${path}?${query}`).expect(200);
      },
    );
  });

  describe('as the reference', () => {
    test('an empty _fields keeps no member', async () => {
      const { body } = await get('/wp/v2/posts?_fields=').expect(200);
      expect(body.length).toBeGreaterThan(0);
      expect(new Set(body.map((item: unknown) => JSON.stringify(item)))).toEqual(new Set(['[]']));
    });

    test('an empty _jsonp calls nothing', async () => {
      const response = await get('/wp/v2/posts/1?_jsonp=').expect(200);
      expect(response.headers['content-type']).toBe('application/javascript; charset=UTF-8');
      expect(JSON.parse(response.text)).toHaveProperty('id', 1);
      await get('/wp/v2/posts/1?_jsonp[]=x').expect(400);
    });

    test('an encoded slash is no separator', async () => {
      await get('/wp/v2%2Fposts').expect(404);
      await get('/wp/v2/posts%2f1').expect(404);
      await request(service.server).get('/?rest_route=/wp/v2%2Fposts').expect(200);
    });

    test('a search that is not UTF-8 is no search', async () => {
      const all = await get('/wp/v2/posts').expect(200);
      const { headers } = await get('/wp/v2/posts?search=%ff%fe').expect(200);
      expect(headers['x-wp-total']).toBe(all.headers['x-wp-total']);
    });

    test('half of a surrogate pair in JSON is malformed JSON', async () => {
      const { body } = await post('/wp/v2/posts')
        .auth(ADMIN.user, ADMIN.password)
        .set('Content-Type', 'application/json')
        .send('{"title":"a\\ud800b"}')
        .expect(400);
      expect(body.data).toMatchObject({ json_error_code: 10 });
    });
  });

  describe('Link headers', () => {
    test('stay short enough for a proxy, first without undeclared parameters', async () => {
      const { headers } = await get(`/wp/v2/posts?per_page=1&x=${'z'.repeat(9000)}`).expect(200);
      expect(headers.link).toContain('/wp/v2/posts?per_page=1&page=2>; rel="next"');
    });

    test('use commas for long lists, and are left out if still too long', async () => {
      const list = (length: number) => Array.from({ length }, (_, index) => index + 1).join();
      const { headers } = await get(`/wp/v2/posts?per_page=1&include=${list(300)}`).expect(200);
      expect(headers.link).toContain(`include=${encodeURIComponent(list(300))}`);
      expect(headers.link!.length).toBeLessThanOrEqual(LINK_HEADER_BYTES);
      const longer = await get(`/wp/v2/posts?per_page=1&include=${list(999)}`).expect(200);
      expect(longer.headers.link).not.toContain('rel="next"');
    });
  });
});
