import { expect, test } from '@jest/globals';
import { requestContext } from '../../../test/support/request-context.js';
import { RequestLoader } from './request-context.js';

test('a loader loads each key once per request, and again after the request has written', async () => {
  const keys: number[] = [];
  const loader = new RequestLoader(async (id: number) => {
    keys.push(id);
    return { id };
  });
  const [first, second] = [requestContext(), requestContext()];
  const value = await loader.of(first, 1);
  expect(await loader.of(first, 1)).toBe(value);
  await loader.of(first, 2);
  expect(await loader.of(second, 1)).not.toBe(value);
  expect(keys).toEqual([1, 2, 1]);
  first.forget();
  expect(await loader.of(first, 1)).not.toBe(value);
});

test('loaders do not share their keys', async () => {
  const ctx = requestContext();
  const names = new RequestLoader(async (id: number) => `name ${id}`);
  const ages = new RequestLoader(async (_id: number, age: number) => age);
  expect([await names.of(ctx, 1), await ages.of(ctx, 1, 40), await names.of(ctx, 1)]).toEqual(['name 1', 40, 'name 1']);
});
