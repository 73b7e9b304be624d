import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';

const API = '/wp-json/wp/v2';

interface DiagnosticResult {
  id: number | string;
  type: string;
  subtype?: string;
}

eachEngine((engine) => {
  let service: TestApp;
  let post: number;
  let page: number;
  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    post = await create('posts', { title: 'Lantern <b>one</b>', status: 'publish', format: 'aside' });
    page = await create('pages', { title: 'Harbour', content: 'A lantern', status: 'publish' });
    await create('posts', { title: 'Lantern draft' });
    await create('tags', { name: 'Lantern tag' });
  });
  afterAll(() => service.close());

  const create = async (base: string, values: object): Promise<number> =>
    (await request(service.server).post(`${API}/${base}`).auth(ADMIN.user, ADMIN.password).send(values).expect(201))
      .body.id;
  const search = (query: object) => request(service.server).get(`${API}/search`).query(query);
  const found = async (query: object) => (await search(query).expect(200)).body as DiagnosticResult[];

  test('posts and pages are found together, titles before contents, drafts never', async () => {
    const { body, headers } = await search({ search: 'lantern' }).expect(200);
    expect(body).toMatchObject([
      { id: post, title: 'Lantern <b>one</b>', type: 'post', subtype: 'post' },
      { id: page, title: 'Harbour', type: 'post', subtype: 'page' },
    ]);
    expect(headers['x-wp-total']).toBe('2');
    expect(body[0]._links).toMatchObject({
      self: [{ embeddable: true, href: expect.stringMatching(/\/posts\/\d+$/) }],
      about: [{ href: expect.stringMatching(/\/types\/post$/) }],
      collection: [{ href: expect.stringMatching(/\/search$/) }],
    });
  });

  test('subtypes restrict, and those of another kind of search are dropped', async () => {
    expect(await found({ search: 'lantern', subtype: 'page' })).toMatchObject([{ id: page }]);
    expect(await found({ search: 'lantern', subtype: 'category' })).toMatchObject([{ id: post }]);
    await search({ subtype: 'attachment' }).expect(400);
  });

  test('a subtype of another kind of search next to one that nobody knows is an invalid parameter', async () => {
    const { body } = await search({ type: 'other', subtype: 'nope' }).expect(400);
    expect(Object.keys(body.data.params)).toEqual(['type', 'subtype']);
  });

  test('members of texts select nothing', async () => {
    const [only] = await found({ search: 'lantern', _fields: 'title.rendered,id' });
    expect(only).toEqual({ id: post });
  });

  test('terms name their taxonomy as type; formats that are in use are found by label', async () => {
    expect(await found({ type: 'term', search: 'lantern' })).toMatchObject([
      { title: 'Lantern tag', type: 'post_tag', url: expect.stringContaining('lantern-tag') },
    ]);
    expect(await found({ type: 'post-format' })).toMatchObject([{ id: 'aside', title: 'Aside', type: 'post-format' }]);
    expect(await found({ type: 'post-format', search: 'video' })).toEqual([]);
  });

  test('a page beyond the end is an error for terms and empty for posts', async () => {
    expect(await found({ page: 50 })).toEqual([]);
    expect((await search({ type: 'term', page: 50 }).expect(400)).body.code).toBe('rest_search_invalid_page_number');
  });

  test('other variants have no search', async () => {
    const other = await startTestApp({ VARIANT: 'A' }, engine);
    await request(other.server).get(`${API}/search`).expect(404);
    await request(other.server).get(`${API}/blocks`).expect(404);
    await other.close();
  });
});
