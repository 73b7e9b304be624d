import { expect, test } from '@jest/globals';
import { buildSchema, execute, getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { type GraphContext } from '../context/graph-context.js';
import { Budget } from '../model/budget.js';
import { Later } from '../model/later.js';
import { OperationPlan } from './operation-plan.js';
import { OperationRun } from './operation-run.js';

const schema = buildSchema(`
  interface Named { name: String }
  type Post implements Named { name: String strict: String! author: Author! tags: [Named!] comments: [Comment] broken: String! number: Int }
  type Author implements Named { name: String post: Post }
  type Comment { text: String! }
  enum Color { RED }
  type Query { post(id: ID = 1, color: Color): Post posts: [Post!]! search: [Named] color: Color wrong: Color list: [String] many: [Int] strictMany: [Int!] }
  type Mutation { first: Int second: Int! third: Int }
`);

const soon = <T>(value: T) => Promise.resolve(value);
/** As a loader returns it. */
function later<T>(value: T): Later<T> {
  const found = new Later<T>();
  setImmediate(() => found.resolve(value));
  return found;
}

function postOf(id: unknown): object {
  return {
    __typename: 'Post',
    name: () => later(`Post ${String(id)}`),
    strict: () => (id === '3' ? null : 'here'),
    author: () => soon(id === '2' ? null : { __typename: 'Author', name: 'Ada', post: () => postOf('3') }),
    tags: () => [{ __typename: 'Author', name: 'a' }, later(id === '4' ? null : { __typename: 'Author', name: 'b' })],
    comments: () => later([{ text: 'one' }, soon({ text: null }), null, { text: () => later('two') }]),
    broken: () => Promise.reject(new Error('broken')),
    number: () => (id === '5' ? 'text' : 7),
  };
}

const MANY = Array.from({ length: 30_000 }, (_, at) => at);

function rootOf(calls: string[]): object {
  return {
    post: ({ id }: { id: unknown }) => later(postOf(id)),
    posts: () => [postOf('1'), soon(postOf('2'))],
    search: () => [postOf('1'), { __typename: 'Author', name: 'Ada' }, { __typename: 'Comment' }],
    color: () => 'RED',
    wrong: () => 'BLUE',
    list: () => 5,
    many: () => MANY,
    strictMany: () => MANY.map((value) => (value === 25_000 ? null : later(value))),
    first: () => {
      calls.push('first starts');
      return later(1).then((value) => (calls.push('first ends'), value));
    },
    second: () => (calls.push('second'), null),
    third: () => (calls.push('third'), 3),
  };
}

async function run(document: string, variables: Record<string, unknown>, calls: string[] = []) {
  const parsed = parse(document);
  const plan = new OperationPlan(schema, parsed, getOperationAST(parsed)!, variables);
  const budget = new Budget({ maxBytes: 1_000_000, maxSeconds: 60 });
  return new OperationRun(plan, { budget } as GraphContext, rootOf(calls)).result();
}

test.each([
  '{ post { name strict number author { name } } }',
  '{ post(id: "3") { name strict } color }',
  '{ post(id: "2") { name author { name } } }',
  '{ posts { name author { name } } color }',
  '{ post { comments { text } tags { name __typename } } }',
  '{ post(id: "4") { tags { name } } }',
  '{ post(id: "5") { number name } }',
  '{ post { broken name } color }',
  '{ wrong list color }',
  '{ a: post { author { post { strict } } } b: post { author { post { name } } } }',
  '{ search { name ... on Author { post { name } } } }',
  'query ($id: ID!, $no: Boolean = false) { post(id: $id) { name strict @include(if: $no) ...P @skip(if: $no) } } fragment P on Named { name ... on Post { number } }',
  'query ($color: Color) { post(color: $color) { name } }',
  '{ __typename __type(name: "Post") { name fields { name type { kind name ofType { name } } } } }',
  getIntrospectionQuery(),
])('document %#: as graphql-js executes it', async (document) => {
  const variables = { id: '2' };
  const expected = await execute({
    ...{ schema, document: parse(document), rootValue: rootOf([]), variableValues: variables },
  });
  const { data, errors } = await run(document, { ...variables, no: false });
  const withoutWords = (list: typeof errors) =>
    (list ?? []).map(({ path, locations }) => JSON.stringify({ path, locations })).sort();
  expect(JSON.stringify(data)).toBe(JSON.stringify(expected.data));
  expect(withoutWords(errors)).toEqual(withoutWords(expected.errors));
});

test('fields of a mutation follow each other, up to the first that makes the result null', async () => {
  const calls: string[] = [];
  const { data, errors } = await run('mutation { first second third }', {}, calls);
  expect(calls).toEqual(['first starts', 'first ends', 'second']);
  expect(data).toBeNull();
  expect(errors).toHaveLength(1);
});

test('the fields of an operation are planned once', async () => {
  const parsed = parse('{ posts { name } }');
  const plan = new OperationPlan(schema, parsed, getOperationAST(parsed)!, {});
  const [field] = plan.root(schema.getQueryType()!);
  expect(plan.root(schema.getQueryType()!)[0]).toBe(field);
});

test('long lists are completed in turns, between which others work', async () => {
  let turns = 0;
  let next = setImmediate(function count() {
    turns++;
    next = setImmediate(count);
  });
  const { data, errors } = await run('{ many color }', {});
  clearImmediate(next);
  expect(turns).toBeGreaterThan(1);
  expect(errors).toBeUndefined();
  expect(data).toEqual({ many: MANY, color: 'RED' });
});

test('a null in a later turn takes the list with it', async () => {
  const { data, errors } = await run('{ strictMany many }', {});
  expect(data).toEqual({ strictMany: null, many: MANY });
  expect(errors?.map(({ path }) => path)).toEqual([['strictMany', 25_000]]);
});

test.each(['__proto__', 'constructor', 'toString'])('a member may be named %s', async (name) => {
  const { data } = await run(`{ ${name}: color post { ${name}: name } }`, {});
  expect(JSON.stringify(data)).toBe(`{"${name}":"RED","post":{"${name}":"Post 1"}}`);
});
