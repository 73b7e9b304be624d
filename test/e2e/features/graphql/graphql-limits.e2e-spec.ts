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
