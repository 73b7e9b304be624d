import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';
import { fewestStatements } from '../../../support/query-counts.js';

const POSTS = 100;
const MAX_STATEMENTS = 12;

const DOCUMENT = `query Q($first: Int) { posts(first: $first) { nodes {
  id title uri
  author { node { name } }
  categories { nodes { name } }
  tags { nodes { name } }
  featuredImage { node { sourceUrl altText } }
  comments { nodes { content } }
} } }`;

interface Node {
  author: { node: object } | null;
  tags: { nodes: object[] };
  featuredImage: { node: object } | null;
  comments: { nodes: object[] };
}

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const ask = async <T>(query: string, variables: object): Promise<T> => {
    const { body } = await request(service.server).post('/graphql').send({ query, variables }).expect(200);
    expect(body).not.toHaveProperty('errors');
    return (body as { data: T }).data;
  };
  const idOf = async (sent: PromiseLike<{ body: unknown }>) => ((await sent).body as { id: number }).id;

  beforeAll(async () => {
    service = await startTestApp({ GRAPHQL: 'on', VARIANT: 'C' }, engine);
    const users = await createUsers(admin);
    const authors = [users.chief, users.writer, users.other];
    const terms = async (path: string, name: string) => {
      const ids: number[] = [];
      for (let number = 0; number < 3; number++)
        ids.push(await idOf(admin.post(path, { name: `${name} ${number}` }).expect(201)));
      return ids;
    };
    const tags = await terms('/tags', 'Tag');
    const categories = await terms('/categories', 'Category');
    const media: number[] = [];
    for (let number = 0; number < 3; number++)
      media.push(
        await idOf(
          request(service.server)
            .post(`${API}/media`)
            .auth(ADMIN.user, ADMIN.password)
            .type('image/png')
            .set('Content-Disposition', `attachment; filename="picture-${number}.png"`)
            .send(await picture(8, 8))
            .expect(201),
        ),
      );
    for (let number = 0; number < POSTS; number++) {
      const of = <T>(values: readonly T[]) => values[number % values.length]!;
      const post = await idOf(
        admin
          .post('/posts', {
            title: `Post ${number}`,
            status: 'publish',
            author: of(authors),
            tags: [of(tags)],
            categories: [of(categories)],
            featured_media: of(media),
          })
          .expect(201),
      );
      if (number % 10 === 0) await admin.post('/comments', { post, content: `Comment ${number}` }).expect(201);
    }
  });
  afterAll(() => service?.close());

  test('posts with five connections take the same statements for 10 and for 100 nodes, at most 12', async () => {
    const list = (first: number) => ask<{ posts: { nodes: Node[] } }>(DOCUMENT, { first });
    const few = await fewestStatements(() => list(10));
    const many = await fewestStatements(() => list(POSTS));
    const { nodes } = (await list(POSTS)).posts;
    expect(nodes).toHaveLength(POSTS);
    expect(nodes.filter(({ author, featuredImage }) => author && featuredImage)).toHaveLength(POSTS);
    expect(nodes.filter(({ tags }) => tags.nodes.length === 1)).toHaveLength(POSTS);
    expect(nodes.filter(({ comments }) => comments.nodes.length === 1)).toHaveLength(POSTS / 10);
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(MAX_STATEMENTS);
  });

  test('trees take the same statements for 2 and for 5 nodes', async () => {
    for (let number = 0; number < 5; number++) await admin.post('/categories', { name: `Tree ${number}` }).expect(201);
    const trees = (first: number) =>
      ask('query Q($first: Int) { categories(first: $first) { nodes { children { nodes { name } } } } }', { first });
    expect(await fewestStatements(() => trees(5))).toBe(await fewestStatements(() => trees(2)));
  });
});
