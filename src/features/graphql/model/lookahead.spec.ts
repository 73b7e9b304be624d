import { expect, test } from '@jest/globals';
import { type FieldNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { asksFor } from './lookahead.js';

const ADDRESS = new Set(['uri', 'link']);

test.each([
  ['{ terms { nodes { name uri } } }', true],
  ['{ terms { edges { node { link } } } }', true],
  ['{ terms { ...C } } fragment C on C { nodes { ...N } } fragment N on N { ... on T { uri } }', true],
  ['{ terms { nodes { name } } }', false],
  ['{ terms { nodes { address: name } } }', false],
  ['{ terms { nodes { posts { nodes { uri } } } } }', false],
  ['{ terms { ...A } } fragment A on C { ...B } fragment B on C { ...A nodes { name } }', false],
])('%s: %s', (text, expected) => {
  const { definitions } = parse(text);
  const operation = definitions[0] as OperationDefinitionNode;
  const fieldNodes = operation.selectionSet.selections as unknown as readonly FieldNode[];
  const fragments = Object.fromEntries(
    definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  );
  expect(asksFor({ fieldNodes, fragments }, ADDRESS)).toBe(expected);
  expect(asksFor({ fieldNodes, fragments }, ADDRESS)).toBe(expected);
});
