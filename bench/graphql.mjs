#!/usr/bin/env node
// node bench/graphql.mjs: processor time of the compiled service for posts with author, categories and featured image, and with their
// excerpts, tags and comments as well, with 10 and 100 nodes, without any cache and from the response cache; and what GRAPHQL=on adds
// to a start. Responses are not compressed, as WordPress does not compress its own. With
// PLUGIN_FILES, a folder with the files of WPGraphQL and what it needs from Composer, a WordPress 7.1 (../shared/reference) with the
// plugin on the same database is measured in the same run, in interleaved rounds, with the database of both. BENCH_STARTS: how
// many starts (0: none).
import '../tools/usage.mjs';
import { readFileSync } from 'node:fs';
import { ADMIN, FuzzedService } from '../tools/fuzz/service.mjs';
import { cpuSeconds, setListIndex } from './lib.mjs';
import { startReference } from './reference.mjs';

const STARTS = Number(process.env.BENCH_STARTS ?? 5);
const POSTS = 120;
const ROUNDS = 3;
/** Node compiles code that runs often, PHP has compiled all of it. */
const REQUESTS = {
  ours: { warm: 300, runs: 60 },
  hits: { warm: 2000, runs: 1500 },
  theirs: { warm: 4, runs: 20 },
};
/** On a busy machine, a round ends with fewer requests. */
const MAX_ROUND_MS = 15_000;

const QUERIES = {
  'author, categories, image': `
    id title uri date author { node { name slug } } categories { nodes { name uri } }
    featuredImage { node { sourceUrl altText } }`,
  'excerpt, tags, comments, too': `
    id title uri date excerpt author { node { name slug } } categories { nodes { name uri } } tags { nodes { name } }
    featuredImage { node { sourceUrl altText } } comments { nodes { content } }`,
};

const env = { VARIANT: 'C', CONSOLE: 'off', SITE_PAGES: 'off' };
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
console.log(`Node ${process.version}`);

/** Of a start: processor time until it is ready, and memory afterwards. */
async function start(graphql) {
  const service = await FuzzedService.start({ ...env, GRAPHQL: graphql });
  const { pid } = service.child;
  const cpu = cpuSeconds(pid) * 1000;
  const memory = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  await service.stop();
  return { cpu, memory };
}

const starts = { off: [], on: [] };
for (let run = 0; run < STARTS; run++) for (const graphql of ['off', 'on']) starts[graphql].push(await start(graphql));
for (const [name, found] of Object.entries(starts).filter(([, { length }]) => length > 0))
  console.log(
    `start, GRAPHQL=${name}: ${median(found.map(({ cpu }) => cpu))} ms of processor time, ${median(found.map(({ memory }) => memory)).toFixed(1)} MB`,
  );

const { REF_DIR = '/tmp/wp-reference-7.1', REF_PORT = '8071', REF_DB_PORT = '13371' } = process.env;
process.env.REF_RELEASE = '7.1';
const wordpress =
  process.env.PLUGIN_FILES &&
  (await startReference({
    ...{ files: process.env.PLUGIN_FILES, main: 'wp-graphql/wp-graphql.php' },
    ...{ state: REF_DIR, port: REF_PORT, databasePort: REF_DB_PORT },
  }));
const site = wordpress ? { DATABASE_URL: wordpress.database, TABLE_PREFIX: 'wp_' } : {};
if (wordpress) await setListIndex(wordpress.database, true);
const uncached = await FuzzedService.start({ ...env, ...site, GRAPHQL: 'on', CACHE_MB: '0', ENTRY_CACHE_MB: '0' });
const cached = await FuzzedService.start({ ...env, ...site, GRAPHQL: 'on' });
try {
  if (!wordpress) for (const service of [uncached, cached]) await fill(service);
  const rows = [];
  for (const [fields, query] of Object.entries(QUERIES))
    for (const first of [10, 100]) rows.push({ fields, ...(await compare(first, query)) });
  console.table(rows);
} finally {
  await cached.stop();
  await uncached.stop();
  wordpress?.stop();
}

