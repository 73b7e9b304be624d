import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';

const STATUSES = '/wp-json/wp/v2/statuses';

describe.each(['A', 'B'])('post statuses, VARIANT=%s', (variant) => {
  let service: TestApp;
  beforeAll(async () => void (service = await startTestApp({ VARIANT: variant })));
  afterAll(() => service.close());

  const get = (path: string, query: object = {}) => request(service.server).get(path).query(query);
  const asAdmin = (path: string, query: object = {}) => get(path, query).auth(ADMIN.user, ADMIN.password);

  test('anonymous requests see only publish', async () => {
    const { body } = await get(STATUSES).expect(200);
    expect(Object.keys(body)).toEqual(['publish']);
    expect(body.publish).toMatchObject({ name: 'Published', slug: 'publish', public: true, queryable: true });
    expect(body.publish._links.archives[0].href).toMatch(/\/wp\/v2\/posts$/);
  });

  test('users who edit posts see every status but internal ones', async () => {
    const { body } = await asAdmin(STATUSES, { context: 'edit' }).expect(200);
    expect(Object.keys(body).sort()).toEqual(['draft', 'future', 'pending', 'private', 'publish', 'trash']);
    expect(body.draft).toMatchObject({ protected: true, public: false });
  });

  test('a status is visible to requesters who see it in the collection', async () => {
    expect((await get(`${STATUSES}/publish`).expect(200)).body).toMatchObject({ slug: 'publish' });
    expect(await get(`${STATUSES}/draft`)).toMatchObject({ status: 401, body: { code: 'rest_cannot_read_status' } });
    expect((await asAdmin(`${STATUSES}/draft`).expect(200)).body).toMatchObject({ slug: 'draft' });
  });

  test('unknown and internal statuses are not found or forbidden', async () => {
    expect(await get(`${STATUSES}/nothing`)).toMatchObject({ status: 404, body: { code: 'rest_status_invalid' } });
    expect(await asAdmin(`${STATUSES}/inherit`)).toMatchObject({
      status: 403,
      body: { code: 'rest_cannot_read_status' },
    });
  });
});

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => void (service = await startTestApp({ VARIANT: 'C' }, engine)));
  afterAll(() => service.close());

  test('a status has its link whatever _fields selects', async () => {
    const get = async (path: string) => (await request(service.server).get(`${STATUSES}${path}`).expect(200)).body;
    const { _links } = await get('/publish');
    expect(_links).toMatchObject({ archives: [{ href: expect.stringMatching(/\/wp\/v2\/posts$/) }] });
    expect(await get('/publish?_fields=slug')).toEqual({ slug: 'publish', _links });
    expect(await get('/publish?_fields=nothing')).toEqual({ _links });
    expect(await get('?_fields=publish,slug')).toEqual({ publish: { slug: 'publish', _links } });
  });
});
