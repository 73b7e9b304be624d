import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mysql from 'mysql2/promise';
import request from 'supertest';
import { cutConnections, createAccount, type TestAccount } from '../../support/accounts.js';
import { ADMIN, startTestApp, type TestApp } from '../../support/app.js';
import { createMysqlDatabase, onMysql } from '../../support/databases.js';
import { until } from '../../support/until.js';

const API = '/wp-json/wp/v2';
const LISTS = ['posts', 'pages', 'categories', 'tags', 'users', 'comments', 'media'];
const MAX_CONNECTIONS = 12;

/** Accounts and servers that do not give what a private one does. */
onMysql(() => {
  let place: Awaited<ReturnType<typeof createMysqlDatabase>>;
  const accounts: TestAccount[] = [];
  let service: TestApp | undefined;

  /** The site is there; the service comes with an account of this kind. */
  async function startAs(rights: string, limits?: string): Promise<TestAccount> {
    await service?.close();
    service = undefined;
    const account = await createAccount(place.url, rights, limits);
    accounts.push(account);
    service = await startTestApp({ DATABASE_URL: account.url, CACHE_MB: '0' });
    return account;
  }
  const get = (path: string) => request(service!.server).get(`${API}${path}`);
  const create = (title: string) =>
    request(service!.server).post(`${API}/posts`).auth(ADMIN.user, ADMIN.password).send({ title, status: 'publish' });

  beforeAll(async () => {
    place = await createMysqlDatabase('site');
    await (await startTestApp({ DATABASE_URL: place.url })).close();
  });
  afterAll(async () => {
    await service?.close();
    for (const account of accounts) await account.drop();
    await place.drop();
  });

  test('an account that may only read serves all reads; writes are refused as something that can pass', async () => {
    await startAs('SELECT');
    for (const list of LISTS) await get(`/${list}`).expect(200);
    const { headers } = await create('No').expect(503);
    expect(headers['retry-after']).toBeDefined();
  });

  test('connections that the server ended while they lay idle are not missed', async () => {
    const account = await startAs('ALL');
    for (let round = 0; round < 5; round++) {
      await create(`Round ${round}`).expect(201);
      expect(await cutConnections(account.name)).toBeGreaterThan(0);
      await create(`Again ${round}`).expect(201);
      await cutConnections(account.name);
      await Promise.all(LISTS.map((list) => get(`/${list}`).expect(200)));
    }
  });

  test('when the connection limit is reached, a request gets a 503 with Retry-After, and later succeeds', async () => {
    const account = await startAs('ALL', `WITH MAX_USER_CONNECTIONS ${MAX_CONNECTIONS}`);
    const taken: mysql.Connection[] = [];
    do {
      await cutConnections(
        account.name,
        taken.map(({ threadId }) => threadId!),
      );
      while (taken.length < MAX_CONNECTIONS) {
        const connection = await mysql.createConnection(account.url).catch(() => undefined);
        if (!connection) break;
        taken.push(connection);
      }
    } while (taken.length < MAX_CONNECTIONS);
    for (const asked of [get('/posts'), create('No')]) {
      const { headers } = await asked.expect(503);
      expect(headers['retry-after']).toBeDefined();
    }
    for (const connection of taken) await connection.end();
    await until(async () => (await get('/posts')).status === 200, 'reads are served again');
    await until(async () => (await create('Yes')).status === 201, 'writes are served again');
  });

  test('without the tables of our own, and the right to create them, reads are served', async () => {
    const connection = await mysql.createConnection(place.url);
    const [rows] = await connection.query(
      "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME LIKE 'wp!_nestpress!_%' ESCAPE '!'",
    );
    for (const { name } of rows as { name: string }[]) await connection.query(`DROP TABLE \`${name}\``);
    await connection.end();
    expect((rows as unknown[]).length).toBeGreaterThan(3);
    await startAs('SELECT');
    for (const list of LISTS) await get(`/${list}`).expect(200);
    await get('/posts?page=2&per_page=1').expect(200);
  });
});
