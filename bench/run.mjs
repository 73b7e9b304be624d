#!/usr/bin/env node
// npm run bench: how much of a bare node:http server that returns the same bytes is left, in one run.
import '../tools/usage.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { measure, residentMb, startNode, table, waitFor } from './lib.mjs';

const PORT = 3951;
const BARE_PORT = 3952;
const service = `http://127.0.0.1:${PORT}`;
const bare = `http://127.0.0.1:${BARE_PORT}`;
const CACHED_PORT = 3953;
const cached = `http://127.0.0.1:${CACHED_PORT}`;

const CASES = [
  ['index', '/wp-json/'],
  ['types/post', '/wp-json/wp/v2/types/post'],
  ['404', '/wp-json/wp/v2/nope'],
  ['validation error', '/wp-json/wp/v2/types?context=nope'],
];

const CACHED_CASES = [
  ['list of 10 posts', '/wp-json/wp/v2/posts'],
  ['one post', '/wp-json/wp/v2/posts/1'],
  ['index', '/wp-json/'],
];

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const data = mkdtempSync(join(tmpdir(), 'nestpress-bench-'));
const started = performance.now();
const env = { HOST: '127.0.0.1', DATA_DIR: data, LOG_LEVEL: 'warn', SITE_URL: service };
const server = startNode(['dist/src/main.js'], { ...env, PORT: String(PORT), CACHE_MB: '0' });
await waitFor(`${service}/readyz`);
const startMs = Math.round(performance.now() - started);
const keeping = startNode(['dist/src/main.js'], { ...env, PORT: String(CACHED_PORT) });
await waitFor(`${cached}/readyz`);
const twin = startNode(['bench/bare.mjs'], { PORT: String(BARE_PORT), ORIGIN: service });
await waitFor(`${bare}/ready`);

try {
  const rows = [['case', 'ratio to bare', 'CPU ms', 'bare CPU ms', 'req/s']];
  for (const [name, path] of CASES) rows.push(await compare(name, path));
  for (const [name, path] of CACHED_CASES) rows.push(await compare(`${name}, cached`, path, {}, cached, keeping));
  const etag = (await fetch(`${cached}/wp-json/wp/v2/posts`)).headers.get('etag');
  rows.push(
    await compare('list of 10 posts, 304', '/wp-json/wp/v2/posts?', { 'if-none-match': etag }, cached, keeping),
  );
  table(rows);
  console.log(
    `\nstart to ready ${startMs} ms, resident ${residentMb(server.pid)} MB; ratio = bare CPU per request / CPU per request, one process`,
  );
} finally {
  await Promise.all([server.stop(), keeping.stop(), twin.stop()]);
  rmSync(data, { recursive: true, force: true });
}

async function compare(name, path, headers = {}, base = service, process = server) {
  const own = await measure(base + path, { pids: [process.pid], headers });
  const ceiling = await measure(bare + path, { pids: [twin.pid], headers });
  return [
    name,
    (ceiling.cpuMs / own.cpuMs).toFixed(2),
    own.cpuMs.toFixed(3),
    ceiling.cpuMs.toFixed(3),
    Math.round(own.perSecond),
  ];
}
