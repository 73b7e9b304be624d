import { expect, test } from '@jest/globals';
import { type Schema } from '../../rest/openapi/openapi.types.js';
import { strict } from './agent-tool.js';

test('schemas are those that validators of providers of models accept, at every depth', () => {
  const schema = {
    type: 'object',
    properties: {
      tags: { type: ['array', 'null'] },
      'größe (cm)': { type: 'string' },
      either: { oneOf: [{ type: 'array' }, { type: 'string' }] },
      map: { type: 'object', additionalProperties: { type: 'array', items: { type: 'array' } } },
    },
    additionalProperties: false,
  };
  expect(strict(schema as unknown as Schema)).toEqual({
    type: 'object',
    properties: {
      tags: { type: ['array', 'null'], items: {} },
      either: { oneOf: [{ type: 'array', items: {} }, { type: 'string' }] },
      map: { type: 'object', additionalProperties: { type: 'array', items: { type: 'array', items: {} } } },
    },
    additionalProperties: false,
  });
});
