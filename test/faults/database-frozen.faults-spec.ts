import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startMariaDb } from '../../tools/local-mariadb.mjs';
import { ADMIN } from '../support/app.js';
import { startProcess } from '../support/process.js';
import { write } from '../support/truth/remote.js';
import { until } from '../support/until.js';

test('a database that stops responding is answered with 503 within the limit, and served from again when it responds', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-frozen-'));
  const server = await startMariaDb();
  await server.exec('CREATE DATABASE site');
  const service = await startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: server.url('site'),
    DATABASE_TIMEOUT: '2',
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT: 'off',
    CACHE_MB: '0',
    LOG_LEVEL: 'fatal',
  });
  const read = async () => {
    const began = performance.now();
    const { status, headers } = await fetch(`${service.url}/wp-json/wp/v2/posts`);
    return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - began };
  };
  try {
    expect((await read()).status).toBe(200);
    process.kill(server.pid!, 'SIGSTOP');
    // More than there are connections; some wait for one.
    const reads = await Promise.all(Array.from({ length: 40 }, read));
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 503));
    expect(reads[0]!.retryAfter).toBe('2');
    const longest = Math.max(...reads.map(({ ms }) => ms));
    expect((await write(service.url, 'POST', '/wp/v2/posts', { title: 'T' })).status).toBe(503);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    process.kill(server.pid!, 'SIGCONT');
    await until(async () => (await read()).status === 200, 'reads are answered again');
    await until(
      async () => (await write(service.url, 'POST', '/wp/v2/posts', { title: 'T' })).status === 201,
      'posts are written again',
    );
    await until(async () => (await fetch(`${service.url}/readyz`)).ok, 'the service is ready again');
    process.stdout.write(`database frozen: the last of 40 reads got its 503 after ${Math.round(longest)} ms\n`);
  } finally {
    process.kill(server.pid!, 'SIGCONT');
    await service.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
