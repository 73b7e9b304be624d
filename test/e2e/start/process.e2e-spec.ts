import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ENTRY_VERSION_RULES } from '../../../src/modules/entries/model/entry-sources.js';
import { openDatabase } from '../../../src/database/index.js';
import { freePort } from '../../../tools/free-port.mjs';
import { type PersistentConnection, keepRequesting } from '../../support/persistent-connections.js';
import { type ServiceProcess, spawnService, startProcess } from '../../support/process.js';
import { until } from '../../support/until.js';

let dataDir: string;
let running: ServiceProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-process-'));
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop('SIGKILL')));
  running = [];
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess({ DATA_DIR: dataDir, ...env });
  running.push(service);
  return service;
}

function basic(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

test('on nothing it installs a site, prints how to sign in once, and finds everything again', async () => {
  const port = String(await freePort());
  const first = await start({ PORT: port, CONSOLE: 'off' });
  const password = /admin \/ (\S+)/.exec(first.output())?.[1] ?? '';
  expect(first.output()).toContain(`http://localhost:${port}/wp-json/`);
  const changed = await fetch(`${first.url}/wp-json/wp/v2/settings`, {
    method: 'POST',
    headers: { ...basic('admin', password), 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Kept' }),
  });
  expect(changed.status).toBe(200);
  expect(await first.stop()).toEqual({ code: 0, signal: null });

  const second = await start({ PORT: port, CONSOLE: 'off' });
  expect(second.output()).not.toContain('Sign in');
  const index = (await (await fetch(`${second.url}/wp-json/`)).json()) as { name: string };
  expect(index.name).toBe('Kept');
  expect((await fetch(`${second.url}/wp-json/wp/v2/settings`, { headers: basic('admin', password) })).status).toBe(200);
});

test('LIST_INDEX=build builds a missing list index; without it, a log line reports that it is missing', async () => {
  const stopped = async (env: Record<string, string>) => {
    const service = await start(env);
    await service.stop();
    return service.output();
  };
  await stopped({});
  const database = await openDatabase({
    file: join(dataDir, 'nestpress.sqlite'),
    tablePrefix: 'wp_',
    versionRules: ENTRY_VERSION_RULES,
  });
  try {
    await database.listIndex.remove();
    expect(await stopped({ LOG_LEVEL: 'info' })).toContain('There is no complete list index');
    expect(await database.listIndex.poll()).toBe(false);
    expect(await stopped({ LOG_LEVEL: 'info', LIST_INDEX: 'build' })).not.toContain('There is no complete list index');
    expect(await database.listIndex.poll()).toBe(true);
  } finally {
    await database.close();
  }
});

test('a wrong value stops the start with a sentence that names the variable', async () => {
  const service = spawnService({ DATA_DIR: dataDir, PORT: 'eighty' });
  const { code } = await service.ended;
  expect(code).toBe(1);
  expect(service.output()).toContain('PORT must be a whole number');
});

/** A request whose head the service has and whose body it waits for. */
async function begin(url: string): Promise<{ finish(): Promise<number | undefined> }> {
  const headers = {
    ...basic('admin', 'correct horse battery'),
    'content-type': 'application/json',
    'content-length': 2,
    expect: '100-continue',
  };
  const sent = httpRequest(`${url}/wp-json/wp/v2/settings`, { method: 'POST', headers });
  const status = new Promise<number | undefined>((done, failed) => {
    sent.on('response', (response) => done((response.resume(), response.statusCode)));
    sent.on('error', failed);
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  return {
    finish: () => {
      sent.end('{}');
      return status;
    },
  };
}

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s: readiness off, requests in progress are finished, exit 0',
  async (signal) => {
    const service = await start({ ADMIN_PASSWORD: 'correct horse battery', AUTH_ACCOUNT_PASSWORDS: 'on' });
    const underWay = await Promise.all(Array.from({ length: 20 }, () => begin(service.url)));
    const ended = service.stop(signal);
    await until(
      () =>
        fetch(`${service.url}/readyz`).then(
          (response) => !response.ok,
          () => true,
        ),
      'it is no longer ready',
    );
    expect(await Promise.all(underWay.map((one) => one.finish()))).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await ended).toEqual({ code: 0, signal: null });
  },
);

test('no credential of a request reaches the log', async () => {
  const service = await start({ ADMIN_PASSWORD: 'correct horse battery', LOG_LEVEL: 'trace' });
  await fetch(`${service.url}/wp-json/wp/v2/settings?password=s3cret-in-query&_wpnonce=n0nce`, {
    headers: {
      ...basic('admin', 'correct horse battery'),
      cookie: 'wordpress_logged_in_x=c00kie',
      'x-wp-nonce': 'n0nce',
    },
  });
  await fetch(`${service.url}/wp-json/wp/v2/settings`, { headers: basic('admin', 'wr0ng-password') });
  await service.stop();
  for (const secret of [
    'correct horse',
    's3cret-in-query',
    'c00kie',
    'n0nce',
    'wr0ng-password',
    basic('admin', 'correct horse battery').authorization!.slice(6),
  ]) {
    expect(service.output()).not.toContain(secret);
  }
  expect(service.output()).toContain('"msg":"request"');
});

const workersOf = ({ child: { pid } }: ServiceProcess): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

test('several workers share the port; one that is killed is replaced; the whole ends with 0', async () => {
  const service = await start({ WORKERS: '2', ADMIN_PASSWORD: 'correct horse battery', LOG_LEVEL: 'warn' });
  const before = workersOf(service);
  expect(before).toHaveLength(2);
  process.kill(before[0]!, 'SIGKILL');
  await until(() => !workersOf(service).includes(before[0]!), 'it is gone');
  const ask = async () =>
    (await fetch(`${service.url}/wp-json/wp/v2/types`, { headers: { connection: 'close' } })).status;
  for (let tries = 0; tries < 40; tries++) expect(await ask()).toBe(200);
  await until(() => workersOf(service).length === 2, 'another takes its place');
  expect(await service.stop()).toEqual({ code: 0, signal: null });
});

/** A hit of the response cache, a request for Express, and one for the database. */
const PATHS = ['/wp-json/wp/v2/types', '/healthz', '/wp-json/wp/v2/posts?search=hello'];

const failuresOf = (clients: readonly PersistentConnection[]) => clients.flatMap(({ failures }) => failures);

test('a stop closes persistent connections with their next response, and none without one', async () => {
  const service = await start({ LOG_LEVEL: 'error', RATE_LIMIT: 'off' });
  const clients = Array.from({ length: 18 }, () => keepRequesting(service.url, PATHS, { once: true }));
  await until(() => clients.every(({ responses }) => responses > 1), 'every client has a connection');
  expect(await service.stop()).toEqual({ code: 0, signal: null });
  await Promise.all(clients.map((client) => client.stop()));
  expect(failuresOf(clients)).toEqual([]);
  expect(clients.filter(({ isClosed }) => isClosed)).toHaveLength(clients.length);
});

test('SIGUSR2 replaces the workers one by one; no request fails', async () => {
  const service = await start({ WORKERS: '2', LOG_LEVEL: 'info', ACCESS_LOG: 'off', RATE_LIMIT: 'off' });
  const before = workersOf(service);
  const clients = Array.from({ length: 6 }, () => keepRequesting(service.url, PATHS));
  await until(() => clients.every(({ responses }) => responses > 1), 'every client has a connection');
  service.child.kill('SIGUSR2');
  await until(() => service.output().includes('The replacement of the workers has ended'), 'it ends');
  const after = workersOf(service);
  const answered = clients.map(({ responses }) => responses);
  await until(() => clients.every(({ responses }, index) => responses > answered[index]!), 'the new workers respond');
  await Promise.all(clients.map((client) => client.stop()));
  expect(failuresOf(clients)).toEqual([]);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  expect(await service.stop()).toEqual({ code: 0, signal: null });
});

test('SIGUSR2 changes nothing when the new worker does not start, or there are no workers', async () => {
  // Workers of the replacement end before they serve.
  const module = 'if (process.env.NESTPRESS_FIRST_REPLACEMENT) process.exit(3);';
  const preload = `data:text/javascript,${encodeURIComponent(module)}`;
  const service = await start({ WORKERS: '2', LOG_LEVEL: 'info', NODE_OPTIONS: `--import=${preload}` });
  const before = workersOf(service);
  service.child.kill('SIGUSR2');
  await until(() => service.output().includes('The new worker does not start'), 'it is reported');
  expect(workersOf(service)).toEqual(before);
  const alone = await start({ LOG_LEVEL: 'warn', DATA_DIR: join(dataDir, 'alone') });
  alone.child.kill('SIGUSR2');
  await until(() => alone.output().includes('WORKERS is 1'), 'it is reported');
  for (const { url } of [service, alone]) expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('workers that are killed as soon as they start do not end the service', async () => {
  const service = await start({ WORKERS: '2', LOG_LEVEL: 'error' });
  const killed = new Set<number>();
  await until(() => {
    for (const pid of workersOf(service)) {
      killed.add(pid);
      process.kill(pid, 'SIGKILL');
    }
    return killed.size >= 10;
  }, 'ten workers were killed');
  const isServing = () =>
    fetch(`${service.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isServing, 'it serves again');
  const delays = [...service.output().matchAll(/"delayMs":(\d+)/g)].map(([, delay]) => Number(delay));
  expect(Math.max(...delays)).toBeGreaterThanOrEqual(800);
  expect(await service.stop()).toEqual({ code: 0, signal: null });
});

test('workers that cannot start at all end the service', async () => {
  // A busy port ends the primary already, so workers are ended by a module that is loaded before the service.
  const module = 'import cluster from "node:cluster"; if (cluster.isWorker) process.exit(3);';
  const preload = `data:text/javascript,${encodeURIComponent(module)}`;
  const port = String(await freePort());
  const env = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: port, WORKERS: '2', NODE_OPTIONS: `--import=${preload}` };
  expect(await spawnService(env).ended).toEqual({ code: 3, signal: null });
});
