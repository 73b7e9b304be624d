import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Database } from '../../../src/database/index.js';
import { eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);
  beforeAll(async () => {
    service = await startTestApp({}, engine);
  });
  afterAll(async () => {
    await service?.close();
  });

  test('lists of families that the index leaves out are the same, and so are the numbers of terms', async () => {
    const index = service.app.get(Database).listIndex;
    const { body: category } = await admin.post('/categories', { name: 'Left out' }).expect(201);
    const id = category.id as number;
    const publish = async (title: string) => {
      const entry = { title, status: 'publish', categories: [id] };
      const { body } = await admin.post('/posts', entry).expect(201);
      await admin.post('/comments', { post: body.id as number, content: title }).expect(201);
    };
    const lists = async () => {
      const paths = [
        `/posts?categories=${id}`,
        `/posts?categories_exclude=${id}`,
        `/posts?categories=${id}&orderby=title&per_page=1&page=2`,
        '/comments',
        '/comments?per_page=1&page=2',
      ];
      const responses = await Promise.all(paths.map((path) => guest.get(path).expect(200)));
      return responses.map(({ body, headers }) => ({ body: body as unknown, total: headers['x-wp-total'] }));
    };
    await publish('One');
    await publish('Two');
    const complete = await lists();
    await index.remove();
    await index.build(undefined, { without: ['comments', 'terms', 'versions'] });
    expect([index.isUsable, index.has('comments'), index.has('terms')]).toEqual([true, false, false]);
    expect(await lists()).toEqual(complete);
    await publish('Three');
    const [ofCategory, , , comments] = await lists();
    expect([ofCategory!.total, (ofCategory!.body as unknown[]).length]).toEqual(['3', 3]);
    expect(comments!.total).toBe(String(Number(complete[3]!.total) + 1));
    expect((await guest.get(`/categories/${id}`).expect(200)).body.count).toBe(3);
    expect(await index.differences()).toEqual([]);
  });
});
