#!/usr/bin/env node
// npm run bench: how much of a bare node:http server that returns the same bytes is left, and how long a start takes, in one run.
import '../tools/usage.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { measure, residentMb, startNode, table, waitFor, warmUp } from './lib.mjs';
import { median, spread } from './statistics.mjs';

const ROUNDS = 5;
const STARTS = 3;
const IDLE_MS = 15_000;

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
];

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const data = mkdtempSync(join(tmpdir(), 'nestpress-bench-'));
const running = new Set();
try {
  const first = await start(cached);
  const later = [];
  for (let count = 0; count < STARTS; count++) {
    await stop(cached);
    later.push(await start(cached));
  }
  await setTimeout(IDLE_MS);
  const idleMb = residentMb(cached.process.pid);
  await start(uncached, { CACHE_MB: '0' });
  bare.process = startNode(['bench/bare.mjs'], { PORT: '3952', ORIGIN: uncached.url });
  running.add(bare);
  await waitFor(`${bare.url}/ready`);
  await compare();
  console.log(`
Processor milliseconds per request, 16 connections, medians of ${ROUNDS} interleaved rounds with the least and most in brackets; ratio = bare / service.
First start to ready, with installation: ${first} ms; start to ready: ${median(later)} ms (median of ${STARTS}); resident when idle: ${idleMb} MB.`);
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

async function compare() {
  const etag = (await fetch(`${cached.url}/wp-json/wp/v2/posts`)).headers.get('etag');
  for (const one of CASES) {
    one.headers = one.isUnchanged ? { 'if-none-match': etag } : {};
    one.samples = [];
    for (const server of [one.server, bare]) await warmUp(server.url + one.path, { headers: one.headers });
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { path, server, headers, samples } of CASES) {
      const own = await measure(server.url + path, { pids: [server.process.pid], headers, seconds: 2, isWarm: true });
      const ceiling = await measure(bare.url + path, { pids: [bare.process.pid], headers, seconds: 2, isWarm: true });
      samples.push({ own: own.cpuMs, ceiling: ceiling.cpuMs, ratio: ceiling.cpuMs / own.cpuMs });
    }
  const column = (name, digits) =>
    CASES.map(({ samples }) =>
      spread(
        samples.map((sample) => sample[name]),
        '',
        (value) => value.toFixed(digits),
      ),
    );
  const [ratios, own, ceilings] = [column('ratio', 2), column('own', 3), column('ceiling', 3)];
  table([
    ['case', 'ratio to bare', 'CPU ms', 'bare CPU ms'],
    ...CASES.map(({ name }, index) => [name, ratios[index], own[index], ceilings[index]]),
  ]);
}
