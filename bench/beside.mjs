#!/usr/bin/env node
// npm run bench:beside: the same requests to a live WordPress and to the service, both on WordPress's own database, in one run.
// Nothing but rendered HTML is cached. Needs ../shared/reference/wordpress; says so when it is not there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, residentMb, startNode, table, waitFor } from './lib.mjs';

const REFERENCE = join(import.meta.dirname, '../../shared/reference/wordpress');
if (!existsSync(REFERENCE)) {
  console.log('There is no reference WordPress beside the project; nothing was measured.');
  process.exit(0);
}
const STATE = process.env.REF_DIR ?? '/tmp/wp-reference';
const wordpress = `http://127.0.0.1:${process.env.REF_PORT ?? 8061}`;
const PORT = 3961;
const service = `http://127.0.0.1:${PORT}`;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

execFileSync('bash', [REFERENCE, 'up'], { stdio: 'ignore' });
execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const databasePid = Number(readFileSync(join(STATE, 'db/db.pid'), 'utf8'));
const phpPids = [...childrenOf(Number(readFileSync(join(STATE, 'run/fpm.pid'), 'utf8')))];
const data = mkdtempSync(join(tmpdir(), 'nestpress-beside-'));
const server = startNode(['dist/src/main.js'], {
  PORT: String(PORT), HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATA_DIR: data, SITE_URL: wordpress, UPLOADS_DIR: join(STATE, 'site/wp-content/uploads'),
  DATABASE_URL: `mysql://wp:wp@127.0.0.1:${process.env.REF_DB_PORT ?? 13361}/wp`,
});
await waitFor(`${service}/readyz`);

const newest = await (await fetch(`${service}/wp-json/wp/v2/posts?per_page=1`)).json();
const [post] = newest;
const CASES = [
  ['list of 10', '/wp-json/wp/v2/posts'],
  ['list of 100', '/wp-json/wp/v2/posts?per_page=100'],
  ['one post', `/wp-json/wp/v2/posts/${post.id}`],
  ['list of 10, _embed', '/wp-json/wp/v2/posts?_embed'],
  ['list of 100, _embed', '/wp-json/wp/v2/posts?per_page=100&_embed'],
  ['by category', `/wp-json/wp/v2/posts?categories=${post.categories[0]}`],
  ['search', '/wp-json/wp/v2/posts?search=lorem'],
];

try {
  const rows = [['case', 'req/s', 'WordPress', 'times', 'CPU ms', 'WordPress', 'times']];
  for (const [name, path] of CASES) {
    const own = await measure(service + path, { pids: [server.pid, databasePid], seconds: SECONDS, connections: 8 });
    const theirs = await measure(wordpress + path, { pids: [...phpPids, databasePid], seconds: SECONDS, connections: 4 });
    rows.push([
      name, own.perSecond.toFixed(0), theirs.perSecond.toFixed(1), (own.perSecond / theirs.perSecond).toFixed(0),
      own.cpuMs.toFixed(2), theirs.cpuMs.toFixed(1), (theirs.cpuMs / own.cpuMs).toFixed(0),
    ]);
  }
  table(rows);
  console.log(`\none process, resident ${residentMb(server.pid)} MB; CPU = server and database together`);
} finally {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}

function* childrenOf(pid) {
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1] === String(pid)) yield Number(entry);
    } catch {
      // The process ended meanwhile.
    }
  }
}
