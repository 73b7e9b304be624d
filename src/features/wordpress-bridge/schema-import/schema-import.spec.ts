import { describe, expect, test } from '@jest/globals';
import { PhpArray } from '../../../text/php/index.js';
import { importedFields } from './imported-fields.js';
import { importedMeta, withSharedKeys } from './imported-meta.js';
import { rewriteBases, rewriteOfLink } from './imported-content.js';
import { ImportedFieldSource } from '../fields/imported-field-source.js';
import { ContentModel, defineField } from '../../../content-model/index.js';
import { WP4_CONTENT } from '../../../content-model/content-model.js';
import { acceptImported } from './accept-imported.js';

describe('addresses', () => {
  const rules = PhpArray.map([
    ['library/?$', 'index.php?post_type=book'],
    ['library/books/([^/]+)/embed/?$', 'index.php?book=$matches[1]&embed=true'],
    ['library/books/([^/]+)(?:/([0-9]+))?/?$', 'index.php?book=$matches[1]&page=$matches[2]'],
    ['index.php/kind/(.+?)/?$', 'index.php?genre=$matches[1]'],
    ['mood/([^/]+)/?$', 'index.php?taxonomy=mood&term=$matches[1]'],
    ['notes/([^/]+)(?:/([0-9]+))?/?$', 'index.php?post_type=note&name=$matches[1]&page=$matches[2]'],
    ['([^/]+)(?:/([0-9]+))?/?$', 'index.php?name=$matches[1]&page=$matches[2]'],
    ['x/(a|b)/([^/]+)/?$', 'index.php?odd=$matches[1]'],
  ]);

  test('rewrite rules tell how addresses of types and taxonomies begin', () => {
    expect([...rewriteBases(rules)]).toEqual([
      ['book', { slug: 'library/books', withFront: false }],
      ['genre', { slug: 'kind', withFront: false, hierarchical: true }],
      ['mood', { slug: 'mood', withFront: false }],
      ['note', { slug: 'notes', withFront: false }],
    ]);
    expect(rewriteBases('').size).toBe(0);
  });

  test('so does the address of an item', () => {
    const home = 'http://site.test/blog';
    expect(rewriteOfLink('http://site.test/blog/a/b/one/', home)).toEqual({ slug: 'a/b', withFront: false });
    expect(rewriteOfLink('http://site.test/blog/?book=one', home)).toBe(false);
    expect(rewriteOfLink('http://site.test/one/', home)).toBeUndefined();
    expect(rewriteOfLink('', home)).toBeUndefined();
  });
});

describe('meta', () => {
  const importFrom = (properties: object, seen = Object.keys(properties)) =>
    importedMeta(
      {
        object: 'post',
        subtype: 'book',
        sample: { meta: Object.fromEntries(seen.map((key) => [key, ''])) },
        editors: 'edit_others_books',
      },
      { meta: { properties } },
    );

  test('keys that visitors do not get are for editors', () => {
    const schema = { type: 'string', default: '' };
    expect(importFrom({ subtitle: schema, keyphrase: schema }, ['subtitle']).meta).toEqual([
      { object: 'post', subtype: 'book', key: 'subtitle', type: 'string', default: '' },
      { object: 'post', subtype: 'book', key: 'keyphrase', type: 'string', default: '', read: 'edit_others_books' },
    ]);
    const unseen = importedMeta({ object: 'user', editors: 'list_users' }, { meta: { properties: { a: schema } } });
    expect(unseen.meta).toMatchObject([{ key: 'a', read: 'list_users' }]);
  });

  test('keys of items that no visitor was seen to get are open where visitors get them of other types', () => {
    const key = (subtype: string, read?: string) => ({
      object: 'post' as const,
      subtype,
      key: 'labels',
      type: 'string' as const,
      ...(read !== undefined && { read }),
    });
    const [open, unseen, hidden] = [key('post'), key('wp_block', 'edit_posts'), key('book', 'edit_books')];
    const isUnseen = (one: object) => one === unseen;
    expect(withSharedKeys([open, unseen, hidden], isUnseen)).toEqual([open, key('wp_block'), hidden]);
    expect(withSharedKeys([unseen, hidden], isUnseen)).toEqual([unseen, hidden]);
    const other = { ...unseen, key: 'secret' };
    expect(withSharedKeys([open, other], () => true)).toEqual([open, other]);
  });

  test('a key with a row for each value differs from one whose value is a list', () => {
    const item = { type: 'string', title: '', description: '', default: '' };
    expect(
      importFrom({
        rows: { type: 'array', items: item },
        list: { type: 'array', items: { type: 'string' }, default: [] },
      }).meta,
    ).toEqual([
      { object: 'post', subtype: 'book', key: 'rows', type: 'string', single: false },
      { object: 'post', subtype: 'book', key: 'list', type: 'array', items: { type: 'string' } },
    ]);
  });

  test('schemas keep their checks and defaults', () => {
    const year = { type: 'integer', minimum: 1, maximum: 9 };
    const schema = { type: 'object', title: '', default: [], properties: { year }, additionalProperties: false };
    expect(importFrom({ a: schema, b: { type: 'integer', default: 3, enum: [1, 3] } }).meta).toEqual([
      { object: 'post', subtype: 'book', key: 'a', type: 'object', properties: { year }, additionalProperties: false },
      { object: 'post', subtype: 'book', key: 'b', type: 'integer', enum: [1, 3], default: 3 },
    ]);
  });

  test.each([
    ['several types', { type: ['string', 'null'] }],
    ['alternatives', { anyOf: [{ type: 'string' }] }],
    ['an unknown check', { type: 'integer', multipleOf: 2 }],
    ['an unknown format', { type: 'string', format: 'hex-color' }],
    ['an unknown part', { type: 'array', default: [], items: { type: 'string', multipleOf: 2 } }],
    ['no schema', 'text'],
  ])('a key with %s is left to WordPress', (_what, schema) => {
    expect(importFrom({ odd: schema })).toEqual({ meta: [], omitted: ['odd'] });
  });

  test('a WordPress that says nothing about meta has none', () => {
    expect(importedMeta({ object: 'user', editors: 'list_users' }, { meta: [] })).toEqual({ meta: [], omitted: [] });
  });
});

