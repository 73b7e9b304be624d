import { describe, expect, test } from '@jest/globals';
import { testVectors, type Vector } from '../../../test/support/vectors.js';
import { PROFILES } from '../../variant/profiles.js';
import { type ValueSchema } from './schema.js';
import { isIpAddress } from './check-format.js';
import { isBoolean, validateValue } from './validate-value.js';
import { sanitizeBoolean, sanitizeValue } from './sanitize-value.js';

const DIALECTS = { a: PROFILES.A.args, b: PROFILES.B.args, c: PROFILES.C.args };

/** 1.0 is the number 1 in JavaScript; integers beyond 2^53 lose precision. */
function expressible(vector: Vector): unknown {
  const schema = vector.in[1] as ValueSchema | undefined;
  // WordPress itself fails on a list where an address or a colour is expected.
  if ((vector.out as { throws?: string } | null)?.throws !== undefined) return undefined;
  if (vector.tag === 'float-literal' && (schema === undefined || schema.type === 'boolean')) return undefined;
  return JSON.parse(JSON.stringify(vector.out), (_key, value: { int?: string }) =>
    value?.int === undefined ? value : Number(value.int),
  );
}

/** WordPress's codes by our message; responses always have rest_invalid_param. */
const CODES: Record<string, string> = {
  'Invalid date.': 'rest_invalid_date',
  'Invalid email address.': 'rest_invalid_email',
};

describe.each(['a', 'b', 'c'] as const)('values by schema, %s', (set) => {
  testVectors(
    set,
    'rest_validate_value_from_schema',
    (value: unknown, schema: ValueSchema) => {
      const issue = validateValue(value, schema, 'field', DIALECTS[set]);
      if (issue === undefined) return { ok: true };
      return { error: { code: set === 'c' ? issue.code : (CODES[issue.message] ?? 'rest_invalid_param') } };
    },
    expressible,
  );
  testVectors(
    set,
    'rest_sanitize_value_from_schema',
    (value: unknown, schema: ValueSchema) => ({ ok: sanitizeValue(value, schema, DIALECTS[set]) }),
    expressible,
  );
});

testVectors('both', 'rest_is_boolean', (value: unknown) => isBoolean(value), expressible);
testVectors('both', 'rest_sanitize_boolean', (value: unknown) => sanitizeBoolean(value), expressible);
testVectors('both', 'rest_is_ip_address', (value: string) => (isIpAddress(value) ? value : false));

test('limits are worded by dialect', () => {
  const schema: ValueSchema = { type: 'integer', minimum: 1 };
  expect(validateValue('0', schema, 'page', DIALECTS.a)?.message).toBe('page must be greater than or equal to 1');
  expect(validateValue('0', schema, 'page', DIALECTS.b)?.message).toBe('page must be greater than 1 (inclusive)');
});

test('the first bad element of a list is named', () => {
  const schema: ValueSchema = { type: 'array', items: { type: 'integer' } };
  expect(validateValue('1,x,y', schema, 'include', DIALECTS.a)?.message).toBe('include[1] is not of type integer.');
  expect(sanitizeValue('1, 2 3', schema, DIALECTS.a)).toEqual([1, 2, 3]);
});
