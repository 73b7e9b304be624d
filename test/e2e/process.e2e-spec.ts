import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/database/index.js';
import { freePort } from '../../tools/free-port.mjs';
import { type ServiceProcess, spawnService, startProcess } from '../support/process.js';

let dataDir: string;
let running: ServiceProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-process-'));
});
afterEach(async () => {
  await Promise.all(running.filter((service) => service.child.exitCode === null).map((service) => service.stop('SIGKILL')));
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
  const first = await start({ PORT: port });
  const password = /admin \/ (\S+)/.exec(first.output())?.[1] ?? '';
  expect(first.output()).toContain(`http://localhost:${port}/wp-json/`);
  const changed = await fetch(`${first.url}/wp-json/wp/v2/settings`, {
    method: 'POST',
    headers: { ...basic('admin', password), 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Kept' }),
  });
  expect(changed.status).toBe(200);
  expect(await first.stop()).toEqual({ code: 0, signal: null });

  const second = await start({ PORT: port });
  expect(second.output()).not.toContain('Sign in');
  const index = (await (await fetch(`${second.url}/wp-json/`)).json()) as { name: string };
  expect(index.name).toBe('Kept');
  expect((await fetch(`${second.url}/wp-json/wp/v2/settings`, { headers: basic('admin', password) })).status).toBe(200);
});

test('LIST_INDEX=build makes the list index where it is missing; otherwise a line tells of it', async () => {
  const stopped = async (env: Record<string, string>) => {
    const service = await start(env);
    await service.stop();
    return service.output();
  };
  await stopped({});
  const database = await openDatabase({ file: join(dataDir, 'nestpress.sqlite'), tablePrefix: 'wp_' });
  try {
    await database.listIndex.remove();
    expect(await stopped({ LOG_LEVEL: 'info' })).toContain('There is no complete list index');
    expect(await database.listIndex.look()).toBe(false);
    expect(await stopped({ LOG_LEVEL: 'info', LIST_INDEX: 'build' })).not.toContain('There is no complete list index');
    expect(await database.listIndex.look()).toBe(true);
  } finally {
    await database.close();
  }
});

test('a wrong value stops the start with a sentence that names the variable', async () => {
  const service = spawnService({ DATA_DIR: dataDir, PORT: 'eighty' });
  const { code } = await new Promise<{ code: number | null }>((done) => service.child.on('exit', (exit) => done({ code: exit })));
  expect(code).toBe(1);
  expect(service.output()).toContain('PORT must be a whole number');
});

test('SIGTERM: readiness off, requests under way are finished, exit 0', async () => {
  const service = await start({ ADMIN_PASSWORD: 'correct horse battery', AUTH_ACCOUNT_PASSWORDS: 'on' });
  const slow = Array.from({ length: 20 }, () => fetch(`${service.url}/wp-json/wp/v2/settings`, { headers: basic('admin', 'correct horse battery') }));
  await new Promise((done) => setTimeout(done, 30));
  const ended = service.stop();
  const statuses = await Promise.all(slow.map(async (answer) => (await answer).status));
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('no credential of a request reaches the log', async () => {
  const service = await start({ ADMIN_PASSWORD: 'correct horse battery', LOG_LEVEL: 'trace' });
  await fetch(`${service.url}/wp-json/wp/v2/settings?password=s3cret-in-query&_wpnonce=n0nce`, {
    headers: { ...basic('admin', 'correct horse battery'), cookie: 'wordpress_logged_in_x=c00kie', 'x-wp-nonce': 'n0nce' },
  });
  await fetch(`${service.url}/wp-json/wp/v2/settings`, { headers: basic('admin', 'wr0ng-password') });
  await service.stop();
  for (const secret of ['correct horse', 's3cret-in-query', 'c00kie', 'n0nce', 'wr0ng-password', basic('admin', 'correct horse battery').authorization!.slice(6)]) {
    expect(service.output()).not.toContain(secret);
  }
  expect(service.output()).toContain('"msg":"request"');
});

test('several workers share the port; one that is killed is replaced; the whole ends with 0', async () => {
  const service = await start({ WORKERS: '2', ADMIN_PASSWORD: 'correct horse battery', LOG_LEVEL: 'warn' });
  const workers = () => readFileSync(`/proc/${service.child.pid}/task/${service.child.pid}/children`, 'utf8').trim().split(' ').map(Number);
  const before = workers();
  expect(before).toHaveLength(2);
  await new Promise((done) => setTimeout(done, 5100));
  process.kill(before[0]!, 'SIGKILL');
  let refused = 0;
  for (let tries = 0; tries < 40; tries++) {
    refused += await fetch(`${service.url}/wp-json/wp/v2/types`).then((answer) => (answer.ok ? 0 : 1), () => 1);
    await new Promise((done) => setTimeout(done, 50));
  }
  expect(refused).toBeLessThanOrEqual(1);
  expect(workers().filter((pid) => pid !== before[0])).toHaveLength(2);
  expect(await service.stop()).toEqual({ code: 0, signal: null });
});
