import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import * as popups from '../../../../src/modules/popups/popup.command.js';
import { Database } from '../../../../src/database/database.js';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { JobsWorkerService } from '../../../../src/platform/jobs/jobs-worker.service.js';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { callCli } from '../../../support/cli.js';
import { untilSettledInCache } from '../../../support/settled-cache.js';
import { until } from '../../../support/until.js';

const BEACON = '/wp-json/popups/v1/analytics';

anyEngine((engine) => {
  let service: TestApp;
  let popup: number;
  const beacon = (query: object) => request(service.server).get(BEACON).query(query);

  async function makePopup(of: TestApp): Promise<number> {
    const db = of.app.get(Database);
    const date = '2020-01-01 00:00:00';
    const { insertId } = await db.transaction((tx) =>
      tx.execute(
        `INSERT INTO ${db.tables.posts} (post_type, post_status, post_title, post_name, post_content, post_excerpt, to_ping, pinged, post_content_filtered, ` +
          `post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES ('popup', 'publish', 'P', 'p', '', '', '', '', '', ?, ?, ?, ?)`,
        [date, date, date, date],
      ),
    );
    return insertId;
  }

  /** Once everything that waits has found its way into the meta values; the minute is not waited for. */
  async function counts(of: TestApp, id: number): Promise<Record<string, string>> {
    const db = of.app.get(Database);
    await fold(of);
    const rows = await db.query<{ name: string; value: string }>(
      `SELECT meta_key AS name, meta_value AS value FROM ${db.tables.postmeta} WHERE post_id = ? ORDER BY meta_id`,
      [id],
    );
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
    return Object.fromEntries(rows.map((row) => [row.name, row.value]));
  }

  async function fold(of: TestApp): Promise<void> {
    const db = of.app.get(Database);
    const jobs = db.tables.own('jobs');
    await until(async () => {
      const { affected } = await db.transaction((tx) =>
        tx.execute(`UPDATE ${jobs} SET run_at = 0 WHERE kind = 'popups.fold' AND state = 'waiting'`),
      );
      of.app.get(JobsWorkerService, { strict: false }).wakeIn(0);
      const waiting = await db.query(`SELECT id FROM ${jobs} WHERE kind = 'popups.fold' AND state = 'waiting'`);
      return affected === 0 && waiting.length === 0;
    }, 'the counts are folded');
    expect(await db.query(`SELECT popup_id FROM ${db.tables.own('popup_counts')}`)).toEqual([]);
  }

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    popup = await makePopup(service);
  });
  afterAll(() => service.close());

  test('every event at once is counted exactly once', async () => {
    const own = await makePopup(service);
    const events = Array.from({ length: 60 }, (_, place) => (place % 3 === 0 ? 'conversion' : 'open'));
    await Promise.all(events.map((event) => beacon({ event, pid: own }).expect(204)));
    const { popup_last_opened: opened, popup_last_conversion: converted, ...numbers } = await counts(service, own);
    expect(numbers).toEqual({
      popup_open_count: '40',
      popup_open_count_total: '40',
      popup_conversion_count: '20',
      popup_conversion_count_total: '20',
    });
    for (const moment of [opened, converted]) expect(Math.abs(Number(moment) - Date.now() / 1000)).toBeLessThan(600);
  });

  test('nothing is lost or counted twice while counts are folded', async () => {
    const own = await makePopup(service);
    const db = service.app.get(Database);
    const finish = async () => {
      await db.transaction((tx) =>
        tx.execute(`UPDATE ${db.tables.own('jobs')} SET run_at = 0 WHERE kind = 'popups.fold' AND state = 'waiting'`),
      );
      service.app.get(JobsWorkerService, { strict: false }).wakeIn(0);
    };
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        ...Array.from({ length: 12 }, () => beacon({ event: 'open', pid: own }).expect(204)),
        finish(),
      ]);
    }
    expect(await counts(service, own)).toMatchObject({ popup_open_count: '60', popup_open_count_total: '60' });
  });

  test('a beacon does not invalidate cached responses until its count is added', async () => {
    const list = async () =>
      (await request(service.server).get('/wp-json/wp/v2/posts').expect(200)).headers['x-nestpress-cache'];
    // At the full minute counts are folded anyway, which may fall in between: then once more.
    await until(async () => {
      await fold(service);
      await untilSettledInCache(list);
      await beacon({ event: 'open', pid: popup }).expect(204);
      await beacon({ event: 'open', pid: popup }).expect(204);
      return (await list()) === 'hit';
    }, 'a beacon leaves the answer alone');
    await fold(service);
    expect(await list()).toBe('miss');
  });

  test('counts of a popup that is gone go, too', async () => {
    const own = await makePopup(service);
    await beacon({ event: 'open', pid: own }).expect(204);
    const db = service.app.get(Database);
    await db.transaction((tx) => tx.execute(`DELETE FROM ${db.tables.posts} WHERE ID = ?`, [own]));
    expect(await counts(service, own)).toEqual({});
  });

  test('the response is an empty image that is not cached', async () => {
    const { popup_open_count: before } = await counts(service, popup);
    const { headers } = await beacon({ event: 'open', pid: -popup }).expect(204);
    expect(headers).toMatchObject({
      'content-type': 'image/gif',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['content-length'] ?? '0').toBe('0');
    expect((await counts(service, popup)).popup_open_count).toBe(String(Number(before ?? 0) + 1));
  });

  test('what cannot be counted is passed over', async () => {
    const before = await counts(service, popup);
    for (const query of [
      { event: 'nope', pid: popup },
      { event: '', pid: popup },
      { event: 'open', pid: 999_999 },
      { event: 'open', pid: 1 },
      { event: 'open', pid: '9'.repeat(30) },
    ]) {
      await beacon(query).expect(204);
    }
    expect(await counts(service, popup)).toEqual(before);
    expect(await counts(service, 1)).not.toHaveProperty('popup_open_count');
  });

  test('missing and invalid arguments are reported', async () => {
    expect((await beacon({}).expect(400)).body.data.params).toEqual(['event', 'pid']);
    expect((await beacon({ 'event[]': 'open', pid: popup }).expect(400)).body.code).toBe('rest_invalid_param');
    for (const pid of ['0', 'abc', ''])
      expect((await beacon({ event: 'open', pid }).expect(404)).body.code).toBe('missing_params');
    await request(service.server).post(BEACON).send({ event: 'open', pid: popup }).expect(404);
  });

  test('one visitor counts a limited number of times', async () => {
    const limited = await startTestApp({ RATE_LIMIT: 'on', TRUSTED_PROXIES: 'loopback' }, engine);
    try {
      const id = await makePopup(limited);
      const open = (address: string) =>
        request(limited.server)
          .get(BEACON)
          .query({ event: 'open', pid: id })
          .set('X-Forwarded-For', address)
          .expect(204);
      for (let time = 0; time < 35; time++) await open('203.0.113.5');
      expect((await counts(limited, id)).popup_open_count).toBe('30');
      await open('203.0.113.6');
      expect((await counts(limited, id)).popup_open_count).toBe('31');
    } finally {
      await limited.close();
    }
  });

  test('popups are created, listed with their counts and deleted by the command line', async () => {
    const { databaseUrl, dataDir } = service.app.get<Config>(CONFIG);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    const run = (...args: string[]) => callCli([popups], env, ['popup', ...args, '--json']);
    const { id } = JSON.parse((await run('create', 'Spring sale')).out) as { id: number };
    await beacon({ event: 'open', pid: id }).expect(204);
    expect(await counts(service, id)).toMatchObject({ popup_open_count: '1' });
    expect(JSON.parse((await run('list')).out)).toContainEqual(
      expect.objectContaining({ id, title: 'Spring sale', status: 'publish', opened: 1, converted: 0 }),
    );
    expect((await run('delete', String(id))).code).toBe(0);
    expect(await run('delete', String(id))).toMatchObject({ code: 1 });
    expect(JSON.parse((await run('list')).out)).not.toContainEqual(expect.objectContaining({ id }));
    expect((await callCli([popups], { ...env, VARIANT: 'B' }, ['popup', 'list'])).err).toContain(
      'This site has no popups',
    );
  });
});
