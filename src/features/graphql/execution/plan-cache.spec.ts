import { expect, test } from '@jest/globals';
import { buildSchema, getOperationAST, type GraphQLObjectType, parse } from 'graphql';
import { OperationPlan } from './operation-plan.js';
import { PlanCache, planKey } from './plan-cache.js';

const schema = buildSchema('type Query { node: Query text: String }');

/** A short document whose fragments make `2 ** levels` fields. */
function planOf(document: number, levels: number): OperationPlan {
  const fragments = Array.from(
    { length: levels },
    (_, at) => `fragment F${at} on Query { a: node { ...F${at + 1} } b: node { ...F${at + 1} } }`,
  );
  const parsed = parse(`{ ...F0 } ${fragments.join(' ')} fragment F${levels} on Query { text }`);
  return new OperationPlan(schema, parsed, getOperationAST(parsed)!, {}, planKey(document));
}

function planAll(plan: OperationPlan): void {
  const visit = (fields: ReturnType<OperationPlan['root']>): void => {
    for (const field of fields)
      if (field.shape.kind === 'object') visit(plan.children(field, field.shape.type as GraphQLObjectType));
  };
  visit(plan.root(schema.getQueryType()!));
}

test('plans count with the fields that they have when they were used', () => {
  const cache = new PlanCache();
  const plan = planOf(1, 6);
  cache.store(plan);
  const before = cache.bytes;
  planAll(plan);
  cache.store(plan);
  expect(plan.size).toBeGreaterThan(150);
  expect(cache.bytes - before).toBeGreaterThan(100_000);
  expect(cache.get(planKey(1))).toBe(plan);
});

test('many large plans drive each other out', () => {
  const cache = new PlanCache();
  for (let document = 0; document < 20; document++) {
    const plan = planOf(document, 10);
    planAll(plan);
    cache.store(plan);
  }
  expect(cache.bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect([cache.get(planKey(0)), cache.get(planKey(19)) !== undefined]).toEqual([undefined, true]);
});

test('operations with long variables are not stored', () => {
  expect(planKey(1, 'Q', { text: 'x'.repeat(2000) })).toBeUndefined();
  expect(planKey(1, 'Q', { text: 'x' })).not.toBe(planKey(1, 'Q', { text: 'y' }));
});
