import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '../../tools/free-port.mjs';
import { ADMIN } from '../support/app.js';
import { missingOptional } from '../support/missing.js';
import { hasEnded, spawnService, startProcess } from '../support/process.js';
import { write } from '../support/truth/remote.js';
import { until } from '../support/until.js';

const POSTS = 5;
/** More than the last page of the write-ahead log. */
const DAMAGED_BYTES = 5000;
const NOBODY = 65_534;

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-file-'));
  file = join(dataDir, 'nestpress.sqlite');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const env = () => ({ DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, RATE_LIMIT: 'off', LOG_LEVEL: 'error' });

/** Writes posts, kills the service, changes its files, and returns what the next one logs. */
async function startAfterKill(change: () => void): Promise<string> {
  const killed = await startProcess(env());
  for (let i = 0; i < POSTS; i++)
    expect((await write(killed.url, 'POST', '/wp/v2/posts', { title: `T ${i}` })).status).toBe(201);
  await killed.stop('SIGKILL');
  change();
  const next = await startProcess(env());
  await next.stop();
  return next.output();
}

test('the loss of acknowledged writes is logged at the next start', async () => {
  expect(await startAfterKill(() => undefined)).not.toContain('acknowledged writes');
  const damaged = await startAfterKill(() => {
    const log = readFileSync(`${file}-wal`);
    writeFileSync(`${file}-wal`, log.fill(0xff, log.length - DAMAGED_BYTES));
  });
  expect(damaged).toMatch(/nestpress\.sqlite lacks the last \d+ acknowledged writes/);
  const deleted = await startAfterKill(() => {
    for (const side of ['-wal', '-shm']) rmSync(file + side);
  });
  const [, lost] = /lacks the last (\d+) acknowledged writes/.exec(deleted) ?? [];
  expect(Number(lost)).toBeGreaterThanOrEqual(POSTS);
});

if (process.getuid?.() === 0)
  test('on a read-only file the service reads, refuses writes with 503, and is not ready', async () => {
    await (await startProcess(env())).stop();
    // The folder of this run belongs to its user alone.
    for (const folder of [tmpdir(), dataDir]) chmodSync(folder, 0o755);
    for (const name of ['', ...readdirSync(dataDir)]) chownSync(join(dataDir, name), NOBODY, NOBODY);
    chmodSync(file, 0o444);
    const port = await freePort();
    const service = spawnService({ ...env(), HOST: '127.0.0.1', PORT: String(port) }, { uid: NOBODY });
    const url = `http://127.0.0.1:${port}`;
    const readiness = () => fetch(`${url}/readyz`).then((response) => response.json());
    try {
      await until(() => {
        if (hasEnded(service)) throw new Error(service.output());
        return readiness().then(Boolean, () => false);
      }, 'the service responds');
      const notReady = (reason: RegExp) => ({
        status: 'not ready',
        checks: { database: { state: 'failing', reason: expect.stringMatching(reason) } },
      });
      expect(await readiness()).toMatchObject(notReady(/nestpress\.sqlite is read-only/));
      expect((await fetch(`${url}/wp-json/wp/v2/posts`)).status).toBe(200);
      expect((await write(url, 'POST', '/wp/v2/posts', { title: 'T' })).status).toBe(503);
      for (const name of ['', '-wal', '-shm']) chmodSync(file + name, 0o644);
      expect(await readiness()).toMatchObject(notReady(/was read-only when it was opened/));
      expect((await write(url, 'POST', '/wp/v2/posts', { title: 'T' })).status).toBe(503);
    } finally {
      await service.stop();
    }
  });
else missingOptional('another user cannot be used (needs root)');
