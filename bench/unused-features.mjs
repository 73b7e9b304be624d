// Processor time per request without nestpress/v1 (CONSOLE=off) and with all of it, none of it used (CONSOLE=api): two processes, which
// take turns, so that the load of the machine affects both alike. ROUNDS=30 node bench/unused-features.mjs. Needs a build.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../tools/free-port.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 30);
const REQUESTS = Number(process.env.REQUESTS ?? 200);
const CONCURRENT = 4;
const TICKS_PER_SECOND = 100;
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
      body: JSON.stringify({ title: 'A post', content: 'Some text', status: 'publish' }),
    },
  ],
};

const services = await Promise.all(['off', 'api'].map(start));
try {
  for (const [name, request] of Object.entries(ROUTES)) {
    for (const service of services) await send(service, request, REQUESTS);
    const spent = services.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
      // Who is first alternates, too.
      for (const index of round % 2 ? [1, 0] : [0, 1]) spent[index].push(await measure(services[index], request));
    const [without, unused] = spent.map((times) => times.reduce((sum, time) => sum + time, 0) / times.length);
    const differences = spent[1].map((time, round) => time - spent[0][round]);
    const error = deviation(differences) / Math.sqrt(ROUNDS);
    const share = (value) => `${((value / without) * 100).toFixed(1)} %`;
    console.log(
      `${name}: ${Math.round(without)} µs without, ${Math.round(unused)} µs with; difference ${share(unused - without)} ± ${share(1.96 * error)}`,
    );
  }
} finally {
  for (const { child, scratch } of services) {
    child.kill('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function start(mode) {
  const scratch = mkdtempSync(join(tmpdir(), 'nestpress-unused-'));
  const port = await freePort();
  const env = {
    ...process.env,
    DATA_DIR: scratch,
    ADMIN_PASSWORD: PASSWORD,
    CONSOLE: mode,
    SITE_PAGES: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await wait(200);
  return { child, url, scratch };
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
  const before = ticks(service.child.pid);
  await send(service, request, REQUESTS);
  return ((ticks(service.child.pid) - before) / TICKS_PER_SECOND / REQUESTS) * 1e6;
}

function ticks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

function deviation(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
