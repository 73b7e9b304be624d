import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { ADMIN_AUTHORIZATION, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { addLargePosts } from '../../../support/large-contents.js';

const KB = 1024;
/** Above what is read with the rows. */
const BYTES = 300 * KB;
const FIRST = 500_000;
const POSTS = 6;

eachEngine((engine) => {
  let service: TestApp;
  const get = (path: string) => request(service.server).get(path);
  const posts = (query: string) => get(`/wp-json/wp/v2/posts?${query}`);

  beforeAll(async () => {
    service = await startTestApp(
      {
        ...WEB,
        VARIANT: engine === 'sqlite' ? 'A' : 'C',
        ENTRY_CACHE_MB: '0',
        RESPONSE_LIMIT: String(4 * BYTES),
        CONTENT_LIMIT: String(BYTES),
      },
      engine,
    );
    await addLargePosts(service.app.get(Database, { strict: false }), POSTS, BYTES, FIRST);
  });
  afterAll(() => service.close());

  const include = (count: number) =>
    Array.from({ length: count }, (_, index) => `include[]=${FIRST + index}`).join('&');

  test('a list of large entries is complete up to the limit, and refused above it', async () => {
    for (const order of ['orderby=date', 'orderby=title', 'orderby=date&_embed=1', '_fields=id,content']) {
      const { body: items } = await posts(`${include(4)}&${order}`).expect(200);
      expect(items.map(({ content }: { content: { rendered: string } }) => content.rendered.length > BYTES)).toEqual(
        Array(4).fill(true),
      );
      const { body } = await posts(`${include(5)}&${order}`).expect(400);
      expect(body).toMatchObject({
        code: 'rest_response_too_large',
        message: expect.stringContaining('1228800 bytes'),
        data: { status: 400 },
      });
    }
    const drafts = await posts(`${include(5)}&status=publish,draft&context=edit`).set(
      'Authorization',
      ADMIN_AUTHORIZATION,
    );
    expect(drafts.body.code).toBe('rest_response_too_large');
  });

  test('fields without contents are served whatever the contents', async () => {
    const { body } = await posts('per_page=100&_fields=id,title,link').expect(200);
    expect(body.length).toBeGreaterThanOrEqual(POSTS);
    await get('/wp-json/wp/v2/search?per_page=100').expect((response) => expect(response.status).not.toBe(500));
  });

  test('a single entry is always served', async () => {
    const db = service.app.get(Database, { strict: false });
    await addLargePosts(db, 1, 5 * BYTES, FIRST + 100);
    const { body } = await get(`/wp-json/wp/v2/posts/${FIRST + 100}`).expect(200);
    expect(body.content.rendered.length).toBeGreaterThan(5 * BYTES);
    await db.transaction((tx) => tx.execute(`DELETE FROM ${db.tables.posts} WHERE ID = ?`, [FIRST + 100]));
  });

  test('pages and feeds leave out contents above the limit', async () => {
    const front = await get('/').expect(200);
    // Five posts of the sample site are newer.
    for (let index = 1; index < POSTS; index++) expect(front.text).toContain(`Large ${index}`);
    expect(front.text.match(/excerpt">Ferries/g)).toHaveLength(4);
    const feed = await get('/feed/').expect(200);
    expect(feed.text.length).toBeGreaterThan(4 * BYTES);
    expect(feed.text.length).toBeLessThan(7 * BYTES);
    await get('/?s=ferries').expect(200);
    await get('/sitemap.xml').expect((response) => expect(response.status).toBeLessThan(500));
  });

  test('an export has all entries, in smaller batches', async () => {
    const { text } = await get('/wp-json/nestpress/v1/export/post').expect(200);
    const large = text.split('\n').filter((line) => line.includes('"Large '));
    expect(large.length).toBe(POSTS);
  });

  test('revisions count as well', async () => {
    const db = service.app.get(Database, { strict: false });
    await db.transaction((tx) =>
      tx.execute(
        `UPDATE ${db.tables.posts} SET post_parent = ?, post_type = 'revision', post_status = 'inherit' WHERE ID > ?`,
        [FIRST, FIRST],
      ),
    );
    const path = `/wp-json/wp/v2/posts/${FIRST}/revisions`;
    const { body } = await get(path).set('Authorization', ADMIN_AUTHORIZATION).expect(400);
    expect(body.code).toBe('rest_response_too_large');
  });

  test('a content above CONTENT_LIMIT is not stored', async () => {
    const post = (content: string) =>
      request(service.server)
        .post('/wp-json/wp/v2/posts')
        .set('Authorization', ADMIN_AUTHORIZATION)
        .send({ title: 'x', content });
    const { body } = await post('é'.repeat(BYTES / 2 + 1)).expect(400);
    expect(body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { content: expect.stringContaining(String(BYTES)) } },
    });
    const { body: stored } = await post('é'.repeat(BYTES / 2)).expect(201);
    const update = (content: string, path = '') =>
      request(service.server)
        .post(`/wp-json/wp/v2/posts/${stored.id}${path}`)
        .set('Authorization', ADMIN_AUTHORIZATION)
        .send({ content });
    await update('x'.repeat(BYTES + 1)).expect(400);
    await update('x'.repeat(BYTES)).expect(200);
  });
});
