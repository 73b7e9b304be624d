import { describe, expect, test } from '@jest/globals';
import { testVectors } from '../../test/support/vectors.js';
import { cleanEmail, isEmail } from './email.js';
import { fromVector, type VectorText } from '../../test/support/vector-text.js';

describe('recorded cases', () => {
  for (const { set, minLength } of [
    { set: 'a', minLength: 6 },
    { set: 'b', minLength: 3 },
  ] as const) {
    testVectors(set, 'is_email', (address: VectorText) => isEmail(fromVector(address), { minLength }) && address);
    testVectors(set, 'sanitize_email', (address: VectorText) => cleanEmail(fromVector(address), { minLength }));
  }
});

test('addresses', () => {
  const options = { minLength: 6 };
  expect(isEmail('marta@site.example', options)).toBe(true);
  expect(isEmail('a@b.c', options)).toBe(false);
  expect(isEmail('a@b.c', { minLength: 3 })).toBe(true);
  expect(isEmail('marta\n@site.example', options)).toBe(false);
  expect(cleanEmail('Marta <m@-site.example>', options)).toBe('Martam@site.example');
  expect(cleanEmail('nobody', options)).toBe('');
});
