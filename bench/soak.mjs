#!/usr/bin/env node
// Memory of the service under long mixed traffic on the embedded engine: `npm run build`, then node bench/soak.mjs. By the environment:
//   SOAK_SECONDS  length of the mixed traffic (default 1200)
//   SOAK_RATE     requests a second; unset: 60 % of what the service answers at full load in CAPACITY_SECONDS
//   SOAK_POSTS    posts of the site before the traffic begins (default 300)
//   SOAK_CROWD    off: without the 2,000 connections at once and the 300 slow readers at the end
// Other variables (CACHE_MB, MALLOC_ARENA_MAX, NODE_OPTIONS of the service as SOAK_NODE_OPTIONS) are passed on.
// Prints a line of figures every SAMPLE_SECONDS: memory of its own (RssAnon), the heap and the buffers outside it.
import '../tools/usage.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../tools/free-port.mjs';

const MAIN = join(import.meta.dirname, '../dist/src/main.js');
const PASSWORD = 'correct horse battery';
const AUTHORIZATION = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
const CAPACITY_SECONDS = 15;
const SHARE = 0.6;
const SAMPLE_SECONDS = 15;
const WRITE_SHARE = 0.05;
const CONNECTIONS = 24;
const CROWD = 2000;
const SLOW_READERS = 300;
const SLOW_SECONDS = 20;
const REST_SECONDS = 30;
const KINDS = ['posts', 'pages', 'media', 'categories', 'tags', 'comments', 'users'];

const { SOAK_SECONDS = '1200', SOAK_RATE, SOAK_POSTS = '300', SOAK_CROWD, SOAK_NODE_OPTIONS = '' } = process.env;
const passedOn = ['CACHE_MB', 'ENTRY_CACHE_MB', 'MALLOC_ARENA_MAX', 'PATH', 'HOME', 'VARIANT', 'LD_PRELOAD'];

const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-soak-'));
const port = await freePort();
const metricsPort = await freePort();
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const service = spawn(process.execPath, [...SOAK_NODE_OPTIONS.split(' ').filter(Boolean), MAIN], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...Object.fromEntries(passedOn.filter((name) => process.env[name]).map((name) => [name, process.env[name]])),
    ...{ HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(metricsPort), DATA_DIR: dataDir },
    ...{ ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
  },
});
let number = 0;
let failures = 0;
const counts = { reads: 0, writes: 0, late: 0 };
const startedAt = performance.now();
const log = (text) => console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${text}`);

function send(method, path, body, isAdmin = false) {
  return new Promise((done) => {
    const headers = {
      ...(isAdmin && { authorization: AUTHORIZATION }),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const request = http.request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text = method === 'GET' ? '' : text + chunk));
      answer.on('end', () => done({ status: answer.statusCode, text }));
      answer.on('error', () => done({ status: 599, text: '' }));
    });
    request.on('error', () => done({ status: 599, text: '' }));
    request.end(body);
  });
}

const below = (limit) => Math.floor(Math.random() * limit);
/** Half of the addresses are new, as searches and deep pages are; the others repeat. */
const readPath = () => {
  const kind = KINDS[below(KINDS.length)];
  const page = `per_page=${1 + below(20)}`;
  return `/wp-json/wp/v2/${kind}?${page}${below(2) ? `&search=e&random=${number++}` : ''}${below(4) ? '' : '&_embed'}`;
};

const posts = [];
async function writePost() {
  const text = `<p>${'A sentence of the soak, with some words in it. '.repeat(5 + below(40))}</p>`;
  const body = JSON.stringify({ title: `Soak ${number++}`, content: text, status: 'publish' });
  const id = posts.length > 500 || below(2) ? posts[below(posts.length)] : undefined;
  const { status, text: answer } = await send('POST', `/wp-json/wp/v2/posts${id ? `/${id}` : ''}`, body, true);
  if (status === 201) posts.push(JSON.parse(answer).id);
  return status;
}

async function once() {
  const isWrite = Math.random() < WRITE_SHARE;
  counts[isWrite ? 'writes' : 'reads']++;
  const status = isWrite ? await writePost() : (await send('GET', readPath())).status;
  if (status >= 500) failures++;
}

async function atFullLoad(seconds) {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const client = async () => {
    for (; performance.now() < end; done++) await once();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return done / seconds;
}

/** Sends at a fixed rate whether or not answers come; what waits for a connection is counted as late. */
async function atRate(rate, seconds) {
  const begin = performance.now();
  let waiting = 0;
  for (let sent = 0; ; sent++) {
    const due = begin + (sent * 1000) / rate;
    if (due > begin + seconds * 1000) break;
    if (due > performance.now()) await wait(due - performance.now());
    if (waiting > 10 * CONNECTIONS) {
      counts.late++;
      continue;
    }
    waiting++;
    void once().finally(() => waiting--);
  }
}

async function figures() {
  const own = Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))[1]) / 1024;
  const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  const metric = (name) =>
    Math.round(Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1]) / 1048576);
  return {
    own: Math.round(own),
    heap: metric('nodejs_heap_size_used_bytes'),
    heapTotal: metric('nodejs_heap_size_total_bytes'),
    external: metric('nodejs_external_memory_bytes'),
  };
}

const describe = ({ own, heap, heapTotal, external }) =>
  `own ${own} MB, heap ${heap} of ${heapTotal}, external ${external}; ${JSON.stringify({ ...counts, failures })}`;

const highest = [];
async function sampleUntil(isOver) {
  while (!isOver()) {
    const now = await figures();
    highest.push(now.own);
    log(describe(now));
    for (let passed = 0; passed < SAMPLE_SECONDS && !isOver(); passed++) await wait(1000);
  }
}

/** Many connections at once, each with a request of its own that no cache can answer. */
async function crowd() {
  const ask = () =>
    new Promise((done) => {
      const socket = net.connect(port, '127.0.0.1', () =>
        socket.write(
          `GET /wp-json/wp/v2/posts?per_page=20&random=${number++} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        ),
      );
      socket
        .on('data', () => undefined)
        .on('error', done)
        .on('close', done);
    });
  await Promise.all(Array.from({ length: CROWD }, ask));
}

