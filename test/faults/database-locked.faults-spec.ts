import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ADMIN } from '../support/app.js';
import { holdLock } from '../support/locked-file.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { write } from '../support/truth/remote.js';

/** Longer than a write waits for the lock. */
const HELD_MS = 8000;
const UNLOCKED_MS = 3000;
const PROBE_EVERY_MS = 20;

let dataDir: string;
let service: ServiceProcess;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-locked-'));
  service = await startProcess({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
  });
});
afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Sends requests one after another until `isOver`, each for another URL, which is not cached; returns how long each took. */
async function probe(path: string, isOver: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    expect((await fetch(`${service.url}${path}${took.length + 1}`)).status).toBe(200);
    took.push(performance.now() - start);
    await pause(PROBE_EVERY_MS);
  }
  return took;
}

const p99 = (took: readonly number[]) => Math.round([...took].sort((a, b) => a - b)[Math.floor(took.length * 0.99)]!);

test.each(['IMMEDIATE', 'EXCLUSIVE'] as const)(
  'while another process holds BEGIN %s, probes and reads go on, and writes wait, then get a 503',
  async (mode) => {
    const statuses = new Map<number, number>();
    let longestWriteMs = 0;
    let isOver = false;
    const writer = async () => {
      while (!isOver) {
        const start = performance.now();
        const { status } = await write(service.url, 'POST', '/wp/v2/posts', { title: 'T', status: 'publish' });
        longestWriteMs = Math.max(longestWriteMs, performance.now() - start);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const unlocked = Date.now() + UNLOCKED_MS;
    const usual = p99(await probe('/healthz?', () => Date.now() > unlocked));
    const release = await holdLock(join(dataDir, 'nestpress.sqlite'), mode);
    const requests = Promise.all([
      probe('/healthz?', () => isOver),
      probe('/wp-json/wp/v2/posts?exclude=', () => isOver),
      ...Array.from({ length: 4 }, writer),
    ]);
    try {
      await Promise.race([requests, pause(HELD_MS)]);
    } finally {
      isOver = true;
      await release();
    }
    const [health, reads] = await requests;
    process.stdout.write(
      `locked ${mode}: healthz p99 ${p99(health)} ms of ${health.length} (unlocked ${usual}), reads p99 ${p99(reads)} ms of ${reads.length}, ` +
        `longest write ${Math.round(longestWriteMs)} ms, ${JSON.stringify(Object.fromEntries(statuses))}\n`,
    );
    // The machine may be busy.
    expect(p99(health)).toBeLessThan(100 + 5 * usual);
    expect(p99(reads)).toBeLessThan(1000 + 5 * usual);
    expect(longestWriteMs).toBeLessThan(HELD_MS);
    expect(statuses.get(503)).toBeGreaterThan(0);
    expect([...statuses.keys()].filter((status) => status !== 503 && status !== 201)).toEqual([]);
    expect((await write(service.url, 'POST', '/wp/v2/posts', { title: 'afterwards' })).status).toBe(201);
  },
);
