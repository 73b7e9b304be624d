import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const ABILITIES = '/wp-json/wp-abilities/v1';

anyEngine((engine) => {
  let service: TestApp;
  let ids: Awaited<ReturnType<typeof createUsers>>;
  const admin = clientOf(() => service, 'admin');
  const own = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');
  const abilities = clientOf(() => service, 'admin', ABILITIES);
  const reader = clientOf(() => service, 'reader', ABILITIES);

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'C' }, engine);
    ids = await createUsers(admin);
  });
  afterAll(() => service?.close());

  const names = async (query: object = {}) => {
    const { body } = await abilities.get('/abilities', { per_page: 100, _fields: 'name', ...query }).expect(200);
    return (body as { name: string }[]).map(({ name }) => name);
  };

  test('lists the abilities of WordPress, for accounts only', async () => {
    await request(service.server).get(`${ABILITIES}/abilities`).expect(401);
    const { body, headers } = await reader.get('/abilities').expect(200);
    expect(headers).toMatchObject({ 'x-wp-total': '2', 'x-wp-totalpages': '1' });
    expect(body[0]).toMatchObject({
      name: 'core/get-site-info',
      category: 'site',
      input_schema: { properties: { fields: { items: { enum: expect.arrayContaining(['name', 'wpurl']) } } } },
      meta: { annotations: { readonly: true, destructive: false, idempotent: true }, show_in_rest: true },
    });
    expect(body[0]._links).toEqual({
      self: [{ href: expect.stringMatching(/abilities\/core\/get-site-info$/), targetHints: { allow: ['GET'] } }],
      collection: [{ href: expect.stringMatching(/abilities$/) }],
      'wp:action-run': [{ href: expect.stringMatching(/get-site-info\/run$/) }],
    });
    expect((await reader.get('/abilities', { context: 'embed' })).body[0]).not.toHaveProperty('input_schema');
    expect((await abilities.get('/abilities/core/get-user-info').expect(200)).body.category).toBe('user');
    expect((await abilities.get('/abilities/core/nope').expect(404)).body.code).toBe('rest_ability_not_found');
    expect((await abilities.get('/categories/site').expect(200)).body).toMatchObject({ slug: 'site', meta: [] });
    expect((await abilities.get('/categories/nope').expect(404)).body.code).toBe('rest_ability_category_not_found');
    expect(await names({ category: 'user' })).toEqual(['core/get-user-info']);
    const { body: index } = await request(service.server).get('/wp-json/').expect(200);
    expect(index.namespaces).toContain('wp-abilities/v1');
  });

  test('runs those of WordPress with GET, for those who may', async () => {
    const run = '/abilities/core/get-site-info/run';
    expect((await abilities.get(run).expect(200)).body).toMatchObject({ name: 'Nestpress', wpurl: 'http://site.test' });
    expect((await abilities.get(run, { 'input[fields][]': 'name' }).expect(200)).body).toEqual({ name: 'Nestpress' });
    const wrong = await abilities.get(run, { 'input[fields][]': 'nope' }).expect(400);
    expect(wrong.body.code).toBe('ability_invalid_input');
    expect((await abilities.post(run).expect(405)).body.code).toBe('rest_ability_invalid_method');
    expect((await reader.get(run).expect(403)).body.code).toBe('rest_ability_cannot_execute');
    expect(
      (
        await request(service.server)
          .get(ABILITIES + run)
          .expect(401)
      ).body.code,
    ).toBe('rest_ability_cannot_execute');
    expect((await reader.get('/abilities/core/get-user-info/run').expect(200)).body).toMatchObject({
      id: ids.reader,
      user_login: 'reader',
      roles: ['subscriber'],
    });
  });

  test('has the tools of agents while agents are switched on, with their settings', async () => {
    const list = '/abilities/nestpress/list-posts/run';
    await abilities.get(list).expect(404);
    await own.post('/mcp', { enabled: true }).expect(200);
    const all = await names();
    expect(all).toEqual(expect.arrayContaining(['nestpress/search', 'nestpress/list-posts', 'nestpress/create-post']));
    expect(all.some((name) => name.startsWith('nestpress/delete'))).toBe(false);
    expect(await names({ namespace: 'core' })).toEqual(['core/get-site-info', 'core/get-user-info']);
    const reading = await names({ 'meta[annotations][readonly]': 'true' });
    expect(reading).toContain('nestpress/read-post');
    expect(reading).not.toContain('nestpress/create-post');
    expect((await reader.get(list, { 'input[per_page]': 1 }).expect(200)).body.items).toHaveLength(1);
    expect((await reader.get('/abilities/nestpress/read-post/run', { 'input[id]': '1' }).expect(200)).body.id).toBe(1);

    const create = '/abilities/nestpress/create-post/run';
    await abilities.get(create).expect(405);
    await reader.post(create, { input: { title: 'x' } }).expect(403);
    await abilities.post(create, { input: { title: 'x', status: 'publish' } }).expect(403);
    await abilities.post(create, { input: { nonsense: 1 } }).expect(400);
    const { body } = await abilities.post(create, { input: { title: 'By an ability' } }).expect(200);
    expect(body).toMatchObject({ status: 'draft', author: 1 });
    expect((await own.get(`/entries/${body.id}/revisions`).expect(200)).body).toMatchObject([{ via: 'Abilities' }]);

    const remove = '/abilities/nestpress/delete-post/run';
    await abilities.delete(remove, { 'input[id]': body.id }).expect(404);
    await own.post('/mcp', { delete: true }).expect(200);
    await abilities.post(remove, { input: { id: body.id } }).expect(405);
    await abilities.delete(remove, { 'input[id]': body.id }).expect(200);
    expect((await admin.get(`/posts/${body.id}`).expect(200)).body.status).toBe('trash');

    await own.post('/mcp', { read_only: true }).expect(200);
    expect((await names()).every((name) => /\/(?:get|list|read|search)/.test(name))).toBe(true);
    await abilities.post(create, { input: { title: 'x' } }).expect(404);
  });
});
