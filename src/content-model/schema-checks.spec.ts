import { expect, test } from '@jest/globals';
import { defaultProblem } from './schema-checks.js';

test('a default has the type of its schema, and a single value is a list of one', () => {
  expect(defaultProblem({ type: 'array' }, [42])).toBeUndefined();
  expect(defaultProblem({ type: 'array' }, 42)).toBeUndefined();
  expect(defaultProblem({ type: 'array' }, { a: 42 })).toBe('has a default that is not of the type array');
  expect(defaultProblem({ type: 'object' }, 42)).toBe('has a default that is not of the type object');
  expect(defaultProblem({ type: 'integer' }, '42')).toBe('has a default that is not of the type integer');
});
