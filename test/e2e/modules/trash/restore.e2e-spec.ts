import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { findHalfRestored, repairHalfRestored } from '../../../../src/modules/trash/restored-entries.store.js';
import { anyEngine, eachEngine, type EngineName, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

function suite(variant: string, engine: EngineName): void {
  describe(`restoring from the trash, variant ${variant}`, () => {
    let service: TestApp;
    const admin = clientOf(() => service, 'admin');
    const own = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
    const helper = clientOf(() => service, 'helper', '/wp-json/nestpress/v1');
    let helperId: number;
    let number = 0;
    beforeAll(async () => {
      service = await startTestApp({ ...WEB, VARIANT: variant }, engine);
      helperId = (await createUsers(admin)).helper;
    });
    afterAll(() => service.close());

    const create = async (path: string, values: object): Promise<number> =>
      ((await admin.post(path, values).expect(201)).body as { id: number }).id;
    const read = async (path: string) => (await admin.get(path, { context: 'edit' }).expect(200)).body;
    const write = (sql: string, parameters: (string | number)[]) =>
      service.app.get(Database).transaction((tx) => tx.execute(sql, parameters));

    async function commented(values: object = {}) {
      const title = `Commented ${++number}`;
      const id = await create('/posts', { title, status: 'publish', ...values });
      const add = (status: string) => create('/comments', { post: id, content: `${title} ${status}`, status });
      return { id, approved: await add('approve'), held: await add('hold'), spam: await add('spam') };
    }
    const statesOf = async ({ approved, held, spam }: Awaited<ReturnType<typeof commented>>) =>
      Promise.all([approved, held, spam].map(async (id) => (await read(`/comments/${id}`)).status));

    test('gives back status, slug, comments and the place at the top', async () => {
      const post = await commented({ slug: 'kept', sticky: true });
      const { body: before } = await own.get(`/entries/${post.id}`).expect(200);
      expect(before).toMatchObject({ status: 'publish', slug: 'kept', sticky: true });
      await admin.delete(`/posts/${post.id}`).expect(200);
      expect(await statesOf(post)).not.toContain('approved');
      const { status, slug, date_gmt, sticky } = before;
      const { body } = await own.post(`/entries/${post.id}/restore`, { status, slug, date_gmt, sticky }).expect(200);
      expect(body).toEqual(before);
      expect(await statesOf(post)).toEqual(['approved', 'hold', 'spam']);
      const database = service.app.get(Database);
      const rows = await database.query<{ count: number; metas: number }>(
        `SELECT comment_count AS count, (SELECT COUNT(*) FROM ${database.tables.postmeta} ` +
          `WHERE post_id = ? AND meta_key LIKE '%wp_trash_meta%') AS metas FROM ${database.tables.posts} WHERE ID = ?`,
        [post.id, post.id],
      );
      expect(rows.map(({ count, metas }) => [Number(count), Number(metas)])).toEqual([[1, 0]]);
      expect(await findHalfRestored(database)).toEqual({ withoutComments: [], drafts: [], published: [] });
    });

    test('a draft without a slug has none afterwards, of which kind it may be', async () => {
      for (const path of ['/posts', '/pages']) {
        const ids = [await create(path, { title: 'Unnamed' }), await create(path, { title: 'Unnamed' })];
        for (const id of ids) await admin.delete(`${path}/${id}`).expect(200);
        for (const id of ids) await own.post(`/entries/${id}/restore`).expect(200);
        for (const id of ids) expect(await read(`${path}/${id}`)).toMatchObject({ status: 'draft', slug: '' });
      }
      const named = await create('/posts', { title: 'Named', slug: 'a-name', status: 'private' });
      await admin.delete(`/posts/${named}`).expect(200);
      expect((await read(`/posts/${named}`)).slug).toBe('a-name__trashed');
      await own.post(`/entries/${named}/restore`).expect(200);
      expect(await read(`/posts/${named}`)).toMatchObject({ status: 'private', slug: 'a-name' });
    });

    test('an entry that was published by mistake returns to a draft without a date', async () => {
      const id = await create('/posts', { title: 'Not yet' });
      const { body: before } = await own.get(`/entries/${id}`).expect(200);
      expect(before).toMatchObject({ status: 'draft', slug: '', date_gmt: '' });
      await admin.post(`/posts/${id}`, { status: 'publish' }).expect(200);
      const { body } = await own
        .post(`/entries/${id}/restore`, { status: 'draft', slug: '', date_gmt: '', sticky: false })
        .expect(200);
      expect(body).toEqual(before);
      const { body: untouched } = await own.post(`/entries/${id}/restore`).expect(200);
      expect(untouched).toEqual(before);
      await own.post(`/entries/${id}/restore`, { date_gmt: 'soon' }).expect(400);
    });

    test('only those who may edit the entry, and to publish only those who may publish', async () => {
      const foreign = await create('/posts', { title: 'Not theirs' });
      await helper.post(`/entries/${foreign}/restore`).expect(403);
      const theirs = await create('/posts', { title: 'Theirs', author: helperId });
      await admin.delete(`/posts/${theirs}`).expect(200);
      await helper.post(`/entries/${theirs}/restore`, { status: 'publish' }).expect(403);
      await helper.post(`/entries/${theirs}/restore`).expect(200);
      await admin.post(`/posts/${theirs}`, { status: 'publish' }).expect(200);
      await admin.delete(`/posts/${theirs}`).expect(200);
      await helper.post(`/entries/${theirs}/restore`).expect(403);
      await helper.post('/entries/987654/restore').expect(404);
      await clientOf(() => service, undefined, '/wp-json/nestpress/v1')
        .post(`/entries/${foreign}/restore`)
        .expect(401);
    });

    test('what a change of the status alone leaves behind is found and repaired', async () => {
      const post = await commented();
      const again = await commented();
      for (const { id } of [post, again]) {
        await admin.delete(`/posts/${id}`).expect(200);
        await admin.post(`/posts/${id}`, { status: 'draft' }).expect(200);
      }
      // A second time in the trash must not forget the first statuses.
      await admin.delete(`/posts/${again.id}`).expect(200);
      await admin.post(`/posts/${again.id}`, { status: 'draft' }).expect(200);
      const database = service.app.get(Database);
      await write(`UPDATE ${database.tables.posts} SET post_name = ? WHERE ID = ?`, ['__trashed-2', post.id]);
      expect(await findHalfRestored(database)).toMatchObject({
        withoutComments: [post.id, again.id],
        drafts: [post.id],
      });
      expect(await repairHalfRestored(database)).toBe(2);
      expect(await statesOf(post)).toEqual(['approved', 'hold', 'spam']);
      expect(await statesOf(again)).toEqual(['approved', 'hold', 'spam']);
      expect((await read(`/posts/${post.id}`)).slug).toBe('');
      expect(await findHalfRestored(database)).toMatchObject({ withoutComments: [], drafts: [] });
    });
  });
}

eachEngine((engine) => suite('A', engine));
anyEngine((engine) => {
  for (const variant of ['B', 'C']) suite(variant, engine);
});
