import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ADMIN, ADMIN_AUTHORIZATION } from '../../support/app.js';
import { API } from '../../support/clients.js';
import { missingOptional } from '../../support/missing.js';
import { startProcess } from '../../support/process.js';
import { until } from '../../support/until.js';

const headers = {
  authorization: ADMIN_AUTHORIZATION,
  'content-type': 'application/json',
  // A response that comes before the whole body was read ends the connection.
  connection: 'close',
};

/** A file system of its own, or undefined where this account may not mount one. */
function mountSmall(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return () => execFileSync('umount', ['-l', folder]);
}

/** Takes what is left of the disk. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      const chunk = Buffer.alloc(size);
      for (let isFull = false; !isFull;) {
        try {
          isFull = writeSync(file, chunk) < size;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          isFull = true;
        }
      }
    }
  } finally {
    closeSync(file);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'nestpress-full-'));
const unmount = mountSmall(folder);

if (unmount)
  test('on a full disk writes fail with 507, reads work, and readiness reports the reason', () => fillDisk(unmount));
else missingOptional('a small file system cannot be mounted (needs root)');

async function fillDisk(unmountFolder: () => void): Promise<void> {
  const service = await startProcess({ DATA_DIR: folder, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'fatal' });
  const ballast = join(folder, 'ballast');
  try {
    const post = (title: string) =>
      fetch(`${service.url}${API}/posts`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title, content: 'x'.repeat(200_000), status: 'publish' }),
      });
    const upload = () =>
      fetch(`${service.url}${API}/media`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' },
        body: 'x'.repeat(500_000),
      });
    const storage = async () => {
      const report = (await (await fetch(`${service.url}/readyz`, { headers: { connection: 'close' } })).json()) as {
        status: string;
        checks: Record<string, { state: string; reason?: string }>;
      };
      return { status: report.status, storage: report.checks.storage };
    };
    expect((await post('before')).status).toBe(201);
    expect(await storage()).toEqual({ status: 'ready', storage: { state: 'ok' } });
    fill(ballast);
    // Pages of the write-ahead log that exist already are still written to.
    await until(async () => (await post('full')).status !== 201, 'a write fails');
    for (const write of [() => post('full'), upload, () => post('full'), upload, () => post('full')]) {
      const response = await write();
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        507,
        'insufficient_storage',
      ]);
    }
    expect(await storage()).toMatchObject({ status: 'degraded', storage: { state: 'failing' } });
    expect((await fetch(`${service.url}${API}/posts?per_page=1`, { headers })).status).toBe(200);
    rmSync(ballast);
    expect((await post('after')).status).toBe(201);
    expect((await upload()).status).toBe(201);
    expect(await storage()).toEqual({ status: 'ready', storage: { state: 'ok' } });
  } finally {
    await service.stop();
    unmountFolder();
    rmSync(folder, { recursive: true, force: true });
  }
}
