#!/usr/bin/env node
// Sends the same requests to a live WordPress and to the service on a copy of its database, in one run: reads without caches, with the
// entry cache (validated with the database per request) and with the response cache, and writes; in BENCH_ROUNDS interleaved rounds.
// Stores the run in bench/results. Needs ../shared/reference/wordpress, whose site is reset before and after.
// REF_RELEASE=6.1 compares variant A with WordPress 6.1; BENCH_CASES names the cases to measure, separated by semicolons.
import '../tools/usage.mjs';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import sharp from 'sharp';
import {
  buildSearchIndex,
  childrenOf,
  CLIENT,
  cpuSeconds,
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
/** What the script of WordPress uses for a release by default. */
const RELEASES = {
  6.1: { state: '/tmp/wp-reference', port: 8061, databasePort: 13361, variant: 'A' },
  7.1: { state: '/tmp/wp-reference-7.1', port: 8071, databasePort: 13371, variant: 'C' },
};
const RELEASE = process.env.REF_RELEASE ?? '7.1';
const release = RELEASES[RELEASE];
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
const SETTLE_MS = 500;
const COPY = 'nestpress_compared';
/** Requests of each kind before they are measured: Node compiles code that runs often, PHP has compiled all of it. */
const WARM_UP_READS = 1000;
/** The same for rounds of writes. */
const WARM_UP_ROUNDS = 500;

/** Passwords of the users of WordPress end alike. */
const signedIn = (login, prefix) => ({
  authorization: `Basic ${Buffer.from(`${login}:${prefix}AAAA1111bbbb2222CCCC`).toString('base64')}`,
});
const ADMIN = signedIn('admin', 'admn');

const data = mkdtempSync(join(tmpdir(), 'nestpress-compare-'));
reference('up');
reference('reset');
execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const SERVER = `mysql://wp:wp@127.0.0.1:${process.env.REF_DB_PORT ?? release.databasePort}`;
/** Of the same server; WordPress's own has no indexes of ours, whose triggers it would pay for. */
const DATABASE = `${SERVER}/${COPY}`;
await inDatabase(`${SERVER}/wp`, async (connection) => {
  await connection.query(`DROP DATABASE IF EXISTS ${COPY}`);
  await connection.query(`CREATE DATABASE ${COPY}`);
  // Its web server passes the host without the port, and WordPress would redirect every page.
  await connection.query("UPDATE wp_options SET option_value = 'http://127.0.0.1' WHERE option_name = 'home'");
});
execFileSync('mariadb', ['--no-defaults', '-uroot', '-S', join(STATE, 'db/db.sock'), COPY], {
  input: readFileSync(join(STATE, 'seeded.sql')),
});
cpSync(join(STATE, 'site/wp-content/uploads'), join(data, 'uploads'), { recursive: true });
await setListIndex(DATABASE, true);
const databasePid = Number(readFileSync(join(STATE, 'db/db.pid'), 'utf8'));
const phpPids = childrenOf(Number(readFileSync(join(STATE, 'run/fpm.pid'), 'utf8')));
const servers = Object.fromEntries(
  Object.entries(PORTS).map(([kind, port]) => [kind, { port, ...startService(port, SETTINGS[kind]) }]),
);
for (const port of Object.values(PORTS)) await waitFor(`http://127.0.0.1:${port}/readyz`);

/** A site as a client writes to it. */
class Site {
  constructor(origin, pids) {
    Object.assign(this, { origin, pids });
  }

  async send(path, body, method = 'POST', headers = {}) {
    const isFile = Buffer.isBuffer(body);
    const response = await fetch(`${this.origin}/wp-json/${path.includes('/v1') ? path : `wp/v2/${path}`}`, {
      method,
      headers: { ...ADMIN, ...(!isFile && { 'content-type': 'application/json' }), ...headers },
      body: isFile ? body : JSON.stringify(body),
    });
    const json = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
    return json;
  }

  async create() {
    return (await this.send('posts', newPost())).id;
  }

  remove(path) {
    return this.send(`${path}?force=true`, undefined, 'DELETE');
  }

  batch(count) {
    const requests = Array.from({ length: count }, () => ({ method: 'POST', path: '/wp/v2/posts', body: newPost() }));
    return this.send('batch/v1', { requests });
  }

  upload(file) {
    const headers = {
      'content-type': 'image/jpeg',
      'content-disposition': `attachment; filename="photo-${Math.random()}.jpg"`,
    };
    return this.send('media', file, 'POST', headers);
  }

  /** Processor milliseconds of one piece of work, with what is done after its response. */
  async cost(count, work) {
    await work(this);
    await wait(SETTLE_MS);
    const spent = () => this.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    const before = spent();
    for (let index = 0; index < count; index++) await work(this);
    await wait(SETTLE_MS);
    return ((spent() - before) * 1000) / count;
  }
}

const [post] = await (await fetch(`http://127.0.0.1:${PORTS.plain}/wp-json/wp/v2/posts?per_page=1`)).json();
const tags = await (await fetch(`http://127.0.0.1:${PORTS.plain}/wp-json/wp/v2/tags?per_page=3`)).json();
const page = new URL(post.link).pathname;
const photos = { small: await photo(640, 480), large: await photo(2400, 1600) };
const READS = [
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
  ['list of 10, editor', '/wp-json/wp/v2/posts', signedIn('editor', 'edtr')],
  ['list of 10, editor, context=edit', '/wp-json/wp/v2/posts?context=edit', signedIn('editor', 'edtr')],
  ['list of 10, subscriber', '/wp-json/wp/v2/posts', signedIn('subscriber', 'subs')],
  ['page of a post', page],
  ['front page', '/'],
  ...(release.variant === 'C'
    ? [['list of 10 block posts', `/wp-json/wp/v2/posts?per_page=10&include=${(await blockPosts(10)).join(',')}`]]
    : []),
];
/** What is done, how often in a round, and how one of them is done on a site. */
const WRITES = [
  ['create', 40, (site) => site.create()],
  ['update', 40, (site) => site.send(`posts/${site.id}`, { content: text() })],
  ['create and delete', 20, async (site) => site.remove(`posts/${await site.create()}`)],
  ...(release.variant === 'C' ? [['batch of ten creates', 5, (site) => site.batch(10)]] : []),
  ['upload, 640 × 480', 10, (site) => site.upload(photos.small)],
  [`upload, ${(photos.large.length / 1e6).toFixed(1)} MB photograph`, 3, (site) => site.upload(photos.large)],
];
const WITH_SEARCH_INDEX = [['create, with the search index', 40, (site) => site.create()]];
const chosen = process.env.BENCH_CASES?.split(';');
const isChosen = ([name]) => chosen?.includes(name) ?? true;

try {
  for (const [, path, headers] of READS.filter(isChosen)) {
    await assertFound(path, headers);
    for (const { port } of Object.values(servers))
      await warmUp(`http://127.0.0.1:${port}${path}`, { requests: WARM_UP_READS, headers });
  }
  const sites = {
    wordpress: new Site(wordpress, [...phpPids, databasePid]),
    service: new Site(`http://127.0.0.1:${PORTS.cached}`, [servers.cached.pid, databasePid]),
  };
  for (const site of Object.values(sites)) site.id = await site.create();
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await warmUpWrites(sites.service);
  const [rows, writes] = [{}, {}];
  const measureWrite = async ([name, count, work]) => {
    for (const [kind, site] of Object.entries(sites))
      ((writes[name] ??= {})[kind] ??= []).push({ total: await site.cost(count, work) });
    console.log(name);
  };
  for (let round = 0; round < ROUNDS; round++) for (const write of WRITES.filter(isChosen)) await measureWrite(write);
  await buildSearchIndex(DATABASE);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, path, headers] of READS.filter(isChosen)) {
      for (const [kind, sample] of Object.entries(await compare(path, headers)))
        ((rows[name] ??= {})[kind] ??= []).push(sample);
      console.log(`round ${round + 1}, ${name}`);
    }
    for (const write of WITH_SEARCH_INDEX.filter(isChosen)) await measureWrite(write);
  }
  storeRun(`wordpress-${RELEASE}`, { rounds: ROUNDS, client: CLIENT, database: mariaDbRelease(), rows, writes });
  console.log(`one process, resident ${residentMb(servers.checked.pid)} MB`);
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  rmSync(data, { recursive: true, force: true });
  await inDatabase(`${SERVER}/wp`, (connection) => connection.query(`DROP DATABASE ${COPY}`));
  reference('reset');
}

