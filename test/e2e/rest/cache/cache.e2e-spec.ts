import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { countQueries } from '../../../../src/database/engine/query-counter.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { CacheMetrics } from '../../../../src/rest/cache/response-cache.js';
import { ChangeWatchService, NOTICED_WITHIN_MS } from '../../../../src/rest/cache/change-watch.service.js';
import { RedisChangesService } from '../../../../src/rest/cache/redis-changes.service.js';
import { ADMIN_AUTHORIZATION, eachEngine, type EngineName, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf } from '../../../support/clients.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { PipeliningClient } from '../../../support/pipelined.js';
import { startRedis } from '../../../support/redis.js';
import { untilSettledInCache } from '../../../support/settled-cache.js';
import { until } from '../../../support/until.js';

const CACHE = 'x-nestpress-cache';

/** Services on one database, each with its own memory. */
async function startTwo(
  engine: EngineName,
  env: Record<string, string> = {},
): Promise<{ services: TestApp[]; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-two-'));
  const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
  const shared = { DATA_DIR: dataDir, ...(place && { DATABASE_URL: place.url }), ...env };
  const services = [await startTestApp(shared), await startTestApp(shared)];
  return {
    services,
    stop: async () => {
      for (const service of services) await service.close();
      await place?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

eachEngine((engine) => {
  describe('one process', () => {
    let service: TestApp;
    const admin = clientOf(() => service, 'admin');
    const get = (path: string, headers: Record<string, string> = {}) => request(service.server).get(path).set(headers);
    beforeAll(async () => {
      service = await startTestApp({}, engine);
    });
    afterAll(() => service.close());
    /** Each test begins with an empty cache, after the period in which the engine's update times of tables are uncertain. */
    beforeEach(async () => {
      const database = service.app.get(Database);
      database.changes.publish(new Set(database.tables.all));
    });

    /** Cached responses may be dropped once too often, never too rarely: requests until one is a hit. */
    async function hit(path: string, headers: Record<string, string> = {}): Promise<request.Response> {
      let response!: request.Response;
      await until(async () => {
        response = await get(path, headers);
        expect(['hit', 'miss']).toContain(response.headers[CACHE]);
        return response.headers[CACHE] === 'hit';
      }, `${path} is cached`);
      return response;
    }

    test('the second response is a cache hit, without a statement, and is the same', async () => {
      const first = await get(`${API}/posts`);
      expect(first.headers[CACHE]).toBe('miss');
      const second = await hit(`${API}/posts`);
      expect(second.text).toBe(first.text);
      expect(Number(second.headers.age)).toBeGreaterThanOrEqual(0);
      for (const name of ['x-wp-total', 'link', 'allow', 'content-type', 'etag'])
        expect(second.headers[name]).toBe(first.headers[name]);
      await until(async () => {
        const { result, statements } = await countQueries(() => get(`${API}/posts`), { everywhere: true });
        return result.headers[CACHE] === 'hit' && statements.length === 0;
      }, 'an answer from memory costs no statement');
    });

    test('a write is seen at once, and leaves alone what it does not touch', async () => {
      await admin.post('/tags', { name: 'before' }).expect(201);
      await hit(`${API}/tags`);
      await untilSettledInCache(async () => (await get(`${API}/types`)).headers[CACHE]);
      const { age } = (await hit(`${API}/types`)).headers;
      await admin.post('/tags', { name: 'after' }).expect(201);
      const tags = await get(`${API}/tags?search=after`);
      expect(tags.body).toHaveLength(1);
      expect((await get(`${API}/tags`)).headers[CACHE]).toBe('miss');
      // The machine may be too busy to use it at once, but what comes from memory is what was there before.
      expect(Number((await hit(`${API}/types`)).headers.age)).toBeGreaterThanOrEqual(Number(age));
    });

    test('a clock that is set back neither makes Age negative nor keeps responses forever', async () => {
      await hit(`${API}/types`);
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => new Date().getTime() - 7_200_000);
      try {
        const { age } = (await hit(`${API}/types`)).headers;
        expect(Number(age)).toBeGreaterThanOrEqual(0);
        expect(Number(age)).toBeLessThan(3600);
      } finally {
        clock.mockRestore();
      }
    });

    test('304 for clients that have it already, on hits and misses', async () => {
      const { etag } = (await hit(`${API}/posts`)).headers as { etag: string };
      await get(`${API}/posts`, { 'if-none-match': etag }).expect(304);
      const database = service.app.get(Database);
      // A change noticed while the response is made leaves it without a tag.
      await until(async () => {
        database.changes.publish(new Set(database.tables.all));
        const fresh = await get(`${API}/posts`, { 'if-none-match': etag });
        return fresh.status === 304 && fresh.text === '';
      }, '304 for an answer that is not from memory');
      await get(`${API}/posts`, { 'if-none-match': '"other"' }).expect(200);
    });

    test('the compressed form is the same response', async () => {
      const plain = await hit(`${API}/posts`, { 'accept-encoding': 'identity' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.vary).toBe('Origin, Accept-Encoding');
      let packed = await hit(`${API}/posts`, { 'accept-encoding': 'gzip' });
      await until(async () => {
        packed = await hit(`${API}/posts`, { 'accept-encoding': 'gzip' });
        return packed.headers['content-encoding'] === 'gzip';
      }, 'the answer is compressed');
      expect(packed.text).toBe(plain.text);
      const refused = await hit(`${API}/posts`, { 'accept-encoding': 'gzip;q=0' });
      expect(refused.headers['content-encoding']).toBeUndefined();
    });

    test('each origin gets its own permission', async () => {
      await get(`${API}/posts`, { origin: 'http://one.test' });
      expect((await hit(`${API}/posts`, { origin: 'http://two.test' })).headers['access-control-allow-origin']).toBe(
        'http://two.test',
      );
      expect((await hit(`${API}/posts`)).headers['access-control-allow-origin']).toBeUndefined();
    });

    test('HEAD is answered from what GET left', async () => {
      await hit(`${API}/posts`);
      const head = await request(service.server).head(`${API}/posts`).expect(200);
      expect(head.headers['x-wp-total']).toBeDefined();
    });

    test('all hits on an open connection are the same; one that closes it says so', async () => {
      await service.app.listen(0, '127.0.0.1');
      await hit(`${API}/posts`);
      const get = `GET ${API}/posts HTTP/1.1\r\nHost: a\r\n`;
      const { headers, text } = await request(service.server).get(`${API}/posts`);
      const client = new PipeliningClient(await service.app.getUrl());
      client.read();
      client.write(`${get}\r\n${get}\r\n${get}\r\nHEAD${get.slice(3)}\r\n`);
      client.write(`${`${get}If-None-Match: ${headers.etag}\r\n\r\n`.repeat(2)}${get}Connection: close\r\n\r\n`);
      await until(() => client.isClosed, 'the connection is closed');
      const heads = client.text
        .match(/HTTP\/1\.1 [^]*?\r\n\r\n/g)!
        .map((head) => head.replace(/^(Age|Date): .*\r\n/gm, ''));
      expect(client.text.match(/^Date: /gm)).toHaveLength(7);
      expect(client.text.split(`\r\n\r\n${Buffer.from(text).toString('latin1')}`).length - 1).toBe(4);
      expect(heads.slice(0, 4)).toEqual(Array(4).fill(heads[0]));
      expect(heads[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Content-Length: \d+\r\nConnection: keep-alive\r\n/);
      expect(heads[4]).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/);
      expect(heads[5]).toBe(heads[4]);
      expect(heads[6]).toBe(heads[0]!.replace(/Connection: keep-alive\r\nKeep-Alive: .*\r\n/, 'Connection: close\r\n'));
    });

    test.each([
      ['credentials', '/posts', { authorization: ADMIN_AUTHORIZATION }],
      ['a cookie', '/posts', { cookie: 'a=b' }],
      ['a nonce', '/posts?_wpnonce=x', {}],
      ['a password', '/posts?password=x', {}],
      ['a password in disguise', '/posts?%20%70assword[]=x', {}],
      ['another method', '/posts?_method=GET', {}],
      ['another route', '/posts?rest_route=/wp/v2/pages', {}],
      ['a preview', '/posts?preview_token=x', {}],
      ['a version', '/posts?_version=1', {}],
      ['the context of editors', '/posts?context=edit', {}],
      ['a body', '/posts', { 'content-type': 'application/json' }],
    ])('never cached: %s', async (_what, path, headers) => {
      const responses = [
        await get(API + path, headers),
        await get(API + path, headers),
        await get(API + path, headers),
      ];
      // Refused ones say nothing at all.
      for (const response of responses)
        expect(response.headers[CACHE]).toBe(response.status === 200 ? 'bypass' : undefined);
    });

    test('content unlocked with a password does not leak', async () => {
      const { body } = await admin
        .post('/posts', { title: 'Locked', content: 'the secret', status: 'publish', password: 'opens' })
        .expect(201);
      const path = `${API}/posts/${(body as { id: number }).id}`;
      for (const spelling of ['password=opens', '+password=opens', '%70assword=opens'])
        expect((await get(`${path}?${spelling}`)).text).toContain('the secret');
      expect((await hit(path)).text).not.toContain('the secret');
    });

    test('errors are not cached', async () => {
      for (let tries = 0; tries < 2; tries++)
        expect((await get(`${API}/posts/999999`).expect(404)).headers[CACHE]).toBeUndefined();
    });

    test('a cached response expires when a scheduled post becomes due', async () => {
      const { body } = await admin.post('/posts', { title: 'Soon', status: 'draft' }).expect(201);
      const database = service.app.get(Database);
      const path = `${API}/posts?search=Soon`;
      /** Whether a response came from memory before the moment: on a busy machine it may not, and then it proves nothing. */
      const isOutlived = async (seconds: number): Promise<boolean> => {
        const due = Math.floor(Date.now() / 1000 + seconds) * 1000;
        const date = new Date(due).toISOString().slice(0, 19).replace('T', ' ');
        // The interface publishes at once what is due within the minute.
        await database.transaction((tx) =>
          tx.execute(
            `UPDATE ${database.tables.posts} SET post_status = 'future', post_date = ?, post_date_gmt = ? WHERE ID = ?`,
            [date, date, (body as { id: number }).id],
          ),
        );
        let isCached = false;
        while (Date.now() < due - 50) {
          const response = await get(path);
          if (Date.now() >= due) break;
          expect(response.body).toEqual([]);
          isCached ||= response.headers[CACHE] === 'hit';
        }
        await wait(Math.max(0, due - Date.now()) + 2);
        expect((await get(path)).body).toHaveLength(1);
        return isCached;
      };
      for (let seconds = 6; !(await isOutlived(seconds)); seconds *= 2) expect(seconds).toBeLessThan(100);
    });

    test('totals are counted once for all pages', async () => {
      for (let index = 0; index < 5; index++) await admin.post('/tags', { name: `many ${index}` }).expect(201);
      const { totalHits } = service.app.get(CacheMetrics).snapshot();
      const pages = [1, 2, 3, 4].map((page) =>
        clientOf(() => service, 'admin').get('/tags', { per_page: 1, page, search: 'many' }),
      );
      for (const page of pages) expect((await page).headers['x-wp-total']).toBe('5');
      expect(service.app.get(CacheMetrics).snapshot().totalHits).toBeGreaterThan(totalHits);
      await admin.post('/tags', { name: 'many more' }).expect(201);
      expect((await admin.get('/tags', { per_page: 1, search: 'many' })).headers['x-wp-total']).toBe('6');
    });

    test('what happened is counted', async () => {
      const before = service.app.get(CacheMetrics).snapshot();
      await hit(`${API}/statuses`);
      await get(`${API}/statuses`, { cookie: 'a=b' });
      const after = service.app.get(CacheMetrics).snapshot();
      expect(after.hits).toBeGreaterThan(before.hits);
      expect(after.misses).toBeGreaterThan(before.misses);
      expect(after.bypasses).toBeGreaterThan(before.bypasses);
      expect(after.bytes).toBeGreaterThan(0);
    });
  });

  test('switched off, nothing is cached and no cache header is sent', async () => {
    const service = await startTestApp({ CACHE_MB: '0' }, engine);
    try {
      for (let tries = 0; tries < 2; tries++)
        expect((await request(service.server).get(`${API}/posts`)).headers[CACHE]).toBeUndefined();
    } finally {
      await service.close();
    }
  });

  test('what one process writes, another notices in time; what it remembered of the options, too', async () => {
    const { services, stop } = await startTwo(engine);
    try {
      const [one, two] = services as [TestApp, TestApp];
      const admin = clientOf(() => one, 'admin');
      const titles = async () =>
        ((await request(two.server).get(`${API}/posts?_fields=title`)).body as { title: { rendered: string } }[]).map(
          (post) => post.title.rendered,
        );
      await titles();
      await admin.post('/posts', { title: 'From the other side', status: 'publish' }).expect(201);
      await admin.post('/settings', { title: 'New name' }).expect(200);
      await wait(NOTICED_WITHIN_MS);
      expect(await titles()).toContain('From the other side');
      expect(((await request(two.server).get('/wp-json/')).body as { name: string }).name).toBe('New name');
    } finally {
      await stop();
    }
  });

  test('with Redis it notices at once', async () => {
    const redis = await startRedis();
    if (!redis) return;
    const { services, stop } = await startTwo(engine, { REDIS_URL: redis.url });
    try {
      const [one, two] = services as [TestApp, TestApp];
      await until(
        async () =>
          (
            await Promise.all(services.map(({ app }) => app.get(RedisChangesService, { strict: false }).responds()))
          ).every(Boolean),
        'both are connected',
      );
      // The other process does not poll, so Redis must have notified it.
      await two.app.get(ChangeWatchService, { strict: false }).onApplicationShutdown();
      let hasListeners = false;
      two.app
        .get(Database)
        .changes.listen((tables, origin) => (hasListeners ||= origin === 'elsewhere' && tables.has('wp_terms')));
      await clientOf(() => one, 'admin')
        .post('/tags', { name: 'heard' })
        .expect(201);
      await until(() => hasListeners, 'the other process is notified');
      expect(((await request(two.server).get(`${API}/tags?search=heard`)).body as unknown[]).length).toBe(1);
    } finally {
      await stop();
      await redis.stop();
    }
  });

  test('a service starts and serves while the configured Redis is unreachable', async () => {
    const service = await startTestApp({ REDIS_URL: 'redis://127.0.0.1:1' }, engine);
    try {
      await request(service.server).get(`${API}/posts`).expect(200);
      await clientOf(() => service, 'admin')
        .post('/tags', { name: 'written' })
        .expect(201);
    } finally {
      await service.close();
    }
  });

  if (engine === 'mysql') {
    test('a WordPress on the same database that writes its transients does not empty the cache', async () => {
      const { services, stop } = await startTwo(engine);
      try {
        const [one, two] = services as [TestApp, TestApp];
        await wait(NOTICED_WITHIN_MS + 1500);
        const changed: string[] = [];
        one.app.get(Database).changes.listen((tables) => changed.push(...tables));
        const outside = two.app.get(Database);
        // As a program that shares no log of changes.
        await outside.query(
          `REPLACE INTO ${outside.tables.options} (option_name, option_value, autoload) VALUES ('_transient_x', '1', 'yes'), ('cron', '2', 'yes')`,
        );
        await wait(NOTICED_WITHIN_MS);
        expect(changed).toEqual([]);
        await outside.query(
          `UPDATE ${outside.tables.options} SET option_value = 'Renamed' WHERE option_name = 'blogname'`,
        );
        await until(() => changed.includes('wp_options'), 'the change is noticed');
        await until(
          async () => (await one.app.get(OptionsStore).text('blogname')) === 'Renamed',
          'the option is loaded again',
        );
      } finally {
        await stop();
      }
    });
  }
});
