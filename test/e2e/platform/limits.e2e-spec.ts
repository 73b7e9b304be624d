import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ADMIN } from '../../support/app.js';
import { startProcess } from '../../support/process.js';

const GUESSES = 60;

/** A connection of its own for each, so that both workers get some. */
async function guess(url: string, number: number): Promise<number> {
  const authorization = `Basic ${Buffer.from(`${ADMIN.user}:guess ${number}`).toString('base64')}`;
  const { status } = await fetch(`${url}/wp-json/wp/v2/posts`, { headers: { authorization, connection: 'close' } });
  return status;
}

test('workers share one limit: so many wrong passwords in all', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-limits-'));
  const service = await startProcess({
    DATA_DIR: dataDir,
    WORKERS: '2',
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
  });
  try {
    const statuses = await Promise.all(Array.from({ length: GUESSES }, (_, number) => guess(service.url, number)));
    const refused = statuses.filter((status) => status === 429).length;
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(refused).toBe(GUESSES - 5);
    expect(await guess(service.url, 0)).toBe(429);
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
