import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';

const LIMITS = {
  GRAPHQL_MAX_DEPTH: '5',
  GRAPHQL_MAX_FIELDS: '40',
  GRAPHQL_MAX_ALIASES: '8',
  GRAPHQL_MAX_COST: '1000',
  GRAPHQL_MAX_BATCH: '2',
};
const many = (count: number, field: (index: number) => string) => Array.from({ length: count }, (_, at) => field(at));

anyEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ GRAPHQL: 'on', VARIANT: 'C', ...LIMITS }, engine);
  });
  afterAll(() => service?.close());
  const send = async (body: object, status: number) =>
    (await request(service.server).post('/graphql').send(body).expect(status)).body as {
      data?: object;
      errors?: { message: string; extensions?: object }[];
    };

  const fragments = (spread: string, last: string) => `fragment A on Post { ${spread} } fragment B on Post { ${last} }`;
  test.each([
    // What the text says is refused as a document that cannot be parsed, which WPGraphQL answers with 500.
    ['GRAPHQL_MAX_DEPTH', '{ posts { nodes { author { node { posts { nodes { id } } } } } } }', 500],
    ['GRAPHQL_MAX_FIELDS', `{ posts { nodes { ${'id '.repeat(50)} } } }`, 500],
    ['GRAPHQL_MAX_ALIASES', `{ ${many(9, (at) => `a${at}: __typename`).join(' ')} }`, 500],
    ['GRAPHQL_MAX_COST', '{ posts(first: 100) { nodes { terms(first: 100) { nodes { id } } } } }', 200],
    [
      'GRAPHQL_MAX_COST',
      '{ posts(first: 100) { ...A } } fragment A on RootQueryToPostConnection { nodes { terms { ... { ...B } } } } fragment B on PostToTermNodeConnection { nodes { id } }',
      200,
    ],
    [
      'GRAPHQL_MAX_DEPTH',
      `{ posts { nodes { ...A } } } ${fragments('author { node { ...U } }', 'id')} fragment U on User { posts { nodes { ...B } } }`,
      200,
    ],
    ['GRAPHQL_MAX_FIELDS', `{ posts { nodes { ...A } } } ${fragments('...B '.repeat(12), 'id slug title uri')}`, 200],
  ])('%s: %s', async (limit, query, status) => {
    const { data, errors } = await send({ query }, status);
    expect(data).toBeUndefined();
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining(limit),
        extensions: { code: 'DOCUMENT_TOO_LARGE' },
      }),
    ]);
  });

  test.each([
    ['1000 items', { ids: many(1001, (at) => String(at)) }],
    ['2000 characters', { text: 'x'.repeat(2001) }],
  ])('arguments with more than %s are refused, in variables, too', async (limit, variables) => {
    const query =
      'query ($ids: [ID], $text: String) { posts(where: { in: $ids, search: $text }) { nodes { id } } tags { nodes { id } } }';
    const { data, errors } = await send({ query, variables }, 200);
    expect(data).toEqual({ posts: null, tags: { nodes: expect.any(Array) } });
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(limit) })]);
  });

  test('an operation has as many mutations as a batch of the REST API has requests, fragments included', async () => {
    const logins = (from: number, count: number) =>
      many(count, (at) => `login${from + at}: login(input: { username: "admin", password: "${at}" }) { authToken }`);
    const five = many(5, (at) => `fragment F${at} on RootMutation { ${logins(at * 5, 5).join(' ')} }`).join(' ');
    const six = `${five} fragment F5 on RootMutation { x: __typename ${logins(25, 1).join(' ')} }`;
    // Other limits of this service are smaller.
    const service2 = await startTestApp({ GRAPHQL: 'on', VARIANT: 'C' }, engine);
    try {
      const refused = await request(service2.server)
        .post('/graphql')
        .send({ query: `mutation { ...F0 ...F1 ...F2 ...F3 ...F4 ...F5 } ${six}` })
        .expect(200);
      expect(refused.body).toEqual({
        errors: [expect.objectContaining({ message: expect.stringContaining('up to 25 mutations') })],
      });
    } finally {
      await service2.close();
    }
  });

  test('contents of mutations may be long', async () => {
    const query = 'mutation ($text: String) { createPost(input: { title: "x", content: $text }) { clientMutationId } }';
    const { errors } = await send({ query, variables: { text: 'x'.repeat(5000) } }, 200);
    expect(errors?.[0]?.message).not.toContain('characters');
  });

  const nested = (open: string, close: string) => (levels: number) => open.repeat(levels) + close.repeat(levels);
  test.each([
    ['selections', nested('{a', '}')],
    ['inline fragments', (levels: number) => `{${nested('...{', '}')(levels)}}`],
    ['lists', (levels: number) => `{posts(where:${nested('[', ']')(levels)}){nodes{id}}}`],
    ['objects', (levels: number) => `{posts(where:${nested('{a:', '}')(levels)}){nodes{id}}}`],
    ['types', (levels: number) => `query($a:${nested('[', ']')(levels)}){__typename}`],
  ])('levels that exceed the stack: %s', async (_, query) => {
    for (const levels of [200, 1000, 2000, 3000, 4000, 6000, 9000, 19_000, 60_000]) {
      const { body } = await request(service.server)
        .post('/graphql')
        .send({ query: query(levels) });
      expect(body).toMatchObject({ errors: [{ message: expect.any(String) }] });
    }
  });

  test('documents up to the limits are executed', async () => {
    const query = `{ posts { nodes { author { node { id } } } } ${many(8, (at) => `a${at}: __typename`).join(' ')} }`;
    expect((await send({ query }, 200)).errors).toBeUndefined();
  });

  test('GRAPHQL_MAX_BATCH, and the length of a document', async () => {
    const query = '{ __typename }';
    expect(await send([{ query }, { query }], 200)).toHaveLength(2);
    const { errors } = await send([{ query }, { query }, { query }], 500);
    expect(errors?.[0]?.message).toContain('GRAPHQL_MAX_BATCH');
    const long = await send({ query: `{ __typename ${' '.repeat(200_000)} }` }, 500);
    expect(long.errors?.[0]?.message).toContain('200000 characters');
  });
});
