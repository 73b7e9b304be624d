import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Database } from '../../../../src/database/database.js';
import { placeholders } from '../../../../src/database/engine/parameters.js';
import { openDatabase } from '../../../../src/database/drivers/open.js';
import { type DatabaseOptions } from '../../../../src/database/drivers/options.js';
import { WORDPRESS_TABLES } from '../../../../src/database/schema/index.js';
import { tableOf } from '../../../../src/database/entities/index.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { JobsStore } from '../../../../src/platform/jobs/jobs.store.js';
import { eachEngine } from '../../../support/app.js';
import { report } from '../../../support/cluster/load.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { until } from '../../../support/until.js';

const JOBS = 200;
/** One of the processes ends as it begins its job of this number. */
const KILLED_AT = 8;
const SCRIPT = join(import.meta.dirname, '../../../support/jobs-process.mjs');
const TYPESCRIPT = new URL('../../../../tools/typescript.mjs', import.meta.url).href;

eachEngine((engine) => {
  test('two processes, one of them killed: each job has its effect exactly once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-jobs-'));
    const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const options: DatabaseOptions = { url: place?.url, file: join(folder, 'site.sqlite'), tablePrefix: 'wp_' };
    const database = await openDatabase(options);
    const workers: Worker[] = [];
    try {
      await database.createTables([...WORDPRESS_TABLES, tableOf(Job)]);
      const store = new JobsStore(database);
      workers.push(startWorker(options, KILLED_AT), startWorker(options));
      const [doomed, survivor] = workers as [Worker, Worker];
      await until(() => workers.every((worker) => worker.isReady()), 'both are ready');
      await addJobs(database, store);
      await doomed.ended;
      const killedAt = performance.now();
      const held = await heldBy(database, doomed.child.pid!);
      expect(held.length).toBeGreaterThan(0);
      await until(async () => (await unfinished(database, held)) === 0, 'what it had claimed is done');
      report(`process with jobs (${engine})`, { requests: JOBS, errors: 0 }, Math.round(performance.now() - killedAt));
      await until(async () => (await traces(database)).length >= JOBS, 'everything is done');
      survivor.child.kill('SIGTERM');
      expect(await survivor.ended).toBe(0);

      const done = await traces(database);
      expect(done.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
        Array.from({ length: JOBS }, (_, number) => number),
      );
      expect(new Set(done.map(({ process }) => process))).toEqual(
        new Set([String(doomed.child.pid), String(survivor.child.pid)]),
      );
      const all = await database.query<{ id: number; state: string; attempts: number }>(
        `SELECT id, state, attempts FROM ${database.tables.own('jobs')} ORDER BY id`,
      );
      expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['done']));
      // Those the killed process was at were begun a second time by the other.
      expect(all.filter(({ attempts }) => attempts > 1).map(({ id }) => id)).toEqual(expect.arrayContaining(held));
    } finally {
      for (const { child } of workers) child.kill('SIGKILL');
      await Promise.all(workers.map(({ ended }) => ended));
      await database.close();
      await place?.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

interface Worker {
  child: ChildProcess;
  isReady(): boolean;
  ended: Promise<number | null>;
}

function startWorker(options: DatabaseOptions, killedAt = Number.POSITIVE_INFINITY): Worker {
  const child = spawn(process.execPath, ['--import', TYPESCRIPT, SCRIPT, JSON.stringify(options), String(killedAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let isReady = false;
  child.stdout.once('data', () => (isReady = true));
  return { child, isReady: () => isReady, ended: new Promise((done) => child.on('exit', done)) };
}

async function addJobs(database: Database, store: JobsStore): Promise<void> {
  await database.transaction(async (tx) => {
    for (let number = 0; number < JOBS; number++) {
      await store.add(tx, { kind: 'trace', payload: JSON.stringify({ number }), runAt: Date.now(), maxAttempts: 5 });
    }
  });
}

/** The jobs a process had claimed when it was killed. */
async function heldBy(database: Database, pid: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `SELECT id FROM ${database.tables.own('jobs')} WHERE state = 'waiting' AND claimed_by LIKE ?`,
    [`%/${pid}/%`],
  );
  return rows.map(({ id }) => id);
}

async function unfinished(database: Database, ids: readonly number[]): Promise<number> {
  const rows = await database.query(
    `SELECT id FROM ${database.tables.own('jobs')} WHERE state <> 'done' AND id IN (${placeholders(ids.length)})`,
    ids,
  );
  return rows.length;
}

function traces(database: Database): Promise<{ number: number; process: string }[]> {
  return database.query(
    `SELECT comment_id AS number, meta_value AS process FROM ${database.tables.commentmeta} WHERE meta_key = 'trace'`,
  );
}