/** Processor milliseconds and requests a second of WordPress and of each kind of service. */
async function compare(path, headers = {}) {
  const samples = {};
  const seconds = path.includes('per_page=100') ? SECONDS * 4 : SECONDS;
  await phpIsIdle();
  const theirs = await measure(wordpress + path, { pids: [...phpPids, databasePid], seconds, connections: 4, headers });
  samples.wordpress = sampleOf(theirs);
  for (const [kind, { pid }] of Object.entries(servers)) {
    const url = `http://127.0.0.1:${PORTS[kind]}${path}`;
    samples[kind] = sampleOf(
      await measure(url, { pids: [pid, databasePid], seconds: SECONDS, connections: 4, headers }),
    );
  }
  return samples;
}

/** PHP completes requests whose client has gone. */
async function phpIsIdle() {
  const spent = () => phpPids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  for (let before = -1; before !== spent();) {
    before = spent();
    await wait(SETTLE_MS);
  }
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
    UPLOADS_DIR: join(data, 'uploads'),
    DATABASE_URL: DATABASE,
    VARIANT: release.variant,
    SITE_PAGES: 'on',
    RATE_LIMIT: 'off',
    ...settings,
  });
}

/** The newest published posts that are written in blocks. */
async function blockPosts(count) {
  const [rows] = await inDatabase(DATABASE, (connection) =>
    connection.query(
      "SELECT ID FROM wp_posts WHERE post_type = 'post' AND post_status = 'publish' AND post_password = '' " +
        `AND post_content LIKE '<!-- wp:%' ORDER BY post_date DESC LIMIT ${count}`,
    ),
  );
  return rows.map(({ ID }) => ID);
}

