#!/usr/bin/env node
// npm run bench:scale: how the cost of a request grows with the number of posts, on a private MariaDB, in interleaved rounds.
//   SIZES=1000,100000,1000000 npm run bench:scale     a million takes some minutes to fill
//   ROWS='media|comments' npm run bench:scale          only the rows whose name matches; no searches
//   BENCH_ROUNDS=1 npm run bench:scale                 one round, which is not stored in bench/results
//   LIST_INDEX=off npm run bench:scale                 on WordPress's own indexes alone
//   SEARCH_INDEX=off npm run bench:scale               without the search index, which takes a while to build
import '../tools/usage.mjs';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill, fillType } from '../tools/fill.mjs';
import { startMariaDb } from '../tools/local-mariadb.mjs';
import {
  buildSearchIndex,
  CLIENT,
  cpuSeconds,
  mariaDbRelease,
  measure,
  setListIndex,
  startNode,
  storeRun,
  table,
  waitFor,
} from './lib.mjs';
import { median } from './statistics.mjs';

const SIZES = (process.env.SIZES ?? '1000,100000').split(',').map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROWS = process.env.ROWS && new RegExp(process.env.ROWS);
const WRITES = 50;
/** A declared type with as many entries as there are posts. */
const CONTENT = {
  types: [{ name: 'book', label: 'Books', restBase: 'books', supports: ['title', 'editor', 'author', 'excerpt'] }],
  taxonomies: [{ name: 'genre', label: 'Genres', restBase: 'genres', types: ['book'] }],
};
const PASSWORD = 'only for this run';
const SIGNED_IN = { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` };
const PORT = 3971;

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const database = await startMariaDb();
// The index pages of a million posts fit, their texts do not.
await database.exec('SET GLOBAL innodb_buffer_pool_size = 1073741824');
const sites = [];
const rows = {};
try {
  for (const [index, size] of SIZES.entries()) sites.push(await prepare(size, PORT + index));
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(cases(sites[0]))) {
      if (ROWS && !ROWS.test(name)) continue;
      for (const site of sites) add(name, site, await read(name, site));
    }
    if (ROWS && !ROWS.test('create, update')) continue;
    for (const site of sites) for (const [name, cost] of Object.entries(await writes(site))) add(name, site, cost);
  }
  if (!ROWS) for (const site of sites) await measureSearches(site);
} finally {
  await Promise.all(sites.map(({ server, data }) => server.stop().then(() => rmSync(data, { recursive: true }))));
  await database.stop();
}
const isStored = ROUNDS > 1 && process.env.LIST_INDEX !== 'off';
if (isStored) storeRun('scale', { rounds: ROUNDS, client: CLIENT, database: mariaDbRelease(), sizes: SIZES, rows });
table([
  ['CPU ms a request (service + database)', ...SIZES.map((size) => `${size} posts`), 'growth'],
  ...Object.entries(rows).map(([name, row]) => {
    const medians = SIZES.map((size) => (row[size].length > 0 ? median(row[size]) : NaN));
    return [name, ...medians.map((value) => value.toFixed(2)), `x${(medians.at(-1) / medians[0]).toFixed(1)}`];
  }),
]);

function add(name, { size }, cost) {
  rows[name] ??= {};
  const samples = (rows[name][size] ??= []);
  // No request may have finished on a machine that is busy with other work.
  if (Number.isFinite(cost)) samples.push(cost);
}

/** Installs and fills a site and starts its service. */
async function prepare(size, port) {
  const name = `scale_${size}`;
  await database.exec(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const data = mkdtempSync(join(tmpdir(), 'nestpress-scale-'));
  const service = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DATA_DIR: data,
    SITE_URL: service,
    DATABASE_URL: database.url(name),
    ADMIN_PASSWORD: PASSWORD,
    CACHE_MB: '0',
    ENTRY_CACHE_MB: '0',
    CONTENT_TYPES: join(data, 'content-types.json'),
  };
  writeFileSync(env.CONTENT_TYPES, JSON.stringify(CONTENT));
  const first = startNode(['dist/src/main.js'], env);
  await waitFor(`${service}/readyz`);
  await first.stop();
  const started = performance.now();
  await setListIndex(database.url(name), false);
  const ids = await fill(database.url(name), size);
  ids.firstGenre = await fillType(database.url(name), { type: 'book', taxonomy: 'genre' });
  const filled = performance.now();
  if (process.env.LIST_INDEX !== 'off') await setListIndex(database.url(name), true);
  console.log(
    `${size} posts: filled in ${seconds(filled - started)} s, list index in ${seconds(performance.now() - filled)} s`,
  );
  const server = startNode(['dist/src/main.js'], env);
  await waitFor(`${service}/readyz`);
  return { name, size, ids, data, env, service, server };
}

async function read(name, site) {
  const ask = cases(site)[name];
  await checkAnswer(name, site, ask);
  const { path, headers } = ask;
  const pids = [site.server.pid, database.pid];
  return (await measure(site.service + path, { pids, seconds: SECONDS, connections: 4, headers })).cpuMs;
}

async function measureSearches(site) {
  add('search: rare word', site, await search(site, rareWord(site.size), 1));
  add('search: word in every post', site, await search(site, 'consectetur', 10));
  if (process.env.SEARCH_INDEX === 'off') return;
  const began = performance.now();
  await buildSearchIndex(database.url(site.name));
  console.log(`${site.size} posts: search index in ${seconds(performance.now() - began)} s`);
  await site.server.stop();
  site.server = startNode(['dist/src/main.js'], site.env);
  await waitFor(`${site.service}/readyz`);
  add('search: rare word, indexed', site, await search(site, rareWord(site.size), 1));
  add('search: word in every post, indexed', site, await search(site, 'consectetur', 10));
  add('search: the same by relevance, indexed', site, await search(site, 'consectetur&orderby=relevance', 10));
  add('search: two words, indexed', site, await search(site, 'consectetur+tempor', 10));
  for (const [label, cost] of Object.entries(await writes(site))) add(`${label}, search index`, site, cost);
}

function cases({ size, ids: { firstPost, firstTerm, firstTag, firstUser, firstGenre } }) {
  const posts = '/wp-json/wp/v2/posts';
  const books = '/wp-json/wp/v2/books';
  const full = (path) => ({ path, entries: 10 });
  return {
    'first page': full(posts),
    'deep page': full(`${posts}?page=${Math.floor((size * 0.9) / 10)}`),
    'by category': full(`${posts}?categories=${firstTerm}`),
    'by tag': full(`${posts}?tags=${firstTag}`),
    'by author': full(`${posts}?author=${firstUser}`),
    'of two categories': full(`${posts}?categories=${firstTerm},${firstTerm + 1}`),
    'without a category': full(`${posts}?categories_exclude=${firstTerm}`),
    'without one post': full(`${posts}?exclude=${firstPost}`),
    'by date': full(`${posts}?after=2006-01-02T03:00:00&before=2006-01-04T00:00:00`),
    'since a date': full(`${posts}?after=2006-01-02T03:00:00`),
    'since a date, deep page': full(
      `${posts}?after=2006-01-02T03:00:00&order=asc&page=${Math.floor((size * 0.75) / 10)}`,
    ),
    'of a category since a date': full(`${posts}?categories=${firstTerm}&after=2006-01-02T03:00:00`),
    'one post': { path: `${posts}/${firstPost}` },
    'first page, _embed': full(`${posts}?_embed`),
    'by id': full(`${posts}?orderby=id`),
    'by id, deep page': full(`${posts}?orderby=id&page=${Math.floor((size * 0.9) / 10)}`),
    'by title': full(`${posts}?orderby=title`),
    'by slug': full(`${posts}?orderby=slug&order=asc`),
    'of any status, signed in': { ...full(`${posts}?status=any&context=edit`), headers: SIGNED_IN },
    'books, a declared type': full(books),
    'books, deep page': full(`${books}?page=${Math.floor((size * 0.9) / 10)}`),
    'books by genre, a declared taxonomy': full(`${books}?genres=${firstGenre}`),
    media: full('/wp-json/wp/v2/media'),
    'media, deep page': full(`/wp-json/wp/v2/media?page=${Math.floor((size * 0.18) / 10)}`),
    images: full('/wp-json/wp/v2/media?media_type=image'),
    comments: full('/wp-json/wp/v2/comments'),
    'comments, deep page': full(`/wp-json/wp/v2/comments?page=${Math.floor((size * 0.18) / 10)}`),
    'comments of a post': full(`/wp-json/wp/v2/comments?post=${firstPost}`),
    users: { path: '/wp-json/wp/v2/users' },
    tags: full('/wp-json/wp/v2/tags'),
  };
}

/** A figure is worth nothing if the response was empty or an error. */
async function checkAnswer(label, { service }, { path, entries, headers }) {
  const answer = await fetch(service + path, { headers });
  const body = await answer.json();
  if (!answer.ok || (entries !== undefined && body.length !== entries))
    throw new Error(`${label}: ${answer.status} with ${body.length} entries`);
}

/**
 * One after the other, and last of all: what a long one costs would be added to whatever comes after. A search that takes longer
 * than a statement may has no figure.
 */
async function search(site, word, entries) {
  if ((await fetch(`${site.service}/wp-json/wp/v2/posts?search=${word}`)).status === 503) return NaN;
  const spent = stopwatch(site);
  const started = performance.now();
  let asked = 0;
  for (; asked === 0 || performance.now() - started < SECONDS * 1000; asked++)
    await checkAnswer(`search for ${word}`, site, { path: `/wp-json/wp/v2/posts?search=${word}`, entries });
  return spent() / asked;
}

/** The number at the end of one title, of a post that is no draft. */
function rareWord(size) {
  return String(size - 3);
}

/** Processor milliseconds of service and database from now on. */
function stopwatch({ server }) {
  const now = () => [server.pid, database.pid].reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = now();
  return () => (now() - before) * 1000;
}

/** Writes one after the other, signed in. */
async function writes(site) {
  const { firstPost, firstTerm } = site.ids;
  const headers = { ...SIGNED_IN, 'content-type': 'application/json' };
  const posts = `${site.service}/wp-json/wp/v2/posts`;
  const one = async (url, body) => {
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await answer.arrayBuffer();
  };
  const costs = async (write) => {
    for (let i = 0; i < WRITES / 4; i++) await write(i);
    const spent = stopwatch(site);
    for (let i = 0; i < WRITES; i++) await write(WRITES + i);
    return spent() / WRITES;
  };
  return {
    create: await costs((i) =>
      one(posts, { title: `Written ${i}`, content: 'Some text.', status: 'publish', categories: [firstTerm] }),
    ),
    update: await costs((i) => one(`${posts}/${firstPost + i}`, { content: `Other text ${i}.`, status: 'publish' })),
  };
}

function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
