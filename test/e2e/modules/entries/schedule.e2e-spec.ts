import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { openDatabase } from '../../../../src/database/drivers/open.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { type ServiceProcess, startProcess } from '../../../support/process.js';
import { until } from '../../../support/until.js';

/** A moment so many seconds from now, as clients write it in UTC. */
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19);
const isBefore = (moment: string) => new Date().toISOString().slice(0, 19).replace('T', ' ') < moment;

eachEngine((engine) => {
  describe('one process', () => {
    let service: TestApp;
    let db: Database;
    const admin = clientOf(() => service, 'admin');
    const guest = clientOf(() => service);

    beforeAll(async () => {
      service = await startTestApp({}, engine);
      db = service.app.get(Database);
    });
    afterAll(() => service.close());

    const rowOf = async (id: number) =>
      (
        await db.query<{ status: string; date: string }>(
          `SELECT post_status AS status, post_date_gmt AS date FROM ${db.tables.posts} WHERE ID = ?`,
          [id],
        )
      )[0]!;

    test('a future date schedules a post, and a past date publishes a scheduled one', async () => {
      const later = (
        await admin.post('/posts', { title: 'Later', status: 'publish', date_gmt: inSeconds(3600) }).expect(201)
      ).body;
      expect(later.status).toBe('future');
      expect((await admin.post(`/posts/${later.id}`, { status: 'publish' })).body.status).toBe('future');
      expect((await admin.post(`/posts/${later.id}`, { date_gmt: inSeconds(-3600) })).body.status).toBe('publish');
    });

    test('it is seen when its time comes, and its row and counts are written without any request', async () => {
      const { id: category } = (await admin.post('/categories', { name: 'Soon' }).expect(201)).body;
      const { body } = await admin
        .post('/posts', { title: 'Soon', status: 'future', date_gmt: inSeconds(3600), categories: [category] })
        .expect(201);
      // Only minutes can be scheduled through the interface, so the row is brought forward by hand.
      let due = '';
      await until(async () => {
        due = inSeconds(3).replace('T', ' ');
        await db.transaction((tx) =>
          tx.execute(
            `UPDATE ${db.tables.posts} SET post_date = ?, post_date_gmt = ? WHERE ID = ? AND post_status = 'future'`,
            [due, due, body.id],
          ),
        );
        const { status } = await guest.get(`/posts/${body.id}`);
        const isEarly = isBefore(due);
        if (isEarly) expect(status).toBe(401);
        return isEarly;
      }, 'it is asked for before its time');
      await until(() => !isBefore(due));
      expect((await guest.get(`/posts/${body.id}`)).body.status).toBe('publish');
      await until(async () => (await rowOf(body.id)).status === 'publish', 'its row is written');
      expect((await guest.get(`/categories/${category}`)).body.count).toBe(1);
      expect((await rowOf(body.id)).date).toBe(due);
    });
  });

  describe('several processes on one database', () => {
    let dataDir: string;
    let env: Record<string, string>;
    let drop: () => Promise<void>;
    let running: ServiceProcess[];

    beforeEach(async () => {
      dataDir = mkdtempSync(join(tmpdir(), 'nestpress-schedule-'));
      const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
      drop = place?.drop ?? (async () => undefined);
      env = {
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: ADMIN.password,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'info',
        ...(place && { DATABASE_URL: place.url! }),
      };
      running = [];
    });
    afterEach(async () => {
      await Promise.all(running.map((service) => service.stop('SIGKILL')));
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const start = async () => {
      const service = await startProcess(env);
      running.push(service);
      return service;
    };

    test('each entry is published once, though one of them is killed', async () => {
      const [first] = [await start(), await start()];
      const database = await openDatabase({
        url: env.DATABASE_URL,
        file: join(dataDir, 'nestpress.sqlite'),
        tablePrefix: 'wp_',
      });
      try {
        const { posts, term_taxonomy } = database.tables;
        const due = Array.from({ length: 30 }, (_, index) => inSeconds(2 + Math.floor(index / 5)).replace('T', ' '));
        await schedule(database, due);
        await until(
          () => first!.output().includes('Published scheduled entry'),
          'the first process published an entry',
        );
        await first!.stop('SIGKILL');
        const delays: number[] = [];
        for (const [index, date] of due.entries()) {
          await until(async () => {
            const [row] = await database.query<{ status: string }>(
              `SELECT post_status AS status FROM ${posts} WHERE post_name = ?`,
              [`due-${index}`],
            );
            return row!.status === 'publish';
          }, `entry ${index} is published`);
          delays.push(Date.now() - Date.parse(`${date.replace(' ', 'T')}Z`));
        }
        const [category] = await database.query<{ count: number; posts: number }>(
          `SELECT count, (SELECT COUNT(*) FROM ${database.tables.term_relationships} r JOIN ${posts} p ON p.ID = r.object_id ` +
            `WHERE r.term_taxonomy_id = 1 AND p.post_status = 'publish') AS posts FROM ${term_taxonomy} WHERE term_taxonomy_id = 1`,
        );
        expect(category!.count).toBe(category!.posts);
        // Each process reports what it published; the last report of a killed process is lost.
        const published = running.map((service) =>
          [...service.output().matchAll(/Published scheduled entry (\d+)/g)].map((match) => match[1]!),
        );
        const all = published.flat();
        expect(new Set(all).size).toBe(all.length);
        expect(published[1]!.length).toBeGreaterThan(0);
        expect(all.length).toBeGreaterThan(due.length / 2);
        console.log(`${engine}: published by each process: ${published.map((ids) => ids.length).join(' and ')}`);
        console.log(`${engine}: published at most ${Math.max(...delays)} ms after their time`);
        // No process waits for the killed one, however slow the machine is.
        expect(Math.max(...delays)).toBeLessThan(30_000);
      } finally {
        await database.close();
      }
    });

    /** Rows as another writer on the same database would leave them, without a notification. */
    function schedule(database: Database, dates: readonly string[]): Promise<void> {
      return database.transaction(async (tx) => {
        for (const [index, date] of dates.entries()) {
          const { insertId } = await tx.execute(
            `INSERT INTO ${database.tables.posts} (post_author, post_status, post_type, post_title, post_content, post_excerpt, post_name, to_ping, pinged, ` +
              'post_content_filtered, post_date, post_date_gmt, post_modified, post_modified_gmt) ' +
              "VALUES (1, 'future', 'post', 'Due', '', '', ?, '', '', '', ?, ?, ?, ?)",
            [`due-${index}`, date, date, date, date],
          );
          await tx.execute(
            `INSERT INTO ${database.tables.term_relationships} (object_id, term_taxonomy_id, term_order) VALUES (?, 1, 0)`,
            [insertId],
          );
        }
      });
    }
  });
});
