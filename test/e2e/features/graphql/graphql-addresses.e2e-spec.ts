import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const ask = async (query: string, variables: object) => {
    const { body } = await request(service.server).post('/graphql').send({ query, variables }).expect(200);
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the document asks.
    return body as { data?: any };
  };
  beforeAll(async () => {
    service = await startTestApp({ GRAPHQL: 'on', VARIANT: 'C' }, engine);
  });
  afterAll(() => service?.close());

  test('addresses of entries are decoded, those of terms are not; nodes are found by both', async () => {
    const category = (await admin.post('/categories', { name: '日本' }).expect(201)).body as { id: number };
    const post = { title: '港', status: 'publish', categories: [category.id] };
    const { id } = (await admin.post('/posts', post).expect(201)).body as { id: number };
    const document =
      'query Q($id: ID!) { post(id: $id, idType: DATABASE_ID) { uri link categories { nodes { uri link } } } }';
    const found = (await ask(document, { id })).data.post;
    expect(found).toEqual({
      uri: expect.stringMatching(/\/港\/$/),
      link: expect.stringMatching(/\/港\/$/),
      categories: {
        nodes: [
          {
            uri: '/category/%e6%97%a5%e6%9c%ac/',
            link: expect.stringMatching(/\/category\/%e6%97%a5%e6%9c%ac\/$/),
          },
        ],
      },
    });
    const byUri = 'query Q($uri: String!) { nodeByUri(uri: $uri) { __typename } }';
    for (const [uri, __typename] of [
      [found.uri, 'Post'],
      [encodeURI(found.uri), 'Post'],
      ['/category/%e6%97%a5%e6%9c%ac/', 'Category'],
      ['/category/日本/', 'Category'],
    ])
      expect({ uri, ...(await ask(byUri, { uri })).data }).toEqual({ uri, nodeByUri: { __typename } });
    const bySlug = 'query Q($id: ID!) { category(id: $id, idType: SLUG) { databaseId } }';
    for (const slug of ['日本', '%e6%97%a5%e6%9c%ac'])
      expect((await ask(bySlug, { id: slug })).data.category).toEqual({ databaseId: category.id });
  });

  test('addresses of terms name everything above them, however they are asked for, and descriptions are read', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    let parent = 0;
    for (const name of names) {
      const values = { name, parent, description: `About ${name}` };
      parent = ((await admin.post('/categories', values).expect(201)).body as { id: number }).id;
    }
    const [top] = (await admin.get('/categories', { slug: 'one' }).expect(200)).body as { id: number }[];
    const post = { title: 'Deep', status: 'publish', categories: [parent, top!.id] };
    const { id } = (await admin.post('/posts', post).expect(201)).body as { id: number };
    const expected = [
      { uri: '/category/one/', description: 'About one' },
      { uri: `/category/${names.join('/')}/`, description: 'About seven' },
    ];
    for (const selection of [
      'categories { nodes { uri description } }',
      'categories { ...C } } } fragment C on PostToCategoryConnection { nodes { ... { uri description } ',
      'categories(where: { hideEmpty: true }) { nodes { description uri } }',
    ]) {
      const { data } = await ask(`query Q($id: ID!) { post(id: $id, idType: DATABASE_ID) { ${selection} } }`, { id });
      expect(data.post.categories.nodes).toHaveLength(2);
      expect(data.post.categories.nodes).toEqual(expect.arrayContaining(expected));
    }
  });
});