async function inDatabase(url, work) {
  const connection = await mysql.createConnection(url);
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

function reference(command) {
  execFileSync('bash', [REFERENCE, command], { stdio: 'ignore', env: { ...process.env, REF_RELEASE: RELEASE } });
}

/** A redirect or an error would be measured as a fast response. */
async function assertFound(path, headers) {
  for (const origin of [wordpress, ...Object.values(PORTS).map((port) => `http://127.0.0.1:${port}`)]) {
    const { status } = await fetch(origin + path, { headers, redirect: 'manual' });
    if (status !== 200) throw new Error(`${origin}${path}: ${status}`);
  }
}

/** Texts differ, so that every update stores a revision. */
function text() {
  return `<p>${'Some words of a paragraph. '.repeat(40)}${Math.random()}</p>`;
}

/** Noise over a gradient, which compresses about as well as a photograph. */
function photo(width, height) {
  const noise = {
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  };
  return sharp(noise).blur(0.6).jpeg({ quality: 88 }).toBuffer();
}

/** Leaves no posts, so that both sites stay as large as they were. */
async function warmUpWrites(site) {
  await site.remove(`posts/${await site.create()}`);
  await site.send(`posts/${site.id}`, { content: text() });
  await site.remove(`media/${(await site.upload(photos.small)).id}`);
}

/** A published post with a category and three tags. */
function newPost() {
  const categories = post.categories.slice(0, 1);
  return {
    title: `Post ${Math.random()}`,
    content: text(),
    status: 'publish',
    categories,
    tags: tags.map(({ id }) => id),
  };
}
