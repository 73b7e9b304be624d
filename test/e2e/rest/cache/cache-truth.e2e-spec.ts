import { type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type INestApplication } from '@nestjs/common';
import mysql from 'mysql2/promise';
import { NOTICED_WITHIN_MS } from '../../../../src/rest/cache/change-watch.service.js';
import { RouteRegistry } from '../../../../src/rest/route/route-registry.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { type ServiceProcess, startProcess } from '../../../support/process.js';
import { cacheTruth } from '../../../support/truth/cache-truth.js';
import { until } from '../../../support/until.js';

/** Short by default; TRUTH_SECONDS=120 is the long run. */
const SECONDS = Number(process.env.TRUTH_SECONDS ?? 8);
const BOUND_MS = NOTICED_WITHIN_MS;
/** MySQL's number for it. */
const DEADLOCK = 1213;

eachEngine((engine) => {
  let dataDir: string;
  let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
  const services: ServiceProcess[] = [];

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'nestpress-truth-'));
    place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const env = {
      DATA_DIR: dataDir,
      SITE_URL: 'http://site.test',
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      ...(place && { DATABASE_URL: place.url }),
    };
    for (const cache of ['on', 'on', 'off'])
      services.push(await startProcess({ ...env, ...(cache === 'off' && { CACHE_MB: '0', ENTRY_CACHE_MB: '0' }) }));
  });

  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await place?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test(
    `two processes answer nothing stale after ${BOUND_MS} ms`,
    async () => {
      const [one, two, twin] = services.map((service) => service.url) as [string, string, string];
      const seed = Number(process.env.TRUTH_SEED ?? Date.now() % 100_000);
      const report = await cacheTruth({
        cached: [one, two],
        twin,
        seconds: SECONDS,
        boundMs: BOUND_MS,
        seed,
        outsider: place && outsiderOn(place.url),
      });
      const { stale, ...counts } = report;
      process.stdout.write(
        `cache truth on ${engine}: bound ${BOUND_MS} ms, seed ${seed}, ${JSON.stringify({ ...counts, stale: stale.length })}\n`,
      );
      expect(stale).toEqual([]);
      expect(report.failures).toBe(0);
      expect(report.hits).toBeGreaterThan(50);
    },
    (SECONDS + 300) * 1000,
  );
});

/** Writes as a WordPress on the same database does: single statements, some of which change nothing visible. */
function outsiderOn(url: string): (text: string) => Promise<void> {
  return async (text) => {
    const connection = await mysql.createConnection(url);
    /** The victim of a deadlock retries. */
    const write = async (sql: string, values: string[] = []): Promise<void> => {
      const done = () =>
        connection.query(sql, values).then(
          () => true,
          (error: { errno?: number }) => (error.errno === DEADLOCK ? false : Promise.reject(error)),
        );
      await until(done, 'the outsider writes');
    };
    try {
      await write("UPDATE wp_posts SET post_title = ? WHERE post_status = 'publish' ORDER BY ID DESC LIMIT 1", [text]);
      await write('UPDATE wp_terms SET name = ? ORDER BY term_id DESC LIMIT 1', [text]);
      await write(
        "UPDATE wp_posts SET post_status = 'future', post_date = UTC_TIMESTAMP() + INTERVAL 2 SECOND, post_date_gmt = UTC_TIMESTAMP() + INTERVAL 2 SECOND " +
          "WHERE post_type = 'post' AND post_status = 'publish' ORDER BY ID LIMIT 1",
      );
      await write("UPDATE wp_options SET option_value = ? WHERE option_name = 'blogdescription'", [text]);
      await write("REPLACE INTO wp_options (option_name, option_value, autoload) VALUES ('_transient_x', ?, 'yes')", [
        text,
      ]);
    } finally {
      await connection.end();
    }
  };
}

async function addressOf(app: INestApplication<Server>): Promise<string> {
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  return `http://127.0.0.1:${port}`;
}

test('the run finds a declaration that lacks a table', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-truth-'));
  const apps: TestApp[] = [];
  try {
    for (const CACHE_MB of ['64', '0']) apps.push(await startTestApp({ DATA_DIR: dataDir, CACHE_MB }));
    const [cached, twin] = [await addressOf(apps[0]!.app), await addressOf(apps[1]!.app)];
    for (const { endpoints } of apps[0]!.app
      .get(RouteRegistry)
      .routes.filter((route) => route.pattern.startsWith('/wp/v2/tags'))) {
      for (const endpoint of endpoints)
        Object.assign(endpoint, {
          cache: endpoint.cache?.filter((table) => table !== 'terms' && table !== 'term_taxonomy'),
        });
    }
    // Traffic is random, and on a busy machine little of it fits into a few seconds.
    let stale: readonly string[] = [];
    for (let round = 0; round < 8 && stale.length === 0; round++)
      ({ stale } = await cacheTruth({ cached: [cached], twin, seconds: 4, boundMs: BOUND_MS }));
    expect(stale.length).toBeGreaterThan(0);
    expect(stale.every((address) => address.startsWith('/wp/v2/tags'))).toBe(true);
  } finally {
    for (const app of apps) await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
