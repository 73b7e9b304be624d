import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Counter, Gauge, Registry } from 'prom-client';
import { readCacheStats } from './cache-stats.js';

let server: Server;
let url: string;
beforeAll(async () => {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'nestpress_cache_hits_total', help: 'h', registers }).inc(30);
  const misses = new Counter({ name: 'nestpress_cache_misses_total', help: 'h', labelNames: ['worker'], registers });
  misses.inc({ worker: '1' }, 4);
  misses.inc({ worker: '2' }, 6);
  new Gauge({ name: 'nestpress_cache_bytes', help: 'h', registers }).set(1234);
  new Gauge({ name: 'nodejs_other_bytes', help: 'h', registers }).set(1);
  server = createServer(
    (request, response) =>
      void registry.metrics().then((text) => response.end(request.url === '/metrics' ? text : 'nothing')),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

test('the numbers of all processes together', async () => {
  expect(await readCacheStats(`${url}/metrics`)).toEqual({
    cache_hits: 30,
    cache_misses: 10,
    cache_bytes: 1234,
    hit_percent: 75,
  });
});

test('a place without them is named', async () => {
  await expect(readCacheStats(`${url}/else`)).rejects.toThrow('does not serve the metrics');
  await expect(readCacheStats('http://127.0.0.1:1/metrics')).rejects.toThrow(/cannot be read: .*ECONNREFUSED/);
});
