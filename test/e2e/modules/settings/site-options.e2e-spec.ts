import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp(WEB, engine);
    await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(() => service.close());
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const path = '/nestpress/v1/site-options';

  test('sizes of images are read and written by those who may manage the site', async () => {
    const { body: before } = await admin.get(path).expect(200);
    expect(before).toMatchObject({
      is_indexed: true,
      thumbnail_crop: true,
      large_width: 1024,
      image_format: 'original',
    });
    await clientOf(() => service, 'chief', '/wp-json')
      .get(path)
      .expect(403);
    await request(service.server).get(`/wp-json${path}`).expect(401);
    const changes = { medium_width: 400, thumbnail_crop: false };
    expect((await admin.post(path, changes).expect(200)).body).toEqual({ ...before, ...changes });
    for (const wrong of [
      { large_height: -1 },
      { large_width: 'wide' },
      { image_format: 'bmp' },
      { is_indexed: 'x' },
      { front_end_url: 'https://front.test/' },
      { front_end_preview: '/preview' },
    ]) {
      const { body } = await admin.post(path, wrong).expect(400);
      expect(Object.keys(body.data.params)).toEqual(Object.keys(wrong));
    }
    await admin.post(path, before).expect(200, before);
  });

  test('a site that search engines shall not list says so on every page', async () => {
    await admin.post(path, { is_indexed: false }).expect(200);
    expect((await request(service.server).get('/').expect(200)).text).toContain('<meta name="robots" content="noindex');
    expect((await request(service.server).get('/robots.txt').expect(200)).text).toBe('User-agent: *\nDisallow: /\n');
    await admin.post(path, { is_indexed: true }).expect(200);
    expect((await request(service.server).get('/').expect(200)).text).not.toContain('name="robots"');
  });
});
