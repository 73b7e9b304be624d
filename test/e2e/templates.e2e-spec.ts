import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { eachEngine, startTestApp, type TestApp } from '../support/app.js';
import { clientOf } from '../support/clients.js';

const REFUSED = { code: 'rest_invalid_param', data: { status: 400, params: { template: 'template is not one of .' } } };

eachEngine((engine) => {
  let service: TestApp;
  let page: number;
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    page = (await admin.post('/pages', { title: 'x' }).expect(201)).body.id;
    const db = service.app.get(Database);
    await db.transaction((tx) =>
      tx.execute(
        `INSERT INTO ${db.tables.postmeta} (post_id, meta_key, meta_value) VALUES (?, '_wp_page_template', 'wide.php')`,
        [page],
      ),
    );
  });
  afterAll(() => service.close());

  test('a template nobody offers is a bad argument, whoever names it', async () => {
    for (const client of [guest, admin]) {
      for (const path of ['/posts', '/pages', `/pages/${page}`]) {
        expect((await client.post(path, { title: 'x', template: 'nope.php' }).expect(400)).body).toMatchObject(REFUSED);
      }
    }
    expect(
      (await guest.post('/posts', { template: 'nope.php', status: 'x' }).expect(400)).body.data.params,
    ).toHaveProperty('status');
    expect((await guest.post('/posts', { template: 'nope.php', status: 'x' })).body.data.params).toHaveProperty(
      'template',
    );
    expect((await admin.post('/posts', { template: ['a'] }).expect(400)).body).toMatchObject(REFUSED);
  });

  test('none, and the one it has, are fine', async () => {
    expect((await admin.post(`/pages/${page}`, { template: 'wide.php' }).expect(200)).body.template).toBe('wide.php');
    await guest.post(`/pages/${page}`, { template: 'wide.php' }).expect(401);
    await admin.post('/posts', { title: 'x', template: 'wide.php' }).expect(400);
    expect((await admin.post(`/pages/${page}`, { template: '' }).expect(200)).body.template).toBe('');
  });
});

test('where the list is fixed, the current one is no exception', async () => {
  const service = await startTestApp({ VARIANT: 'B' });
  try {
    const guest = clientOf(() => service);
    expect((await guest.post('/posts', { title: 'x', template: 'nope.php' }).expect(400)).body).toMatchObject(REFUSED);
    await guest.post('/posts', { title: 'x', template: '' }).expect(401);
  } finally {
    await service.close();
  }
});
