import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { defineContentType } from '../../../../src/content-model/declarations.js';
import { ADMIN, anyEngine, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const invalidTemplate = (list: string) => ({
  code: 'rest_invalid_param',
  data: { status: 400, params: { template: `template is not one of ${list}.` } },
});

/** What nestpress/v1 offers for entries of a type. */
async function choices({ server }: TestApp, type: string): Promise<string[]> {
  const path = '/wp-json/nestpress/v1/templates';
  const { body } = await request(server).get(path).query({ type }).auth(ADMIN.user, ADMIN.password).expect(200);
  return (body as { template: string }[]).map(({ template }) => template);
}

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
  });
  afterAll(() => service.close());

  test('without configured templates, posts and pages accept any string as template', async () => {
    for (const path of ['/posts', '/pages']) {
      const { id, template } = (await admin.post(path, { title: 'x', template: 'wide.php' }).expect(201)).body;
      expect(template).toBe('wide.php');
      expect((await admin.post(`${path}/${id}`, { template: 'dir/ä "b".php' }).expect(200)).body.template).toBe(
        'dir/ä "b".php',
      );
      expect((await admin.get(`${path}/${id}`).expect(200)).body.template).toBe('dir/ä "b".php');
      expect((await admin.post(`${path}/${id}`, { template: '' }).expect(200)).body.template).toBe('');
    }
  });

  test('without configured templates, those that entries of the type have are offered', async () => {
    for (const template of ['wide.php', 'narrow.php', 'wide.php']) await admin.post('/pages', { title: 'x', template });
    expect(await choices(service, 'page')).toEqual(['narrow.php', 'wide.php']);
    expect(await choices(service, 'post')).toEqual([]);
    const path = '/wp-json/nestpress/v1/templates';
    await request(service.server).get(path).expect(401);
    await request(service.server).get(path).query({ type: 'revision' }).auth(ADMIN.user, ADMIN.password).expect(400);
  });

  test('a template that is not a string is a bad argument', async () => {
    for (const template of [['a'], 5, true, { a: 1 }])
      expect((await admin.post('/posts', { title: 'x', template }).expect(400)).body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { template: 'template is not of type string.' } },
      });
  });
});

eachEngine((engine) => {
  let service: TestApp;
  let page: number;
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ THEME_TEMPLATES: 'none' }, engine);
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

  test('a template the configured theme does not have is a bad argument, with or without authentication', async () => {
    for (const client of [guest, admin]) {
      for (const path of ['/posts', '/pages', `/pages/${page}`]) {
        expect((await client.post(path, { title: 'x', template: 'nope.php' }).expect(400)).body).toMatchObject(
          invalidTemplate(''),
        );
      }
    }
    const { params } = (await guest.post('/posts', { template: 'nope.php', status: 'x' }).expect(400)).body.data;
    expect(params).toHaveProperty('status');
    expect(params).toHaveProperty('template');
    expect((await admin.post('/posts', { template: ['a'] }).expect(400)).body).toMatchObject(invalidTemplate(''));
  });

  test('an empty template and the current one of the entry are accepted', async () => {
    expect((await admin.post(`/pages/${page}`, { template: 'wide.php' }).expect(200)).body.template).toBe('wide.php');
    await guest.post(`/pages/${page}`, { template: 'wide.php' }).expect(401);
    await admin.post('/posts', { title: 'x', template: 'wide.php' }).expect(400);
    expect((await admin.post(`/pages/${page}`, { template: '' }).expect(200)).body.template).toBe('');
  });

  test('the template 0 is none', async () => {
    const { body } = await admin.post('/pages', { title: 'x', template: '0' }).expect(201);
    expect(body.template).toBe('');
    expect((await admin.post(`/pages/${body.id}`, { template: '0' }).expect(200)).body.template).toBe('');
    await admin.post('/pages', { title: 'x', template: '00' }).expect(400);
  });
});

test('the configured templates are accepted, and named in the error for any other', async () => {
  const service = await startTestApp({ THEME_TEMPLATES: 'wide.php, dir/narrow.php' });
  try {
    const admin = clientOf(() => service, 'admin');
    for (const template of ['wide.php', 'dir/narrow.php'])
      expect((await admin.post('/pages', { title: 'x', template }).expect(201)).body.template).toBe(template);
    expect((await admin.post('/pages', { title: 'x', template: 'nope.php' }).expect(400)).body).toMatchObject(
      invalidTemplate('wide.php, dir/narrow.php'),
    );
  } finally {
    await service.close();
  }
});

test('a template of one type is offered to entries of that type only', async () => {
  const book = defineContentType({ name: 'book', label: 'Books', restBase: 'books', templates: ['tall.php'] });
  const env = { ...WEB, THEME_TEMPLATES: 'wide.php, page:narrow.php' };
  const service = await startTestApp(env, 'sqlite', { content: [book] });
  try {
    const admin = clientOf(() => service, 'admin');
    for (const template of ['wide.php', 'narrow.php']) await admin.post('/pages', { title: 'x', template }).expect(201);
    expect((await admin.post('/posts', { title: 'x', template: 'narrow.php' }).expect(400)).body).toMatchObject(
      invalidTemplate('wide.php'),
    );
    expect(await choices(service, 'page')).toEqual(['wide.php', 'narrow.php']);
    expect(await choices(service, 'post')).toEqual(['wide.php']);
    expect(await choices(service, 'book')).toEqual(['tall.php']);
  } finally {
    await service.close();
  }
});

test('variant B accepts the configured templates', async () => {
  const service = await startTestApp({ VARIANT: 'B', THEME_TEMPLATES: 'wide.php, page:narrow.php' });
  try {
    const admin = clientOf(() => service, 'admin');
    for (const template of ['', 'wide.php', 'narrow.php'])
      expect((await admin.post('/pages', { title: 'x', template }).expect(201)).body.template).toBe(template);
    for (const template of ['nope.php', 'page:narrow.php', '0', false])
      await admin.post('/pages', { title: 'x', template }).expect(400);
    const { body } = await admin.options('/pages').expect(200);
    expect(body.schema.properties.template.enum).toEqual(['', 'wide.php', 'narrow.php']);
  } finally {
    await service.close();
  }
});

test('variant B accepts only the empty template, even where an entry has another', async () => {
  const service = await startTestApp({ ...WEB, VARIANT: 'B' });
  try {
    expect(await choices(service, 'page')).toEqual([]);
    const guest = clientOf(() => service);
    expect((await guest.post('/posts', { title: 'x', template: 'nope.php' }).expect(400)).body).toMatchObject(
      invalidTemplate(''),
    );
    await guest.post('/posts', { title: 'x', template: '' }).expect(401);
  } finally {
    await service.close();
  }
});
