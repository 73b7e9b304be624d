// Memory of the service while it exports all posts as lines of JSON: POSTS=1000000 node bench/export-memory.mjs. Needs a build and MariaDB.
import '../tools/usage.mjs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '../tools/fill.mjs';
import { freePort } from '../tools/free-port.mjs';
import { startMariaDb } from '../tools/local-mariadb.mjs';
import { setListIndex, startNode, waitFor } from './lib.mjs';

const POSTS = Number(process.env.POSTS ?? 50_000);
const MAIN = join(import.meta.dirname, '../dist/src/main.js');
const megabytes = (pid, name) =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);

const scratch = mkdtempSync(join(tmpdir(), 'nestpress-export-'));
const server = await startMariaDb();
let service;
try {
  await server.exec('SET GLOBAL innodb_buffer_pool_size = 2147483648');
  await server.exec('CREATE DATABASE exported CHARACTER SET utf8mb4');
  const port = await freePort();
  service = startNode([MAIN], {
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    DATA_DIR: scratch,
    DATABASE_URL: server.url('exported'),
    ADMIN_PASSWORD: 'correct horse battery',
    CONSOLE: 'api',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(`${url}/readyz`);
  // Without the triggers of the list index, which the export does not use, rows are inserted several times faster.
  await setListIndex(server.url('exported'), false);
  await fill(server.url('exported'), POSTS);
  console.log(`before: ${megabytes(service.pid, 'VmRSS')} MB`);

  const started = performance.now();
  const response = await fetch(`${url}/wp-json/nestpress/v1/export/post`);
  let lines = 0;
  let bytes = 0;
  for await (const chunk of response.body) {
    const before = lines;
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines++;
    const step = Math.ceil(POSTS / 5);
    if (Math.floor(lines / step) > Math.floor(before / step))
      console.log(`after ${lines} posts: ${megabytes(service.pid, 'VmRSS')} MB`);
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${lines} posts, ${Math.round(bytes / 1e6)} MB in ${seconds} s; peak ${megabytes(service.pid, 'VmHWM')} MB`,
  );
} finally {
  await service?.stop();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
