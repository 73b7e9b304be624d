import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type IntrospectionQuery,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import request from 'supertest';
import { anyEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';

/** What is read on its own, or is of no use for visitors. */
const LEFT_OUT = new Set(['edges', 'revisions', 'preview', 'actionMonitorActions']);
const PER_PAGE = 4;

interface Page {
  readonly nodes: readonly { readonly id: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

type Fields = [string, GraphQLField<unknown, unknown>][];

const fieldsOf = (type: GraphQLNamedType): Fields =>
  isObjectType(type) || isInterfaceType(type)
    ? Object.entries(type.getFields()).filter(
        ([name, { args }]) => !LEFT_OUT.has(name) && !args.some(isRequiredArgument),
      )
    : [];

/** All fields of a type, as a crawler asks for them: lists of nodes by their IDs, other objects up to a depth. */
function selection(type: GraphQLNamedType, depth: number): string {
  const parts = fieldsOf(type).flatMap(([name, { type: of }]) => {
    const named = getNamedType(of);
    if (isLeafType(named)) return [name];
    if (fieldsOf(named).some(([field]) => field === 'nodes'))
      return [`${name} { nodes { __typename ... on Node { id } } }`];
    return depth > 0 ? [`${name} { ${selection(named, depth - 1)} }`] : [];
  });
  return ['__typename', ...parts].join(' ');
}

/** Fields of the root with pages of nodes of one type. */
function lists(schema: GraphQLSchema): { field: string; type: GraphQLNamedType }[] {
  return fieldsOf(schema.getQueryType()!).flatMap(([field, { type }]) => {
    const nodes = fieldsOf(getNamedType(type)).find(([name]) => name === 'nodes');
    const of = nodes && getNamedType(nodes[1].type);
    return of && isObjectType(of) ? [{ field, type: of }] : [];
  });
}

anyEngine((engine) => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startTestApp({ GRAPHQL: 'on', GRAPHQL_INTROSPECTION: 'on', CONSOLE: 'api', VARIANT: 'C' }, engine);
  });
  afterAll(() => service?.close());

  const send = async (query: string, variables: object = {}) => {
    const { body } = await request(service.server).post('/graphql').send({ query, variables }).expect(200);
    expect({ query: query.slice(0, 60), errors: body.errors }).toEqual({ query: query.slice(0, 60) });
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the schema says.
    return body.data as Record<string, any>;
  };

  async function crawl(field: string, type: GraphQLNamedType): Promise<string[]> {
    const query = `query Crawl($after: String) {
      ${field}(first: ${PER_PAGE}, after: $after) { nodes { ${selection(type, 3)} } pageInfo { hasNextPage endCursor } }
    }`;
    const ids: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { nodes, pageInfo }: Page = (await send(query, { after }))[field];
      ids.push(...nodes.map(({ id }) => id));
      ({ hasNextPage: more, endCursor: after } = pageInfo);
    }
    return ids;
  }

  test('a crawler that follows the description of the schema reads the whole site without an error', async () => {
    const admin = clientOf(() => service, 'admin');
    for (let number = 0; number < 2 * PER_PAGE; number++)
      await admin.post('/posts', { title: `Post ${number}`, content: '<p>Text</p>', status: 'publish' }).expect(201);
    const schema = buildClientSchema((await send(getIntrospectionQuery())) as unknown as IntrospectionQuery);
    const found = new Map<string, string[]>();
    for (const { field, type } of lists(schema)) {
      const ids = await crawl(field, type);
      expect(new Set(ids).size).toBe(ids.length);
      found.set(field, ids);
    }
    const visitor = clientOf(() => service);
    for (const [field, path] of Object.entries({
      posts: '/posts',
      pages: '/pages',
      categories: '/categories',
      comments: '/comments',
    })) {
      const { headers } = await visitor.get(path).expect(200);
      expect({ field, nodes: found.get(field)!.length }).toEqual({ field, nodes: Number(headers['x-wp-total']) });
    }
    expect([...found.keys()]).toEqual(expect.arrayContaining(['tags', 'users', 'mediaItems', 'menus', 'contentTypes']));
  }, 120_000);
});