/** Clients that ask for much and take nothing. */
async function slowReaders() {
  const sockets = Array.from({ length: SLOW_READERS }, () => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.pause();
      socket.write(`GET /wp-json/wp/v2/posts?per_page=100&random=${number++} HTTP/1.1\r\nHost: x\r\n\r\n`);
    });
    return socket.on('error', () => undefined);
  });
  await wait(SLOW_SECONDS * 1000);
  log(`slow readers: ${describe(await figures())}`);
  for (const socket of sockets) socket.destroy();
}

try {
  while ((await send('GET', '/readyz')).status !== 200) await wait(200);
  log(`ready: ${describe(await figures())}`);
  while (posts.length < Number(SOAK_POSTS)) await writePost();
  log(`filled: ${describe(await figures())}`);
  const rate = SOAK_RATE ? Number(SOAK_RATE) : Math.round(SHARE * (await atFullLoad(CAPACITY_SECONDS)));
  log(`rate: ${rate} requests a second${SOAK_RATE ? '' : ', 60 % of capacity'}`);
  let isOver = false;
  const traffic = atRate(rate, Number(SOAK_SECONDS)).finally(() => (isOver = true));
  await Promise.all([traffic, sampleUntil(() => isOver)]);
  const quarter = Math.ceil(highest.length / 4);
  log(
    `highest by quarter: ${[0, 1, 2, 3].map((part) => Math.max(...highest.slice(part * quarter, (part + 1) * quarter))).join(', ')} MB`,
  );
  if (SOAK_CROWD !== 'off') {
    await crowd();
    log(`after ${CROWD} connections: ${describe(await figures())}`);
    await slowReaders();
    log(`after ${SLOW_READERS} slow readers: ${describe(await figures())}`);
    await wait(REST_SECONDS * 1000);
    log(`at rest: ${describe(await figures())}`);
  }
} finally {
  service.kill('SIGTERM');
  await new Promise((done) => service.once('exit', done));
  rmSync(dataDir, { recursive: true, force: true });
}
