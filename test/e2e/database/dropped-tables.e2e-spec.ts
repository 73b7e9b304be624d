import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LIST_INDEX_TABLES } from '../../../src/database/lists/indexed/tables.js';
import { Database } from '../../../src/database/index.js';
import { startTestApp, type TestApp } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';
import { onMysql } from '../../support/databases.js';
import { until } from '../../support/until.js';

const PATHS = [
  '/posts',
  '/posts?orderby=title',
  '/posts?per_page=1&page=2',
  '/comments',
  '/media',
  '/users',
  '/categories',
];

onMysql(() => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);
  beforeAll(async () => {
    service = await startTestApp({}, 'mysql');
  });
  afterAll(async () => {
    await service?.close();
  });

  test('somebody drops the tables of the list index: lists are right again, and writes succeed', async () => {
    const db = service.app.get(Database);
    const publish = (title: string) => admin.post('/posts', { title, status: 'publish' }).expect(201);
    const totals = () =>
      Promise.all(PATHS.map(async (path) => (await guest.get(path).expect(200)).headers['x-wp-total']));
    for (const title of ['One', 'Two', 'Three']) await publish(title);
    const before = await totals();
    expect(db.listIndex.isUsable).toBe(true);
    for (const { name } of LIST_INDEX_TABLES) await db.query(`DROP TABLE ${db.tablePrefix}${name}`);
    await until(async () => {
      const { status } = await guest.get('/posts');
      return status === 200 && !db.listIndex.isUsable;
    }, 'lists are served');
    await publish('Four');
    expect(await totals()).toEqual(before.map((total, index) => (index < 3 ? String(Number(total) + 1) : total)));
    await db.listIndex.build();
    await publish('Five');
    expect((await guest.get('/posts').expect(200)).headers['x-wp-total']).toBe(String(Number(before[0]) + 2));
    expect(await db.listIndex.differences()).toEqual([]);
  });
});
