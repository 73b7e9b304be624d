import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { ADMIN, startTestApp, type TestApp } from '../../../support/app.js';
import { until } from '../../../support/until.js';

const APP = 'https://app.example';
const POSTS = '/wp-json/wp/v2/posts';

/** What the server says to these bytes until it hangs up. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((done) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
    // A server that hangs up before it has read everything resets the connection; what it said has come before that.
    socket.on('error', () => undefined);
    socket.on('close', () => done(response));
  });
}

/** Asks until the response comes from memory; a busy machine may look for changes too late to use it at once. */
async function fromMemory(
  service: TestApp,
  path: string,
  headers: Record<string, string> = {},
): Promise<request.Response> {
  let response!: request.Response;
  await until(async () => {
    response = await request(service.server).get(path).set(headers).expect(200);
    return response.headers['x-nestpress-cache'] === 'hit';
  }, `${path} comes from memory`);
  return response;
}

describe('by default', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp();
    const folder = join(service.app.get<Config>(CONFIG).uploadsDir, '2020/01');
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of [
      ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['a.html', '<p>'],
      ['a.txt', 'text'],
      ['a.php', '<?php'],
    ])
      writeFileSync(join(folder, name!), text!);
  });
  afterAll(() => service.close());
  const get = (path: string) => request(service.server).get(path);

  test.each([
    '/',
    '/docs',
    '/docs/page.js',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/nowhere',
    '/wp-admin/admin-ajax.php',
  ])('%s has the security headers', async (path) => {
    const { headers } = await get(path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('the style of the home page is the one its policy allows', async () => {
    const page = await get('/');
    const style = /<style>(.*)<\/style>/s.exec(page.text)?.[1] ?? '';
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');
    expect(page.headers['content-security-policy']).toContain(`style-src 'sha256-${digest}'`);
  });

  test('a view for frames may be framed', async () => {
    const [post] = (await get(`${POSTS}?per_page=1`)).body as [{ link: string }];
    const { headers } = await get(`${new URL(post.link).pathname.replace(/\/$/, '')}/embed`).expect(200);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
  });

  test('the interface has its documented headers and no others', async () => {
    for (const { headers } of [await get(`${POSTS}?search=x`), await fromMemory(service, POSTS)]) {
      expect(headers['x-content-type-options']).toBe('nosniff');
      for (const name of [
        'content-security-policy',
        'x-frame-options',
        'referrer-policy',
        'strict-transport-security',
        'x-powered-by',
      ])
        expect(headers[name]).toBeUndefined();
    }
  });

  test('an upload is shown or saved, but never run', async () => {
    for (const name of ['a.svg', 'a.html']) {
      const { headers } = await get(`/wp-content/uploads/2020/01/${name}`).expect(200);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-disposition': 'attachment',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    }
    const { headers } = await get('/wp-content/uploads/2020/01/a.txt').expect(200);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['x-frame-options']).toBeUndefined();
    await get('/wp-content/uploads/2020/01/a.php').expect(404);
  });

  test('a body beyond the limit is refused wherever it is sent', async () => {
    for (const path of [POSTS, '/wp-json/', '/wp-json/wp/v2/nope', '/wp-json/oembed/1.0/embed']) {
      await request(service.server)
        .post(path)
        .set('Content-Type', 'application/json')
        .send('x'.repeat(9_000_000))
        .expect(413);
    }
  });
});

describe('as configured', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ CORS_ORIGINS: `${APP}, http://localhost:5173`, HSTS_SECONDS: '86400' });
  });
  afterAll(() => service.close());
  const get = (path: string) => request(service.server).get(path);

  test('every response has the HSTS header, cache hits too', async () => {
    expect((await fromMemory(service, POSTS)).headers['strict-transport-security']).toBe('max-age=86400');
    for (const path of [`${POSTS}?search=x`, '/', '/docs', '/healthz', '/nowhere', '/wp-content/uploads/nothing.txt']) {
      expect((await get(path)).headers['strict-transport-security']).toBe('max-age=86400');
    }
  });

  test('configured origins may read, on cache hits too; others may not', async () => {
    for (const response of [
      await get('/wp-json/wp/v2/pages').set('Origin', APP),
      await fromMemory(service, '/wp-json/wp/v2/pages', { Origin: APP }),
    ]) {
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-allow-credentials': 'true',
      });
    }
    const evil = { Origin: 'https://evil.example' };
    for (const { headers } of [
      await get('/wp-json/wp/v2/tags').set(evil),
      await fromMemory(service, '/wp-json/wp/v2/pages', evil),
    ]) {
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).toContain('Origin');
    }
    const preflight = await request(service.server)
      .options(POSTS)
      .set('Origin', 'https://app.example.evil.example')
      .expect(200);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('clients that are slow or say too much', () => {
  let service: TestApp;
  let port: number;
  beforeAll(async () => {
    service = await startTestApp({}, 'sqlite', {}, { headerSeconds: 1, requestSeconds: 2 });
    await service.app.listen(0, '127.0.0.1');
    port = (service.server.address() as { port: number }).port;
  });
  afterAll(() => service.close());

  test('a client that dribbles its request is cut off', async () => {
    expect(await raw(port, `GET ${POSTS} HTTP/1.1\r\nHost: x\r\n`)).toMatch(/^HTTP\/1\.1 408 /);
    expect(await raw(port, `POST ${POSTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc`)).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });

  test('a head that is too large is refused', async () => {
    expect(await raw(port, `GET ${POSTS} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });
});

describe('X-Forwarded-For', () => {
  async function withService(env: Record<string, string>, work: (service: TestApp) => Promise<void>): Promise<void> {
    const service = await startTestApp(env);
    try {
      await work(service);
    } finally {
      await service.close();
    }
  }
  const guess = (service: TestApp, from: string, password = 'wrong') =>
    request(service.server).get('/wp-json/wp/v2/settings').auth(ADMIN.user, password).set('X-Forwarded-For', from);

  test('of a stranger is not believed: another address does not give more guesses', async () => {
    await withService({ RATE_LIMIT: 'on' }, async (service) => {
      for (let address = 1; address <= 5; address++) await guess(service, `10.0.0.${address}`).expect(401);
      await guess(service, '10.0.0.6', ADMIN.password).expect(429);
    });
  });

  test('of a trusted proxy is believed, but only the address that the proxy itself saw', async () => {
    await withService({ RATE_LIMIT: 'on', TRUSTED_PROXIES: 'loopback' }, async (service) => {
      for (let address = 1; address <= 5; address++) await guess(service, `10.9.9.${address}, 192.0.2.1`).expect(401);
      await guess(service, '10.9.9.6, 192.0.2.1').expect(429);
      await guess(service, '10.9.9.6, 192.0.2.2', ADMIN.password).expect(200);
    });
  });
});
