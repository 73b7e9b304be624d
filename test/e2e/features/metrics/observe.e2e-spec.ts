import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { Database } from '../../../../src/database/database.js';
import { MetricsService } from '../../../../src/features/metrics/metrics.service.js';
import { HealthService } from '../../../../src/platform/health/health.service.js';
import { JobsService } from '../../../../src/platform/jobs/jobs.service.js';
import { MailService } from '../../../../src/platform/mail/mail.service.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { picture } from '../../../support/files.js';
import { untilSettledInCache } from '../../../support/settled-cache.js';
import { until } from '../../../support/until.js';

const TIMING = /^total;dur=[\d.]+, db;dur=[\d.]+;desc="(\d+) queries", cache;desc=(\w+)$/;

eachEngine((engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-observe-'));
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp(
      { SMTP_URL: 'log:', METRICS_PORT: '9', SERVER_TIMING: 'request', TRUSTED_PROXIES: 'loopback' },
      engine,
    );
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  const get = (path: string) => request(service.server).get(path);
  const part = <T>(type: abstract new (...args: never[]) => T): T => service.app.get(type as never, { strict: false });

  /** The value of one line of the metrics. */
  async function metric(line: string): Promise<number> {
    const found = (await part(MetricsService).text()).split('\n').find((one) => one.startsWith(`${line} `));
    return found === undefined ? 0 : Number(found.slice(line.length));
  }

  /** What is counted when a response is over may be so a moment after the client has it. */
  const untilCounted = (line: string, value: number) =>
    until(async () => (await metric(line)) === value, `${line} is ${value}`);
  const stateOf = async (path: string) => (await get(path)).headers['x-nestpress-cache'];

  describe('metrics', () => {
    test('requests are counted by pattern, method and status, never by what the client made up', async () => {
      const before = await metric(
        'nestpress_requests_total{route="/wp/v2/posts/(?P<id>[\\\\d]+)",method="GET",status="404"}',
      );
      await get('/wp-json/wp/v2/posts/987654').expect(404);
      await get('/wp-json/wp/v2/posts/987655').expect(404);
      await get('/wp-json/fabricated/address').expect(404);
      await get('/fabricated-address').expect(404);
      await untilCounted(
        'nestpress_requests_total{route="/wp/v2/posts/(?P<id>[\\\\d]+)",method="GET",status="404"}',
        before + 2,
      );
      await untilCounted('nestpress_requests_total{route="no route",method="GET",status="404"}', 2);
      expect(await part(MetricsService).text()).not.toContain('fabricated');
    });

    test('time and statements of requests, by route; cache hits are counted separately', async () => {
      await untilSettledInCache(() => stateOf('/wp-json/wp/v2/categories'));
      const made = await metric('nestpress_request_duration_seconds_count{route="/wp/v2/categories",method="GET"}');
      expect(made).toBeGreaterThan(0);
      await untilCounted(
        'nestpress_requests_total{route="from memory",method="GET",status="200"}',
        await metric('nestpress_cache_hits_total'),
      );
      await get('/wp-json/wp/v2/categories?search=x').expect(200);
      await untilCounted('nestpress_request_duration_seconds_count{route="/wp/v2/categories",method="GET"}', made + 1);
      expect(await metric('nestpress_request_queries_sum{route="/wp/v2/categories",method="GET"}')).toBeGreaterThan(0);
      expect(await metric('nestpress_cache_entries')).toBeGreaterThan(0);
      expect(await metric('nestpress_queries_total')).toBeGreaterThan(0);
      expect(await metric('nestpress_database_connections_limit{pool="write"}')).toBe(engine === 'mysql' ? 4 : 1);
    });

    test('a change shows as a purge, and the dropped answer as stale', async () => {
      let number = 0;
      // A machine too busy to look for changes does not look at what it keeps, either.
      await until(async () => {
        await untilSettledInCache(() => stateOf('/wp-json/wp/v2/tags'));
        const [purges, stale] = [
          await metric('nestpress_cache_purges_total'),
          await metric('nestpress_cache_stale_total'),
        ];
        await request(service.server)
          .post('/wp-json/wp/v2/tags')
          .auth(ADMIN.user, ADMIN.password)
          .send({ name: `Fresh ${number++}` })
          .expect(201);
        await get('/wp-json/wp/v2/tags').expect('X-Nestpress-Cache', 'miss');
        expect(await metric('nestpress_cache_purges_total')).toBeGreaterThan(purges);
        return (await metric('nestpress_cache_stale_total')) > stale;
      }, 'the dropped answer shows as stale');
    });

    test('jobs: those waiting and how long, those done and given up', async () => {
      const jobs = part(JobsService);
      const database = part(Database);
      await database.transaction((tx) =>
        jobs.add(tx, 'nobody does this', {}, { runAt: new Date(Date.now() - 60_000) }),
      );
      await database.transaction((tx) =>
        jobs.add(tx, 'nobody does this', {}, { runAt: new Date(Date.now() + 600_000) }),
      );
      jobs.register('fine', async () => undefined);
      jobs.register('hopeless', () => Promise.reject(new Error('no')));
      await jobs.runNow('fine', {});
      await jobs.runNow('hopeless', {}, { maxAttempts: 1 });
      expect(await metric('nestpress_jobs{state="due"}')).toBe(1);
      expect(await metric('nestpress_jobs{state="later"}')).toBe(1);
      expect(await metric('nestpress_jobs{state="dead"}')).toBe(1);
      expect(await metric('nestpress_jobs_oldest_due_seconds')).toBeGreaterThanOrEqual(60);
      expect(await metric('nestpress_jobs_ended_total{kind="fine",result="done"}')).toBe(1);
      expect(await metric('nestpress_jobs_ended_total{kind="hopeless",result="dead"}')).toBe(1);
    });

    test('mail sent and refused, uploads received and sent', async () => {
      const mail = part(MailService);
      await mail.deliver({ to: [{ address: 'a@example.org' }], subject: 'Hello', text: 'You' });
      await mail.deliver({ to: [], subject: 'Hello', text: 'Nobody' });
      expect(await metric('nestpress_mail_total{result="sent"}')).toBe(1);
      expect(await metric('nestpress_mail_total{result="refused"}')).toBe(1);
      const file = await picture(8, 8);
      const { body } = await request(service.server)
        .post('/wp-json/wp/v2/media')
        .auth(ADMIN.user, ADMIN.password)
        .set('Content-Disposition', 'attachment; filename="a.png"')
        .set('Content-Type', 'image/png')
        .send(file)
        .expect(201);
      expect(await metric('nestpress_upload_bytes_total{direction="received"}')).toBe(file.length);
      await get(new URL((body as { source_url: string }).source_url).pathname).expect(200);
      await untilCounted('nestpress_upload_bytes_total{direction="sent"}', file.length);
      await untilCounted('nestpress_requests_total{route="uploads",method="GET",status="200"}', 1);
    });
  });

  describe('request ids and timing', () => {
    test('a valid request id of a trusted proxy is used, on cache hits too', async () => {
      for (let i = 0; i < 2; i++)
        await get('/wp-json/wp/v2/statuses').set('X-Request-Id', 'abc-123').expect('X-Request-Id', 'abc-123');
      const made = await get('/wp-json/wp/v2/statuses').set('X-Request-Id', 'a b<c');
      expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('Server-Timing contains time, statements and cache state, if enabled', async () => {
      const timing = async () =>
        TIMING.exec((await get('/wp-json/wp/v2/pages').set('X-Server-Timing', '1')).headers['server-timing'] ?? '');
      const [, queries, cache] = (await timing())!;
      expect(Number(queries)).toBeGreaterThan(0);
      expect(cache).toBe('miss');
      await until(async () => (await timing())![2] === 'hit', 'the answer comes from memory');
      const timings = await Promise.all(Array.from({ length: 20 }, timing));
      for (const [, asked, state] of timings as RegExpExecArray[]) expect(asked === '0').toBe(state === 'hit');
      expect((await get('/wp-json/wp/v2/pages')).headers).not.toHaveProperty('server-timing');
    });
  });

  describe('readiness', () => {
    test('a degraded dependency is reported, a required one makes the service unready', async () => {
      const file = join(folder, 'a-file');
      writeFileSync(file, '');
      const broken = await startTestApp({ UPLOADS_DIR: join(file, 'uploads') }, engine);
      const ready = () => request(broken.server).get('/readyz');
      try {
        // A busy machine may not answer a check in time.
        await until(async () => (await ready()).status === 200, 'what all need is there');
        const { body } = await ready();
        expect(body).toMatchObject({
          status: 'degraded',
          checks: { uploads: { state: 'failing', reason: 'cannot be written' } },
        });
        broken.app.get(HealthService, { strict: false }).stop();
        expect((await ready().expect(503)).body).toMatchObject({
          status: 'not ready',
          checks: { shutdown: { state: 'failing', reason: 'in progress' } },
        });
      } finally {
        await broken.close();
      }
    });

    test('a missing table is named', async () => {
      const broken = await startTestApp({}, engine);
      try {
        await broken.app.get(DataSource, { strict: false }).query('DROP TABLE wp_links');
        const reason = async () =>
          ((await request(broken.server).get('/readyz').expect(503)).body as { checks: { schema: { reason: string } } })
            .checks.schema.reason;
        await until(async () => (await reason()) === 'tables are missing: wp_links', 'the missing table is named');
        await request(broken.server).get('/healthz').expect(200);
      } finally {
        await broken.close();
      }
    });
  });
});
