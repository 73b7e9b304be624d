import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Injectable, Logger, Module } from '@nestjs/common';
import {
  createApp,
  Database,
  defineJob,
  defineMailTemplate,
  type JobRun,
  JobsService,
  MailService,
  RunsJob,
} from '../../../../src/index.js';
import { type Config, CONFIG } from '../../../../src/platform/config/config.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { until } from '../../../support/until.js';

const greet = defineJob<{ name: string }>('test.greet', { maxAttempts: 2 });
const tick = defineJob<{ by: string }>('test.tick', { schedule: { cron: '* * * * * *', payload: { by: 'clock' } } });
const slow = defineJob<object>('test.slow');
const broken = defineJob<object>('test.broken', { maxAttempts: 1 });
const welcome = defineMailTemplate<{ name: string }>({
  subject: 'Welcome, {name}',
  text: 'Hello {name}!',
  html: '<p>Hello {name}!</p>',
});

const greeted: string[] = [];
const ticks: { by: string; id: number; second: number }[] = [];

@Injectable()
class Handlers {
  constructor(
    private readonly database: Database,
    private readonly mail: MailService,
  ) {}

  @RunsJob(greet)
  async greet({ name }: { name: string }): Promise<void> {
    await this.database.transaction((tx) =>
      this.mail.enqueue(tx, welcome.message([{ address: 'anna@example.com' }], { name })),
    );
    greeted.push(name);
  }

  @RunsJob(tick)
  async tick({ by }: { by: string }, { id }: JobRun): Promise<void> {
    await Promise.resolve();
    ticks.push({ by, id, second: Math.floor(Date.now() / 1000) });
  }

  @RunsJob(broken)
  async broken(): Promise<void> {
    await Promise.reject(new Error('The list could not be sent.', { cause: new TypeError('no address') }));
  }

  @RunsJob(slow)
  async slow(_: object, { progress, signal }: JobRun): Promise<void> {
    await progress(0.5, 'half of it');
    await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
  }
}

@Module({ providers: [Handlers] })
class HandlersModule {}

eachEngine((engine) => {
  let service: TestApp;
  let other: Awaited<ReturnType<typeof createApp>>;
  let jobs: JobsService;
  beforeAll(async () => {
    greeted.length = ticks.length = 0;
    const modules = [HandlersModule];
    service = await startTestApp({ SMTP_URL: 'log:' }, engine, { modules });
    // A second process on the same database, in all that matters here.
    other = await createApp(service.app.get<Config>(CONFIG), { modules });
    await other.init();
    jobs = service.app.get(JobsService);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  test('a scheduled job runs once per moment, whatever the number of processes', async () => {
    await until(() => ticks.length >= 3);
    const seen = [...ticks];
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.every(({ by }) => by === 'clock')).toBe(true);
    const waiting = (await jobs.list(['waiting'], 100)).filter(({ kind }) => kind === 'schedule:test.tick');
    expect(waiting.length).toBeLessThanOrEqual(1);
  });

  test('a job is added with a typed payload, alone or in a transaction that may fail', async () => {
    await jobs.enqueue(greet, { name: 'Anna' });
    await service.app
      .get(Database)
      .transaction(async (tx) => {
        await jobs.enqueue(greet, { name: 'Nobody' }, { tx });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    // @ts-expect-error the payload has a name
    await jobs.enqueue(greet, { nam: 'x' }, { runAt: new Date(Date.now() + 3_600_000) });
    await until(() => greeted.includes('Anna'));
    await jobs.enqueue(greet, { name: 'Berta' });
    await until(() => greeted.includes('Berta'));
    expect(greeted).toEqual(['Anna', 'Berta']);
  });

  test('a job that failed is logged with the stacks of its error and of the cause', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    try {
      await jobs.enqueue(broken, {});
      await until(() => logged.mock.calls.length > 0);
      expect(logged.mock.calls[0]![0]).toMatch(
        /test\.broken.*failed for the last time: \nError: The list could not be sent\.\n +at .*\nCaused by: TypeError: no address\n +at /s,
      );
    } finally {
      logged.mockRestore();
    }
  });

  test('a running job reports its progress and can be cancelled', async () => {
    const id = await jobs.enqueue(slow, {});
    const find = async () => (await jobs.list(['waiting', 'dead'], 100)).find((job) => job.id === id);
    await until(async () => (await find())?.progress !== undefined);
    expect(await find()).toMatchObject({ progress: 50, progressNote: 'half of it' });
    expect(await jobs.cancel(id)).toBe(true);
    expect(await jobs.cancel(id)).toBe(false);
    await until(async () => (await find())?.state === 'dead');
    expect((await find())!.lastError).toBe('Cancelled.');
  });
});

test('templates escape values in HTML, keep them out of headers, and refuse missing ones', () => {
  const to = [{ address: 'a@example.com' }];
  expect(welcome.message(to, { name: '<b>\nBcc: x' })).toEqual({
    to,
    subject: 'Welcome, <b> Bcc: x',
    text: 'Hello <b>\nBcc: x!',
    html: '<p>Hello &lt;b&gt;\nBcc: x!</p>',
  });
  expect(() => welcome.message(to, {} as { name: string })).toThrow('no value for {name}');
});

test.each([
  ['bad name!', '* * * * *', /is not a name/],
  ['ok', '0 0 30 2 *', /never runs/],
  ['ok', 'nonsense', /./],
])('defineJob(%j, %j) is refused', (kind, cron, message) =>
  expect(() => defineJob(kind, { schedule: { cron, payload: {} } })).toThrow(message),
);