describe('fields of plugins', () => {
  const NONE = { types: [], taxonomies: [] };
  const importFrom = (properties: Record<string, unknown>, sample: Record<string, unknown> = {}) =>
    importedFields(
      {
        taxonomies: { genre: { rest_base: 'genres' } },
        items: new Map([['/wp/v2/posts', properties]]),
        samples: new Map([['/wp/v2/posts', sample]]),
      },
      NONE,
    );

  test('members that WordPress has itself are none', () => {
    const own = { id: {}, title: {}, genres: {}, meta: {} };
    expect(importFrom(own, { ...own, _links: {}, class_list: [] })).toEqual({ fields: [], omitted: [] });
  });

  test('have their schema, as far as it is known', () => {
    const source = { route: '/wp/v2/posts', object: 'post', on: ['post'] };
    expect(
      importFrom(
        {
          stars: { type: 'integer', description: 'Stars.', maximum: 5, context: ['view', 'embed'], default: 0 },
          odd: { type: ['string', 'null'], multipleOf: 2, description: 'Odd.' },
          strange: { type: 'mixed' },
        },
        { unlisted: true, stars: 1 },
      ).fields,
    ).toEqual([
      {
        ...source,
        name: 'stars',
        schema: { type: 'integer', description: 'Stars.', maximum: 5 },
        context: ['view', 'embed'],
      },
      { ...source, name: 'odd', schema: { type: ['string', 'null'], description: 'Odd.' } },
      { ...source, name: 'strange', schema: { type: expect.arrayContaining(['string', 'null']) } },
      { ...source, name: 'unlisted', schema: { type: expect.arrayContaining(['string', 'null']) } },
    ]);
  });

  test('that visitors do not get, or that cannot be selected, are reported', () => {
    expect(importFrom({ notes: { type: 'string', context: ['edit'] }, 'a b': { type: 'string' } })).toEqual({
      fields: [],
      omitted: ['/wp/v2/posts: members of plugins that visitors do not get are missing: notes, a b.'],
    });
  });

  test('a field that the owner declares under the same name has precedence', () => {
    const field = importFrom({ stars: { type: 'integer' }, moons: { type: 'integer' } }).fields;
    const own = defineField({ on: ['post'], name: 'stars', schema: { type: 'integer' }, load: () => [] }, 'here');
    const source = new ImportedFieldSource(field);
    const { accepted, conflicts } = acceptImported([own], [], WP4_CONTENT, undefined, source.declarations('imported'));
    expect(conflicts).toEqual([]);
    const { fields } = new ContentModel([own], WP4_CONTENT, accepted);
    expect(fields.of('post', 'post').map(({ name, isFallback = false }) => [name, isFallback])).toEqual([
      ['stars', false],
      ['moons', true],
    ]);
  });
});
