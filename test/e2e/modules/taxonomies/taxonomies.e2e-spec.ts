import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, startTestApp, type TestApp } from '../../../support/app.js';

const TAXONOMIES = '/wp-json/wp/v2/taxonomies';

describe.each(['A', 'B'])('taxonomies, VARIANT=%s', (variant) => {
  let service: TestApp;
  beforeAll(async () => void (service = await startTestApp({ VARIANT: variant })));
  afterAll(() => service.close());

  const get = (path: string, query: object = {}) => request(service.server).get(path).query(query);

  test('the collection has categories and tags by name, with links to their terms', async () => {
    const { body } = await get(TAXONOMIES).expect(200);
    expect(Object.keys(body)).toEqual(['category', 'post_tag']);
    expect(body.category).toMatchObject({ rest_base: 'categories', hierarchical: true, types: ['post'] });
    expect(body.post_tag).toMatchObject({ rest_base: 'tags', hierarchical: false, types: ['post'] });
    expect(body.post_tag._links['wp:items'][0].href).toMatch(/\/wp\/v2\/tags$/);
  });

  test('type narrows the collection to the taxonomies of a post type', async () => {
    expect(Object.keys((await get(TAXONOMIES, { type: 'post' }).expect(200)).body)).toEqual(['category', 'post_tag']);
    for (const type of ['page', 'nothing'])
      expect(Object.keys((await get(TAXONOMIES, { type }).expect(200)).body)).toEqual([]);
  });

  test('one taxonomy, and one that does not exist', async () => {
    expect((await get(`${TAXONOMIES}/category`).expect(200)).body).toMatchObject({ slug: 'category' });
    expect(await get(`${TAXONOMIES}/nothing`)).toMatchObject({ status: 404, body: { code: 'rest_taxonomy_invalid' } });
  });

  test('capabilities and labels are visible to users who manage terms', async () => {
    expect((await get(`${TAXONOMIES}/category`).expect(200)).body).not.toHaveProperty('capabilities');
    await get(`${TAXONOMIES}/category`, { context: 'edit' }).expect(401);
    const { body } = await get(TAXONOMIES, { context: 'edit' }).auth(ADMIN.user, ADMIN.password).expect(200);
    expect(body.category).toMatchObject({ capabilities: { manage_terms: 'manage_categories' }, show_cloud: true });
  });
});
