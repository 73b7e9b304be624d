import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, startTestApp, type TestApp } from '../../../support/app.js';

const TYPES = '/wp-json/wp/v2/types';

describe.each(['A', 'B'])('post types, VARIANT=%s', (variant) => {
  let service: TestApp;
  beforeAll(async () => void (service = await startTestApp({ VARIANT: variant })));
  afterAll(() => service.close());

  const get = (path: string, query: object = {}) => request(service.server).get(path).query(query);

  test('the collection has the public types by name, with links to their items', async () => {
    const { body } = await get(TYPES).expect(200);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['post', 'page', 'attachment']));
    expect(body.post).toMatchObject({ slug: 'post', rest_base: 'posts', hierarchical: false });
    expect(body.page).toMatchObject({ slug: 'page', rest_base: 'pages', hierarchical: true });
    expect(body.post._links['wp:items'][0].href).toMatch(/\/wp\/v2\/posts$/);
  });

  test('one type is the same as in the collection', async () => {
    const { body: all } = await get(TYPES).expect(200);
    const { body: one } = await get(`${TYPES}/post`).expect(200);
    expect(one).toMatchObject({ slug: 'post', taxonomies: all.post.taxonomies });
  });

  test('an unknown type is not found', async () => {
    expect(await get(`${TYPES}/nothing`)).toMatchObject({ status: 404, body: { code: 'rest_type_invalid' } });
  });

  test('capabilities and labels are visible to editors only', async () => {
    expect((await get(`${TYPES}/post`).expect(200)).body).not.toHaveProperty('capabilities');
    await get(`${TYPES}/post`, { context: 'edit' }).expect(401);
    const { body } = await get(`${TYPES}/post`, { context: 'edit' }).auth(ADMIN.user, ADMIN.password).expect(200);
    expect(body).toMatchObject({
      capabilities: { edit_posts: 'edit_posts' },
      labels: { name: 'Posts' },
      ...(variant === 'A' && { viewable: true }),
    });
  });
});

describe('post types, VARIANT=C', () => {
  let service: TestApp;
  beforeAll(async () => void (service = await startTestApp({ VARIANT: 'C' })));
  afterAll(() => service.close());

  const edit = (path: string, fields: string) =>
    request(service.server).get(path).query({ context: 'edit', _fields: fields }).auth(ADMIN.user, ADMIN.password);

  test('a part of the labels or of the capabilities selects all of them', async () => {
    const { body: whole } = await edit(`${TYPES}/post`, 'labels,capabilities').expect(200);
    expect(Object.keys(whole.labels).length).toBeGreaterThan(10);
    const { body: parts } = await edit(`${TYPES}/post`, 'labels.name,capabilities.edit_post').expect(200);
    expect(parts).toEqual(whole);
    const { body: ofMap } = await edit(TYPES, 'post.labels.name,labels.name').expect(200);
    expect(ofMap).toEqual({ post: { labels: whole.labels } });
  });
});
