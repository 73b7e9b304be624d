import { CLI_SERVICE } from '../../../../src/cli/cli-service.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mysql from 'mysql2/promise';
import { LessThan } from 'typeorm';
import request from 'supertest';
import { FeedChange, PendingChange } from '../../../../src/features/change-feed/change-feed.entity.js';
import { ChangeFeedStore } from '../../../../src/features/change-feed/change-feed.store.js';
import { type ChangesPage } from '../../../../src/features/change-feed/changes.service.js';
import { FeedTailService } from '../../../../src/features/change-feed/feed-tail.service.js';
import { Database } from '../../../../src/database/database.js';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { createBackup } from '../../../../src/features/transfer/backup/create-backup.js';
import { restoreBackup } from '../../../../src/features/transfer/backup/restore-backup.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { findProgram } from '../../../support/programs.js';
import { missing } from '../../../support/missing.js';

const PATH = '/wp-json/nestpress/v1/changes';
const DAY = 86_400;

eachEngine((engine) => {
  let folder: string;
  let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
  let env: Record<string, string>;
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const db = () => service.app.get(Database);
  const of = <T>(type: new (...args: never[]) => T) => service.app.get<T>(type as never, { strict: false });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nestpress-feed-'));
    place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    env = { ...WEB, DATA_DIR: folder, DATABASE_TIMEOUT: '3', ...(place && { DATABASE_URL: place.url }) };
    service = await startTestApp(env);
    await of(ChangeFeedStore).build();
  });
  afterAll(async () => {
    await service?.close();
    await place?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const read = (since?: string) => request(service.server).get(PATH).query({ since, limit: 1000 });
  const page = async (since?: string) => (await read(since).expect(200)).body as ChangesPage;
  const publish = async (count: number) => {
    for (let index = 0; index < count; index++)
      await admin.post('/posts', { title: `Post ${index}`, status: 'publish' }).expect(201);
  };

  test('a cursor is not valid again after its position was lost and given to another change', async () => {
    const survives = (await page()).cursor;
    await publish(2);
    const { cursor: lost } = await page(survives);
    const last = Number(survives.split('-')[0]);
    const feed = db().tables.of(FeedChange);
    const next = place
      ? `ALTER TABLE ${feed} AUTO_INCREMENT = ${last + 1}`
      : `UPDATE sqlite_sequence SET seq = ${last} WHERE name = '${feed.replaceAll('`', '')}'`;
    // As on a replica that had not received the last transactions when it was promoted.
    await db().transaction((tx) => tx.execute(`DELETE FROM ${feed} WHERE id > ${last}`));
    if (place) {
      const connection = await mysql.createConnection(place.url);
      await connection.query(next);
      await connection.end();
    } else
      await db()
        .transaction((tx) => tx.execute(next))
        .catch(() => undefined);
    await read(lost).expect(410);
    await publish(5);
    expect(Number((await page()).cursor.split('-')[0])).toBeGreaterThan(Number(lost.split('-')[0]));
    expect((await read(lost).expect(410)).body.code).toBe('rest_cursor_expired');
    // What was read with a cursor may be newer than the cursor.
    await read(survives).expect(410);
    const { cursor } = await page();
    await publish(1);
    expect((await page(cursor)).changes).toHaveLength(1);
  });

  if (engine === 'mysql' && !findProgram(['mariadb-dump', 'mysqldump'])) missing('mariadb-dump is not installed');
  else
    test('a restored backup makes all cursors invalid, though positions pass them', async () => {
      await publish(3);
      const { cursor: old } = await page();
      const backup = join(folder, 'backup');
      await createBackup(service.app.get<Config>(CONFIG), backup);
      await publish(10);
      const { cursor } = await page();
      await service.close();
      await place?.drop();
      const restored = mkdtempSync(join(folder, 'restored-'));
      place = place && (await createMysqlDatabase());
      env = { ...env, DATA_DIR: restored, ...(place && { DATABASE_URL: place.url }) };
      await restoreBackup(loadConfig(env), backup, { overwrite: false, afterRestore: CLI_SERVICE.afterRestore });
      service = await startTestApp(env);
      if (!(await of(ChangeFeedStore).isBuilt())) await of(ChangeFeedStore).build();
      for (let round = 0; round < 3; round++) {
        await read(cursor).expect(410);
        await read(old).expect(410);
        await publish(12);
      }
      expect(Number((await page()).cursor.split('-')[0])).toBeGreaterThan(Number(cursor.split('-')[0]));
    });

  test('both tables are bounded, whether or not anything reads the feed', async () => {
    await of(ChangeFeedStore).sequence();
    const long = Math.floor(Date.now() / 1000) - 31 * DAY;
    const rows = Array.from({ length: 500 }, (_, index) => ({ kind: 'entry' as const, object: index + 1, at: long }));
    await db().transaction(async (tx) => {
      for (let part = 0; part < 10; part++) await tx.insert(FeedChange, rows);
    });
    await publish(3);
    expect(await db().manager.count(PendingChange)).toBeGreaterThan(0);
    await of(FeedTailService).maintain();
    expect(await db().manager.count(PendingChange)).toBe(0);
    expect(await db().manager.countBy(FeedChange, { at: LessThan(long + DAY) })).toBe(0);
    const { cursor } = await page();
    await publish(20);
    await of(ChangeFeedStore).deleteOld(0, 5);
    await of(ChangeFeedStore).sequence();
    await of(ChangeFeedStore).deleteOld(0, 5);
    expect(await db().manager.count(FeedChange)).toBeLessThanOrEqual(5);
    await read(cursor).expect(410);
    expect((await page((await page()).cursor)).changes).toEqual([]);
  });

  if (engine === 'mysql')
    test('transactions of other programs that stay open stop neither the feed nor its upkeep', async () => {
      await publish(6);
      const { cursor } = await page();
      const rows = await db().query<{ id: number }>(
        "SELECT ID AS id FROM wp_posts WHERE post_status = 'publish' AND post_type = 'post' ORDER BY ID DESC LIMIT 6",
      );
      const ids = rows.map(({ id }) => id);
      const programs = await Promise.all([1, 2, 3, 4].map(() => mysql.createConnection(place!.url)));
      const other = programs.pop()!;
      const update = (program: mysql.Connection, id: number | undefined, title: string) =>
        program.query('UPDATE wp_posts SET post_title = ? WHERE ID = ?', [title, id]);
      try {
        for (const [index, program] of programs.entries()) {
          await program.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
          await program.query('START TRANSACTION');
          await update(program, ids[index], 'In an open transaction');
          // Rows of closed transactions lie between those of open ones.
          await update(other, ids[index + 3], 'Closed');
        }
        const first = await page(cursor);
        expect(first.changes.map(({ id }) => id)).toEqual(ids.slice(3));
        expect(await db().manager.count(PendingChange)).toBe(0);
        for (let round = 0; round < 5; round++) {
          await update(other, ids[3], `Round ${round}`);
          expect((await page(first.cursor)).changes.map(({ id }) => id)).toEqual([ids[3]]);
        }
        await of(FeedTailService).maintain();
        const { cursor: next } = await page();
        for (const program of programs) await program.commit();
        expect((await page(next)).changes.map(({ id }) => id)).toEqual(ids.slice(0, 3));
      } finally {
        for (const program of [...programs, other]) program.destroy();
      }
    });
});
