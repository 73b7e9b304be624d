import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';

const PAGES = '/wp-json/wp/v2/pages';

eachEngine((engine) => {
  let service: TestApp;
  let parent: number;
  let child: number;
  beforeAll(async () => {
    service = await startTestApp({}, engine);
    parent = (await create({ title: 'Parent', menu_order: 2 })).id;
    child = (await create({ title: 'Child', parent, menu_order: 1 })).id;
  });
  afterAll(() => service.close());

  const get = (path: string, query: object = {}) => request(service.server).get(path).query(query);
  const post = (path: string, values: object) =>
    request(service.server).post(path).auth(ADMIN.user, ADMIN.password).send(values);
  const create = async (values: object): Promise<{ id: number; link: string }> =>
    (await post(PAGES, { status: 'publish', ...values }).expect(201)).body;
  const ids = async (query: object) =>
    ((await get(PAGES, query).expect(200)).body as { id: number }[]).map(({ id }) => id);

  test('a page has a parent, an order and a template, and no categories, tags or format', async () => {
    const { body } = await get(`${PAGES}/${child}`).expect(200);
    expect(body).toMatchObject({ id: child, type: 'page', parent, menu_order: 1, template: '' });
    for (const member of ['categories', 'tags', 'format', 'sticky']) expect(body).not.toHaveProperty(member);
  });

  test('the link to the parent can be embedded', async () => {
    const { body } = await get(`${PAGES}/${child}`, { _embed: '' }).expect(200);
    expect(body._links.up[0]).toMatchObject({ embeddable: true, href: expect.stringContaining(`/pages/${parent}`) });
    expect(body._embedded.up[0]).toMatchObject({ id: parent });
  });

  test('lists filter by parent and order, and sort by menu_order', async () => {
    expect(await ids({ parent })).toEqual([child]);
    expect(await ids({ include: `${parent},${child}`, parent_exclude: parent })).toEqual([parent]);
    expect(await ids({ include: `${parent},${child}`, menu_order: 2 })).toEqual([parent]);
    expect(await ids({ include: `${parent},${child}`, orderby: 'menu_order', order: 'asc' })).toEqual([child, parent]);
  });

  test('a page can be moved below another one, but not below one that does not exist', async () => {
    const { id } = await create({ title: 'Moved' });
    expect((await post(`${PAGES}/${id}`, { parent: child }).expect(200)).body.parent).toBe(child);
    expect((await post(`${PAGES}/${id}`, { parent: 0 }).expect(200)).body.parent).toBe(0);
    expect(await post(`${PAGES}/${id}`, { parent: 999_999 })).toMatchObject({
      status: 400,
      body: { code: 'rest_post_invalid_id' },
    });
  });

  test('a post is not a page', async () => {
    const { body } = await post('/wp-json/wp/v2/posts', { title: 'Post', status: 'publish' }).expect(201);
    await get(`${PAGES}/${body.id}`).expect(404);
    await get(`/wp-json/wp/v2/posts/${child}`).expect(404);
  });

  test('drafts are visible to their editors only', async () => {
    const { id } = await create({ title: 'Draft', status: 'draft' });
    expect(await get(`${PAGES}/${id}`)).toMatchObject({ status: 401, body: { code: 'rest_forbidden' } });
    await get(`${PAGES}/${id}`).auth(ADMIN.user, ADMIN.password).expect(200);
    expect(await ids({ per_page: 100 })).not.toContain(id);
  });

  test('a deleted page goes to the trash first', async () => {
    const { id } = await create({ title: 'Waste' });
    const remove = (query: object) =>
      request(service.server).delete(`${PAGES}/${id}`).query(query).auth(ADMIN.user, ADMIN.password);
    expect((await remove({}).expect(200)).body.status).toBe('trash');
    expect((await remove({ force: true }).expect(200)).body).toMatchObject({ deleted: true, previous: { id } });
    await get(`${PAGES}/${id}`).expect(404);
  });
});
