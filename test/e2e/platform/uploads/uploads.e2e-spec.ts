import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import request from 'supertest';
import { RestExceptionFilter } from '../../../../src/rest/rest-exception.filter.js';
import { SiteService } from '../../../../src/site/site.service.js';
import { SAMPLES } from '../../../support/media-samples.js';
import { ADMIN, ADMIN_AUTHORIZATION, startTestApp, type TestApp } from '../../../support/app.js';
import { API } from '../../../support/clients.js';
import { pictureBomb } from '../../../support/files.js';
import { postRaw } from '../../../support/raw-http.js';
import { until } from '../../../support/until.js';

const LIMIT = 2_000_000;
const FOLDER = '/wp-content/uploads';

let service: TestApp;
let place: string;
let uploads: string;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'nestpress-uploads-'));
  uploads = join(place, 'uploads');
  mkdirSync(join(uploads, '2018/02'), { recursive: true });
  const files = {
    'a.txt': 'hello world',
    'page.html': '<script>1</script>',
    'x.svg': '<svg/>',
    'old.php': '<?php',
    '.secret': 'x',
    'data.bin': '\0',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(uploads, '2018/02', name), content);
  writeFileSync(join(place, 'outside.txt'), 'outside');
  symlinkSync(join(place, 'outside.txt'), join(uploads, '2018/02/link.txt'));
  service = await startTestApp({ UPLOADS_DIR: uploads, UPLOAD_LIMIT: String(LIMIT) });
  await service.app.listen(0, '127.0.0.1');
});

afterAll(async () => {
  await service.close();
  rmSync(place, { recursive: true, force: true });
});

const get = (path: string) => request(service.server).get(FOLDER + path);
const inbox = () => join(uploads, '.nestpress-incoming');
const waiting = () => (existsSync(inbox()) ? readdirSync(inbox()) : []);

const emptied = () => until(() => waiting().length === 0, 'the inbox is empty');

const send = (file: Buffer, filename: string) =>
  request(service.server)
    .post(`${API}/media`)
    .auth(ADMIN.user, ADMIN.password)
    .attach('file', file, { filename, contentType: 'application/octet-stream' });

