import { defineContentType, defineMeta, defineTaxonomy } from '../../src/content-model/declarations.js';

/** A declared type with a taxonomy and meta of every kind. */
export const BOOKS = [
  defineContentType({
    name: 'book',
    label: 'Books',
    restBase: 'books',
    supports: ['title', 'editor', 'author', 'excerpt', 'thumbnail', 'comments', 'revisions', 'custom-fields'],
    meta: {
      isbn: { type: 'string' },
      pages: { type: 'integer' },
      price: { type: 'number', default: 9.5 },
      in_print: { type: 'boolean' },
      translator: { type: 'string', single: false },
      keywords: { type: 'array', items: { type: 'string' } },
      size: {
        type: 'object',
        properties: {
          width: { type: 'integer' },
          height: { type: 'number' },
          unit: { type: 'string', enum: ['mm', 'in'] },
        },
      },
      stars: { type: 'integer', minimum: 0, maximum: 5 },
      cost: { type: 'number', read: 'edit_others_posts', write: 'manage_options' },
      _ledger: { type: 'string' },
      even: { type: 'integer', validate: (value) => (Number(value) % 2 === 0 ? undefined : 'even must be even.') },
    },
  }),
  defineTaxonomy({
    name: 'genre',
    label: 'Genres',
    restBase: 'genres',
    hierarchical: true,
    types: ['book'],
    meta: { colour: { type: 'string' } },
  }),
  defineMeta({ object: 'post', subtype: 'post', key: 'subtitle', type: 'string' }),
  defineMeta({ object: 'user', key: 'nickname_sort', type: 'string' }),
  defineMeta({ object: 'comment', key: 'mood', type: 'string' }),
];
