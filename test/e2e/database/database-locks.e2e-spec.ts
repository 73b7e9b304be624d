import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mysql, { type Connection } from 'mysql2/promise';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';
import { createMysqlDatabase, onMysql } from '../../support/databases.js';
import { until } from '../../support/until.js';

onMysql(() => {
  let place: Awaited<ReturnType<typeof createMysqlDatabase>>;
  let service: TestApp;
  /** Another program on the same database. */
  let other: Connection;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    place = await createMysqlDatabase();
    service = await startTestApp({ DATABASE_URL: place.url, DATABASE_TIMEOUT: '1', CACHE_MB: '0' });
    other = await mysql.createConnection(place.url);
  });
  afterAll(async () => {
    await other?.end();
    await service?.close();
    await place?.drop();
  });

  test('locks of another program on options do not block writes of entries, terms and users', async () => {
    await other.beginTransaction();
    try {
      await other.query(
        "SELECT * FROM wp_options WHERE option_name IN ('siteurl', 'initial_db_version', 'wp_user_roles') FOR UPDATE",
      );
      await admin.post('/posts', { title: 'Post', status: 'publish' }).expect(201);
      await admin.post('/categories', { name: 'Term' }).expect(201);
      await admin.post('/users', { username: 'u', email: 'u@site.test', password: 'a password' }).expect(201);
    } finally {
      await other.rollback();
    }
  });

  test('concurrent posts with one title get different slugs', async () => {
    const titles = ['Same', 'SAME', 'Samé', 'same 2', 'Same', 'same-2'];
    const posts = await Promise.all(titles.map((title) => admin.post('/posts', { title, status: 'publish' })));
    expect(posts.map(({ status }) => status)).toEqual(titles.map(() => 201));
    expect(new Set(posts.map(({ body }) => body.slug)).size).toBe(titles.length);
  });

  test('a write that waits too long for a row of another program gets a 503', async () => {
    const { id } = (await admin.post('/posts', { title: 'Locked' }).expect(201)).body;
    await other.beginTransaction();
    try {
      await other.query('SELECT * FROM wp_posts WHERE ID = ? FOR UPDATE', [id]);
      const { headers } = await admin.post(`/posts/${id}`, { title: 'Waits' }).expect(503);
      expect(headers['retry-after']).toBe('2');
    } finally {
      await other.rollback();
    }
    await admin.post(`/posts/${id}`, { title: 'Goes on' }).expect(200);
  });

  test('reads of a locked table get a 503, the service is not ready, and recovers', async () => {
    const isReady = async () => (await request(service.server).get('/readyz')).status === 200;
    await until(isReady, 'the service is ready');
    await other.query('LOCK TABLES wp_posts WRITE');
    try {
      // More than there are connections.
      const reads = await Promise.all(Array.from({ length: 12 }, () => admin.get('/posts')));
      expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 503));
      expect(reads[0]!.headers['retry-after']).toBe('2');
      expect(await isReady()).toBe(false);
    } finally {
      await other.query('UNLOCK TABLES');
    }
    await admin.get('/posts').expect(200);
    await until(isReady, 'the service is ready again');
    const [left] = await other.query(
      "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND COMMAND = 'Query' AND ID <> CONNECTION_ID() AND TIME > 5",
    );
    expect(left).toEqual([]);
  });
});