describe('serving an existing folder', () => {
  test.each([
    ['where the environment says', { UPLOADS_URL: 'http://site.test/app/uploads' }, 'http://site.test/app/uploads'],
    [
      'where the environment says, on another host',
      { UPLOADS_URL: 'https://files.test/kept' },
      'https://files.test/kept',
    ],
    ['below the site', { SITE_URL: 'http://site.test/blog' }, 'http://site.test/blog/wp-content/uploads'],
  ])('%s', async (_, env, place) => {
    const elsewhere = await startTestApp({ UPLOADS_DIR: uploads, ...env });
    const folder = new URL(place).pathname;
    try {
      const { body } = await request(elsewhere.server)
        .post(`${API}/media`)
        .auth(ADMIN.user, ADMIN.password)
        .attach('file', Buffer.from('hello'), 'greeting.txt')
        .expect(201);
      expect(body.source_url).toMatch(new RegExp(`^${place}/\\d{4}/\\d{2}/greeting(?:-\\d+)?\\.txt$`));
      for (const address of [new URL(body.source_url).pathname, body.source_url.replace(place, FOLDER)]) {
        expect((await request(elsewhere.server).get(address).expect(200)).text).toBe('hello');
      }
      await request(elsewhere.server).get(`${folder}/2018/02/.secret`).expect(404);
      await request(elsewhere.server).get(`/other${folder}/2018/02/a.txt`).expect(404);
      await request(elsewhere.server)
        .delete(`${API}/media/${body.id}?force=true`)
        .auth(ADMIN.user, ADMIN.password)
        .expect(200);
    } finally {
      await elsewhere.close();
    }
  });

  test('whole, in part, and not at all where it is known', async () => {
    const whole = await get('/2018/02/a.txt').expect(200);
    expect(whole.text).toBe('hello world');
    expect(whole.headers).toMatchObject({
      'content-type': 'text/plain; charset=UTF-8',
      'content-length': '11',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    const part = await get('/2018/02/a.txt?ver=1').set('range', 'bytes=6-').expect(206);
    expect([part.text, part.headers['content-range']]).toEqual(['world', 'bytes 6-10/11']);
    await get('/2018/02/a.txt').set('range', 'bytes=99-').expect(416);
    await get('/2018/02/a.txt').set('range', 'bytes=6-').set('if-range', '"other"').expect(200);
    await get('/2018/02/a.txt').set('if-none-match', whole.headers.etag!).expect(304);
    await get('/2018/02/a.txt').set('if-modified-since', whole.headers['last-modified']!).expect(304);
    expect((await request(service.server).head(`${FOLDER}/2018/02/a.txt`).expect(200)).headers['content-length']).toBe(
      '11',
    );
    await request(service.server).post(`${FOLDER}/2018/02/a.txt`).expect(405);
  });

  test.each(['page.html', 'x.svg', 'data.bin'])('%s is only ever saved', async (name) => {
    const { headers } = await get(`/2018/02/${name}`).expect(200);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test.each([
    '/',
    '/2018',
    '/2018/',
    '/2018/02/',
    '/2018/02/none.txt',
    '/x.constructor',
    '/2018/02/x.__proto__',
    '/2018/02/old.php',
    '/2018/02/.secret',
    '/.nestpress-incoming/',
    '/2018/02/link.txt',
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/2018/02/..%5c..%5c..%5coutside.txt',
    '/2018/02/a.txt%00.jpg',
    '/2018//02/a.txt',
    '/2018/02/a.txt/',
    '/%',
    '/%ff',
  ])('%s is not there', async (path) => {
    const { port } = service.server.address() as AddressInfo;
    // As it is: clients would tidy the path up.
    const sent = httpRequest({ port, host: '127.0.0.1', path: FOLDER + path }).end();
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(404);
  });
});

describe('receiving', () => {
  test('an upload that breaks off leaves nothing', async () => {
    const { port } = service.server.address() as AddressInfo;
    const auth = `${ADMIN.user}:${ADMIN.password}`;
    for (const headers of [
      { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"', 'content-length': 500_000 },
      { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 500_000 },
    ]) {
      const sent = httpRequest({ port, host: '127.0.0.1', path: `${API}/media`, method: 'POST', auth, headers });
      sent.on('error', () => undefined);
      sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
      sent.write(randomBytes(200_000));
      await until(() => waiting().length === 1, 'the upload is being stored');
      sent.destroy();
      await emptied();
    }
  });

  test('more than the limit is refused, announced or not', async () => {
    const file = Buffer.alloc(LIMIT + 1, 'a');
    expect((await send(file, 'a.txt')).status).toBe(413);
    const { port } = service.server.address() as AddressInfo;
    const headers = {
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="a.txt"',
      'transfer-encoding': 'chunked',
    };
    const sent = httpRequest({
      port,
      host: '127.0.0.1',
      path: `${API}/media`,
      method: 'POST',
      auth: `${ADMIN.user}:${ADMIN.password}`,
      headers,
    });
    sent.end(file);
    const [response] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(413);
    await emptied();
  });

  test('without permission to upload nothing is stored', async () => {
    const response = await request(service.server)
      .post(`${API}/media`)
      .field('title', 'x')
      .attach('file', Buffer.alloc(500_000, 'a'), 'a.txt');
    expect([response.status, (response.body as { code: string }).code]).toEqual([401, 'rest_cannot_create']);
    await emptied();
  });

  test('one name uploaded, fetched and deleted at the same time: never a failure', async () => {
    const id = async () => ((await send(Buffer.from('hello'), 'contended.txt').expect(201)).body as { id: number }).id;
    const client = async () => {
      for (let times = 0; times < 12; times++) {
        const own = await id();
        const fetched = await get(`/${new Date().toISOString().slice(0, 7).replace('-', '/')}/contended.txt`);
        expect([200, 404]).toContain(fetched.status);
        await request(service.server)
          .delete(`${API}/media/${own}?force=true`)
          .auth(ADMIN.user, ADMIN.password)
          .expect(200);
      }
    };
    await Promise.all(Array.from({ length: 6 }, client));
  });

  test('a file name in Latin-1 keeps its letters, in a form and as a header', async () => {
    const name = Buffer.from('été.txt', 'latin1');
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="'),
      name,
      Buffer.from('"\r\n\r\nhello\r\n--x--\r\n'),
    ]);
    const { port } = service.server.address() as AddressInfo;
    const upload = async (bytes: Buffer, headers: Record<string, string>) => {
      const authorization = ADMIN_AUTHORIZATION;
      const options = { method: 'POST', headers: { authorization, ...headers }, body: new Uint8Array(bytes) };
      const response = await fetch(`http://127.0.0.1:${port}${API}/media`, options);
      return ((await response.json()) as { source_url: string }).source_url;
    };
    const disposition = `attachment; filename="${name.toString('latin1')}"`;
    for (const url of [
      await upload(body, { 'content-type': 'multipart/form-data; boundary=x' }),
      await upload(Buffer.from('hello'), { 'content-type': 'text/plain', 'content-disposition': disposition }),
    ])
      expect(decodeURIComponent(new URL(url).pathname)).toMatch(/\/été(?:-\d+)?\.txt$/);
  });

  test('a picture of 30,000 by 30,000 pixels is stored, not unpacked', async () => {
    const before = process.memoryUsage().rss;
    const { body } = await send(pictureBomb(30_000), 'bomb.png').expect(201);
    expect(body).toMatchObject({ media_details: { width: 30_000, height: 30_000, sizes: {} } });
    expect(process.memoryUsage().rss - before).toBeLessThan(1_000_000_000);
  });

  test('hostile names with every kind of content: stored safely under what they are, or refused', async () => {
    const piece = fc.constantFrom(
      '..',
      '/',
      '\\',
      '%00',
      '.php',
      '.phtml',
      '.jpg',
      '.png',
      ' ',
      '-',
      'é',
      '日本',
      '\u202e',
      'a'.repeat(260),
      "'",
      ';',
      '$(id)',
    );
    const name = fc
      .tuple(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('png', 'jpg', 'txt', 'pdf', 'php', 'html'),
      )
      .map(([pieces, end]) => `${pieces.join('')}.${end}`);
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom(...Object.values(SAMPLES)), async (filename, { bytes }) => {
        const sent = request(service.server)
          .post(`${API}/media`)
          .auth(ADMIN.user, ADMIN.password)
          .set('content-type', 'image/png');
        const response = await sent
          .set('content-disposition', Buffer.from(`attachment; filename="${filename}"`).toString('latin1'))
          .send(bytes);
        if (response.status !== 201) {
          expect((response.body as { code: string }).code).toMatch(
            /^rest_upload_(?:sideload_error|no_data|invalid_disposition)$/,
          );
          return;
        }
        const { id, source_url: address } = response.body as { id: number; source_url: string };
        expect(address).toMatch(
          /^http:\/\/site\.test\/wp-content\/uploads\/\d{4}\/\d{2}\/[^/\\]+\.(?:png|jpe?g|gif|bmp|tif|txt|pdf|html)$/,
        );
        const served = await request(service.server).get(encodeURI(new URL(address).pathname.replace(/%25/g, '%')));
        if (served.status === 200) expect(served.headers['x-content-type-options']).toBe('nosniff');
        await request(service.server)
          .delete(`${API}/media/${id}`)
          .query({ force: true })
          .auth(ADMIN.user, ADMIN.password)
          .expect(200);
      }),
      { numRuns: 150 },
    );
    await emptied();
    for (const name of readdirSync(uploads)) expect(name).toMatch(/^(?:\.nestpress-incoming|20\d\d)$/);
  });
});

describe('a client that disconnects before its request is read', () => {
  const FORM = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
  const BODIES = {
    'raw file': [
      '/media',
      { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' },
      'a',
    ],
    form: ['/media', { 'content-type': 'multipart/form-data; boundary=b' }, FORM],
    JSON: ['/posts', { 'content-type': 'application/json' }, '{"title":"A"}'],
    fields: ['/posts', { 'content-type': 'application/x-www-form-urlencoded' }, 'title=A'],
  } as const;
  const cases = Object.entries(BODIES).flatMap(([name, body]) => [
    { name: `${name}, complete`, body, missing: 0 },
    { name: `${name}, incomplete`, body, missing: 10 },
  ]);

  test.each(cases)('is not reported as a failure of the service: $name', async ({ body: sent, missing }) => {
    const [path, headers, body] = sent;
    const sites = service.app.get(SiteService);
    const current = sites.current.bind(sites);
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const handled = jest.spyOn(RestExceptionFilter.prototype, 'send');
    const arriving = once(service.server as Server, 'request') as Promise<[IncomingMessage]>;
    const hold = jest.spyOn(sites, 'current').mockImplementation(async () => {
      const [message] = await arriving;
      await until(() => message.destroyed, 'the client has disconnected');
      return current();
    });
    try {
      const { port } = service.server.address() as AddressInfo;
      await postRaw(`http://127.0.0.1:${port}`, {
        path: API + path,
        headers: { ...headers, authorization: ADMIN_AUTHORIZATION },
        body: Buffer.from(body),
        announced: body.length + missing,
        isAborted: true,
      });
      await until(() => handled.mock.calls.length > 0, 'the request has ended');
      await Promise.all(handled.mock.results.map(({ value }) => value as Promise<void>));
      expect(logged.mock.calls).toEqual([]);
    } finally {
      hold.mockRestore();
      handled.mockRestore();
      logged.mockRestore();
    }
  });
});
