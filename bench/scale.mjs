#!/usr/bin/env node
// npm run bench:scale: how the cost of a request grows with the number of posts, on a private MariaDB, in one run.
//   SIZES=1000,100000 npm run bench:scale
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../tools/fill.mjs';
import { startMariaDb } from '../tools/local-mariadb.mjs';
import { measure, startNode, table, waitFor } from './lib.mjs';

const SIZES = (process.env.SIZES ?? '1000,100000').split(',').map(Number);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const PORT = 3971;
const service = `http://127.0.0.1:${PORT}`;

execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
const database = await startMariaDb();
const columns = [];
try {
  for (const size of SIZES) columns.push(await column(size));
} finally {
  await database.stop();
}
const names = Object.keys(columns[0]);
table([
  ['CPU ms a request (service + database)', ...SIZES.map((size) => `${size} posts`), 'growth'],
  ...names.map((name) => [name, ...columns.map((column) => column[name].toFixed(2)), `x${(columns.at(-1)[name] / columns[0][name]).toFixed(1)}`]),
]);

async function column(size) {
  const name = `scale_${size}`;
  await database.exec(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const data = mkdtempSync(join(tmpdir(), 'nestpress-scale-'));
  const env = { PORT: String(PORT), HOST: '127.0.0.1', LOG_LEVEL: 'warn', DATA_DIR: data, SITE_URL: service, DATABASE_URL: database.url(name), ADMIN_PASSWORD: 'not used here', RESPONSE_CACHE: 'off' };
  let server = startNode(['dist/src/main.js'], env);
  await waitFor(`${service}/readyz`);
  await server.stop();
  const { firstPost, firstTerm, firstTag, firstUser } = await fill(database.url(name), size);
  server = startNode(['dist/src/main.js'], env);
  await waitFor(`${service}/readyz`);
  const cases = {
    'first page': '/wp-json/wp/v2/posts',
    'deep page': `/wp-json/wp/v2/posts?page=${Math.floor((size * 0.9) / 10)}`,
    'by category': `/wp-json/wp/v2/posts?categories=${firstTerm}`,
    'by tag': `/wp-json/wp/v2/posts?tags=${firstTag}`,
    'by author': `/wp-json/wp/v2/posts?author=${firstUser}`,
    'by date': '/wp-json/wp/v2/posts?after=2010-01-02T00:00:00&before=2010-01-04T00:00:00',
    'one post': `/wp-json/wp/v2/posts/${firstPost}`,
    'first page, _embed': '/wp-json/wp/v2/posts?_embed',
    search: '/wp-json/wp/v2/posts?search=consectetur',
  };
  const result = {};
  try {
    for (const [label, path] of Object.entries(cases)) {
      result[label] = (await measure(service + path, { pids: [server.pid, database.pid], seconds: SECONDS, connections: 4 })).cpuMs;
    }
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
  return result;
}
