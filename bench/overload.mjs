#!/usr/bin/env node
// More requests than the service can process: `npm run bench:overload`. Clients search without a pause, each with one connection, while
// others, with another address, request /healthz, a cached list and, as administrator, a list in the edit context. Then the process is restarted under the same load.
//   OVERLOAD_CLIENTS  clients that search (default 400)
//   OVERLOAD_SECONDS  length of each of the two phases (default 20)
//   OVERLOAD_POSTS    posts of the site (default 4000)
//   DATABASE_URL      an empty MySQL or MariaDB database; unset: the embedded engine
//   OVERLOAD_MAIN     another compiled service to compare with, relative to this one
// REQUEST_LIMIT, REQUEST_WAIT and WORKERS are passed on. Searches honour Retry-After with OVERLOAD_POLITE=on.
import '../tools/usage.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../tools/free-port.mjs';
import { table, waitFor } from './lib.mjs';

const { OVERLOAD_CLIENTS = '400', OVERLOAD_SECONDS = '20', OVERLOAD_POSTS = '4000', DATABASE_URL } = process.env;
const isPolite = process.env.OVERLOAD_POLITE === 'on';
const MAIN = join(import.meta.dirname, '..', process.env.OVERLOAD_MAIN ?? 'dist/src/main.js');
const PASSWORD = 'correct horse battery';
const AUTHORIZATION = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
const CLIENT_TIMEOUT_MS = 30_000;
const PROBE_EVERY_MS = 50;
const LIST = '/wp-json/wp/v2/posts';
/** Slow without an index, and never cached. */
const search = (number) => `${LIST}?per_page=20&orderby=relevance&search=lorem%20dolor${number % 7}%20${number}`;

const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-overload-'));
const port = await freePort();
const passedOn = ['REQUEST_LIMIT', 'REQUEST_WAIT', 'WORKERS', 'PATH', 'HOME', 'DATABASE_URL'];
const env = {
  ...Object.fromEntries(passedOn.filter((name) => process.env[name]).map((name) => [name, process.env[name]])),
  ...{ HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, SITE_URL: 'http://site.example' },
  ...{ ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
};
let service = start();
let number = 0;
try {
  await waitFor(`http://127.0.0.1:${port}/readyz`);
  await fill();
  await Promise.all(Array.from({ length: 20 }, () => send(new http.Agent(), LIST, {})));
  const rows = [['', 'requests', '200', '503', 'other', 'time-outs', 'p50 ms', 'p99 ms', 'max ms']];
  const overload = await phase();
  rows.push(...summary(overload));
  const restart = await phase(async () => {
    await stop();
    service = start();
    const startedAt = performance.now();
    await waitFor(`http://127.0.0.1:${port}/readyz`);
    return performance.now() - startedAt;
  });
  rows.push(...summary(restart, ', restarted'));
  table(rows);
  console.log(`Ready after a restart under load: ${Math.round(restart.result)} ms.`);
} finally {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function start() {
  return spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function stop() {
  return new Promise((done) => {
    if (service.exitCode !== null || service.signalCode !== null) return done();
    service.once('exit', done);
    service.kill('SIGKILL');
  });
}

async function fill() {
  const { openDatabase } = await import('../src/database/index.ts');
  const { ENTRY_VERSION_RULES: versionRules } = await import('../src/modules/entries/model/entry-sources.ts');
  const { fillEntries } = await import('../test/support/many-entries.ts');
  const file = join(dataDir, 'nestpress.sqlite');
  const database = await openDatabase({ url: DATABASE_URL, file, tablePrefix: 'wp_', versionRules });
  await fillEntries(database, Number(OVERLOAD_POSTS));
  await database.close();
}

/** All clients for a while, with `work` in between. */
async function phase(work = async () => undefined) {
  const results = { search: [], healthz: [], hit: [], admin: [] };
  const end = performance.now() + Number(OVERLOAD_SECONDS) * 1000;
  const client = async (name, path, { headers = {}, pauseMs = 0, localAddress = '127.0.0.2' } = {}) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1, localAddress });
    while (performance.now() < end) {
      const result = await send(agent, typeof path === 'string' ? path : path(), headers);
      results[name].push(result);
      // A client whose connection was refused tries again later; so does one that is asked to.
      await wait(result.status === 'error' ? 100 : isPolite ? Math.max(pauseMs, result.retryMs) : pauseMs);
    }
    agent.destroy();
  };
  const searches = Array.from({ length: Number(OVERLOAD_CLIENTS) }, () =>
    client('search', () => search(number++), { localAddress: '127.0.0.1' }),
  );
  const [result] = await Promise.all([
    work(),
    client('healthz', '/healthz', { pauseMs: PROBE_EVERY_MS }),
    client('hit', LIST, { pauseMs: PROBE_EVERY_MS }),
    client('admin', `${LIST}?context=edit&status=draft`, {
      headers: { authorization: AUTHORIZATION },
      pauseMs: PROBE_EVERY_MS,
    }),
    ...searches,
  ]);
  return { ...results, result };
}

function send(agent, path, headers) {
  const startedAt = performance.now();
  return new Promise((done) => {
    const finish = (status, retryMs = 0) => done({ status, retryMs, ms: performance.now() - startedAt });
    const request = http.get(
      { agent, host: '127.0.0.1', port, path, headers, timeout: CLIENT_TIMEOUT_MS },
      (response) => {
        response.resume().on('end', () => {
          finish(response.statusCode, Number(response.headers['retry-after'] ?? 0) * 1000);
        });
        response.on('error', () => finish('error'));
      },
    );
    request.on('timeout', () => {
      finish('time-out');
      request.destroy();
    });
    request.on('error', () => finish('error'));
  });
}

function summary(results, note = '') {
  return ['search', 'healthz', 'hit', 'admin'].map((name) => {
    const all = results[name];
    const count = (...statuses) => all.filter(({ status }) => statuses.includes(status)).length;
    const times = all
      .filter(({ status }) => status === 200)
      .map(({ ms }) => ms)
      .sort((one, other) => one - other);
    const at = (share) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN);
    const others = all.length - count(200, 503, 'time-out');
    return [name + note, all.length, count(200), count(503), others, count('time-out'), at(0.5), at(0.99), at(1)];
  });
}
