import { expect, test } from '@jest/globals';
import { ContentModel } from './content-model.js';
import {
  type ContentDeclaration,
  defineConsoleExtension,
  defineContentType,
  defineField,
  defineFilter,
  defineMeta,
  defineOrder,
  defineScope,
  defineTaxonomy,
} from './declarations.js';

const problem = (declaration: ContentDeclaration): string => {
  try {
    new ContentModel([declaration]);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};
const field = { on: ['post'], name: 'minutes', schema: { type: 'integer' }, load: () => [1] } as const;

test('a misspelt member of any declaration is an error with its place and what is known', () => {
  const misspelt: [ContentDeclaration, string][] = [
    [defineContentType({ name: 'book', label: 'Books', restbase: 'books' } as never, 'a.js:1'), 'restbase'],
    [defineContentType({ name: 'book', lable: 'Books' } as never, 'a.js:1'), 'label is missing'],
    [
      defineTaxonomy({ name: 'genre', label: 'Genres', types: ['post'], herarchical: true } as never, 'a.js:1'),
      'herarchical',
    ],
    [defineMeta({ object: 'post', key: 'price', type: 'number', reads: 'edit_posts' } as never, 'a.js:1'), 'reads'],
    [
      defineContentType(
        { name: 'book', label: 'B', meta: { price: { type: 'number', defualt: 1 } } } as never,
        'a.js:1',
      ),
      'meta.price.defualt',
    ],
    [defineField({ ...field, read: ['posts'] } as never, 'a.js:1'), 'read is not known'],
    [defineScope({ on: ['post'], where: () => undefined, wehre: 1 } as never, 'a.js:1'), 'wehre'],
    [defineFilter({ on: ['post'], name: 'x', schema: { type: 'string' } } as never, 'a.js:1'), 'where is missing'],
    [defineOrder({ on: 'post', name: 'x', by: () => '1' } as never, 'a.js:1'), 'on must be of type array, not string'],
    [defineConsoleExtension({ nmae: 'x' } as never, 'a.js:1'), 'name is missing'],
  ];
  for (const [declaration, expected] of misspelt) {
    const message = problem(declaration);
    expect(message).toContain(expected);
    expect(message).toContain('(a.js:1)');
  }
  expect(problem(defineContentType({ name: 'b', label: 'B', restbase: 'b' } as never))).toContain(
    'Known are name, label',
  );
});

test('values of the wrong type are errors, and what only code can have is none', () => {
  expect(problem(defineContentType({ name: 'book', label: 'Books', supports: 'title' } as never))).toContain(
    'supports must be',
  );
  expect(problem(defineContentType({ name: 'book', label: 'Books', supports: ['titel'] } as never))).toContain(
    'supports[0]',
  );
  expect(problem(defineField({ ...field, load: 'x' } as never))).toContain('load must be of type function');
  for (const valid of [
    defineContentType({
      name: 'book',
      label: 'Books',
      restBase: undefined,
      supports: ['custom-fields'],
      meta: { price: { type: 'number', validate: () => undefined } },
    }),
    defineTaxonomy({ name: 'genre', label: 'Genres', types: ['post'], hasDefaultTerm: false }),
    defineField({ ...field, update: () => undefined, reads: 'elsewhere', optional: true, context: ['view'] }),
    defineMeta({ object: 'post', key: 'name', type: 'object', properties: { validate: { type: 'string' } } }),
  ])
    expect(problem(valid)).toBe('none');
});
