import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { forEachEngine } from '../../../test/support/databases.js';
import { type Database } from '../../database/database.js';
import { type JobHandler, type JobsSettings, PermanentFailure } from './job.js';
import { JobsService } from './jobs.service.js';
import { tableOf } from '../../database/entities/index.js';
import { Job, JobProgress } from './job.entity.js';
import { JobsStore } from './jobs.store.js';
import { JobsWorkerService } from './jobs-worker.service.js';
import { until } from '../../../test/support/until.js';

// Failures are what is tested here.
Logger.overrideLogger(false);

interface Row {
  state: string;
  attempts: number;
  run_at: number;
  payload: string;
  last_error: string;
}

forEachEngine((_engine, makeDatabase) => {
  const workers: JobsWorkerService[] = [];
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.beforeApplicationShutdown();
  });

  async function start(
    database: Database,
    handlers: Record<string, JobHandler<never>>,
    settings: Partial<JobsSettings> = {},
  ) {
    const store = new JobsStore(database);
    await database.createTables([tableOf(Job), tableOf(JobProgress)]);
    const worker = new JobsWorkerService(store, {
      leaseMs: 600,
      pollMs: 100,
      concurrency: 4,
      graceMs: 5000,
      works: true,
      ...settings,
    });
    const jobs = new JobsService(database, store, worker);
    for (const [kind, handler] of Object.entries(handlers)) jobs.register(kind, handler);
    worker.onApplicationBootstrap();
    workers.push(worker);
    return { jobs, worker, store };
  }

  const rows = (database: Database) =>
    database.query<Row>(
      `SELECT state, attempts, run_at, payload, last_error FROM ${database.tables.own('jobs')} ORDER BY id`,
    );

  describe('jobs', () => {
    test('are done after the commit they belong to, and only then', async () => {
      const database = await makeDatabase();
      const done: unknown[] = [];
      const { jobs } = await start(database, { note: async (payload) => void done.push(payload) }, { pollMs: 60_000 });
      const failed = database.transaction(async (tx) => {
        await jobs.add(tx, 'note', { text: 'lost' });
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await database.transaction(async (tx) => {
        await jobs.add(tx, 'note', { text: 'ä 🙂 \0' });
        await wait(50);
        expect(done).toEqual([]);
      });
      await until(() => done.length > 0);
      await until(async () => (await rows(database))[0]?.state === 'done');
      expect(done).toEqual([{ text: 'ä 🙂 \0' }]);
      expect(await rows(database)).toMatchObject([{ state: 'done', attempts: 1, payload: '' }]);
    });

    test('wait for their time', async () => {
      const database = await makeDatabase();
      const done: number[] = [];
      const { jobs } = await start(database, { note: async () => void done.push(Date.now()) }, { pollMs: 60_000 });
      const runAt = new Date(Date.now() + 400);
      await database.transaction((tx) => jobs.add(tx, 'note', {}, { runAt }));
      await until(() => done.length > 0);
      expect(done[0]).toBeGreaterThanOrEqual(runAt.getTime());
    });

    test('that fail are retried later; after the last failure they are dead', async () => {
      const database = await makeDatabase();
      const { jobs } = await start(database, { fails: () => Promise.reject(new Error('the reason')) });
      const before = Date.now();
      await database.transaction((tx) => jobs.add(tx, 'fails', {}, { maxAttempts: 2 }));
      await until(async () => (await rows(database))[0]?.last_error === 'the reason');
      const [row] = await rows(database);
      expect(row).toMatchObject({ state: 'waiting', attempts: 1 });
      expect(row!.run_at).toBeGreaterThan(before + 10_000);
      await database.transaction((tx) => tx.update(Job, { kind: 'fails' }, { runAt: 0 }));
      await until(async () => (await rows(database))[0]?.state === 'dead');
      expect(await jobs.dead()).toMatchObject([{ kind: 'fails', attempts: 2, lastError: 'the reason' }]);
    });

    test('that cannot succeed are given up at once', async () => {
      const database = await makeDatabase();
      const { jobs } = await start(database, { hopeless: () => Promise.reject(new PermanentFailure('never')) });
      await database.transaction((tx) => jobs.add(tx, 'hopeless', {}));
      await until(async () => (await jobs.dead()).length === 1);
    });

    test('of an unknown kind are left to other processes', async () => {
      const database = await makeDatabase();
      const { jobs } = await start(database, { known: async () => undefined });
      await database.transaction((tx) => jobs.add(tx, 'unknown', {}));
      await wait(300);
      expect(await rows(database)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    });

    test('never run more at once than allowed', async () => {
      const database = await makeDatabase();
      let now = 0;
      let most = 0;
      let done = 0;
      const handler = async () => {
        most = Math.max(most, ++now);
        await wait(5);
        now--;
        done++;
      };
      const { jobs } = await start(database, { slow: handler }, { concurrency: 3 });
      await database.transaction(async (tx) => {
        for (let i = 0; i < 30; i++) await jobs.add(tx, 'slow', i);
      });
      await until(() => done === 30);
      expect(most).toBe(3);
    });

    test('that take long delay neither other kinds nor other subjects of their kind', async () => {
      const database = await makeDatabase();
      const running: string[] = [];
      const done: string[] = [];
      const { jobs, worker } = await start(database, {
        mail: async (to) => void done.push(`mail to ${to as string}`),
      });
      const slow = async (subject: string, { signal }: { signal: AbortSignal }) => {
        running.push(subject);
        if (subject.startsWith('slow')) await wait(300_000, undefined, { signal }).catch(() => undefined);
        done.push(subject);
      };
      jobs.register('deliver', slow, { concurrency: 2 });
      await database.transaction(async (tx) => {
        for (const subject of ['slow one', 'slow two', 'quick'])
          for (let i = 0; i < 6; i++) await jobs.add(tx, 'deliver', subject, { subject });
        await jobs.add(tx, 'mail', 'everyone');
      });
      await until(() => done.length === 7, 'the quick ones are done');
      expect(done.filter((name) => name === 'quick')).toHaveLength(6);
      expect(done).toContain('mail to everyone');
      // A job that an earlier release added has no lane.
      await database.transaction((tx) => tx.insert(Job, { kind: 'mail', payload: '"an old friend"' }));
      await until(() => done.includes('mail to an old friend'));
      expect(running.filter((name) => name !== 'quick').sort()).toEqual([
        'slow one',
        'slow one',
        'slow two',
        'slow two',
      ]);
      for (const { id } of await database.manager.find(Job, { select: { id: true } })) worker.abort(id);
    });

    test('stay with a process that takes longer than the lease', async () => {
      const database = await makeDatabase();
      let runs = 0;
      const handler = async () => {
        runs++;
        await wait(5000);
      };
      const { jobs } = await start(database, { long: handler }, { leaseMs: 3000, graceMs: 10_000 });
      await start(database, { long: handler }, { leaseMs: 3000 });
      await database.transaction((tx) => jobs.add(tx, 'long', {}));
      await until(async () => (await rows(database))[0]?.state === 'done');
      expect(runs).toBe(1);
    });

    test('of a process that is gone are taken over after the lease; its late result does not count', async () => {
      const database = await makeDatabase();
      const { store, worker, jobs } = await start(database, {});
      await database.transaction((tx) => jobs.add(tx, 'note', {}));
      const [next] = await store.upcoming(['note'], 1);
      const claim = worker.newClaim();
      const [gone] = await store.claim([next!.id], claim);
      const ranAt: number[] = [];
      await start(database, { note: async () => void ranAt.push(Date.now()) });
      await until(() => ranAt.length === 1);
      expect(ranAt[0]).toBeGreaterThanOrEqual(claim.until);
      await until(async () => (await rows(database))[0]?.state === 'done');
      await expect(store.finish(gone!, async () => Promise.reject(new Error('must not run')))).rejects.toThrow(
        'taken over',
      );
      expect((await rows(database))[0]).toMatchObject({ state: 'done', attempts: 2 });
    });

    test('that end their process every time come to an end', async () => {
      const database = await makeDatabase();
      const { store, worker, jobs } = await start(database, {});
      await database.transaction((tx) => jobs.add(tx, 'crash', {}, { maxAttempts: 1 }));
      const [next] = await store.upcoming(['crash'], 1);
      await store.claim([next!.id], worker.newClaim());
      let runs = 0;
      await start(database, { crash: async () => void runs++ });
      await until(async () => (await jobs.dead()).length === 1);
      expect(runs).toBe(0);
    });

    test('run at once report their result and stay stored if they failed', async () => {
      const database = await makeDatabase();
      let works = false;
      const { jobs } = await start(database, {
        note: () => (works ? Promise.resolve() : Promise.reject(new Error('not now'))),
      });
      expect(await jobs.runNow('note', {})).toBe(false);
      works = true;
      expect(await jobs.runNow('note', {})).toBe(true);
      expect(await rows(database)).toMatchObject([{ state: 'waiting', attempts: 1 }, { state: 'done' }]);
    });

    test('what a handler returns happens together with the end of the job, or not at all', async () => {
      const database = await makeDatabase();
      const handler: JobHandler<never> = async () => async (tx) => {
        await jobs.add(tx, 'nobody', {});
        throw new Error('half way');
      };
      const { jobs } = await start(database, { outer: handler });
      await database.transaction((tx) => jobs.add(tx, 'outer', {}));
      await until(async () => (await rows(database))[0]?.last_error === 'half way');
      expect(await rows(database)).toHaveLength(1);
    });

    test('in progress are finished when the process stops, within a limit', async () => {
      const database = await makeDatabase();
      let aborted = false;
      const handler: JobHandler<number> = (ms, { signal }) => {
        signal.addEventListener('abort', () => (aborted = true));
        return wait(ms, undefined, { signal });
      };
      const patient = await start(database, { slow: handler as JobHandler<never> }, { graceMs: 60_000 });
      await database.transaction((tx) => patient.jobs.add(tx, 'slow', 500));
      await until(async () => (await rows(database))[0]?.attempts === 1);
      await patient.worker.beforeApplicationShutdown();
      expect((await rows(database))[0]).toMatchObject({ state: 'done' });
      expect(aborted).toBe(false);
      const { jobs, worker } = await start(database, { slow: handler as JobHandler<never> }, { graceMs: 500 });
      const late = jobs.runNow('slow', 300_000);
      await until(async () => (await rows(database)).length === 2);
      await worker.beforeApplicationShutdown();
      expect(aborted).toBe(true);
      expect(await late).toBe(false);
    });

    test('that have ended are deleted after a time, dead ones later, and all but the latest dead ones', async () => {
      const database = await makeDatabase();
      const { jobs, store } = await start(database, {
        fine: async () => undefined,
        bad: () => Promise.reject(new PermanentFailure('no')),
      });
      await jobs.runNow('fine', {});
      await jobs.runNow('bad', {});
      const [past, future] = [Date.now() - 60_000, Date.now() + 60_000];
      await store.forgetEnded({ doneBefore: past, deadBefore: past, dead: 1 });
      expect(await rows(database)).toHaveLength(2);
      await store.forgetEnded({ doneBefore: future, deadBefore: past, dead: 1 });
      expect(await rows(database)).toMatchObject([{ state: 'dead' }]);
      // More than one transaction deletes.
      const dead = { kind: 'bad', state: 'dead' as const, finishedAt: Date.now() };
      for (let i = 0; i < 3; i++)
        await database.transaction((tx) =>
          tx.insert(
            Job,
            Array.from({ length: 900 }, () => dead),
          ),
        );
      const ids = (await database.manager.find(Job, { select: { id: true }, order: { id: 'DESC' }, take: 2 })).map(
        ({ id }) => Number(id),
      );
      await database.transaction((tx) => tx.insert(JobProgress, [{ id: ids[1]! - 1 }, { id: ids[1]! }]));
      await store.forgetEnded({ doneBefore: past, deadBefore: past, dead: 2 });
      expect((await database.manager.find(Job, { order: { id: 'DESC' } })).map(({ id }) => Number(id))).toEqual(ids);
      expect(await database.manager.count(JobProgress)).toBe(1);
      await store.forgetEnded({ doneBefore: past, deadBefore: future, dead: 2 });
      expect(await rows(database)).toEqual([]);
    });
  });
});
