import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type Database } from '../../src/database/database.js';
import { marks } from '../../src/database/engine/parameters.js';
import { openDatabase } from '../../src/database/engine/open.js';
import { type DatabaseOptions } from '../../src/database/engine/options.js';
import { WORDPRESS_TABLES } from '../../src/database/schema/index.js';
import { JobsStore } from '../../src/platform/jobs/jobs.store.js';
import { eachEngine } from '../support/app.js';
import { report } from '../support/cluster/load.js';
import { createMysqlDatabase } from '../support/databases.js';

const JOBS = 200;
const KILLED_AFTER = 20;
const SCRIPT = join(import.meta.dirname, '../support/jobs-process.mjs');

eachEngine((engine) => {
  test('two processes, one of them killed: each job has its effect exactly once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-jobs-'));
    const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const options: DatabaseOptions = { url: place?.url, file: join(folder, 'site.sqlite'), tablePrefix: 'wp_' };
    const database = await openDatabase(options);
    const workers: Worker[] = [];
    try {
      await database.createTables(WORDPRESS_TABLES);
      await addJobs(database);
      workers.push(startWorker(options), startWorker(options));
      const [doomed, survivor] = workers as [Worker, Worker];
      await until(() => doomed.begun() >= KILLED_AFTER);
      doomed.child.kill('SIGKILL');
      const killedAt = performance.now();
      const held = await heldBy(database, doomed.child.pid!);
      await until(async () => (await unfinished(database, held)) === 0);
      report(`process with jobs (${engine})`, { requests: JOBS, errors: 0 }, Math.round(performance.now() - killedAt));
      await until(async () => (await traces(database)).length >= JOBS);
      survivor.child.kill('SIGTERM');
      expect(await survivor.ended).toBe(0);

      const done = await traces(database);
      expect(done.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: JOBS }, (_, number) => number));
      expect(new Set(done.map(({ process }) => process))).toEqual(new Set([String(doomed.child.pid), String(survivor.child.pid)]));
      const states = await database.query<{ state: string; attempts: number; jobs: number }>(
        `SELECT state, attempts, COUNT(*) AS jobs FROM ${database.tables.own('jobs')} GROUP BY state, attempts ORDER BY attempts`,
      );
      // Those the killed process was at were begun a second time by the other.
      expect(states).toMatchObject([{ state: 'done', attempts: 1 }, { state: 'done', attempts: 2 }]);
      expect(states[1]!.jobs).toBeLessThanOrEqual(4);
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
  begun(): number;
  ended: Promise<number | null>;
}

function startWorker(options: DatabaseOptions): Worker {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    begun: () => output.split('begin').length - 1,
    ended: new Promise((done) => child.on('exit', done)),
  };
}

async function addJobs(database: Database): Promise<void> {
  const store = new JobsStore(database);
  await store.onModuleInit();
  await database.transaction(async (tx) => {
    for (let number = 0; number < JOBS; number++) {
      await store.add(tx, { kind: 'trace', payload: JSON.stringify({ number }), runAt: Date.now(), maxAttempts: 5 });
    }
  });
}

/** The jobs a process had claimed when it was killed. */
async function heldBy(database: Database, pid: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(`SELECT id FROM ${database.tables.own('jobs')} WHERE state = 'waiting' AND claimed_by LIKE ?`, [`%/${pid}/%`]);
  return rows.map(({ id }) => id);
}

async function unfinished(database: Database, ids: readonly number[]): Promise<number> {
  const rows = await database.query(`SELECT id FROM ${database.tables.own('jobs')} WHERE state <> 'done' AND id IN (${marks(ids.length)})`, ids);
  return rows.length;
}

function traces(database: Database): Promise<{ number: number; process: string }[]> {
  return database.query(`SELECT comment_id AS number, meta_value AS process FROM ${database.tables.commentmeta} WHERE meta_key = 'trace'`);
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await what()) return;
    await wait(100);
  }
  throw new Error('It did not happen in a minute.');
}
