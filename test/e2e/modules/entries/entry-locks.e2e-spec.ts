import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  let helperId: number;
  let id: number;
  const admin = clientOf(() => service, 'admin');
  const own = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
  const other = clientOf(() => service, 'chief', '/wp-json/nestpress/v1');
  const helper = clientOf(() => service, 'helper', '/wp-json/nestpress/v1');
  const stored = async () => {
    const database = service.app.get(Database);
    const rows = await database.query<{ value: string }>(
      `SELECT meta_value AS value FROM ${database.tables.postmeta} WHERE post_id = ? AND meta_key = '_edit_lock'`,
      [id],
    );
    return rows.map(({ value }) => value);
  };
  const write = (value: string) => {
    const database = service.app.get(Database);
    const sql = `UPDATE ${database.tables.postmeta} SET meta_value = ? WHERE post_id = ? AND meta_key = '_edit_lock'`;
    return database.transaction((tx) => tx.execute(sql, [value, id]));
  };

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'A' }, engine);
    const users = await createUsers(admin);
    helperId = users.helper;
    ({ id } = (await admin.post('/posts', { title: 'Shared', status: 'publish' }).expect(201)).body as { id: number });
  });
  afterAll(() => service.close());

  test('whoever opens an entry first holds it, as WordPress stores it, until another one takes it over', async () => {
    const { headers } = await admin.get(`/posts/${id}`, { context: 'edit' }).expect(200);
    const first = (await own.post(`/entries/${id}/lock`).expect(200)).body;
    expect(first).toMatchObject({ id, holder: { name: 'admin', is_me: true } });
    expect(await stored()).toEqual([`${first.time}:${first.holder.id}`]);
    // A lock is no change of the entry.
    await admin.post(`/posts/${id}`, { title: 'Shared text' }).set('If-Match', headers.etag!).expect(200);
    const second = (await other.post(`/entries/${id}/lock`).expect(200)).body;
    expect(second).toMatchObject({ holder: { id: first.holder.id, name: 'admin', is_me: false }, time: first.time });
    const taken = (await other.post(`/entries/${id}/lock`, { take: true }).expect(200)).body;
    expect(taken.holder).toMatchObject({ is_me: true });
    expect((await own.post(`/entries/${id}/lock`).expect(200)).body.holder).toMatchObject({
      id: taken.holder.id,
      is_me: false,
    });
    expect((await own.delete(`/entries/${id}/lock`).expect(200)).body.holder).toMatchObject({ id: taken.holder.id });
    expect((await other.delete(`/entries/${id}/lock`).expect(200)).body.holder).toBeNull();
    expect(await stored()).toEqual([]);
  });

  test('a lock that was not renewed, and one of a deleted account, hold nothing', async () => {
    await other.post(`/entries/${id}/lock`).expect(200);
    await write(`${Math.floor(Date.now() / 1000) - 200}:1`);
    expect((await own.post(`/entries/${id}/lock`).expect(200)).body.holder).toMatchObject({ is_me: true });
    await write('nonsense');
    expect((await other.post(`/entries/${id}/lock`).expect(200)).body.holder).toMatchObject({ is_me: true });
    await write(`${Math.floor(Date.now() / 1000)}:999999`);
    expect((await own.post(`/entries/${id}/lock`).expect(200)).body.holder).toMatchObject({ is_me: true });
    expect(helperId).toBeGreaterThan(0);
    await helper.post(`/entries/${id}/lock`).expect(403);
    await own.post('/entries/999999/lock').expect(404);
  });
});
