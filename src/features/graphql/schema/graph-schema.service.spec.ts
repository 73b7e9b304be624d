import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { GraphSchemaService } from './graph-schema.service.js';

const LATER_MS = 60_000;

function serviceWithSpy() {
  const service = new (GraphSchemaService as unknown as new () => GraphSchemaService)();
  return { service, get: jest.spyOn(service, 'get').mockResolvedValue(undefined as never) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a start does not wait for the schema, which is built once the service has started', () => {
  const { service, get } = serviceWithSpy();
  expect(service.onApplicationBootstrap()).toBeUndefined();
  expect(get).not.toHaveBeenCalled();
  jest.advanceTimersByTime(LATER_MS);
  expect(get).toHaveBeenCalledTimes(1);
});

test('a service that has stopped builds no schema', () => {
  const { service, get } = serviceWithSpy();
  service.onApplicationBootstrap();
  service.onModuleDestroy();
  jest.advanceTimersByTime(LATER_MS);
  expect(get).not.toHaveBeenCalled();
});
