import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startMariaDb } from '../../tools/local-mariadb.mjs';
import { ADMIN } from '../support/app.js';
import { hasEnded, startProcess } from '../support/process.js';
import { write } from '../support/truth/remote.js';
import { until } from '../support/until.js';

test('a database that is killed under load is answered with 503, and served from again when it is back', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-away-'));
  const server = await startMariaDb();
  await server.exec('CREATE DATABASE site');
  const service = await startProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: server.url('site'),
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
  });
  const statuses = new Map<number, number>();
  let isOver = false;
  let number = 0;
  const client = async () => {
    while (!isOver) {
      const { status } = await write(service.url, 'POST', '/wp/v2/posts', {
        title: `T ${number++}`,
        status: 'publish',
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: 4 }, client);
  try {
    await until(() => (statuses.get(201) ?? 0) > 10, 'posts are written');
    await server.kill();
    await until(() => (statuses.get(503) ?? 0) > 10, 'the loss is answered with 503');
    expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
    await server.restart();
    const before = statuses.get(201)!;
    await until(() => statuses.get(201)! > before + 10, 'posts are written again');
    await until(async () => (await fetch(`${service.url}/readyz`)).ok, 'the service is ready again');
    expect([...statuses.keys()].sort()).toEqual([201, 503]);
    expect(hasEnded(service)).toBe(false);
  } finally {
    isOver = true;
    await Promise.allSettled(clients);
    await service.stop();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  process.stdout.write(`database away: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
});
