import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';

const SETTINGS = '/wp-json/wp/v2/settings';
const EDITOR: [string, string] = ['chief', 'a password'];

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({}, engine);
    await request(service.server)
      .post('/wp-json/wp/v2/users')
      .auth(ADMIN.user, ADMIN.password)
      .send({ username: EDITOR[0], password: EDITOR[1], email: 'chief@site.test', roles: ['editor'] })
      .expect(201);
  });
  afterAll(() => service.close());

  const read = () => request(service.server).get(SETTINGS).auth(ADMIN.user, ADMIN.password);
  const write = (values: object) =>
    request(service.server).post(SETTINGS).auth(ADMIN.user, ADMIN.password).send(values);

  test('only users with manage_options read or change settings', async () => {
    await request(service.server).get(SETTINGS).expect(401);
    await request(service.server)
      .get(SETTINGS)
      .auth(...EDITOR)
      .expect(403);
    const refused = await request(service.server)
      .post(SETTINGS)
      .auth(...EDITOR)
      .send({ title: 'Mine' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'rest_forbidden', data: { status: 403 } } });
  });

  test('the administrator reads every setting with its type', async () => {
    const { body } = await read().expect(200);
    expect(body).toMatchObject({
      title: expect.any(String),
      description: expect.any(String),
      url: 'http://site.test',
      email: expect.stringContaining('@'),
      timezone: expect.any(String),
      date_format: expect.any(String),
      time_format: expect.any(String),
      start_of_week: expect.any(Number),
      use_smilies: expect.any(Boolean),
      default_category: expect.any(Number),
      posts_per_page: expect.any(Number),
      default_comment_status: expect.stringMatching(/^(?:open|closed)$/),
    });
  });

  test('changed settings are stored, sanitized and returned; the others stay', async () => {
    const { body: before } = await read().expect(200);
    const changes = { title: ' A <b>new</b> name ', posts_per_page: '7', use_smilies: false };
    const { body } = await write(changes).expect(200);
    expect(body).toEqual({ ...before, title: expect.stringContaining('name'), posts_per_page: 7, use_smilies: false });
    expect(body.title).not.toContain('<b>');
    // WordPress stores false as an empty text, which it then reads as no boolean.
    expect((await read().expect(200)).body).toEqual({ ...body, use_smilies: null });
  });

  test('a changed setting takes effect', async () => {
    await write({ posts_per_page: 1, title: 'Effect' }).expect(200);
    expect((await request(service.server).get('/wp-json/').expect(200)).body.name).toBe('Effect');
  });

  test.each([
    ['start_of_week', 'Monday'],
    ['use_smilies', 'perhaps'],
    ['email', 'nobody'],
    ['default_comment_status', 'maybe'],
  ])('an invalid %s is refused and changes nothing', async (name, value) => {
    const { body: before } = await read().expect(200);
    const { body } = await write({ title: 'Never stored', [name]: value }).expect(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: { status: 400, params: { [name]: expect.any(String) } },
    });
    expect((await read().expect(200)).body).toEqual(before);
  });
});
