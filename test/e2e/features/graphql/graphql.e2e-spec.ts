import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';

interface Answer {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the document asks.
  data?: any;
  errors?: { message: string; path?: (string | number)[]; extensions?: { code?: string } }[];
}

eachEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');

  const ask = async (query: string, variables: object = {}, login?: string): Promise<Answer> => {
    const sent = request(service.server).post('/graphql');
    if (login !== undefined) sent.auth(login, login === 'admin' ? ADMIN.password : PASSWORD);
    const { body } = await sent.send({ query, variables }).expect(200);
    return body as Answer;
  };

  beforeAll(async () => {
    service = await startTestApp(
      { GRAPHQL: 'on', GRAPHQL_KEYS: 'on', VARIANT: 'C', AUTH_ACCOUNT_PASSWORDS: 'on' },
      engine,
    );
    await createUsers(admin);
  });
  afterAll(() => service?.close());

  describe('endpoint', () => {
    test('answers at three addresses, with POST, GET and batches', async () => {
      const { server } = service;
      const query = '{ __typename }';
      const answer = { data: { __typename: 'RootQuery' } };
      for (const path of ['/graphql', '/graphql/', '/index.php?graphql', '/?graphql=true'])
        expect((await request(server).post(path).send({ query }).expect(200)).body).toEqual(answer);
      const { body, headers } = await request(server).get('/graphql').query({ query }).expect(200);
      expect(body).toEqual(answer);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'x-graphql-url': 'site.test/graphql',
        'x-graphql-keys': expect.stringMatching(/^[0-9a-f]{64} graphql:Query$/),
      });
      const batch = await request(server)
        .post('/graphql')
        .send([{ query }, { query: '{ nothing }' }])
        .expect(200);
      expect(batch.body).toEqual([answer, { errors: [expect.objectContaining({ message: expect.any(String) })] }]);
      await request(server).options('/graphql').expect(200);
    });

    test('refuses what it cannot read, each with a sentence', async () => {
      const { server } = service;
      const send = (body: string, type = 'application/json') =>
        request(server).post('/graphql').set('Content-Type', type).send(body);
      for (const [sent, status] of [
        [send('{'), 500],
        [send('hello', 'text/plain'), 415],
        [send('{"query":"{ posts {"}'), 500],
        [send('{}'), 200],
        [send('[1]'), 500],
        [send(JSON.stringify(Array(11).fill({ query: '{ __typename }' }))), 500],
        [request(server).put('/graphql'), 500],
        [request(server).get('/graphql?query=mutation{increaseCount}'), 200],
      ] as const) {
        const { body } = await sent.expect(status);
        expect(body.errors).toEqual([expect.objectContaining({ message: expect.stringMatching(/\w+ \w+/) })]);
      }
    });

    test('follows GraphQL over HTTP for clients that ask for it', async () => {
      const strict = () => request(service.server).post('/graphql').set('Accept', 'application/graphql-response+json');
      const good = await strict().send({ query: '{ __typename }' }).expect(200);
      expect(good.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8');
      await strict().send({ query: '{ nothing }' }).expect(400);
      await strict().send({ query: '{' }).expect(400);
      await strict().set('Content-Type', 'application/json').send('{').expect(400);
    });

    test('lists of filters may have nulls', async () => {
      const query =
        '{ posts(where: {stati: [null, PUBLISH], in: [null], tagSlugIn: [null], nameIn: [null]}) { nodes { id } } users(where: {include: [null]}) { nodes { id } } }';
      expect((await ask(query)).errors).toBeUndefined();
    });

    test('describes the schema to those who manage the site', async () => {
      const query = '{ __schema { queryType { name } } }';
      expect((await ask(query)).errors).toHaveLength(1);
      expect((await ask(query, {}, 'admin')).data).toEqual({ __schema: { queryType: { name: 'RootQuery' } } });
    });
  });

  describe('content', () => {
    test('pages of posts by cursor, in both directions', async () => {
      for (let number = 1; number <= 5; number++)
        await admin
          .post('/posts', { title: `Page ${number}`, status: 'publish', date: `2020-01-0${number}T00:00:00` })
          .expect(201);
      const field = 'nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
      const document = `query Q($first: Int, $last: Int, $after: String, $before: String) {
        posts(first: $first, last: $last, after: $after, before: $before, where: {dateQuery: {year: 2020}}) { ${field} }
      }`;
      const page = async (variables: object) => (await ask(document, variables)).data.posts;
      const titles = ({ nodes }: { nodes: { title: string }[] }) => nodes.map(({ title }) => title);
      const first = await page({ first: 2 });
      expect(titles(first)).toEqual(['Page 5', 'Page 4']);
      expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
      const second = await page({ first: 2, after: first.pageInfo.endCursor });
      expect(titles(second)).toEqual(['Page 3', 'Page 2']);
      const back = await page({ last: 2, before: second.pageInfo.startCursor });
      expect(titles(back)).toEqual(['Page 5', 'Page 4']);
      expect(titles(await page({ last: 2 }))).toEqual(['Page 2', 'Page 1']);
      expect((await ask('{ posts(first: 1, last: 1) { nodes { id } } }')).errors?.[0]?.path).toEqual(['posts']);
    });

    test('nodes by ID, slug and address', async () => {
      const { body } = await admin.post('/posts', {
        title: 'Found & read',
        slug: 'found',
        status: 'publish',
        content: 'Text',
      });
      const { id, link } = body as { id: number; link: string };
      const path = link.replace('http://site.test', '');
      const document = `query Q($id: ID!, $path: String!) {
        byId: post(id: $id, idType: DATABASE_ID) { id uri title content isContentNode contentType { node { name } } }
        bySlug: post(id: "found", idType: SLUG) { databaseId }
        byUri: nodeByUri(uri: $path) { __typename uri ... on Post { databaseId author { node { name email } } } }
        none: nodeByUri(uri: "/no/such/") { id }
        front: nodeByUri(uri: "/") { __typename isFrontPage }
      }`;
      const { data, errors } = await ask(document, { id, path });
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        byId: {
          uri: path,
          title: 'Found & read',
          content: '<p>Text</p>\n',
          isContentNode: true,
          contentType: { node: { name: 'post' } },
        },
        bySlug: { databaseId: id },
        byUri: { __typename: 'Post', uri: path, databaseId: id, author: { node: { name: 'admin', email: null } } },
        none: null,
        front: { __typename: 'ContentType', isFrontPage: true },
      });
      const again = await ask('query Q($id: ID) { node(id: $id) { __typename id } }', { id: data.byId.id });
      expect(again.data.node).toEqual({ __typename: 'Post', id: data.byId.id });
    });

    test('what a requester may not know of does not exist, and locked texts are null', async () => {
      const draft = (await admin.post('/posts', { title: 'Secret draft' }).expect(201)).body as { id: number };
      const locked = (
        await admin
          .post('/posts', { title: 'Locked', status: 'publish', password: 'pw', content: 'hidden text' })
          .expect(201)
      ).body as { id: number };
      const document = `query Q($draft: ID!, $locked: ID!) {
        draft: post(id: $draft, idType: DATABASE_ID) { title content isRestricted }
        locked: post(id: $locked, idType: DATABASE_ID) { title content excerpt date isRestricted }
        drafts: posts(where: {status: DRAFT}) { nodes { title } }
        users(first: 50) { nodes { slug email } }
      }`;
      const variables = { draft: draft.id, locked: locked.id };
      const visitor = (await ask(document, variables)).data;
      expect(visitor).toMatchObject({
        draft: null,
        locked: { title: 'Locked', content: null, excerpt: null, date: null, isRestricted: true },
        drafts: { nodes: [] },
        users: { nodes: [{ slug: 'admin', email: null }] },
      });
      const writer = (await ask(document, variables, 'writer')).data;
      expect(writer.draft).toEqual({ title: 'Secret draft', content: null, isRestricted: true });
      const chief = (await ask(document, variables, 'chief')).data;
      expect(chief.locked).toMatchObject({ content: '<p>hidden text</p>\n', isRestricted: false });
      expect(chief.drafts.nodes).toContainEqual({ title: 'Secret draft' });
      expect((await ask(document, variables, 'admin')).data.users.nodes).toHaveLength(6);
      const search = '{ posts(where: {search: "hidden text"}) { nodes { id } } }';
      expect((await ask(search)).data.posts.nodes).toEqual([]);
      expect((await ask('{ users(where: {role: EDITOR}) { nodes { id } } }')).errors).toHaveLength(1);
    });

    test('blocks of contents, as a list and as a tree', async () => {
      const create = async (title: string, content: string, more: object = {}) => {
        const { body } = await admin.post('/posts', { title, content, status: 'publish', ...more }).expect(201);
        return String((body as { id: number }).id);
      };
      const list =
        '<!-- wp:list --><ul class="wp-block-list"><!-- wp:list-item --><li>One</li><!-- /wp:list-item -->' +
        '<!-- wp:list-item --><li>Two</li><!-- /wp:list-item --></ul><!-- /wp:list -->';
      const table = '<table><tbody><tr><td>A</td><td>B</td></tr></tbody></table>';
      const id = await create(
        'Blocks',
        `Text <!-- wp:heading {"level":3,"className":"big one","anchor":"top"} --><h3 id="top">Head</h3><!-- /wp:heading -->${list}` +
          `<!-- wp:table --><figure>${table}</figure><!-- /wp:table --><!-- wp:acme/map /--><!-- wp:post-terms {"term":"category"} /-->`,
      );
      const fields = 'name __typename clientId parentClientId cssClassNames isDynamic renderedHtml';
      const document = `query Q($id: ID!) { post(id: $id, idType: DATABASE_ID) {
        editorBlocks { ${fields}
          ... on CoreHeading { anchor attributes { level content lock } }
          ... on CoreTable { attributes { body { cells { content tag } } } }
          ... on CoreMissing { attributes { originalName } }
          ... on CorePostTerms { taxonomy { node { name } } terms { nodes { name } } }
        }
        ... on NodeWithPostEditorBlocks { tree: editorBlocks(flat: false) { name innerBlocks { name } } }
      } }`;
      const { data, errors } = await ask(document, { id });
      expect(errors).toBeUndefined();
      const blocks = data.post.editorBlocks as Record<string, unknown>[];
      expect(blocks.map(({ name }) => name)).toEqual(
        'core/freeform core/heading core/list core/list-item core/list-item core/table acme/map core/post-terms'.split(
          ' ',
        ),
      );
      expect(new Set(blocks.map(({ clientId }) => clientId)).size).toBe(8);
      expect(blocks[1]).toMatchObject({
        __typename: 'CoreHeading',
        cssClassNames: ['big', 'one'],
        anchor: 'top',
        attributes: { level: 3, content: 'Head', lock: null },
        renderedHtml: expect.stringContaining('<h3'),
      });
      expect(blocks[3]).toMatchObject({ parentClientId: blocks[2]!.clientId, renderedHtml: '<li>One</li>' });
      expect(blocks[5]).toMatchObject({
        attributes: {
          body: [
            {
              cells: [
                { content: 'A', tag: 'td' },
                { content: 'B', tag: 'td' },
              ],
            },
          ],
        },
      });
      expect(blocks[6]).toMatchObject({ __typename: 'CoreMissing', attributes: { originalName: 'acme/map' } });
      expect(blocks[7]).toMatchObject({
        taxonomy: { node: { name: 'category' } },
        terms: { nodes: [{ name: 'Uncategorized' }] },
      });
      expect(data.post.tree[2]).toEqual({
        name: 'core/list',
        innerBlocks: [{ name: 'core/list-item' }, { name: 'core/list-item' }],
      });
      const locked = await create('Locked', list, { password: 'secret' });
      expect((await ask(document, { id: locked })).data.post.editorBlocks).toEqual([]);
      for (let number = 0; number < 5; number++) await create(`Further ${number}`, list);
      const statements = (first: number) =>
        fewestStatements(() =>
          ask('query Q($first: Int) { posts(first: $first) { nodes { editorBlocks { renderedHtml } } } }', { first }),
        );
      expect(await statements(6)).toBe(await statements(2));
    });

    test('counts the nodes of all pages on request', async () => {
      const { data } = await ask('{ posts(first: 1) { totalCount nodes { id } } categories(first: 1) { totalCount } }');
      const { headers } = await admin.get('/posts', { per_page: 1 });
      expect(data.posts.totalCount).toBe(Number(headers['x-wp-total']));
      expect(data.categories.totalCount).toBeGreaterThan(1);
      expect(data.posts.nodes).toHaveLength(1);
    });
  });

  describe('mutations', () => {
    const create =
      'mutation M($input: CreatePostInput!) { createPost(input: $input) { clientMutationId post { databaseId title status categories { nodes { name } } } } }';

    test('write through the routes of the REST API, with their permissions', async () => {
      const input = {
        clientMutationId: 'x',
        title: 'Made',
        status: 'PUBLISH',
        categories: { nodes: [{ name: 'Fresh' }] },
      };
      const { data } = await ask(create, { input }, 'admin');
      expect(data.createPost).toMatchObject({
        clientMutationId: 'x',
        post: { title: 'Made', status: 'publish', categories: { nodes: [{ name: 'Fresh' }] } },
      });
      const id = String(data.createPost.post.databaseId);
      const update = 'mutation M($input: UpdatePostInput!) { updatePost(input: $input) { post { title } } }';
      expect((await ask(update, { input: { id, title: 'Changed' } }, 'admin')).data.updatePost.post.title).toBe(
        'Changed',
      );
      expect((await ask(update, { input: { id, title: 'No' } }, 'writer')).errors?.[0]).toMatchObject({
        path: ['updatePost'],
        extensions: { code: 'rest_cannot_edit' },
      });
      const remove =
        'mutation M($input: DeletePostInput!) { deletePost(input: $input) { deletedId post { title status } } }';
      expect((await ask(remove, { input: { id } }, 'admin')).data.deletePost.post).toEqual({
        title: 'Changed',
        status: 'trash',
      });
      expect((await ask(remove, { input: { id, forceDelete: true } }, 'admin')).data.deletePost.post.title).toBe(
        'Changed',
      );
      await admin.get(`/posts/${id}`).expect(404);
      expect((await ask(create, { input: { title: 'No' } })).data).toEqual({ createPost: null });
    });

    test('an entry knows who changed it last, and stays when its author is deleted', async () => {
      const document =
        'mutation { createUser(input: {username: "leaves", email: "l@x.test", roles: ["author"]}) { user { databaseId } } }';
      const user = (await ask(document, {}, 'admin')).data.createUser.user.databaseId as number;
      const { data } = await ask(
        create,
        { input: { title: 'Stays', status: 'PUBLISH', authorId: String(user) } },
        'chief',
      );
      const id = String(data.createPost.post.databaseId);
      const read =
        'query Q($id: ID!) { post(id: $id, idType: DATABASE_ID) { author { node { databaseId } } lastEditedBy { node { username } } } }';
      expect((await ask(read, { id }, 'admin')).data.post).toEqual({
        author: { node: { databaseId: user } },
        lastEditedBy: { node: { username: 'chief' } },
      });
      const remove = 'mutation M($id: ID!) { deleteUser(input: {id: $id}) { deletedId } }';
      expect((await ask(remove, { id: String(user) }, 'admin')).errors).toBeUndefined();
      expect((await ask(read, { id }, 'admin')).data.post).toMatchObject({ author: null });
    });

    test('terms, comments, users and settings', async () => {
      const document = `mutation {
        createCategory(input: {name: "Harbour"}) { category { name uri } }
        createComment(input: {commentOn: 1, content: "Hello"}) { success comment { content status } }
        createUser(input: {username: "graph", email: "graph@x.test"}) { user { username roles { nodes { name } } } }
        updateSettings(input: {generalSettingsTitle: "New"}) { allSettings { generalSettingsTitle } }
      }`;
      const { data, errors } = await ask(document, {}, 'admin');
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        createCategory: { category: { name: 'Harbour', uri: '/category/harbour/' } },
        createComment: { success: true, comment: { content: '<p>Hello</p>\n', status: 'APPROVE' } },
        createUser: { user: { username: 'graph', roles: { nodes: [{ name: 'subscriber' }] } } },
        updateSettings: { allSettings: { generalSettingsTitle: 'New' } },
      });
      for (const input of [
        'createCategory(input: {name: "x"}) { clientMutationId }',
        'updateSettings(input: {generalSettingsTitle: "x"}) { clientMutationId }',
      ])
        expect((await ask(`mutation { ${input} }`, {}, 'writer')).errors).toHaveLength(1);
    });

    test('values that a column cannot hold are refused as by the REST API', async () => {
      const input = `{name: "${'a'.repeat(300)}"}`;
      expect(
        (await ask(`mutation { createCategory(input: ${input}) { clientMutationId } }`, {}, 'admin')).errors,
      ).toEqual([expect.objectContaining({ extensions: { code: 'rest_invalid_param' } })]);
    });
  });
});
