import { expect, test } from '@jest/globals';
import { optionsProblem, type Shape, shapeProblems } from './value-shape.js';

const SHAPE: Shape = {
  $defs: {
    node: { type: 'object', required: ['name'], properties: { name: { type: 'string' } }, additionalProperties: false },
  },
  type: 'object',
  properties: {
    nodes: { type: 'array', items: { $ref: '#/$defs/node' } },
    run: { type: 'function' },
    child: { anyOf: [{ type: 'boolean' }, { $ref: '#/$defs/node' }] },
    size: { type: 'number' },
  },
  additionalProperties: { enum: ['a', 'b'] },
};

test.each([
  [
    { nodes: [{ name: 'x' }, { nmae: 'x' }] },
    ['nodes[1].name is missing.', 'nodes[1].nmae is not known here. Known are name.'],
  ],
  [{ nodes: {} }, ['nodes must be of type array, not object.']],
  [{ run: 'x', size: 1 }, ['run must be of type function, not string.']],
  [{ run: () => undefined, child: true, size: 1.5, more: 'a' }, []],
  [{ child: { name: 1 } }, ['child.name must be of type string, not integer.']],
  [{ child: 'x' }, ['child must be of type object, not string.']],
  [{ more: 'c' }, ['more must be one of a, b, not "c".']],
  [{ nodes: undefined, size: null }, ['size must be of type number, not null.']],
  [[], ['the value must be of type object, not array.']],
])('%j', (value, expected) => expect(shapeProblems(value, SHAPE)).toEqual(expected));

test('the first problem of options', () => {
  expect(optionsProblem({ types: ['a'] }, { types: { type: 'array' } })).toBeUndefined();
  expect(optionsProblem({ type: ['a'] }, { types: { type: 'array' } })).toBe(
    'type is not known here. Known are types.',
  );
});
