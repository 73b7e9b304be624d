import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { MetricsService } from '../../../../src/features/metrics/metrics.service.js';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { until } from '../../../support/until.js';
import { type FakeWordPress, startFakeWordPress } from '../../../support/fake-wordpress.js';

const INDEX = {
  namespaces: ['wp/v2', 'acme/v1'],
  routes: {
    '/wp/v2/posts': { namespace: 'wp/v2', methods: ['TRACE'], endpoints: [] },
    '/wp/v2/only-theirs': { namespace: 'wp/v2', methods: ['GET'], endpoints: [] },
    '/acme/v1': { namespace: 'acme/v1', methods: ['GET'], endpoints: [] },
    '/acme/v1/things': { namespace: 'acme/v1', methods: ['GET', 'POST'], endpoints: [] },
  },
};

anyEngine((engine) => {
  let wordpress: FakeWordPress;
  let service: TestApp;
  let port: number;

  beforeAll(async () => {
    wordpress = await startFakeWordPress({ '/': INDEX });
    service = await startTestApp(
      {
        VARIANT: 'C',
        WORDPRESS_URL: wordpress.accountUrl,
        BODY_LIMIT: '2000',
        CORS_ORIGINS: 'https://app.example',
        RATE_LIMIT: 'on',
        METRICS_PORT: '9464',
      },
      engine,
      {},
      { wordpress: { timeoutSeconds: 1, maxRequests: 2 } },
    );
    await service.app.listen(0, '127.0.0.1');
    port = (service.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    // Clients that hold their connections open would delay the end.
    service.server.closeAllConnections();
    await service.close();
    await wordpress.close();
  });
  beforeEach(() => void (wordpress.requests.length = 0));

  const passed = () => wordpress.requests.filter(({ headers }) => headers['x-forwarded-for'] !== undefined);
  const metric = async (line: string) =>
    (await service.app.get(MetricsService).text())
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1);

  /** One request byte for byte; what came back. */
  function raw(target: string, method = 'GET'): Promise<string> {
    return new Promise((done) => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.on('close', () => done(answer));
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`);
    });
  }

  test('a route that only WordPress has is passed through with the credentials of the requester', async () => {
    wordpress.on('/acme/v1/things', ({ body }, response) =>
      response
        .writeHead(201, {
          'Content-Type': 'application/json',
          'X-WP-Total': '7',
          Server: 'theirs',
          'Access-Control-Allow-Origin': '*',
          'Keep-Alive': 'timeout=5',
        })
        .end(JSON.stringify({ got: body })),
    );
    const response = await request(service.server)
      .post('/wp-json/acme/v1/things/?a[]=1&a[]=%C3%A4')
      .set('Authorization', 'Basic bWU6c2VjcmV0')
      .set('Cookie', 'wordpress_logged_in_x=y')
      .set('X-WP-Nonce', 'n')
      .set('X-Forwarded-For', '203.0.113.9')
      .set('Proxy', 'http://evil.test')
      .set('Connection', 'keep-alive, X-Hop')
      .set('X-Hop', 'h')
      .set('Origin', 'https://app.example')
      .send({ name: 'one' })
      .expect(201, { got: '{"name":"one"}' });
    const [received] = passed();
    expect(received).toMatchObject({ method: 'POST', url: '/wp-json/acme/v1/things?a[]=1&a[]=%C3%A4' });
    expect(received!.headers).toMatchObject({
      authorization: 'Basic bWU6c2VjcmV0',
      cookie: 'wordpress_logged_in_x=y',
      'x-wp-nonce': 'n',
      host: new URL(wordpress.url).host,
      'x-forwarded-host': 'site.test',
      'x-forwarded-proto': 'http',
      via: '1.1 nestpress',
    });
    expect(received!.headers['x-forwarded-for']).not.toContain('203.0.113.9');
    for (const name of ['proxy', 'x-hop']) expect(received!.headers).not.toHaveProperty(name);
    expect(response.headers).toMatchObject({
      'x-wp-total': '7',
      'access-control-allow-origin': 'https://app.example',
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['server', 'x-powered-by']) expect(response.headers).not.toHaveProperty(name);
    expect(await metric('nestpress_wordpress_requests_total{purpose="proxy",result="ok"}')).toBe('1');
  });

  test('anonymous requests carry no credentials at all, and their responses are not cached', async () => {
    let count = 0;
    wordpress.on('/acme/v1/count', (_request, response) => response.end(String(++count)));
    for (const expected of ['1', '2']) {
      const { text } = await request(service.server).get('/wp-json/acme/v1/count').buffer().expect(200);
      expect(text).toBe(expected);
    }
    await request(service.server).get('/?rest_route=/acme/v1/count&x=1').expect(200);
    expect(passed()).toHaveLength(3);
    for (const { headers } of passed()) expect(headers).not.toHaveProperty('authorization');
    expect(passed()[2]!.query.get('x')).toBe('1');
  });

  test('the origin is named once in Vary', async () => {
    const varies = async (sent: string) => {
      wordpress.on('/acme/v1/varies', (_request, response) => response.setHeader('Vary', sent).end('{}'));
      const sentFrom = request(service.server).get('/wp-json/acme/v1/varies').set('Origin', 'https://app.example');
      return (await sentFrom.expect(200)).headers.vary;
    };
    expect(await varies('Origin')).toBe('Origin');
    expect(await varies('Accept-Encoding, origin')).toBe('Accept-Encoding, origin');
    expect(await varies('Cookie')).toBe('Cookie, Origin');
  });

  test('routes and methods declared here are answered here, others are not', async () => {
    wordpress.routes['/wp/v2/posts/1/only-theirs'] = { theirs: true };
    await request(service.server).get('/wp-json/wp/v2/posts').expect(200);
    await request(service.server).options('/wp-json/wp/v2/posts').expect(200);
    expect(passed()).toHaveLength(0);
    const { body } = await request(service.server).get('/wp-json/wp/v2/posts/1/only-theirs').expect(200);
    expect(body).toEqual({ theirs: true });
    wordpress.routes['/wp/v2/block-renderer/acme/price'] = { rendered: '<p>7</p>' };
    await request(service.server)
      .post('/wp-json/wp/v2/block-renderer/acme/price')
      .expect(200, { rendered: '<p>7</p>' });
    const core = await request(service.server)
      .get('/wp-json/wp/v2/block-renderer/core/archives?context=edit')
      .expect(401);
    expect(core.body.code).toBe('block_cannot_read');
    await request(service.server).get('/wp-json/nobody/v1/has-this').expect(404, { code: 'rest_no_route' });
  });

  test('forms and previews of widgets are those of WordPress', async () => {
    for (const action of ['encode', 'render']) {
      wordpress.routes[`/wp/v2/widget-types/text/${action}`] = { preview: action };
      await request(service.server).post(`/wp-json/wp/v2/widget-types/text/${action}`).expect(200, { preview: action });
    }
    await request(service.server).get('/wp-json/wp/v2/widget-types/text').expect(401);
  });

  test('the index lists the routes of WordPress after those declared here', async () => {
    const index = async (path = '') => (await request(service.server).get(`/wp-json${path}`).expect(200)).body;
    await until(async () => '/acme/v1/things' in (await index()).routes, 'the routes of WordPress were read');
    const { namespaces, routes } = await index();
    expect(namespaces).toContain('acme/v1');
    expect(routes['/acme/v1/things']).toEqual(INDEX.routes['/acme/v1/things']);
    expect(routes['/wp/v2/posts'].methods).toContain('GET');
    expect(Object.keys((await index('/wp/v2')).routes)).toContain('/wp/v2/only-theirs');
  });

  test('no request reaches another host or leaves the interface', async () => {
    let strayed = 0;
    const other: Server = createServer((_request, response) => {
      strayed++;
      response.end();
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const evil = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    const targets = [
      `/wp-json//${evil}/x`,
      `/wp-json/@${evil}/x`,
      `/wp-json@${evil}/x`,
      `//${evil}/wp-json/acme/v1`,
      `http://${evil}/wp-json/acme/v1`,
      `http://x@${evil}/wp-json/acme/v1`,
      `/wp-json/%2F%2F${evil}/x`,
      `/wp-json/http:%2F%2F${evil}/x`,
      `/wp-json/acme/v1/%0d%0aHost:%20${evil}`,
      `/wp-json/acme/v1\\@${evil}/`,
      `/wp-json/acme/v1/../../wp-login.php`,
      `/wp-json/acme/v1/%2e%2e/%2E%2E/wp-login.php`,
      `/wp-json/acme/v1/..%5c..%5cwp-login.php`,
      `/wp-json/acme/v1/..%2f..%2fwp-login.php`,
      `/?rest_route=//${evil}/x`,
      `/?rest_route=@${evil}/x`,
      `/?rest_route=/../wp-login.php`,
      `/?rest_route=/acme/v1%23&rest_route=http://${evil}/`,
    ];
    for (const target of targets)
      expect([target, (await raw(target)).slice(0, 12)]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 4/)]);
    expect(strayed).toBe(0);
    // As a server reads the path, before and after decoding it once.
    for (const { url } of passed())
      for (const path of [url, decodeURIComponent(url.split('?')[0]!)])
        expect(new URL(path, 'http://wordpress.test').pathname).toMatch(/^\/wp-json\//);
    other.close();
  });

  test('bodies beyond the limit are refused, announced or not, and large ones are streamed', async () => {
    wordpress.on('/acme/v1/echo', ({ body }, response) => response.end(body));
    const echo = () => request(service.server).post('/wp-json/acme/v1/echo').set('Content-Type', 'text/plain');
    await echo().send('x'.repeat(2001)).expect(413);
    expect(passed()).toHaveLength(0);
    const chunked = await new Promise((done, fail) => {
      const sent = httpRequest({ port, method: 'POST', path: '/wp-json/acme/v1/echo', agent: false });
      sent.on('response', (response) => done(response.resume().statusCode));
      sent.on('error', fail);
      for (let part = 0; part < 30; part++) sent.write(Buffer.alloc(100, 'x'));
      sent.end();
    });
    expect(chunked).toBe(413);
    const form = new FormData();
    form.set('file', new Blob(['y'.repeat(300_000)]), 'a.txt');
    const uploaded = await fetch(`http://127.0.0.1:${port}/wp-json/acme/v1/echo`, { method: 'POST', body: form });
    expect((await uploaded.text()).length).toBeGreaterThan(300_000);
  });

  test('the first bytes arrive before the last are sent', async () => {
    let finish: () => void = () => undefined;
    wordpress.on('/acme/v1/slow', (_request, response) => {
      response.write('first');
      finish = () => response.end('last');
    });
    const response = await fetch(`http://127.0.0.1:${port}/wp-json/acme/v1/slow`);
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('last');
  });

  test('a WordPress that does not respond is 504, one that breaks off 502, and too many requests at once 503', async () => {
    wordpress.on('/acme/v1/silent', () => undefined);
    wordpress.on('/acme/v1/broken', (_request, response) => response.destroy());
    const get = (route: string) => request(service.server).get(`/wp-json/acme/v1/${route}`);
    const waiting = [get('silent'), get('silent')].map(async (one) => (await one).status);
    await until(() => passed().length === 2, 'two requests wait');
    const { body, headers } = await get('silent').expect(503);
    expect(body).toMatchObject({ code: 'rest_wordpress_busy', data: { status: 503 } });
    expect(headers['retry-after']).toBe('1');
    expect(await Promise.all(waiting)).toEqual([504, 504]);
    expect((await get('silent').expect(504)).body).toMatchObject({
      code: 'rest_wordpress_timeout',
      data: { status: 504 },
    });
    expect((await get('broken').expect(502)).body.code).toBe('rest_wordpress_unavailable');
    expect(await metric('nestpress_wordpress_requests_total{purpose="proxy",result="timeout"}')).toBe('3');
    expect(await metric('nestpress_wordpress_requests_total{purpose="proxy",result="failed"}')).toBe('1');
  });

  test('a client that leaves frees its place at once', async () => {
    wordpress.on('/acme/v1/silent', () => undefined);
    for (let round = 0; round < 5; round++) {
      const leaving = new AbortController();
      const gone = fetch(`http://127.0.0.1:${port}/wp-json/acme/v1/silent`, { signal: leaving.signal });
      await until(() => passed().length === round + 1, 'the request is passed on');
      leaving.abort();
      await expect(gone).rejects.toThrow();
    }
  });

  test('guessing passwords on routes of WordPress is limited; right ones are not counted', async () => {
    wordpress.on('/acme/v1/mine', ({ headers }, response) =>
      response.writeHead(headers.authorization?.endsWith('Z29vZA==') ? 200 : 401).end(),
    );
    const as = (password: string) => request(service.server).get('/wp-json/acme/v1/mine').auth('ck_key', password);
    const right = () => request(service.server).get('/wp-json/acme/v1/mine').set('Authorization', 'Basic YTpiZ29vZA==');
    for (let round = 0; round < 7; round++) await right().expect(200);
    for (let round = 0; round < 5; round++) await as(`wrong ${round}`).expect(401);
    const { body } = await as('wrong again').expect(429);
    expect(body.code).toBe('rest_too_many_attempts');
    // Routes declared here know nothing of it.
    await request(service.server).get('/wp-json/wp/v2/users/me').auth(ADMIN.user, ADMIN.password).expect(200);
  });

  test('a request that comes back is refused', async () => {
    for (const path of ['/acme/v1/things', '/wp/v2/posts?include=1&_fields=id']) {
      const { body } = await request(service.server).get(`/wp-json${path}`).set('Via', '1.1 nestpress').expect(508);
      expect(body.code).toBe('rest_wordpress_loop');
    }
    expect(passed()).toHaveLength(0);
  });

  test('when WordPress is down the routes declared here work on', async () => {
    const away = await startTestApp({ VARIANT: 'C', WORDPRESS_URL: 'http://127.0.0.1:1' }, engine);
    expect((await request(away.server).get('/wp-json/acme/v1/things').expect(502)).body).toMatchObject({
      code: 'rest_wordpress_unavailable',
      data: { status: 502 },
    });
    await request(away.server).get('/wp-json/wp/v2/posts').expect(200);
    await away.close();
  });

  test('without an address, unknown routes stay 404; they, unknown blocks and shortcodes are counted', async () => {
    const alone = await startTestApp({ VARIANT: 'C' }, engine);
    const content = '<!-- wp:acme/price /--> [acme_price] [gallery]';
    await clientOf(() => alone, 'admin')
      .post('/posts', { content, status: 'publish' })
      .expect(201);
    await request(alone.server).get('/wp-json/acme/v1/things/5').expect(404);
    await request(alone.server).get('/wp-json/%00/weird').expect(404);
    const text = await alone.app.get(MetricsService).text();
    expect(text).toContain('nestpress_unknown_routes_total{route="acme/v1/things"} 1');
    expect(text).toContain('nestpress_unknown_routes_total{route="other"} 1');
    expect(text).toMatch(/nestpress_unknown_blocks_total\{block="acme\/price"\} [1-9]/);
    expect(text).toMatch(/nestpress_unknown_shortcodes_total\{shortcode="acme_price"\} [1-9]/);
    expect(text).not.toContain('shortcode="gallery"');
    await alone.close();
  });
});
