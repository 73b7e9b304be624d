#!/usr/bin/env node
// What several processes cost on one machine: WORKERS=1 and 2 under load, a 304, and how a write in one process reaches 1, 2 and 4 others
// through Redis. Stores the run in bench/results; bench/report.mjs derives docs/capacity.md from it. Needs a build, MariaDB, Redis and wrk.
import '../tools/usage.mjs';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fill } from '../tools/fill.mjs';
import { freePort } from '../tools/free-port.mjs';
import { startMariaDb } from '../tools/local-mariadb.mjs';
import {
  childrenOf,
  cpuSeconds,
  mariaDbRelease,
  measure,
  residentMb,
  setListIndex,
  startNode,
  storeRun,
  waitFor,
} from './lib.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const POSTS = 1000;
const WRITES = 200;
const NOTICED = 20;
const LISTENERS = [1, 2, 4];
const WARM_UP_WRITES = 2000;
/** Connections of a process to the database, unless DATABASE_POOL is set. */
const POOL = 10;
const LIST = '/wp-json/wp/v2/posts';
const PASSWORD = 'only for this run';
const AUTHORIZATION = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
const NO_CACHES = { CACHE_MB: '0', ENTRY_CACHE_MB: '0' };

const scratch = mkdtempSync(join(tmpdir(), 'nestpress-processes-'));
const database = await startMariaDb();
const redisPort = await freePort();
const redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''], {
  stdio: 'ignore',
});
const started = [];
try {
  await database.exec('CREATE DATABASE processes CHARACTER SET utf8mb4');
  await (await start()).stop();
  await fill(database.url('processes'), POSTS);
  await setListIndex(database.url('processes'), true);
  const workers = await measureWorkers();
  const fanOut = await measureFanOut();
  const writes = { create: await measureCreates() };
  storeRun('processes', {
    rounds: ROUNDS,
    client: 'wrk',
    database: mariaDbRelease(),
    pool: POOL,
    workers,
    fanOut,
    writes,
  });
  console.log(JSON.stringify({ workers, fanOut, writes }, undefined, 2));
} finally {
  await Promise.all(started.map((service) => service.stop()));
  redis.kill();
  await database.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** Requests a second and processor milliseconds with one process and with two, which share the cores with wrk and the database. */
async function measureWorkers() {
  const rows = {};
  for (const [name, settings, headers] of [
    ['response cache hit', {}],
    ['304', {}, await validator()],
    ['entry cache', { CACHE_MB: '0' }],
    ['no cache', NO_CACHES],
  ]) {
    const services = [];
    for (const count of [1, 2]) services.push(await start({ WORKERS: String(count), ...settings }));
    for (let round = -1; round < ROUNDS; round++) {
      for (const [index, service] of services.entries()) {
        const pids = [service.pid, ...childrenOf(service.pid)];
        const { perSecond, cpuMs } = await measure(service.url + LIST, { pids, seconds: SECONDS, headers });
        // The first round compiles the hot code.
        if (round >= 0) ((rows[name] ??= {})[index + 1] ??= []).push({ perSecond, total: cpuMs });
      }
    }
    (rows.memory ??= {})[name] = services.map(({ pid }) => Math.max(...[pid, ...childrenOf(pid)].map(residentMb)));
    await Promise.all(services.map((service) => service.stop()));
  }
  return rows;
}

async function validator() {
  const service = await start();
  const response = await fetch(service.url + LIST);
  await service.stop();
  return { 'if-none-match': response.headers.get('etag') };
}

/** For each number of listening processes: how soon they respond with a write of another process, and what it costs each of them. */
async function measureFanOut() {
  const env = { REDIS_URL: `redis://127.0.0.1:${redisPort}` };
  const writer = await start(env);
  const listeners = [];
  const rows = {};
  for (const count of LISTENERS) {
    while (listeners.length < count) listeners.push(await start(env));
    const others = listeners.map(({ pid }) => pid);
    const costs = () => others.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    const published = publishes();
    const before = costs();
    const seconds = performance.now();
    for (let index = 0; index < WRITES; index++) await write(writer);
    await wait(500);
    const elapsed = performance.now() - seconds;
    const spent = costs() - before;
    const messages = (publishes() - published) / WRITES;
    const idle = costs();
    await wait(elapsed);
    const idleSpent = costs() - idle;
    const noticed = [];
    for (let index = 0; index < NOTICED; index++) noticed.push(await noticedAfter(writer, listeners));
    rows[count] = { messages, listenerMs: (Math.max(0, spent - idleSpent) * 1000) / WRITES / count, noticed };
  }
  return rows;
}

/** Processor milliseconds of a new post, of the service and of the database. */
async function measureCreates() {
  const service = await start();
  for (let count = 0; count < WARM_UP_WRITES; count++) await write(service);
  const samples = [];
  for (let round = 0; round < ROUNDS; round++) {
    const pids = [service.pid, database.pid];
    const before = pids.map(cpuSeconds);
    for (let count = 0; count < WRITES; count++) await write(service);
    const [ofService, ofDatabase] = pids.map((pid, index) => ((cpuSeconds(pid) - before[index]) * 1000) / WRITES);
    samples.push({ service: ofService, database: ofDatabase });
  }
  return samples;
}

/** Milliseconds from the response to a write until every listener, each with a cached response, has the new title. */
async function noticedAfter(writer, listeners) {
  await Promise.all(listeners.map(({ url }) => fetch(url + LIST).then((response) => response.arrayBuffer())));
  const title = await write(writer);
  const writtenAt = performance.now();
  const hasTitle = async ({ url }) =>
    (await fetch(`${url}${LIST}?per_page=1`).then((response) => response.text())).includes(title);
  await Promise.all(
    listeners.map(async (listener) => {
      while (!(await hasTitle(listener))) await wait(1);
    }),
  );
  return performance.now() - writtenAt;
}

async function write({ url }) {
  const title = `Title ${Math.random()}`;
  const response = await fetch(url + LIST, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ title, content: 'Some text', status: 'publish' }),
  });
  if (!response.ok) throw new Error(`A write was refused: ${response.status}`);
  await response.arrayBuffer();
  return title;
}

/** How many messages were published so far. */
function publishes() {
  const stats = execFileSync('redis-cli', ['-p', String(redisPort), 'INFO', 'commandstats'], { encoding: 'utf8' });
  return Number(/cmdstat_publish:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

async function start(settings = {}) {
  const port = await freePort();
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DATA_DIR: scratch,
    DATABASE_URL: database.url('processes'),
    ADMIN_PASSWORD: PASSWORD,
    SITE_URL: 'http://site.example',
    RATE_LIMIT: 'off',
    ...settings,
  };
  const process = startNode(['dist/src/main.js'], env);
  let stopped;
  const service = { pid: process.pid, url: `http://127.0.0.1:${port}`, stop: () => (stopped ??= process.stop()) };
  started.push(service);
  await waitFor(`${service.url}/readyz`);
  return service;
}
