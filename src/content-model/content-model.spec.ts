import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ContentModel, CORE_MODEL } from './content-model.js';
import { readContentTypes } from './content-types-file.js';
import { defineContentType, defineMeta, defineTaxonomy } from './declarations.js';

const book = (more: object = {}, place = 'a.js:1') =>
  defineContentType({ name: 'book', label: 'Books', restBase: 'books', ...more }, place);
const genre = (more: object = {}, place = 'b.js:2') =>
  defineTaxonomy({ name: 'genre', label: 'Genres', types: ['book'], ...more }, place);

describe('a content model', () => {
  test('has WordPress’s own types first, and joins types and taxonomies from both sides', () => {
    const model = new ContentModel([book({ taxonomies: ['post_tag'] }), genre({ types: ['book', 'post'] })]);
    expect(model.restTypes.map(({ name }) => name)).toEqual(['post', 'page', 'attachment', 'book']);
    expect(model.types.get('book')!.taxonomies).toEqual(['post_tag', 'genre']);
    expect(model.types.get('post')!.taxonomies).toEqual(['category', 'post_tag', 'genre']);
    expect(model.taxonomies.get('post_tag')!.types).toEqual(['post', 'book']);
    expect(CORE_MODEL.types.get('post')!.taxonomies).toEqual(['category', 'post_tag']);
  });

  test('derives labels and capabilities as WordPress does', () => {
    const { labels, capabilities } = new ContentModel([
      book({ capabilityType: ['tome', 'tomes'], capabilities: { publish_posts: 'publish_posts' } }),
    ]).types.get('book')!;
    expect(labels).toMatchObject({ name: 'Books', singular_name: 'Books', all_items: 'Books', edit_item: 'Edit Post' });
    expect(capabilities).toMatchObject({
      edit_post: 'edit_tome',
      create_posts: 'edit_tomes',
      publish_posts: 'publish_posts',
    });
  });

  test('groups types by capabilities for the conditions of lists', () => {
    expect(CORE_MODEL.capabilityGroups.map(({ condition }) => condition)).toEqual(["= 'page'", "<> 'page'"]);
    expect(
      new ContentModel([book({ capabilityType: 'tome' })]).capabilityGroups.map(({ condition }) => condition),
    ).toEqual(["= 'page'", "= 'book'", "NOT IN ('page', 'book')"]);
  });

  test('remembers where a declaration stands', () => {
    expect(defineContentType({ name: 'x', label: 'X' }).place).toMatch(/content-model\.spec\.(?:ts|js):\d+$/);
  });

  test.each([
    ['a type twice', [book(), book({}, 'c.js:9')], 'Content type "book" is declared twice: a.js:1 and c.js:9.'],
    ['a type of WordPress', [book({ name: 'post' })], '"post" is declared twice: WordPress and a.js:1.'],
    ['a taxonomy twice', [book(), genre(), genre({}, 'd.js:1')], '"genre" is declared twice: b.js:2 and d.js:1.'],
    [
      'a REST base twice',
      [book(), genre({ restBase: 'books' })],
      'REST base "books" is used twice: by "book" (a.js:1) and by "genre" (b.js:2).',
    ],
    ['a REST base of WordPress', [book({ restBase: 'users' })], 'by WordPress and by "book" (a.js:1).'],
    [
      'a meta key twice',
      [
        book({ supports: ['title', 'custom-fields'], meta: { isbn: { type: 'string' } } }),
        defineMeta({ object: 'post', key: 'isbn', type: 'integer' }, 'e.js:4'),
      ],
      'is declared twice: a.js:1 and e.js:4.',
    ],
    [
      'meta of an unknown type',
      [defineMeta({ object: 'post', subtype: 'tome', key: 'x', type: 'string' }, 'e')],
      'no content type "tome"',
    ],
    ['meta that is never shown', [book({ meta: { isbn: { type: 'string' } } })], 'does not support "custom-fields"'],
    ['an unknown taxonomy', [book({ taxonomies: ['genre'] })], 'names the taxonomy "genre", which is not declared'],
    ['an unknown type', [genre()], 'names the content type "book", which is not declared'],
    ['a wrong name', [book({ name: 'Böök' })], 'a.js:1: "Böök" is not a name for a content type.'],
  ])('refuses %s', (_case, declarations, message) => {
    expect(() => new ContentModel(declarations)).toThrow(message);
  });
});

describe('a file of content types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'content-types-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (content: unknown) => {
    const file = join(folder, 'content-types.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readContentTypes(file);
  };

  test('declares types, taxonomies and meta', () => {
    const declarations = read({
      types: [
        {
          name: 'book',
          label: 'Books',
          supports: ['title', 'custom-fields'],
          rewrite: { slug: 'b' },
          meta: { size: { type: 'object', properties: { width: { type: 'integer' } } } },
        },
      ],
      taxonomies: [{ name: 'genre', label: 'Genres', types: ['book'], rewrite: false }],
      meta: [{ object: 'user', key: 'sort', type: 'string', default: 'a' }],
    });
    const model = new ContentModel(declarations);
    expect(model.metaOf('post', 'book').map(({ key }) => key)).toEqual(['size']);
    expect(model.metaOf('user').map(({ default: standard }) => standard)).toEqual(['a']);
    expect(model.types.get('book')!.place).toMatch(/content-types\.json types\[0\]$/);
  });

  test.each([
    ['{', 'is not valid JSON'],
    [[], 'the file must be of type object, not array.'],
    [{ type: [] }, 'type is not known here. Known are $schema, types, taxonomies, meta.'],
    [{ types: [{ name: 'book' }] }, 'types[0].label is missing.'],
    [
      { types: [{ name: 'b', label: 'B', supports: ['title', 'sparkle'] }] },
      'types[0].supports[1] must be one of title,',
    ],
    [{ types: [{ name: 'B!', label: 'B' }] }, 'types[0].name must match'],
    [
      { types: [{ name: 'b', label: 'B', meta: { isbn: { type: 'text' } } }] },
      'types[0].meta.isbn.type must be one of string, integer,',
    ],
    [
      { meta: [{ object: 'user', key: 'k', type: 'array', items: { type: 'string', minimum: '1' } }] },
      'meta[0].items.minimum must be of type number, not string.',
    ],
  ])('%j is refused with the name of the member', (content, message) => {
    expect(() => read(content)).toThrow(message);
  });

  test('that is missing is named', () => {
    expect(() => readContentTypes(join(folder, 'none.json'))).toThrow('none.json, which cannot be read (ENOENT)');
  });
});
