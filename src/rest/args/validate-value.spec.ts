import { describe, expect, test } from '@jest/globals';
import { WP4_ARGS, WP7_ARGS } from '../../variant/rest.variants.js';
import { ArgIssue, type ValueSchema } from './schema.js';
import { FULL_SCHEMA, validateValue } from './validate-value.js';
import { repeated, superLinearCost } from '../../../test/support/processor-time.js';

const TERMS: ValueSchema = {
  type: ['object', 'array'],
  oneOf: [
    { title: 'Term ID List', type: 'array', items: { type: 'integer' } },
    {
      title: 'Term ID Taxonomy Query',
      type: 'object',
      properties: {
        terms: { type: 'array', items: { type: 'integer' } },
        operator: { type: 'string', enum: ['AND', 'OR'] },
      },
      additionalProperties: false,
    },
  ],
};

test.each<[unknown, ValueSchema, string, string]>([
  [
    500,
    { type: 'integer', minimum: 1, maximum: 100 },
    'rest_out_of_bounds',
    'p must be between 1 (inclusive) and 100 (inclusive)',
  ],
  ['x', { type: 'string', enum: ['a', 'b', 'c'] }, 'rest_not_in_enum', 'p is not one of a, b, and c.'],
  ['x', { type: 'string', enum: ['a', 'b'] }, 'rest_not_in_enum', 'p is not one of a and b.'],
  ['x', { type: 'string', enum: ['edit'] }, 'rest_not_in_enum', 'p is not edit.'],
  ['x', { type: 'boolean' }, 'rest_invalid_type', 'p is not of type boolean.'],
  ['', { type: 'string', minLength: 1 }, 'rest_too_short', 'p must be at least 1 character long.'],
  ['ab', { type: 'string', pattern: '^\\d+$' }, 'rest_invalid_pattern', 'p does not match pattern ^\\d+$.'],
  ['é', { type: 'string', pattern: '^[a-z\\%]+$' }, 'rest_invalid_pattern', 'p does not match pattern ^[a-z\\%]+$.'],
  [{ a: 1 }, { type: 'object', required: ['b'] }, 'rest_property_required', 'b is a required property of p.'],
  [['a', 'a'], { type: 'array', uniqueItems: true }, 'rest_duplicate_items', 'p has duplicate items.'],
  [
    { b: 1 },
    { type: 'object', additionalProperties: false },
    'rest_additional_properties_forbidden',
    'b is not a valid property of Object.',
  ],
  [
    {},
    { type: 'object', properties: { a: { required: true } } },
    'rest_property_required',
    'a is a required property of p.',
  ],
  [3, { type: 'integer', multipleOf: 2 }, 'rest_invalid_multiple', 'p must be a multiple of 2.'],
  ['x', TERMS, 'rest_no_matching_schema', 'p is not a valid Term ID List. Reason: p[0] is not of type integer.'],
  [
    { terms: '2', operator: 'XOR' },
    TERMS,
    'rest_no_matching_schema',
    'p is not a valid Term ID Taxonomy Query. Reason: p[operator] is not one of AND and OR.',
  ],
  [
    '',
    TERMS,
    'rest_one_of_multiple_matches',
    'p matches Term ID List and Term ID Taxonomy Query, but should match only one.',
  ],
])('%j is refused by %j: %s', (value, schema, code, message) => {
  expect(validateValue(value, schema, 'p', FULL_SCHEMA)).toMatchObject({ code, message });
});

test.each<[unknown, ValueSchema]>([
  ['', { type: 'array', items: { type: 'integer' } }],
  [',1,', { type: 'array', items: { type: 'integer' } }],
  ['5 ', { type: 'integer' }],
  ['5', { type: 'integer', enum: [5] }],
  [null, { type: ['string', 'null'], format: 'date-time' }],
  ['1,2', TERMS],
  [{ terms: [1], operator: 'AND' }, TERMS],
])('%j is accepted by %j', (value, schema) => {
  expect(validateValue(value, schema, 'p', FULL_SCHEMA)).toBeUndefined();
});

test.each<ValueSchema>([
  ...(['integer', 'number', 'boolean', 'string', 'array', 'object'] as const).map((type) => ({ type })),
  ...['date-time', 'email', 'ip', 'uri', 'uuid', 'hex-color'].map((format) => ({ type: 'string' as const, format })),
  { type: 'array', items: { type: 'integer' } },
  TERMS,
])('the cost of validating grows with the length of the value: %j', (schema) => {
  for (const unit of [' ', '\n', '0', '-', '.', 'a', ':', 'a@', '1,'])
    for (const ending of ['', 'x', ' ']) {
      const run = (value: string) => validateValue(value, schema, 'p', FULL_SCHEMA);
      const cost = superLinearCost(run, (size) => repeated(unit)(size) + ending);
      if (cost !== undefined) throw new Error(`${JSON.stringify(unit)} … ${JSON.stringify(ending)}: ${cost}`);
    }
});

describe('each rule of a profile switches its own behaviour', () => {
  const TEXTS = { type: 'array', items: { type: 'string' } } as const;

  test.each<[key: keyof typeof WP7_ARGS, value: unknown, schema: ValueSchema]>([
    ['supportsAlternatives', 1, { type: 'null' }],
    ['checksSizes', 'four', { type: 'string', maxLength: 3 }],
    ['checksSizes', ['a', 'b'], { ...TEXTS, maxItems: 1 }],
    ['checksSizes', 5, { type: 'integer', multipleOf: 2 }],
    ['checksProperties', {}, { type: 'object', properties: { a: { type: 'integer', required: true } } }],
    ['checksProperties', { a: 'x' }, { type: 'object', additionalProperties: { type: 'integer' } }],
    ['checksAllFormats', 'red', { type: 'string', format: 'hex-color' }],
    ['conversion', null, TEXTS],
  ])('%s refuses %j', (key, value, schema) => {
    const dialect = { ...WP4_ARGS, [key]: WP7_ARGS[key] };
    expect(validateValue(value, schema, 'p', dialect)).toBeInstanceOf(ArgIssue);
    expect(validateValue(value, schema, 'p', { ...WP7_ARGS, [key]: WP4_ARGS[key] })).toBeUndefined();
  });

  test('conversion allows blanks around numbers', () => {
    const [older, newer] = [
      { ...WP7_ARGS, conversion: 'wp4' },
      { ...WP4_ARGS, conversion: 'wp7' },
    ] as const;
    expect(validateValue('5 ', { type: 'integer' }, 'p', older)).toBeInstanceOf(ArgIssue);
    expect(validateValue('5 ', { type: 'integer' }, 'p', newer)).toBeUndefined();
  });
});
