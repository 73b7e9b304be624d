#!/usr/bin/env node
// npm run bench: how much of a bare node:http server that returns the same bytes is left, and how long a start takes, in one run.
import '../tools/usage.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { measure, residentMb, startNode, table, waitFor, warmUp } from './lib.mjs';
import { spread } from './statistics.mjs';

const ROUNDS = 5;
const IDLE_MS = 10_000;

const bare = { url: 'http://127.0.0.1:3952' };
const uncached = { url: 'http://127.0.0.1:3951' };
const cached = { url: 'http://127.0.0.1:3953' };

const CASES = [
  { name: 'index', path: '/wp-json/', server: uncached },
  { name: 'types/post', path: '/wp-json/wp/v2/types/post', server: uncached },
  { name: '404', path: '/wp-json/wp/v2/nope', server: uncached },
  { name: 'validation error', path: '/wp-json/wp/v2/types?context=nope', server: uncached },
  { name: 'list of 10 posts, cached', path: '/wp-json/wp/v2/posts', server: cached },
  { name: 'one post, cached', path: '/wp-json/wp/v2/posts/1', server: cached },
  { name: 'index, cached', path: '/wp-json/?', server: cached },
  // The bare server compares no tags and sends the list.
  { name: 'list of 10 posts, 304', path: '/wp-json/wp/v2/posts?', server: cached, isUnchanged: true },
].map((one) => ({ ...one, samples: [] }));

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const data = mkdtempSync(join(tmpdir(), 'nestpress-bench-'));
const running = new Set();
try {
  const first = await start(cached);
  await stop(cached);
  const later = [];
  const idle = [];
  for (let round = 0; round < ROUNDS; round++) {
    later.push(await start(cached));
    await setTimeout(IDLE_MS);
    idle.push(residentMb(cached.process.pid));
    await start(uncached, { CACHE_MB: '0' });
    bare.process = startNode(['bench/bare.mjs'], { PORT: '3952', ORIGIN: cached.url });
    running.add(bare);
    await waitFor(`${bare.url}/ready`);
    await compare();
    for (const server of [cached, uncached, bare]) await stop(server);
  }
  print();
  console.log(`
Processor milliseconds per request, 16 connections, medians of ${ROUNDS} rounds with the least and most in brackets; ratio = bare / service.
Every round starts all servers again, since processes of the same build differ by some per cent.
First start to ready, with installation: ${first} ms; start to ready: ${spread(later, ' ms', Math.round)}; resident when idle: ${spread(idle, ' MB', Math.round)}.`);
} finally {
  await Promise.all([...running].map(stop));
  rmSync(data, { recursive: true, force: true });
}

async function stop(server) {
  running.delete(server);
  await server.process.stop();
}

/** Starts the service; returns the milliseconds until it is ready. */
async function start(server, env = {}) {
  const began = performance.now();
  server.process = startNode(['dist/src/main.js'], {
    HOST: '127.0.0.1',
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    SITE_URL: uncached.url,
    PORT: new URL(server.url).port,
    ...env,
  });
  running.add(server);
  await waitFor(`${server.url}/readyz`);
  return Math.round(performance.now() - began);
}

/** One sample of each case, after all of them have been warmed up. */
async function compare() {
  const etag = (await fetch(`${cached.url}/wp-json/wp/v2/posts`)).headers.get('etag');
  const headersOf = ({ isUnchanged }) => (isUnchanged ? { 'if-none-match': etag } : {});
  for (const one of CASES)
    for (const server of [one.server, bare]) await warmUp(server.url + one.path, { headers: headersOf(one) });
  for (const one of CASES) {
    const cpuMs = async (server) => {
      const options = { pids: [server.process.pid], headers: headersOf(one), seconds: 2, isWarm: true };
      return (await measure(server.url + one.path, options)).cpuMs;
    };
    const own = await cpuMs(one.server);
    const ceiling = await cpuMs(bare);
    one.samples.push({ own, ceiling, ratio: ceiling / own });
  }
}

function print() {
  const cell = ({ samples }, name, digits) =>
    spread(
      samples.map((sample) => sample[name]),
      '',
      (value) => value.toFixed(digits),
    );
  table([
    ['case', 'ratio to bare', 'CPU ms', 'bare CPU ms'],
    ...CASES.map((one) => [one.name, cell(one, 'ratio', 2), cell(one, 'own', 3), cell(one, 'ceiling', 3)]),
  ]);
}
