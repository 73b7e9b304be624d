import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Not } from 'typeorm';
import request from 'supertest';
import { IdempotencyKey } from '../../../../src/features/idempotency/idempotency-key.entity.js';
import { IdempotencyKeysStore } from '../../../../src/features/idempotency/idempotency-keys.store.js';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';

const DAY_MS = 24 * 3_600_000;

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ ...WEB }, engine);
    db = service.app.get(Database);
    await createUsers(admin);
  });
  afterAll(() => service?.close());

  const send = (method: 'post' | 'put' | 'delete', path: string, key: string, body?: object) => {
    const sent = request(service.server)[method](path).auth(ADMIN.user, ADMIN.password);
    return sent.set('Idempotency-Key', key).send(body);
  };
  const titled = (title: string) => db.manager.countBy(Post, { title });

  test('the same key and body get the stored response; nothing is written twice', async () => {
    const first = await send('post', `${API}/posts`, 'one', { title: 'Once', status: 'publish' }).expect(201);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    const again = await send('post', `${API}/posts`, '"one"', { title: 'Once', status: 'publish' }).expect(201);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    for (const name of ['location', 'etag', 'allow', 'content-type'])
      expect(again.headers[name]).toBe(first.headers[name]);
    expect(await titled('Once')).toBe(1);

    const path = `${API}/posts/${first.body.id}?force=true`;
    const deleted = await send('delete', path, 'two').expect(200);
    expect((await send('delete', path, 'two').expect(200)).body).toEqual(deleted.body);
    await send('delete', path, 'three').expect(404);
  });

  test('another body, route or method with the same key is refused', async () => {
    await send('post', `${API}/posts`, 'four', { title: 'Four' }).expect(201);
    const { body } = await send('post', `${API}/posts`, 'four', { title: 'Other' }).expect(422);
    expect(body.code).toBe('rest_idempotency_key_reused');
    await send('post', `${API}/pages`, 'four', { title: 'Four' }).expect(422);
    await send('delete', `${API}/posts/1`, 'four').expect(422);
    expect(await titled('Other')).toBe(0);
    for (const wrong of ['', ' ', '"', 'x'.repeat(256)].filter((key) => key.trim() !== '"'))
      expect((await send('post', `${API}/posts`, wrong, { title: 'Wrong' })).status).toBe(400);
  });

  test('keys belong to the requester', async () => {
    await send('post', `${API}/posts`, 'mine', { title: 'Mine' }).expect(201);
    const sent = request(service.server).post(`${API}/posts`).auth('chief', 'a password');
    const { body, headers } = await sent.set('Idempotency-Key', 'mine').send({ title: 'Mine' }).expect(201);
    expect(headers).not.toHaveProperty('idempotency-replayed');
    expect(body.author).not.toBe(1);
    expect(await titled('Mine')).toBe(2);
  });

  test('requests that run at the same time write once', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () => send('post', `${API}/posts`, 'race', { title: 'Race' })),
    );
    const statuses = all.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    expect(await titled('Race')).toBe(1);
    const busy = all.find(({ status }) => status === 409);
    if (busy) expect(busy.body.code).toBe('rest_idempotency_in_progress');
  });

  test('a refused request can be repeated; a key is free again after a day', async () => {
    await send('post', `${API}/posts`, 'later', { title: 'Later', status: 'nonsense' }).expect(400);
    await send('post', `${API}/posts`, 'later', { title: 'Later' }).expect(201);
    await db.transaction((tx) => tx.update(IdempotencyKey, { state: 'done' }, { createdAt: Date.now() - DAY_MS }));
    await send('post', `${API}/posts`, 'later', { title: 'Another day' }).expect(201);
    expect(await titled('Another day')).toBe(1);
  });

  test('a write whose process ended before its commit is carried out, one after its commit is not', async () => {
    const body = { title: 'Abandoned' };
    await send('post', `${API}/posts`, 'abandoned', body).expect(201);
    const state = (values: Partial<IdempotencyKey>) =>
      db.transaction((tx) => tx.update(IdempotencyKey, { state: 'done' }, { ...values, response: '' }));
    await state({ state: 'written', claimedUntil: 0 });
    const lost = await send('post', `${API}/posts`, 'abandoned', body).expect(409);
    expect(lost.body.code).toBe('rest_idempotency_response_lost');
    await db.transaction((tx) => tx.update(IdempotencyKey, { state: 'written' }, { state: 'running' }));
    await send('post', `${API}/posts`, 'abandoned', body).expect(201);
    expect(await titled('Abandoned')).toBe(2);
  });

  test('uploads and conditional writes are covered; a secret in a response is not stored as text', async () => {
    const upload = () =>
      request(service.server)
        .post(`${API}/media`)
        .auth(ADMIN.user, ADMIN.password)
        .set('Idempotency-Key', 'file')
        .attach('file', bytes, 'boat.png');
    const bytes = await picture(32, 20);
    const first = await upload().expect(201);
    const again = await upload().expect(201);
    expect(again.body.id).toBe(first.body.id);
    expect(await db.manager.countBy(Post, { type: 'attachment' })).toBe(1);

    const { body: post } = await send('post', `${API}/posts`, 'conditional', { title: 'A' }).expect(201);
    const edit = `${API}/posts/${post.id}`;
    const { etag } = (await admin.get(`/posts/${post.id}`, { context: 'edit' }).expect(200)).headers;
    const change = () => send('post', edit, 'change', { title: 'B' }).set('If-Match', etag!);
    await change().expect(200);
    expect((await change().expect(200)).headers['idempotency-replayed']).toBe('true');
    await send('post', edit, 'change 2', { title: 'C' }).set('If-Match', etag!).expect(412);

    const passwords = '/wp-json/nestpress/v1/users/1/application-passwords';
    const { body } = await send('post', passwords, 'password', { name: 'App' }).expect(201);
    expect((await send('post', passwords, 'password', { name: 'App' }).expect(201)).body).toEqual(body);
    const rows = await db.manager.find(IdempotencyKey);
    expect(rows.filter(({ response }) => response.includes(body.password as string))).toEqual([]);
  });

  test('requests that write nothing are not stored and may use a key again', async () => {
    const keys = () => db.manager.count(IdempotencyKey);
    const before = await keys();
    const read = (path: string) =>
      send('post', '/wp-json/nestpress/v1/reads', 'read', { requests: [{ path }] }).expect(200);
    for (const path of ['/wp/v2/posts', '/wp/v2/pages', '/wp/v2/posts'])
      expect((await read(path)).headers).not.toHaveProperty('idempotency-replayed');
    // Routes that are not declared as reads.
    await send('post', '/wp-json/nestpress/v1/health', 'checked').expect(200);
    await send('delete', `${API}/posts/999999`, 'none').expect(404);
    expect(await keys()).toBe(before);
  });

  test('the oldest responses of an account make room; nothing is written twice', async () => {
    await db.transaction((tx) => tx.delete(IdempotencyKey, { hash: Not('') }));
    const content = 'x'.repeat(1_000_000);
    // Each is stored with at least 2.6 of 16 MB.
    for (let i = 0; i < 8; i++)
      await send('post', `${API}/posts`, `large ${i}`, { title: `Large ${i}`, content }).expect(201);
    expect(await db.manager.sum(IdempotencyKey, 'bytes')).toBeLessThan(16 * 1024 * 1024);
    expect(await db.manager.count(IdempotencyKey)).toBe(8);
    const first = await send('post', `${API}/posts`, 'large 0', { title: 'Large 0', content }).expect(409);
    expect(first.body.code).toBe('rest_idempotency_response_lost');
    const last = await send('post', `${API}/posts`, 'large 7', { title: 'Large 7', content }).expect(201);
    expect(last.headers['idempotency-replayed']).toBe('true');
    expect(await titled('Large 0')).toBe(1);
  });

  test('an account has a number of keys within a day', async () => {
    const { requester } = (await db.manager.find(IdempotencyKey))[0]!;
    const createdAt = Date.now() - DAY_MS / 2;
    for (let from = 0; from < 20_000; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, i) => ({ hash: `key ${from + i}`, requester, createdAt }));
      await db.transaction((tx) => tx.insert(IdempotencyKey, rows));
    }
    const refused = await send('post', `${API}/posts`, 'one more', { title: 'One more' }).expect(429);
    expect(refused.body.code).toBe('rest_idempotency_too_many_keys');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(DAY_MS / 2000 - 600);
    expect(await titled('One more')).toBe(0);
    // Known keys and other accounts are not concerned.
    await send('post', `${API}/posts`, 'large 7', { title: 'Large 7', content: 'x'.repeat(1_000_000) }).expect(201);
    const sent = request(service.server).post(`${API}/posts`).auth('chief', 'a password');
    await sent.set('Idempotency-Key', 'other').send({ title: 'Other account' }).expect(201);
    await db.transaction((tx) => tx.update(IdempotencyKey, { hash: Not('') }, { createdAt: 0 }));
    await service.app.get(IdempotencyKeysStore, { strict: false }).deleteExpired();
    expect(await db.manager.count(IdempotencyKey)).toBe(0);
  });

  test('OpenAPI describes the header', async () => {
    const { body } = await request(service.server).get('/openapi.json').expect(200);
    const reference = { $ref: '#/components/parameters/IdempotencyKey' };
    expect(body.paths['/wp/v2/posts'].post.parameters).toContainEqual(reference);
    expect(body.paths['/wp/v2/posts'].get.parameters).not.toContainEqual(reference);
    expect(body.components.parameters.IdempotencyKey.in).toBe('header');
  });
});
