import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { RequestStatsRegistry } from '../../../../src/rest/observe/request-stats.registry.js';
import { freePort } from '../../../../tools/free-port.mjs';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { PipeliningClient } from '../../../support/pipelined.js';
import { until } from '../../../support/until.js';

const TYPES = '/wp-json/wp/v2/types';

let service: TestApp;
let url: string;
let client: PipeliningClient;
/** Requests in progress now, the most at one time, and all that were started. */
const seen = { now: 0, most: 0, started: 0 };

beforeAll(async () => {
  service = await startTestApp({ CACHE_MB: '0', METRICS_PORT: String(await freePort()) });
  const port = await freePort();
  await service.app.listen(port, '127.0.0.1');
  Object.defineProperty(service.app.get(RequestStatsRegistry, { strict: false }), 'inFlight', {
    get: () => seen.now,
    set: (count: number) => {
      if (count > seen.now) seen.started++;
      seen.now = count;
      seen.most = Math.max(seen.most, count);
    },
  });
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => service.close());
beforeEach(() => void Object.assign(seen, { most: 0, started: 0 }));
afterEach(() => client.destroy());

test('pipelined requests run one at a time and are answered in order', async () => {
  client = new PipeliningClient(url);
  client.read();
  client.get(...Array.from({ length: 60 }, (_, index) => `${TYPES}?_fields=x&_jsonp=call${index}`));
  await until(() => client.statuses.length === 60, 'every request is answered');
  expect(seen).toMatchObject({ most: 1, started: 60 });
  const answered = [...client.text.matchAll(/call(\d+)\(/g)].map(([, number]) => Number(number));
  expect(answered).toEqual(Array.from({ length: 60 }, (_, index) => index));
});

test('bodies, HEAD, and clients that wait for 100 Continue', async () => {
  const post = (expects: string, body: string) =>
    `POST ${TYPES} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${expects}Content-Length: 11\r\n\r\n${body}`;
  client = new PipeliningClient(url);
  client.read();
  client.write(
    `${post('', '{"x": "yz"}')}HEAD ${TYPES} HTTP/1.1\r\nHost: a\r\n\r\n${post('Expect: 100-continue\r\n', '')}`,
  );
  await until(() => client.statuses.includes('HTTP/1.1 100'), 'the service asks for the body');
  client.write('{"x": ');
  client.write('"yz"}');
  client.get('/healthz');
  await until(() => client.statuses.length === 5, 'every request is answered');
  expect(client.statuses.map((line) => line.slice(-3))).toEqual(['404', '200', '100', '404', '200']);
});

test('a client that reads nothing has one response at a time, and none is left when it disconnects', async () => {
  client = new PipeliningClient(url);
  const requests = 400;
  // Larger together than the buffers of the operating system.
  client.get(...Array.from({ length: requests }, (_, index) => `/wp-json/?n=${index}`));
  await until(() => seen.now === 1, 'the system accepts no more bytes');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  client.destroy();
  await until(() => seen.now === 0, 'no request is left');
  expect(seen.most).toBeLessThanOrEqual(2);
  expect(seen.started).toBeLessThan(requests);
});