/** One row of the table: the same document, sent to each. */
async function compare(first, fields) {
  const query = encodeURIComponent(`{ posts(first: ${first}) { nodes { ${fields} } } }`);
  const urlOf = ({ port }) => `http://127.0.0.1:${port}/graphql?query=${query}`;
  const database = wordpress ? [wordpress.databasePid] : [];
  const measured = {
    ours: { url: urlOf(uncached), pids: [uncached.child.pid, ...database] },
    hits: { url: urlOf(cached), pids: [cached.child.pid, ...database] },
    ...(wordpress && {
      theirs: { url: `${wordpress.url}/index.php?graphql=true&query=${query}`, pids: wordpress.pids },
    }),
  };
  if (wordpress) await assertSame(measured.ours.url, measured.theirs.url, first);
  const names = Object.keys(measured);
  for (const name of names) await repeat(measured[name].url, REQUESTS[name].warm);
  const costs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const name of names) costs[name].push(await cost(measured[name], REQUESTS[name].runs));
  const row = {
    posts: first,
    'without caches (ms)': median(costs.ours).toFixed(2),
    'from the response cache (ms)': median(costs.hits).toFixed(3),
  };
  if (!wordpress) return row;
  return {
    ...row,
    'WPGraphQL (ms)': median(costs.theirs).toFixed(1),
    'times less without caches': ratios(costs.theirs, costs.ours),
    'times less on a hit': ratios(costs.theirs, costs.hits),
  };
}

/** Of the rounds: the median, the smallest and the largest. */
function ratios(theirs, ours) {
  const found = theirs.map((cost, round) => cost / ours[round]);
  return `${median(found).toFixed(1)} (${Math.min(...found).toFixed(1)} to ${Math.max(...found).toFixed(1)})`;
}

/** Milliseconds of processor time per request. */
async function cost({ url, pids }, runs) {
  const total = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = total();
  const sent = await repeat(url, runs);
  return ((total() - before) * 1000) / sent;
}

/** One request after the other: on a busy machine, one may take longer than any time that a load generator runs. */
async function repeat(url, times) {
  const end = performance.now() + MAX_ROUND_MS;
  let sent = 0;
  for (; sent < times && performance.now() < end; sent++) {
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const text = await response.text();
    if (!response.ok || text.startsWith('{"errors"')) throw new Error(`${url}: ${text.slice(0, 300)}`);
  }
  return sent;
}

/** Another response would be measured as a fast one. */
async function assertSame(ours, theirs, first) {
  const nodes = await Promise.all(
    [ours, theirs].map(async (url) => {
      const { data, errors } = await (await fetch(url)).json();
      if (errors || data.posts.nodes.length !== first) throw new Error(`${url}: ${JSON.stringify(errors ?? data)}`);
      return data.posts.nodes.map((node) => JSON.stringify(node));
    }),
  );
  const other = nodes[0].findIndex((node, at) => node !== nodes[1][at]);
  const same = nodes[0].filter((node, at) => node === nodes[1][at]).length;
  console.log(`${same} of ${first} nodes are the same as those of WPGraphQL`);
  if (other >= 0) console.log(`different, such as:\n${nodes[0][other]}\n${nodes[1][other]}`);
}

async function fill(service) {
  const create = async (path, body) => {
    const { text } = await service.send({
      method: 'POST',
      target: `/wp-json/wp/v2${path}`,
      headers: { authorization: ADMIN, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    });
    return JSON.parse(text).id;
  };
  const tags = [];
  for (let number = 0; number < 5; number++) tags.push(await create('/tags', { name: `Tag ${number}` }));
  for (let number = 0; number < POSTS; number++)
    await create('/posts', {
      title: `Post ${number}`,
      content: `<!-- wp:paragraph --><p>${'A sentence of a post. '.repeat(40)}</p><!-- /wp:paragraph -->`,
      status: 'publish',
      tags: [tags[number % tags.length]],
    });
}
