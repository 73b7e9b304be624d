import { expect, test } from '@jest/globals';
import { valueSchema } from './value-schema.js';

test('rows of several kinds are alternatives that differ in one member', () => {
  const kind = (name: string, member: object) => ({
    type: 'object' as const,
    properties: { kind: { type: 'string' as const, required: true, pattern: `^${name}$` }, ...member },
  });
  const rows = {
    type: ['array', 'null'] as const,
    items: { oneOf: [kind('quote', { words: { type: 'string' as const } }), kind('plain-text', {})] },
  };
  expect(valueSchema(rows)).toEqual({
    type: ['array', 'null'],
    items: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { type: 'string', enum: ['quote'] }, words: { type: 'string' } },
          required: ['kind'],
        },
        { type: 'object', properties: { kind: { type: 'string', enum: ['plain-text'] } }, required: ['kind'] },
      ],
    },
  });
});

test('types have the names of JSON Schema, and patterns of several texts are no values', () => {
  const types = ['string', 'int', 'float', 'integer', 'bool'] as never;
  expect(valueSchema({ type: types }).type).toEqual(['string', 'integer', 'number', 'boolean']);
  expect(valueSchema({ type: 'string', pattern: '^a.*$' })).toEqual({ type: 'string' });
});
