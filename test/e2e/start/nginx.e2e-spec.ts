import { mkdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CONFIG, type Config } from '../../../src/platform/config/config.js';
import { freePort } from '../../../tools/free-port.mjs';
import { ADMIN_AUTHORIZATION, startTestApp, type TestApp } from '../../support/app.js';
import { type Nginx, startNginx } from '../../support/nginx.js';
import { withProgram } from '../../support/programs.js';
import { until } from '../../support/until.js';

const BASIC = { authorization: ADMIN_AUTHORIZATION };
const POSTS = '/wp-json/wp/v2/posts';

withProgram(['nginx'], (program) => {
  let service: TestApp;
  let nginx: Nginx;
  let front: string;
  let direct: string;

  beforeAll(async () => {
    const [frontPort, servicePort] = [await freePort(), await freePort()];
    front = `http://127.0.0.1:${frontPort}`;
    direct = `http://127.0.0.1:${servicePort}`;
    service = await startTestApp({ SITE_URL: front, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: 'on' });
    await service.app.listen(servicePort, '127.0.0.1');
    const { uploadsDir } = service.app.get<Config>(CONFIG);
    mkdirSync(uploadsDir, { recursive: true });
    nginx = await startNginx(program, 'nestpress.conf', frontPort, {
      '127.0.0.1:3000': `127.0.0.1:${servicePort}`,
      '/var/cache/nginx/nestpress': 'FOLDER/cache',
      '/var/lib/nestpress/uploads/': `${uploadsDir}/`,
    });
  });
  afterAll(async () => {
    await nginx.stop();
    await service.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) => fetch(front + path, { headers });
  const stateOf = (response: Response) => response.headers.get('x-front-cache');

  /** Asks again until nginx responds from its cache; what it keeps for a second may be gone on a slow machine. */
  async function fromCache(path: string, headers: Record<string, string> = {}): Promise<Response> {
    let response!: Response;
    await until(async () => {
      response = await get(path, headers);
      if (stateOf(response) !== 'HIT') await response.arrayBuffer();
      return stateOf(response) === 'HIT';
    }, `${path} comes from nginx's cache`);
    return response;
  }

  test('responses are those of the service, and links lead through the front', async () => {
    const response = await get(`${POSTS}?per_page=1`);
    expect(response.status).toBe(200);
    expect(response.headers.get('link')).toContain(`<${front}${POSTS}?`);
    expect(await response.json()).toEqual(await (await fetch(`${direct}${POSTS}?per_page=1`)).json());
  });

  test('anonymous responses are cached briefly, with their ETag; the request id is that of the request', async () => {
    const cached = await fromCache(`${POSTS}?per_page=2`, { 'x-request-id': 'mine-1' });
    expect(cached.headers.get('x-request-id')).toBe('mine-1');
    const etag = cached.headers.get('etag') ?? '';
    expect((await get(`${POSTS}?per_page=2`, { 'if-none-match': etag })).status).toBe(304);
    const odd = await get(`${POSTS}?per_page=2`, { 'x-request-id': 'a b' });
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each([
    ['authorization', BASIC.authorization],
    ['cookie', 'a=b'],
    ['x-wp-nonce', 'n'],
    ['x-http-method-override', 'GET'],
    ['content-type', 'application/json'],
  ])('with %s nothing is taken from the cache or put there', async (name, value) => {
    const path = `${POSTS}?per_page=3&of=${name}`;
    expect(stateOf(await get(path, { [name]: value }))).toBe('BYPASS');
    expect(stateOf(await get(path))).toBe('MISS');
    expect(stateOf(await get(path, { [name]: value }))).toBe('BYPASS');
  });

  test('what the service does not keep, nginx does not keep', async () => {
    for (let time = 0; time < 3; time++) expect(stateOf(await get('/healthz'))).toBe('MISS');
    for (let time = 0; time < 3; time++) expect(stateOf(await get(`${POSTS}?per_page=0`))).toBe('MISS');
  });

  test('origins and encodings have responses of their own', async () => {
    const path = `${POSTS}?per_page=10`;
    const other = await fromCache(path, { origin: 'https://a.example' });
    expect(other.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect((await fromCache(path)).headers.get('access-control-allow-origin')).toBeNull();
    expect((await get(path, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe('gzip');
    expect((await get(path, { 'accept-encoding': 'identity' })).headers.get('content-encoding')).toBeNull();
    expect((await get(path, { 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding')).toBeNull();
  });

  test('a write is seen by everybody after that moment', async () => {
    await fromCache(`${POSTS}?search=quince`);
    const made = await fetch(front + POSTS, {
      method: 'POST',
      headers: { ...BASIC, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Quince', status: 'publish' }),
    });
    expect(made.status).toBe(201);
    await until(
      async () => ((await (await get(`${POSTS}?search=quince`)).json()) as unknown[]).length > 0,
      'the new post is seen',
    );
  });

  test('uploads go through, and files are sent as the service sends them', async () => {
    const made = await fetch(`${front}/wp-json/wp/v2/media`, {
      method: 'POST',
      headers: { ...BASIC, 'content-type': 'text/plain', 'content-disposition': 'attachment; filename=note.txt' },
      body: 'a note',
    });
    const { source_url: source } = (await made.json()) as { source_url: string };
    expect(source.startsWith(`${front}/wp-content/uploads/`)).toBe(true);
    expect(await (await fetch(source)).text()).toBe('a note');
    expect((await fetch(source, { method: 'DELETE' })).status).toBe(403);

    const { uploadsDir } = service.app.get<Config>(CONFIG);
    const names = [
      'a.svg',
      'a.html',
      'a.js',
      'a.xml',
      'a.json',
      'a.zip',
      'a.bin',
      'a.jpg',
      'a.PNG',
      'a.mp4',
      'a.mp3',
      'a.pdf',
      'a.txt',
      'a.csv',
      'a.php',
      'a.PHP5',
      '.htaccess',
      'a.log',
      '.nestpress-incoming/x',
      'sub/.x.jpg',
    ];
    for (const name of names) {
      mkdirSync(join(uploadsDir, 'x', name, '..'), { recursive: true });
      writeFileSync(join(uploadsDir, 'x', name), 'content');
    }
    for (const name of names) {
      const [ours, theirs] = await Promise.all([
        get(`/wp-content/uploads/x/${name}`),
        fetch(`${direct}/wp-content/uploads/x/${name}`),
      ]);
      const summary = ({ status, headers }: Response) => ({
        name,
        status,
        ...(status === 200 &&
          Object.fromEntries(
            [
              'content-disposition',
              'content-security-policy',
              'x-content-type-options',
              'cache-control',
              'referrer-policy',
            ].map((header) => [header, headers.get(header)]),
          )),
      });
      expect(summary(ours)).toEqual(summary(theirs));
      expect(stateOf(ours)).toBeNull();
    }
  });

  test('a body beyond the limit is refused before it is sent, in the interface’s shape', async () => {
    const response = await new Promise<string>((done, failed) => {
      let text = '';
      const socket = connect(Number(new URL(front).port), '127.0.0.1', () =>
        socket.write(`POST ${POSTS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 70000000\r\n\r\n`),
      );
      socket.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.endsWith('}')) socket.destroy();
      });
      socket.on('close', () => done(text));
      socket.on('error', failed);
    });
    expect(response).toMatch(/^HTTP\/1\.1 413 [^]*application\/json[^]*"rest_request_too_large"/);
  });

  test('an invented X-Forwarded-For gives no more guesses', async () => {
    const guess = (from: string, address: string) =>
      new Promise<number>((done, failed) => {
        const headers = {
          authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}`,
          'x-forwarded-for': from,
        };
        httpRequest(`${front}/wp-json/wp/v2/settings`, { headers, localAddress: address }, (response) =>
          done((response.resume(), response.statusCode ?? 0)),
        )
          .on('error', failed)
          .end();
      });
    for (let other = 1; other <= 5; other++) expect(await guess(`10.0.0.${other}`, '127.0.0.2')).toBe(401);
    expect(await guess('10.0.0.6', '127.0.0.2')).toBe(429);
    expect(await guess('10.0.0.6', '127.0.0.3')).toBe(401);
  });

  test('a flood of writes is slowed, reads are not', async () => {
    const statuses = new Set<number>();
    const write = async () => void statuses.add((await fetch(`${front}/wp-json/nope`, { method: 'POST' })).status);
    // On a busy machine it may take several attempts to be quick enough.
    await until(async () => {
      await Promise.all(Array.from({ length: 150 }, write));
      return statuses.has(429);
    }, 'a write is refused');
    expect(statuses).toEqual(new Set([404, 429]));
    expect((await get(POSTS)).status).toBe(200);
  });

  test('while the service is down, cached responses are served and the rest is a 503 in the API’s error shape', async () => {
    await fromCache(`${POSTS}?per_page=4`);
    await service.app.close();
    let cached = await get(`${POSTS}?per_page=4`);
    for (; stateOf(cached) === 'HIT'; cached = await get(`${POSTS}?per_page=4`)) await wait(200);
    expect([cached.status, stateOf(cached)]).toEqual([200, 'STALE']);
    const other = await get(`${POSTS}?per_page=5`);
    expect(other.status).toBe(503);
    expect(await other.json()).toMatchObject({ code: 'service_unavailable', data: { status: 503 } });
  });
});
