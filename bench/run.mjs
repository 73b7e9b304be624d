#!/usr/bin/env node
// npm run bench: how much of a bare node:http server that returns the same bytes is left, in one run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { measure, residentMb, startNode, table, waitFor } from './lib.mjs';

const PORT = 3951;
const BARE_PORT = 3952;
const service = `http://127.0.0.1:${PORT}`;
const bare = `http://127.0.0.1:${BARE_PORT}`;

const CASES = [
  ['index', '/wp-json/'],
  ['types/post', '/wp-json/wp/v2/types/post'],
  ['404', '/wp-json/wp/v2/nope'],
  ['validation error', '/wp-json/wp/v2/types?context=nope'],
];

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const data = mkdtempSync(join(tmpdir(), 'nestpress-bench-'));
const started = performance.now();
const server = startNode(['dist/src/main.js'], { PORT: String(PORT), HOST: '127.0.0.1', DATA_DIR: data, LOG_LEVEL: 'warn', SITE_URL: service, RESPONSE_CACHE: 'off' });
await waitFor(`${service}/readyz`);
const startMs = Math.round(performance.now() - started);
const twin = startNode(['bench/bare.mjs'], { PORT: String(BARE_PORT), ORIGIN: service });
await waitFor(`${bare}/ready`);

try {
  const rows = [['case', 'ratio to bare', 'CPU ms', 'bare CPU ms', 'req/s']];
  for (const [name, path] of CASES) rows.push(await compare(name, path));
  const { headers } = await fetch(`${service}/wp-json/`);
  rows.push(await compare('index, 304', '/wp-json/?', { 'if-none-match': headers.get('etag') }));
  table(rows);
  console.log(`\nstart to ready ${startMs} ms, resident ${residentMb(server.pid)} MB; ratio = bare CPU per request / CPU per request, one process`);
} finally {
  await Promise.all([server.stop(), twin.stop()]);
  rmSync(data, { recursive: true, force: true });
}

async function compare(name, path, headers = {}) {
  const own = await measure(service + path, { pids: [server.pid], headers });
  const ceiling = await measure(bare + path, { pids: [twin.pid], headers });
  return [name, (ceiling.cpuMs / own.cpuMs).toFixed(2), own.cpuMs.toFixed(3), ceiling.cpuMs.toFixed(3), Math.round(own.perSecond)];
}
