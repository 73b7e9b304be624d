import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';

const API = '/wp-json/wp/v2';
const CONTENT = '<!-- wp:paragraph -->\n<p>Ferry</p>\n<!-- /wp:paragraph -->';

anyEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
  });
  afterAll(() => service.close());

  const get = (path: string) => request(service.server).get(`${API}${path}`);
  const asAdmin = (method: 'get' | 'post' | 'delete', path: string) =>
    request(service.server)[method](`${API}${path}`).auth(ADMIN.user, ADMIN.password);
  const create = async (values: object) =>
    (
      await asAdmin('post', '/blocks')
        .send({ title: 'Notice', content: CONTENT, status: 'publish', ...values })
        .expect(201)
    ).body;

  test('texts are shown as stored, and the sync status is a member of its own', async () => {
    const { body: category } = await asAdmin('post', '/wp_pattern_category').send({ name: 'Notices' }).expect(201);
    const { id } = await create({ meta: { wp_pattern_sync_status: 'unsynced' }, wp_pattern_category: [category.id] });
    const { body } = await asAdmin('get', `/blocks/${id}`).expect(200);
    expect(body).toMatchObject({
      type: 'wp_block',
      title: { raw: 'Notice' },
      content: { raw: CONTENT, protected: false },
      meta: { footnotes: '' },
      wp_pattern_category: [category.id],
      wp_pattern_sync_status: 'unsynced',
    });
    expect(body.content).not.toHaveProperty('rendered');
    expect(body.meta).not.toHaveProperty('wp_pattern_sync_status');
    const { body: embedded } = await asAdmin('get', `/blocks/${id}?context=embed`).expect(200);
    expect(embedded).toMatchObject({ wp_pattern_sync_status: 'unsynced' });
    expect(embedded).not.toHaveProperty('meta');
    await asAdmin('post', `/blocks/${id}`)
      .send({ meta: { wp_pattern_sync_status: 'other' } })
      .expect(400);
  });

  test('visitors see no patterns, only the categories', async () => {
    const { id } = await create({ title: 'Hidden' });
    await get(`/blocks/${id}`).expect(401);
    const { body, headers } = await get('/blocks?search=hidden').expect(200);
    expect(body).toEqual([]);
    expect(headers['x-wp-total']).toBe('0');
    await get('/wp_pattern_category').expect(200);
  });

  test('a navigation is public, and only users who edit the theme can write it', async () => {
    const values = {
      title: 'Top',
      content: '<!-- wp:navigation-link {"label":"Start","url":"/"} /-->',
      status: 'publish',
    };
    const { body } = await asAdmin('post', '/navigation').send(values).expect(201);
    expect((await get(`/navigation/${body.id}`).expect(200)).body).toMatchObject({ type: 'wp_navigation' });
    await request(service.server).post(`${API}/navigation`).send(values).expect(401);
  });
});
