import { expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { assertWithinDocumentLimits, BoundedOverlaps, limitErrors } from './document-limits.js';

const LIMITS = { maxDepth: 30, maxFields: 5000, maxAliases: 500, maxCost: 100_000 };
const schema = buildSchema('type Post { id: ID title: String next: Post } type Query { post: Post posts: [Post] }');
const many = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');
const spread = (count: number) =>
  `{ ${many(count, (at) => `...F${at}`)} } ${many(count, (at) => `fragment F${at} on Query { post { id title next { id } } }`)}`;

function processorMs(work: () => unknown): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

test('fields that validation would compare with each other for long are refused', () => {
  const check = (query: string) => () => assertWithinDocumentLimits(parse(query), LIMITS);
  const repeated = (count: number) => 'post { id } '.repeat(count);
  expect(check(`{ ${repeated(150)} }`)).not.toThrow();
  expect(check(`{ ${repeated(250)} }`)).toThrow(/same fields/);
  expect(check(`{ ${repeated(125)} ... { ${repeated(125)} } }`)).toThrow(/same fields/);
  expect(check(`{ ${many(400, (at) => `a${at}: post { id title }`)} }`)).not.toThrow();
});

test('fragments that validation would compare with each other for long are refused', () => {
  const check = (query: string) => validate(schema, parse(query), [BoundedOverlaps]);
  expect(check(spread(60))).toEqual([]);
  expect(check('{ post { a: id } ...F } fragment F on Query { post { a: title } }')).toHaveLength(1);
  expect(() => check(spread(600))).toThrow(/fragments/);
});

test('what fragments multiply to is not counted for long', () => {
  const doubled = `{ ...F0 } ${many(30, (at) => `fragment F${at} on Query { ...F${at + 1} ...F${at + 1} }`)} fragment F30 on Query { __typename }`;
  const document = parse(doubled);
  const [operation] = document.definitions;
  const took = processorMs(() => {
    expect(limitErrors(document, operation as never, {}, LIMITS)).toHaveLength(1);
  });
  // A million steps took a tenth of a second, and each operation of a batch counts.
  expect(took).toBeLessThan(80);
});
