import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { PENDING } from '../../../../src/database/search-index/tables.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { fillEntries } from '../../../support/many-entries.js';
import { until } from '../../../support/until.js';

eachEngine((engine) => {
  let app: TestApp;
  let db: Database;
  beforeAll(async () => {
    app = await startTestApp({}, engine);
    db = app.app.get(Database);
    await fillEntries(db, 300);
    await db.searchIndex.build();
  });
  afterAll(() => app.close());

  const posts = (query: string) => request(app.server).get(`/wp-json/wp/v2/posts?${query}`).expect(200);
  const found = async (search: string) => {
    const { body, headers } = await posts(`search=${encodeURIComponent(search)}&_fields=id`);
    return { ids: (body as { id: number }[]).map(({ id }) => id), total: Number(headers['x-wp-total']) };
  };
  const write = async (path: string, body: object) => {
    const response = await request(app.server)
      .post(`/wp-json/wp/v2/${path}`)
      .auth(ADMIN.user, ADMIN.password)
      .send(body);
    expect(response.status).toBeLessThan(300);
    return (response.body as { id: number }).id;
  };
  const nonePending = () =>
    until(
      async () => (await db.query(`SELECT 1 FROM ${db.tables.own(PENDING)} LIMIT 1`)).length === 0,
      'nothing is pending',
    );

  test('what was just written is found at once, and after it was taken in', async () => {
    expect(await found('quokka')).toEqual({ ids: [], total: 0 });
    const id = await write('posts', { title: 'Superquokkas', content: 'Élan & <em>straße</em>', status: 'publish' });
    const all = async () => [await found('quokka'), await found('elan stra'), await found('quokka -elan')];
    const expected = [
      { ids: [id], total: 1 },
      { ids: [id], total: 1 },
      { ids: [], total: 0 },
    ];
    expect(await all()).toEqual(expected);
    await nonePending();
    expect([...(await db.searchIndex.find(['quokka']))!.candidates]).toEqual([id]);
    expect(await all()).toEqual(expected);
    await write(`posts/${id}`, { title: 'Something else' });
    expect(await found('quokka')).toEqual({ ids: [], total: 0 });
  });

  test('a page of many that are found, in order, with their number', async () => {
    const indexed = await found('post 101');
    expect(indexed.total).toBeGreaterThan(90);
    const { body } = await posts(`search=post+101&page=3&_fields=id`);
    await db.searchIndex.remove();
    expect(await found('post 101')).toEqual(indexed);
    expect((await posts(`search=post+101&page=3&_fields=id`)).body).toEqual(body);
    expect(await found('quokka')).toEqual({ ids: [], total: 0 });
  });
});
