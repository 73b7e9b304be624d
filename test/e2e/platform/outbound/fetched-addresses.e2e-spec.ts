import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { OUTBOUND_OPTIONS, type OutboundOptions } from '../../../../src/platform/outbound/outbound-options.js';
import { OutboundModule } from '../../../../src/platform/outbound/outbound.module.js';
import { ADMIN, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';

const HOST = 'pages.example.org';

let service: TestApp;
let host: Server;
let port: number;
let requests = 0;
const admin = clientOf(() => service, 'admin');
const reader = clientOf(() => service, 'reader');
const guest = clientOf(() => service);

beforeAll(async () => {
  service = await startTestApp({ VARIANT: 'C' }, 'sqlite');
  await createUsers(admin);
  const image = await picture(600, 400);
  host = createServer((incoming, outgoing) => {
    requests++;
    if (incoming.url === '/a%20picture.png') outgoing.writeHead(200).end(image);
    else if (incoming.url === '/script.png') outgoing.writeHead(200).end('<script>1</script>');
    else if (incoming.url === '/page') outgoing.writeHead(200).end('<title>A page</title><body>');
    else outgoing.writeHead(404).end('none');
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  ({ port } = host.address() as AddressInfo);
  const options: Partial<OutboundOptions> = {
    resolver: { addresses: async () => ['127.0.0.1'] },
    mayConnect: () => true,
    ports: new Set([port]),
  };
  Object.assign(service.app.select(OutboundModule).get<OutboundOptions>(OUTBOUND_OPTIONS), options);
});
afterAll(async () => {
  await service?.close();
  await new Promise((done) => host.close(done));
});

const at = (path: string) => `http://${HOST}:${port}${path}`;

describe('media from an address', () => {
  test('is fetched and stored like an upload', async () => {
    const { body } = await admin.post('/media', { url: at('/a%20picture.png'), title: 'Fetched' }).expect(201);
    expect(body).toMatchObject({ mime_type: 'image/png', title: { raw: 'Fetched' }, media_details: { width: 600 } });
    expect(body.source_url).toMatch(/\/a-picture\.png$/);
    const sent = request(service.server).post(`${API}/media?url=${encodeURIComponent(at('/a%20picture.png'))}`);
    expect((await sent.auth(ADMIN.user, ADMIN.password).expect(201)).body.title.raw).toMatch(/^a-picture/);
  });

  test('must be an image, at an address that may be requested', async () => {
    for (const [url, status, code] of [
      ['nope', 400, 'rest_invalid_param'],
      ['http://127.0.0.1:1/a.png', 400, 'rest_invalid_param'],
      ['http://localhost/a.png', 400, 'rest_invalid_param'],
      [at('/page'), 500, 'image_sideload_failed'],
      [at('/script.png'), 500, 'rest_upload_sideload_error'],
      [at('/none.png'), 500, 'http_404'],
    ] as const)
      expect((await admin.post('/media', { url }).expect(status)).body.code).toBe(code);
  });

  test('is not fetched for those who may not upload', async () => {
    const before = requests;
    await reader.post('/media', { url: at('/a%20picture.png') }).expect(403);
    await guest.post('/media', { url: at('/a%20picture.png') }).expect(401);
    expect(requests).toBe(before);
  });
});

describe('details of a page', () => {
  const details = (url: string, login?: string) => {
    const sent = request(service.server).get(`/wp-json/wp-block-editor/v1/url-details`).query({ url });
    return login === undefined ? sent : sent.auth(login, ADMIN.password);
  };

  test('are read once', async () => {
    const expected = { title: 'A page', icon: '', description: '', image: '' };
    expect((await details(at('/page'), ADMIN.user).expect(200)).body).toEqual(expected);
    const before = requests;
    expect((await details(at('/page'), ADMIN.user).expect(200)).body).toEqual(expected);
    expect(requests).toBe(before);
  });

  test('are for those who write, and of addresses that may be requested', async () => {
    expect((await details(at('/page')).expect(401)).body.code).toBe('rest_cannot_view_url_details');
    expect((await details('http://localhost/', ADMIN.user).expect(400)).body.code).toBe('rest_invalid_param');
    expect((await details(at('/none'), ADMIN.user).expect(404)).body.code).toBe('no_response');
  });
});
