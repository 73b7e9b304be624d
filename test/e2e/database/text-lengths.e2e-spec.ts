import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { API, clientOf } from '../../support/clients.js';
import { picture } from '../../support/files.js';

const LONG = 'x'.repeat(65_536);

/** SQLite would store such texts, MySQL would cut them off. */
eachEngine((engine) => {
  let service: TestApp;
  let post: number;
  let media: number;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    post = (await admin.post('/posts', { title: 'Post', status: 'publish' }).expect(201)).body.id;
    const upload = request(service.server).post(`${API}/media`).auth(ADMIN.user, ADMIN.password);
    const { body } = await upload
      .set('Content-Disposition', 'attachment; filename="picture.png"')
      .type('image/png')
      .send(await picture(2, 2))
      .expect(201);
    media = body.id;
  });
  afterAll(() => service.close());

  test.each<[string, () => string, string, string]>([
    ['title of a new post', () => '/posts', 'title', LONG],
    ['title with characters of four bytes', () => '/posts', 'title', '😀'.repeat(16_384)],
    ['title of a post', () => `/posts/${post}`, 'title', LONG],
    ['excerpt of a post', () => `/posts/${post}`, 'excerpt', LONG],
    ['password of a post', () => `/posts/${post}`, 'password', 'p'.repeat(256)],
    ['title of an autosave', () => `/posts/${post}/autosaves`, 'title', LONG],
    ['title of a page', () => '/pages', 'title', LONG],
    ['caption of a file', () => `/media/${media}`, 'caption', LONG],
    ['name of a category', () => '/categories', 'name', 'n'.repeat(201)],
    ['name of a category of the site', () => '/categories/1', 'name', '😀'.repeat(201)],
    ['title of a menu item', () => '/menu-items', 'title', LONG],
  ])('too long: %s', async (_, path, name, value) => {
    const { body } = await admin.post(path(), { content: 'x', url: 'https://site.test/', [name]: value }).expect(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', data: { params: { [name]: 'The value is too long.' } } });
  });

  test('the longest texts are stored whole', async () => {
    const title = '😀'.repeat(16_383);
    const { body } = await admin.post('/posts', { title }).expect(201);
    expect(body.title.raw).toBe(title);
    const name = '😀'.repeat(200);
    expect((await admin.post('/categories', { name }).expect(201)).body.name).toBe(name);
    await admin.post('/users/1', { name: '😀'.repeat(250) }).expect(200);
    expect((await admin.post('/users/1', { name: '😀'.repeat(251) })).status).toBe(400);
  });
});
