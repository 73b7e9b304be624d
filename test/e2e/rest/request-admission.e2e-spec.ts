import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { RequestStatsRegistry } from '../../../src/rest/observe/request-stats.registry.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { until } from '../../support/until.js';

const LIMIT = 2;
/** More than are processed at a time. */
const OCCUPIERS = 6;

anyEngine((engine) => {
  let service: TestApp;
  let url: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, REQUEST_LIMIT: String(LIMIT), REQUEST_WAIT: '1', CACHE_MB: '0' }, engine);
    await once(service.server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(service.server.address() as AddressInfo).port}`;
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => service.close());

  const counts = () => service.app.get(RequestStatsRegistry).admission!;
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const occupy = (request: string) =>
    Array.from({ length: OCCUPIERS }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      sockets.push(socket.on('error', () => undefined));
      socket.write(request);
      return socket;
    });
  const cursor = async () =>
    (JSON.parse((await get('/wp-json/nestpress/v1/changes')).text) as { cursor: string }).cursor;

  test.each([
    [
      'bodies that do not arrive',
      async () => 'POST /wp-json/wp/v2/posts HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na',
    ],
    [
      'forms that do not arrive',
      async () =>
        'POST /wp-json/wp/v2/media HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        'Content-Length: 100\r\n\r\n--x\r\n',
    ],
    [
      'comments that do not arrive',
      async () => 'POST /wp-comments-post.php HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na',
    ],
    [
      'sign-ins that do not arrive',
      async () => 'POST /console/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{',
    ],
    [
      'requests that wait for a change',
      async () => `GET /wp-json/nestpress/v1/changes?wait=20&since=${await cursor()} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ],
    ['streams of changes', async () => 'GET /wp-json/nestpress/v1/changes/stream HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s do not keep others from being processed', async (_, request) => {
    const before = counts().refused;
    occupy(await request());
    await until(async () => (await connections()) >= OCCUPIERS, 'they are connected');
    for (let time = 0; time < 3 * LIMIT; time++)
      expect(await get(`/wp-json/wp/v2/posts?n=${time}`)).toMatchObject({ status: 200 });
    expect(counts().refused).toBe(before);
    await until(() => counts().running === 0, 'no slot is taken');
  });

  test('a body that arrives late is read', async () => {
    const [socket] = occupy(
      'POST /wp-json/wp/v2/posts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
    );
    const response = once(socket!, 'data') as Promise<Buffer[]>;
    await until(() => counts().running === 0, 'they wait for their bodies');
    socket!.write('{}');
    expect(String((await response)[0])).toMatch(/^HTTP\/1\.1 401 /);
  });

  function connections(): Promise<number> {
    return new Promise((done) => service.server.getConnections((_error, count) => done(count)));
  }
});
