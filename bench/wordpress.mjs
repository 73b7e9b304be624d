#!/usr/bin/env node
// Sends the same requests to a live WordPress and to the service, both on WordPress's database, in one run: without caches, with the entry
// cache (validated with the database per request), and with the response cache, in BENCH_ROUNDS interleaved rounds. Stores the run in
// bench/results. Needs ../shared/reference/wordpress.
// REF_RELEASE=7.1 compares variant C with WordPress 7.1; BENCH_CASES names the cases to measure, separated by semicolons.
import '../tools/usage.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import {
  CLIENT,
  mariaDbRelease,
  measure,
  residentMb,
  setListIndex,
  startNode,
  storeRun,
  waitFor,
  warmUp,
} from './lib.mjs';

const REFERENCE = join(import.meta.dirname, '../../shared/reference/wordpress');
if (!existsSync(REFERENCE)) {
  console.log('The reference WordPress (../shared/reference) is missing; nothing was measured.');
  process.exit(0);
}
/** What the script of the reference uses for a release unless told otherwise. */
const RELEASES = {
  6.1: { state: '/tmp/wp-reference', port: 8061, databasePort: 13361, variant: 'A' },
  7.1: { state: '/tmp/wp-reference-7.1', port: 8071, databasePort: 13371, variant: 'C' },
};
const release = RELEASES[process.env.REF_RELEASE ?? '6.1'];
if (!release) throw new Error(`REF_RELEASE is one of ${Object.keys(RELEASES).join(', ')}.`);
const STATE = process.env.REF_DIR ?? release.state;
const wordpress = `http://127.0.0.1:${process.env.REF_PORT ?? release.port}`;
const PORTS = { plain: 3961, checked: 3962, cached: 3963 };
const SETTINGS = {
  plain: { CACHE_MB: '0', ENTRY_CACHE_MB: '0' },
  checked: { CACHE_MB: '0' },
  cached: {},
};
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

execFileSync('bash', [REFERENCE, 'up'], { stdio: 'ignore' });
execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const DATABASE = `mysql://wp:wp@127.0.0.1:${process.env.REF_DB_PORT ?? release.databasePort}/wp`;
await setListIndex(DATABASE, true);
const databasePid = Number(readFileSync(join(STATE, 'db/db.pid'), 'utf8'));
const phpPids = [...childrenOf(Number(readFileSync(join(STATE, 'run/fpm.pid'), 'utf8')))];
const data = mkdtempSync(join(tmpdir(), 'nestpress-compare-'));
const servers = Object.fromEntries(
  Object.entries(PORTS).map(([kind, port]) => [kind, { port, ...startService(port, SETTINGS[kind]) }]),
);
for (const port of Object.values(PORTS)) await waitFor(`http://127.0.0.1:${port}/readyz`);

const newest = await (await fetch(`http://127.0.0.1:${PORTS.plain}/wp-json/wp/v2/posts?per_page=1`)).json();
const [post] = newest;
const ALL = [
  ['list of 10', '/wp-json/wp/v2/posts'],
  ['list of 100', '/wp-json/wp/v2/posts?per_page=100'],
  ['one post', `/wp-json/wp/v2/posts/${post.id}`],
  ['list of 10, _embed', '/wp-json/wp/v2/posts?_embed'],
  ['list of 100, _embed', '/wp-json/wp/v2/posts?per_page=100&_embed'],
  ['by category', `/wp-json/wp/v2/posts?categories=${post.categories[0]}`],
  ['search', '/wp-json/wp/v2/posts?search=lorem'],
  ['media', '/wp-json/wp/v2/media'],
  ['comments', '/wp-json/wp/v2/comments'],
  ['users', '/wp-json/wp/v2/users'],
  ['categories', '/wp-json/wp/v2/categories'],
  ...(release.variant === 'C'
    ? [['list of 10 block posts', `/wp-json/wp/v2/posts?per_page=10&include=${(await blockPosts(10)).join(',')}`]]
    : []),
];
const chosen = process.env.BENCH_CASES?.split(';');
const CASES = ALL.filter(([name]) => chosen?.includes(name) ?? true);

try {
  for (const { port } of Object.values(servers))
    await warmUp(`http://127.0.0.1:${port}${CASES[0][1]}`, { requests: 1500 });
  const rows = Object.fromEntries(CASES.map(([name]) => [name, {}]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, path] of CASES) {
      for (const [kind, sample] of Object.entries(await compare(path))) (rows[name][kind] ??= []).push(sample);
      console.log(`round ${round + 1}, ${name}`);
    }
  }
  const database = mariaDbRelease();
  storeRun(`wordpress-${process.env.REF_RELEASE ?? '6.1'}`, { rounds: ROUNDS, client: CLIENT, database, rows });
  console.log(`one process, resident ${residentMb(servers.checked.pid)} MB`);
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  rmSync(data, { recursive: true, force: true });
}

/** Processor milliseconds and requests a second of WordPress and of each kind of service. */
async function compare(path) {
  const samples = {};
  const seconds = path.includes('per_page=100') ? SECONDS * 2 : SECONDS;
  const theirs = await measure(wordpress + path, { pids: [...phpPids, databasePid], seconds, connections: 4 });
  samples.wordpress = sampleOf(theirs);
  for (const [kind, { pid }] of Object.entries(servers)) {
    const url = `http://127.0.0.1:${PORTS[kind]}${path}`;
    samples[kind] = sampleOf(await measure(url, { pids: [pid, databasePid], seconds: SECONDS, connections: 4 }));
  }
  return samples;
}

function sampleOf({ cpuMs, cpuMsOf, perSecond }) {
  const database = cpuMsOf.get(databasePid);
  return { total: cpuMs, service: cpuMs - database, database, perSecond };
}

function startService(port, settings) {
  return startNode(['dist/src/main.js'], {
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DATA_DIR: data,
    SITE_URL: wordpress,
    UPLOADS_DIR: join(STATE, 'site/wp-content/uploads'),
    DATABASE_URL: DATABASE,
    VARIANT: release.variant,
    ...settings,
  });
}

/** The newest published posts that are written in blocks. */
async function blockPosts(count) {
  const connection = await mysql.createConnection(DATABASE);
  try {
    const [rows] = await connection.query(
      "SELECT ID FROM wp_posts WHERE post_type = 'post' AND post_status = 'publish' AND post_password = '' " +
        `AND post_content LIKE '<!-- wp:%' ORDER BY post_date DESC LIMIT ${count}`,
    );
    return rows.map(({ ID }) => ID);
  } finally {
    await connection.end();
  }
}

function* childrenOf(pid) {
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1] === String(pid))
        yield Number(entry);
    } catch {
      // The process ended meanwhile.
    }
  }
}
