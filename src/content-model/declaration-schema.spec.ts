import { expect, test } from '@jest/globals';
import { ContentModel } from './content-model.js';
import {
  type ContentDeclaration,
  defineBlock,
  defineCommand,
  defineConsoleExtension,
  defineContentType,
  defineField,
  defineFilter,
  defineMeta,
  defineOrder,
  defineRole,
  defineScope,
  defineSettings,
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

const type = { name: 'book', label: 'Books', supports: ['custom-fields'] } as const;
const action = { name: 'go', on: ['post'], label: 'Go', run: () => undefined };
const setting = { type: 'integer', label: 'Size', default: 1 } as const;

test.each<[string, ContentDeclaration]>([
  ['labels.singular_nam', defineContentType({ ...type, labels: { singular_nam: 'Book' } })],
  ['capabilities.edit_pots', defineContentType({ ...type, capabilities: { edit_pots: 'edit_posts' } } as never)],
  ['labels.parent', defineTaxonomy({ name: 'genre', label: 'G', types: ['post'], labels: { parent: 'x' } })],
  [
    'capabilities.assign',
    defineTaxonomy({ name: 'genre', label: 'G', types: ['post'], capabilities: { assign: 'x' } } as never),
  ],
  [
    'statuses.checked.isQeue',
    defineContentType({ ...type, statuses: { checked: { label: 'C', isQeue: true } } } as never),
  ],
  [
    'transitions[0].form',
    defineContentType({ ...type, transitions: [{ form: 'draft', from: 'draft', to: 'publish' }] } as never),
  ],
  [
    'meta.rows.items.properties.day.fromat',
    defineContentType({
      ...type,
      meta: {
        rows: { type: 'array', items: { type: 'object', properties: { day: { type: 'string', fromat: 'date' } } } },
      },
    } as never),
  ],
  [
    'meta.a.additionalProperties.tpye',
    defineContentType({
      ...type,
      meta: { a: { type: 'object', additionalProperties: { type: 'string', tpye: 1 } } },
    } as never),
  ],
  [
    'meta.parts.layouts.text.fields.text.line',
    defineContentType({
      ...type,
      meta: {
        parts: { type: 'array', layouts: { text: { label: 'T', fields: { text: { type: 'string', line: 2 } } } } },
      },
    } as never),
  ],
  [
    '"en", which is not in its `enum`',
    defineContentType({ ...type, meta: { a: { type: 'string', enum: ['de'], choices: { en: 'English' } } } }),
  ],
  [
    '`when` on "fre"',
    defineContentType({
      ...type,
      meta: { free: { type: 'boolean' }, price: { type: 'number', when: [{ field: 'fre', is: 'set' }] } },
    }),
  ],
  [
    'default that is not of the type integer',
    defineContentType({ ...type, meta: { size: { type: 'integer', default: 'big' } } }),
  ],
  [
    'default that is not in its `enum`',
    defineContentType({ ...type, meta: { a: { type: 'string', enum: ['de'], default: 'en' } } }),
  ],
  ['schema.descripton', defineField({ ...field, schema: { type: 'integer', descripton: 'x' } } as never)],
  ['context[0]', defineField({ ...field, context: ['veiw'] } as never)],
  ['reads must be one of elsewhere', defineField({ ...field, reads: 'elswhere' } as never)],
  [
    'schema.typ',
    defineFilter({ on: ['post'], name: 'x', schema: { type: 'string', typ: 1 }, where: () => undefined } as never),
  ],
  [
    'settings.size.minimun',
    defineSettings({ name: 'shop', title: 'S', settings: { size: { ...setting, minimun: 1 } } } as never),
  ],
  [
    'settings.size.default is missing',
    defineSettings({ name: 'shop', title: 'S', settings: { size: { type: 'integer', label: 'S' } } } as never),
  ],
  [
    '"size" has a default that is not of the type',
    defineSettings({ name: 'shop', title: 'S', settings: { size: { ...setting, default: '1' } } } as never),
  ],
  ['capabilities[0] must be of type string', defineRole({ name: 'x', capabilities: [1] } as never)],
  [
    'attributes.count.defualt',
    defineBlock({
      name: 'a/b',
      title: 'B',
      attributes: { count: { type: 'integer', defualt: 1 } },
      render: () => [],
    } as never),
  ],
  [
    '"count", which has a default',
    defineBlock({
      name: 'a/b',
      title: 'B',
      attributes: { count: { type: 'integer', default: '1' } },
      render: () => [],
    }),
  ],
  ['category must be one of', defineBlock({ name: 'a/b', title: 'B', category: 'txt', render: () => [] } as never)],
  [
    'options.--days must be of type string',
    defineCommand({ name: 'x', description: 'X', options: { '--days': 1 }, run: () => undefined } as never),
  ],
  ['actions[0].confrim', defineConsoleExtension({ name: 'x', actions: [{ ...action, confrim: 'Sure?' }] } as never)],
  [
    'panels[0].rows is missing',
    defineConsoleExtension({ name: 'x', panels: [{ name: 'p', title: 'P', on: ['post'] }] } as never),
  ],
  ['page.titel', defineConsoleExtension({ name: 'x', page: { title: 'x', titel: 'x' } } as never)],
])('%s stops the start', (expected, declaration) => expect(problem(declaration)).toContain(expected));

test('what TypeScript allows is allowed', () => {
  for (const valid of [
    defineContentType({
      ...type,
      supports: ['slug', 'autosave', 'custom-fields'],
      labels: { menu_name: 'B', item_trashed: 'x' },
    }),
    defineTaxonomy({
      name: 'genre',
      label: 'G',
      types: ['post'],
      showInQuickEdit: false,
      labels: { back_to_items: 'x' },
    }),
    defineField({ ...field, refuse: () => undefined, links: () => [], onRevisions: true, isHidden: true }),
    defineFilter({
      on: ['post'],
      name: 'x',
      schema: { type: 'string' },
      check: () => undefined,
      where: () => undefined,
    }),
    defineContentType({
      ...type,
      meta: { a: { type: 'object', readonly: true, additionalProperties: { type: 'string' } } },
    }),
  ])
    expect(problem(valid)).toBe('none');
});
