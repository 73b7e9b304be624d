// Processor time per request without nestpress/v1 (CONSOLE=off) and with all of it, none of it used (CONSOLE=api): two processes, which
// take turns, so that the load of the machine affects both alike. ROUNDS=300 node bench/unused-features.mjs. Needs a build and Linux.
// OTHER=path/to/another/build/dist/src/main.js compares with another build instead, for example one without some modules.
import '../tools/usage.mjs';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tools/free-port.mjs';
import { startNode, waitFor } from './lib.mjs';
import { errorOf, mean, trimmed } from './statistics.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 300);
const REQUESTS = Number(process.env.REQUESTS ?? 40);
const CONCURRENT = 4;
const MAIN = join(import.meta.dirname, '../dist/src/main.js');
const PASSWORD = 'correct horse battery';
const AUTHORIZATION = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;

const get = (path, headers = {}) => [path, { headers }];
const ROUTES = {
  'list of posts, from the cache': () => get('/wp-json/wp/v2/posts'),
  'list of posts, signed in': () => get('/wp-json/wp/v2/posts?context=edit', { authorization: AUTHORIZATION }),
  'one post, signed in': () => get('/wp-json/wp/v2/posts/1?context=edit', { authorization: AUTHORIZATION }),
  'new post': () => [
    '/wp-json/wp/v2/posts',
    {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
      // Of another title: looking for a free slug takes longer the more posts have the same title.
      body: JSON.stringify({ title: `Post ${Math.random()}`, content: 'Some text', status: 'publish' }),
    },
  ],
};

const { OTHER } = process.env;
const services = [await start(OTHER ?? MAIN, OTHER ? 'api' : 'off'), await start(MAIN, 'api')];
try {
  for (const [name, request] of Object.entries(ROUTES)) {
    for (const service of services) await send(service, request, 20 * REQUESTS);
    const ratios = [];
    const spent = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times = [];
      // Who is first alternates, too.
      for (const index of round % 2 ? [1, 0] : [0, 1]) times[index] = await measure(services[index], request);
      spent.push(times[0]);
      ratios.push(times[1] / times[0] - 1);
    }
    const typical = trimmed(ratios);
    const percent = (value) => `${(value * 100).toFixed(1)} %`;
    console.log(
      `${name}: ${Math.round(mean(trimmed(spent)))} µs without; difference with ${percent(mean(typical))} ± ${percent(errorOf(typical))}`,
    );
  }
} finally {
  for (const { server, scratch } of services) {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function start(main, mode) {
  const scratch = mkdtempSync(join(tmpdir(), 'nestpress-unused-'));
  const port = await freePort();
  const server = startNode([main], {
    DATA_DIR: scratch,
    ADMIN_PASSWORD: PASSWORD,
    CONSOLE: mode,
    SITE_PAGES: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(`${url}/readyz`);
  return { server, url, scratch };
}

async function send({ url }, request, count) {
  let left = count;
  const client = async () => {
    while (left-- > 0) {
      const [path, options] = request();
      const response = await fetch(url + path, options);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, client));
}

/** Microseconds of processor time per request. */
async function measure(service, request) {
  const before = microseconds(service.server.pid);
  await send(service, request, REQUESTS);
  return (microseconds(service.server.pid) - before) / REQUESTS;
}

/** What the threads of a process spent until now. */
function microseconds(pid) {
  return readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000)
    .reduce((sum, time) => sum + time, 0);
}
