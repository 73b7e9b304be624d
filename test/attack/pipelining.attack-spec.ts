import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type AttackedService, startAttackedService } from '../support/attacked-service.js';
import { PipeliningClient } from '../support/pipelined.js';
import { until } from '../support/until.js';

const REQUESTS = 700;
/** docs/reliability.md: unread responses and waiting requests of all connections, and garbage. */
const MAX_MB = 250;
/** A request of another client in the meantime; on a busy machine most of it is waiting for a processor. */
const MAX_PROCESSOR_MS = 2000;

let service: AttackedService;
let clients: PipeliningClient[] = [];

beforeAll(async () => {
  service = await startAttackedService({ VARIANT: 'C' });
});
afterAll(() => service.stop());
afterEach(() => clients.splice(0).forEach((client) => client.destroy()));

function attack(connections: number, paths: readonly string[]): void {
  clients = Array.from({ length: connections }, () => new PipeliningClient(service.url));
  for (const client of clients) client.get(...paths);
}

const numbered = (path: string) => Array.from({ length: REQUESTS }, (_, index) => `${path}${index}`);

test.each([
  ['one connection', 1, numbered('/wp-json/?n=')],
  ['one connection, a cached response', 1, Array.from({ length: REQUESTS }, () => '/wp-json/')],
  ['20 connections', 20, numbered('/wp-json/?m=')],
  ['20 connections, tiny requests', 20, Array.from({ length: 2400 }, () => '/')],
])('%s: requests without reading a response', async (_, connections, paths) => {
  await (await fetch(`${service.url}/wp-json/`)).arrayBuffer();
  const [memory, processor] = [service.megabytes(), service.processorMs()];
  attack(connections, paths);
  let most = 0;
  for (let time = 0; time < 10; time++) {
    const response = await fetch(`${service.url}/wp-json/wp/v2/types?n=${time}`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    most = Math.max(most, service.megabytes() - memory);
    if (time === 0) expect(service.processorMs() - processor).toBeLessThan(MAX_PROCESSOR_MS);
  }
  expect(most).toBeLessThan(MAX_MB);
  for (const client of clients) client.destroy();
  await until(async () => (await service.metric('nestpress_requests_in_flight')) === 0, 'no request is left');
});

test('a client that reads gets every response', async () => {
  attack(1, numbered('/wp-json/wp/v2/types?o='));
  clients[0]!.read();
  await until(() => clients[0]!.statuses.length === REQUESTS, 'every request is answered');
});
