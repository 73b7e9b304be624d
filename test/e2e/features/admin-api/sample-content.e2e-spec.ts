import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

interface Entry {
  id: number;
  slug: string;
  name: string;
}

eachEngine((engine) => {
  let service: TestApp;
  beforeEach(async () => {
    service = await startTestApp(WEB, engine);
  });
  afterEach(() => service.close());
  const admin = clientOf(() => service, 'admin', '/wp-json');
  const path = '/nestpress/v1/sample-content';
  const list = async (route: string) => (await admin.get(`/wp/v2/${route}`).expect(200)).body as Entry[];
  const slugs = async (route: string) => (await list(`${route}?per_page=100`)).map(({ slug }) => slug);

  test('the sample goes with its comments and terms at once', async () => {
    const { entries, comments } = (await admin.get(path).expect(200)).body as Record<string, number>;
    expect([entries, comments]).toEqual([8, 7]);
    const { body } = await admin.delete(path).expect(200);
    expect(body).toEqual({ deleted: true, entries: 8, comments: 7, terms: 6 });
    for (const route of ['posts', 'posts?status=draft', 'pages', 'comments', 'tags'])
      expect(await list(route)).toEqual([]);
    expect(await slugs('categories')).toEqual(['uncategorized']);
    expect((await admin.get(path).expect(200)).body).toMatchObject({ entries: 0, comments: 0 });
    expect((await admin.delete(path).expect(200)).body).toEqual({ deleted: true, entries: 0, comments: 0, terms: 0 });
  });

  test('what somebody changed, commented on or uses stays, and so do its terms', async () => {
    const posts = await list('posts');
    const idOf = (slug: string) => posts.find((post) => post.slug === slug)!.id;
    await admin.post(`/wp/v2/posts/${idOf('welcome-to-nestpress')}`, { title: 'Welcome to Harbour Notes' }).expect(200);
    const answer = { post: idOf('categories-and-tags'), content: 'Three are enough for me.' };
    await admin.post('/wp/v2/comments', answer).expect(201);
    const [tag] = (await list('tags')).filter(({ slug }) => slug === 'pictures');
    await admin.post(`/wp/v2/tags/${tag!.id}`, { description: 'Photographs' }).expect(200);
    const own = { title: 'Mine', status: 'publish', categories: [(await list('categories?slug=guides'))[0]!.id] };
    await admin.post('/wp/v2/posts', own).expect(201);
    const [about] = await list('pages?slug=about');
    const options = service.app.get(OptionsStore);
    await service.app.get(Database).transaction((tx) => options.set(tx, 'page_on_front', about!.id));

    await admin.delete(path).expect(200);
    expect((await slugs('posts')).sort()).toEqual(['categories-and-tags', 'mine', 'welcome-to-nestpress']);
    expect(await slugs('pages')).toEqual(['about']);
    expect((await slugs('categories')).sort()).toEqual(['guides', 'notes', 'uncategorized']);
    expect((await slugs('tags')).sort()).toEqual(['getting-started', 'pictures', 'readers', 'writing']);
    await createUsers(clientOf(() => service, 'admin'));
    for (const login of ['chief', 'writer', 'reader'])
      await clientOf(() => service, login, '/wp-json')
        .delete(path)
        .expect(403);
  });
});
