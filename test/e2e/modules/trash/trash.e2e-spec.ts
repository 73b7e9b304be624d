import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { TrashPurgeService } from '../../../../src/modules/trash/trash-purge.service.js';
import { Database } from '../../../../src/database/database.js';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { until } from '../../../support/until.js';

const DAY_MS = 24 * 3_600_000;

eachEngine((engine) => {
  describe('what is in the trash', () => {
    let service: TestApp;
    const admin = clientOf(() => service, 'admin');
    beforeAll(async () => {
      service = await startTestApp({ TRASH_DAYS: '30' }, engine);
    });
    afterAll(() => service.close());

    const purgeAt = (days: number) =>
      service.app.get(TrashPurgeService, { strict: false }).purge(Date.now() + days * DAY_MS);
    const create = async (path: string, body: object) =>
      ((await admin.post(path, body).expect(201)).body as { id: number }).id;

    async function upload(): Promise<{ id: number; file: string }> {
      const { body } = await request(service.server)
        .post(`${API}/media`)
        .auth(ADMIN.user, ADMIN.password)
        .set('content-type', 'text/plain')
        .set('content-disposition', 'attachment; filename="old.txt"')
        .send('old')
        .expect(201);
      const { id, source_url: url } = body as { id: number; source_url: string };
      return { id, file: join(service.app.get<Config>(CONFIG).uploadsDir, url.replace(/^.*\/uploads\//, '')) };
    }

    test('is deleted for good after thirty days: posts, pages, media with their files, comments', async () => {
      const [post, page] = [await create('/posts', { title: 'Old' }), await create('/pages', { title: 'Old' })];
      const commented = await create('/posts', { title: 'Stays', status: 'publish' });
      const comment = await create('/comments', { post: commented, content: 'Old' });
      const media = await upload();
      const paths = [`/posts/${post}`, `/pages/${page}`, `/media/${media.id}`, `/comments/${comment}`];
      for (const path of paths) await admin.delete(path).expect(200);

      expect(await purgeAt(29)).toEqual({ entries: 0, comments: 0 });
      for (const path of paths) await admin.get(path, { context: 'edit' }).expect(200);
      expect(await purgeAt(31)).toEqual({ entries: 3, comments: 1 });
      for (const path of paths) await admin.get(path, { context: 'edit' }).expect(404);
      await admin.get(`/posts/${commented}`).expect(200);
      expect(existsSync(media.file)).toBe(false);
    });

    test('stays when it was restored, with its files', async () => {
      const media = await upload();
      await admin.delete(`/media/${media.id}`).expect(200);
      const db = service.app.get(Database);
      // As a program that restores without removing the mark.
      await db.transaction((tx) =>
        tx.execute(`UPDATE ${db.tables.posts} SET post_status = 'inherit' WHERE ID = ?`, [media.id]),
      );
      expect(await purgeAt(31)).toEqual({ entries: 0, comments: 0 });
      await admin.get(`/media/${media.id}`).expect(200);
      expect(existsSync(media.file)).toBe(true);
    });

    test('is purged by one job, for the first time after a day and then once a day', async () => {
      const db = service.app.get(Database);
      const waiting = () =>
        db.query<{ id: number; runAt: number }>(
          `SELECT id, run_at AS runAt FROM ${db.tables.own('jobs')} WHERE kind = 'trash.purge' AND state = 'waiting'`,
        );
      const [first, ...others] = await waiting();
      expect(others).toEqual([]);
      expect(Number(first!.runAt)).toBeGreaterThan(Date.now() + DAY_MS / 2);

      await db.transaction((tx) => tx.update(Job, { id: first!.id }, { runAt: 0 }));
      await until(async () => (await waiting()).some(({ id }) => id !== first!.id), 'the next job is added');
      const [next, ...further] = await waiting();
      expect(further).toEqual([]);
      expect(Number(next!.runAt)).toBeGreaterThan(Date.now() + DAY_MS / 2);
    });
  });

  test('replies that were moved to another post go up when the post of their parents is deleted', async () => {
    const service = await startTestApp({}, engine);
    const admin = clientOf(() => service, 'admin');
    const create = async (path: string, body: object) =>
      ((await admin.post(path, body).expect(201)).body as { id: number }).id;
    const [deleted, other] = [
      await create('/posts', { title: 'Deleted', status: 'publish' }),
      await create('/posts', { title: 'Other', status: 'publish' }),
    ];
    const first = await create('/comments', { post: deleted, content: 'first' });
    const second = await create('/comments', { post: deleted, parent: first, content: 'second' });
    const reply = await create('/comments', { post: deleted, parent: second, content: 'reply' });
    await admin.post(`/comments/${reply}`, { post: other }).expect(200);
    await admin.delete(`/posts/${deleted}`, { force: true }).expect(200);
    expect((await admin.get(`/comments/${reply}`).expect(200)).body).toMatchObject({ post: other, parent: 0 });
    await service.close();
  });
});
