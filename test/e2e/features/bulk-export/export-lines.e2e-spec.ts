import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { ItemJsonCache } from '../../../../src/modules/item-cache/item-json-cache.service.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

const PATH = '/wp-json/nestpress/v1/export';
const POSTS = 230;
const DATE = '2026-01-01 00:00:00';

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ ...WEB }, engine);
    db = service.app.get(Database);
    const rows = Array.from({ length: POSTS }, (_, index) => ({
      title: `Post ${index}`,
      slug: `post-${index}`,
      type: 'post',
      status: 'publish',
      author: 1,
      date: DATE,
      dateGmt: DATE,
      modified: DATE,
      modifiedGmt: DATE,
    }));
    await db.transaction((tx) => tx.insert(Post, rows));
    await admin.post('/posts', { title: 'A draft' }).expect(201);
  });
  afterAll(() => service?.close());

  const lines = async (path: string, query: object = {}) => {
    const { text, headers } = await request(service.server)
      .get(PATH + path)
      .query(query)
      .buffer(true)
      .parse(asText);
    expect(headers['content-type']).toContain('application/x-ndjson');
    return String(text ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  test('every published post is a line, as its route shows it', async () => {
    const found = await lines('/post');
    const ids = found.map(({ id }) => id as number);
    expect(ids).toHaveLength(await db.manager.countBy(Post, { type: 'post', status: 'publish' }));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const { body } = await request(service.server).get(`/wp-json/wp/v2/posts/${ids[150]}`).expect(200);
    expect(found[150]).toEqual(body);
  });

  test('an export evicts nothing from the cache of entries', async () => {
    await request(service.server).get('/wp-json/wp/v2/posts?per_page=3').expect(200);
    const cache = service.app.get(ItemJsonCache, { strict: false });
    const before = cache.size;
    await lines('/post');
    expect(cache.size).toEqual(before);
  });

  test('an export goes on after an ID, with a limit and some fields', async () => {
    const all = (await lines('/post', { fields: 'id' })).map(({ id }) => id as number);
    const first = await lines('/post', { fields: 'id,title', limit: 120 });
    expect(Object.keys(first[0]!).sort()).toEqual(['id', 'title']);
    const rest = await lines('/post', { fields: 'id', after: Number(first.at(-1)!.id) });
    expect([...first, ...rest].map(({ id }) => id)).toEqual(all);
    expect(await lines('/post', { after: all.at(-1) })).toEqual([]);
  });

  test('the audit log has exports of users that were not refused, and none of visitors', async () => {
    await lines('/post', { limit: 1 });
    await request(service.server).get(`${PATH}/nonsense`).auth(ADMIN.user, ADMIN.password).expect(404);
    await request(service.server)
      .get(`${PATH}/page`)
      .query({ context: 'edit', fields: 'id', limit: 500 })
      .auth(ADMIN.user, ADMIN.password)
      .expect(200);
    const { body } = await request(service.server)
      .get('/wp-json/nestpress/v1/audit-log?event=entries.exported')
      .auth(ADMIN.user, ADMIN.password)
      .expect(200);
    expect(body).toMatchObject([
      { actor_login: ADMIN.user, object_type: 'page', details: { context: 'edit', fields: 'id', limit: 500 } },
    ]);
  });

  test('what is not allowed is an error in the usual shape', async () => {
    expect((await request(service.server).get(`${PATH}/nonsense`).expect(404)).body.code).toBe('rest_type_invalid');
    await request(service.server).get(`${PATH}/revision`).expect(404);
    await request(service.server).get(`${PATH}/post?after=x`).expect(400);
    await request(service.server).get(`${PATH}/post?context=edit`).expect(401);
    const sent = request(service.server).get(`${PATH}/page?context=edit`).auth(ADMIN.user, ADMIN.password);
    expect((await sent.expect(200).buffer(true).parse(asText)).text).toContain('"raw"');
  });
});

/** Supertest has no parser for this type. */
function asText(response: request.Response, done: (error: Error | null, body: string) => void): void {
  let text = '';
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  stream.on('end', () => {
    Object.assign(response, { text });
    done(null, text);
  });
}
