import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLField,
  type GraphQLSchema,
  type IntrospectionQuery,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
  validate,
  parse,
} from 'graphql';
import request from 'supertest';
import { graphqlClients, type GraphqlClients } from '../../../../tools/graphql-clients.mjs';
import { brokenDocument, validDocument } from '../../../../tools/fuzz/graphql-documents.mjs';
import { Random } from '../../../../tools/fuzz/random.mjs';
import { ADMIN, anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { missing } from '../../../support/missing.js';

interface Answer {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the document asks.
  data?: any;
  errors?: { message: string; path?: unknown; extensions?: { code?: string } }[];
}

const FUZZED = 250;
const SEED = 20_261_119;

/** The packages, or why they are not there. */
function clients(): GraphqlClients | string {
  try {
    return graphqlClients();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

anyEngine((engine) => {
  let service: TestApp;
  let schema: GraphQLSchema;
  const admin = clientOf(() => service, 'admin');
  const ask = async (query: string, variables: object = {}, isAdmin = false): Promise<Answer> => {
    const sent = request(service.server).post('/graphql');
    if (isAdmin) sent.auth(ADMIN.user, ADMIN.password);
    return (await sent.send({ query, variables })).body as Answer;
  };
  beforeAll(async () => {
    service = await startTestApp({ GRAPHQL: 'on', GRAPHQL_INTROSPECTION: 'on', VARIANT: 'C' }, engine);
    for (let number = 0; number < 5; number++)
      await admin.post('/posts', { title: `Crawled ${number}`, content: 'Text', status: 'publish' }).expect(201);
    schema = buildClientSchema((await ask(getIntrospectionQuery())).data as IntrospectionQuery);
  });
  afterAll(() => service?.close());

  describe('documents of others, unchanged', () => {
    const found = clients();
    if (typeof found === 'string') return missing(`the packages of front ends cannot be downloaded (${found})`);

    test('WPNuxt: every operation', async () => {
      const variables = {
        uri: '/hello-world/',
        id: '1',
        categoryName: 'uncategorized',
        categoryId: 1,
        term: 'Crawled',
        name: 'primary',
      };
      expect(found.wpnuxt.length).toBeGreaterThan(15);
      for (const query of found.wpnuxt) {
        expect(validate(schema, parse(query)).map(({ message }) => message)).toEqual([]);
        const { errors, data } = await ask(query, variables);
        expect({ query: query.slice(0, 60), errors }).toEqual({ query: query.slice(0, 60), errors: undefined });
        expect(Object.keys(data as object).length).toBeGreaterThan(0);
      }
    });

    test('Faust: the seed query and the possible types', async () => {
      const front = (await ask(found.seed, { uri: '/' })).data.nodeByUri;
      expect(front).toMatchObject({ uri: '/', isFrontPage: true });
      const { nodeByUri: post } = (await ask('{ nodeByUri: post(id: 1, idType: DATABASE_ID) { uri } }')).data;
      expect((await ask(found.seed, { uri: post.uri })).data.nodeByUri).toMatchObject({
        __typename: 'Post',
        uri: post.uri,
      });
      const preview = await ask(found.seed, { id: '1', asPreview: true }, true);
      expect(preview.data.contentNode).toMatchObject({ __typename: 'Post', databaseId: 1 });
      const { types } = (await ask(found.possibleTypes)).data.__schema;
      const named = (name: string) => types.find((type: { name: string }) => type.name === name).possibleTypes;
      expect(named('ContentNode')).toEqual(expect.arrayContaining([{ name: 'Post' }, { name: 'MediaItem' }]));
    });

    test('Gatsby: the introspection', async () => {
      const { data, errors } = await ask(found.gatsbyIntrospection);
      expect(errors).toBeUndefined();
      expect(data.__schema.types.length).toBeGreaterThan(300);
    });
  });

  test('every list of the root can be read completely, with all fields that need no arguments', async () => {
    type Field = GraphQLField<unknown, unknown>;
    const isFree = ({ args }: Field) => args.every(({ type }) => !isNonNullType(type));
    const leaves = (typeName: string): string => {
      const type = schema.getType(typeName);
      if (!isObjectType(type) && !isInterfaceType(type)) return '__typename';
      const names = Object.values(type.getFields())
        .filter((field) => isFree(field) && isLeafType(getNamedType(field.type)))
        .map(({ name }) => name);
      return ['__typename', ...names].join(' ');
    };
    const lists = Object.values(schema.getQueryType()!.getFields()).filter(
      (field) => field.args.some(({ name }) => name === 'after') && isFree(field),
    );
    expect(lists.length).toBeGreaterThan(15);
    for (const { name, type } of lists) {
      const connection = getNamedType(type);
      const node = isObjectType(connection) ? getNamedType(connection.getFields().nodes!.type).name : '';
      const document = `query Q($after: String) { list: ${name}(first: 2, after: $after) { nodes { ${leaves(node)} } pageInfo { hasNextPage endCursor } } }`;
      const seen = new Set<string>();
      let after: string | null = null;
      for (let page = 0; page < 60; page++) {
        const { data, errors }: Answer = await ask(document, { after }, true);
        expect({ name, errors }).toEqual({ name, errors: undefined });
        const { nodes, pageInfo } = data.list;
        for (const { id } of nodes as { id?: string }[]) {
          expect(seen.has(`${name} ${id}`) && id !== undefined).toBe(false);
          seen.add(`${name} ${id}`);
        }
        if (!pageInfo.hasNextPage) break;
        expect(pageInfo.endCursor).not.toBe(after);
        after = pageInfo.endCursor;
      }
    }
  });

  test('generated documents end in no internal error', async () => {
    for (let number = 0; number < FUZZED; number++) {
      const random = new Random(SEED, number);
      const query = number % 3 === 0 ? brokenDocument(schema, random) : validDocument(schema, random);
      const { body, status } = await request(service.server).post('/graphql').send({ query });
      const internal = (body as Answer).errors?.filter(({ extensions }) => extensions?.code === 'INTERNAL') ?? [];
      expect({ number, query: internal.length > 0 ? query : '', internal }).toEqual({
        number,
        query: '',
        internal: [],
      });
      // WPGraphQL answers documents that cannot be parsed with 500.
      expect(status === 200 || (status === 500 && (body as Answer).errors?.length === 1)).toBe(true);
    }
  });
});
