import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ ...WEB, ANONYMOUS_COMMENTS: 'on' }, engine);
    await createUsers(clientOf(() => service, 'admin'));
  });
  afterAll(() => service.close());
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const path = '/nestpress/v1/site-options';
  const option = (name: string) => service.app.get(OptionsStore).text(name);

  test('rules and word lists of comments are read, written and heeded', async () => {
    const { body: before } = await admin.get(path).expect(200);
    expect(before).toMatchObject({
      is_indexed: true,
      comment_moderation: false,
      comment_max_links: 2,
      large_width: 1024,
    });
    await clientOf(() => service, 'chief', '/wp-json')
      .get(path)
      .expect(403);
    await request(service.server).get(`/wp-json${path}`).expect(401);
    const words = 'cheap pills\ncasino';
    const changes = { moderation_words: words, approve_known_authors: false, require_name_email: false };
    expect((await admin.post(path, changes).expect(200)).body).toEqual({ ...before, ...changes });
    const send = (content: string) =>
      request(service.server)
        .post('/wp-json/wp/v2/comments')
        .send({ post: 1, content, author_name: 'Ada' })
        .expect(201);
    const { body: held } = await send('The best casino in town');
    // Comments of one visitor have a pause between them.
    const database = service.app.get(Database);
    await database.transaction((tx) =>
      tx.execute(
        `UPDATE ${database.tables.comments} SET comment_date_gmt = '2020-01-01 00:00:00'`,
        [],
        [database.tables.comments],
      ),
    );
    const { body: free } = await send('A fair wind');
    expect([held.status, free.status]).toEqual(['hold', 'approved']);
    for (const wrong of [{ comment_max_links: -1 }, { thread_comments_depth: 11 }, { large_width: 'wide' }]) {
      const { body } = await admin.post(path, wrong).expect(400);
      expect(Object.keys(body.data.params)).toEqual(Object.keys(wrong));
    }
    await admin.post(path, before).expect(200, before);
  });

  test('options that WordPress renamed keep the name that the database has', async () => {
    await admin.post(path, { disallowed_words: 'roulette' }).expect(200);
    expect(await option('blacklist_keys')).toBe('roulette');
    await service.app.get(Database).transaction(async (tx) => {
      await service.app.get(OptionsStore).delete(tx, 'blacklist_keys');
    });
    await admin.post(path, { disallowed_words: 'poker' }).expect(200);
    expect(await option('disallowed_keys')).toBe('poker');
    expect((await admin.get(path)).body.disallowed_words).toBe('poker');
  });

  test('a site that search engines shall not list says so on every page', async () => {
    await admin.post(path, { is_indexed: false }).expect(200);
    expect((await request(service.server).get('/').expect(200)).text).toContain('<meta name="robots" content="noindex');
    expect((await request(service.server).get('/robots.txt').expect(200)).text).toBe('User-agent: *\nDisallow: /\n');
    await admin.post(path, { is_indexed: true }).expect(200);
    expect((await request(service.server).get('/').expect(200)).text).not.toContain('name="robots"');
  });
});
