import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '../../../../tools/free-port.mjs';
import { type ServiceProcess, startProcess } from '../../../support/process.js';
import { until } from '../../../support/until.js';

let dataDir: string;
let service: ServiceProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-observe-'));
});
afterEach(async () => {
  await service?.stop('SIGKILL');
  service = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

const PASSWORD = 'correct horse battery';
const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

async function start(env: Record<string, string>): Promise<ServiceProcess & { metrics(): Promise<string> }> {
  const port = await freePort();
  service = await startProcess({ DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD, METRICS_PORT: String(port), ...env });
  return { ...service, metrics: async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text() };
}

function value(metrics: string, line: string): number {
  const found = metrics.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? 0 : Number(found.slice(line.length));
}

test('metrics have their own port; log lines of a request share its id; no secret is logged', async () => {
  const { url, metrics, output, stop } = await start({
    LOG_LEVEL: 'trace',
    SLOW_QUERY_MS: '1',
    TRUSTED_PROXIES: 'loopback',
  });
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  await fetch(`${url}/wp-json/wp/v2/users?password=s3cret-in-query`, {
    method: 'POST',
    headers: {
      authorization,
      cookie: 'wordpress_logged_in_x=c00kie',
      'content-type': 'application/json',
      'x-request-id': 'from-the-proxy',
    },
    body: JSON.stringify({ username: 'ann', email: 'ann@example.org', password: 's3cret-in-body' }),
  });
  const text = await metrics();
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).toMatch(/^# TYPE nodejs_gc_duration_seconds histogram$/m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
  await stop();
  const lines = output()
    .split('\n')
    .filter((line) => line.includes('"requestId":"from-the-proxy"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(
    expect.objectContaining({
      msg: 'request',
      method: 'POST',
      path: '/wp-json/wp/v2/users',
      route: '/wp/v2/users',
      queries: expect.any(Number),
    }),
  );
  for (const secret of ['s3cret', 'c00kie', PASSWORD, authorization.slice(6)])
    expect(output() + text).not.toContain(secret);
});

test('ACCESS_LOG=off writes no line for requests', async () => {
  const { url, output, stop } = await start({ ACCESS_LOG: 'off' });
  await fetch(`${url}/wp-json/wp/v2/types`);
  await stop();
  expect(output()).toContain('Nestpress is ready');
  expect(output()).not.toContain('"msg":"request"');
});

test('probes that succeed are logged at debug level only', async () => {
  const { url, output, stop } = await start({});
  for (const path of ['/healthz', '/readyz', '/wp-json/wp/v2/types']) await fetch(url + path);
  await stop();
  expect(output()).toContain('"path":"/wp-json/wp/v2/types"');
  expect(output()).not.toMatch(/"path":"\/(?:healthz|readyz)"/);
});

test('the primary serves the sum of all workers, including workers that were replaced', async () => {
  const { url, child, metrics } = await start({ WORKERS: '2', LOG_LEVEL: 'warn', CACHE_MB: '0' });
  const line = 'nestpress_requests_total{route="/wp/v2/types",method="GET",status="200"}';
  for (let i = 0; i < 20; i++)
    await (await fetch(`${url}/wp-json/wp/v2/types`, { headers: { connection: 'close' } })).text();
  // A request is counted when its response is over, which may be a moment after the client has it.
  await until(async () => value(await metrics(), line) === 20, 'all requests are counted');
  expect(value(await metrics(), 'nestpress_workers')).toBe(2);
  // One that dies as soon as it has started ends the whole service.
  await new Promise((done) => setTimeout(done, 5100));
  for (const pid of readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').slice(0, 1))
    process.kill(Number(pid), 'SIGKILL');
  await until(async () => {
    await fetch(`${url}/wp-json/wp/v2/types`, { headers: { connection: 'close' } }).then(
      (response) => response.text(),
      () => undefined,
    );
    const after = await metrics();
    expect(value(after, line)).toBeGreaterThanOrEqual(20);
    return value(after, 'nestpress_workers') === 2 && value(after, line) > 20;
  }, 'another worker counts');
});
