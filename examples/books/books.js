import { defineContentType, defineMeta, defineTaxonomy } from '@nestpress/server';

export const book = defineContentType({
  name: 'book',
  label: 'Books',
  labels: { singular_name: 'Book', add_new_item: 'Add New Book' },
  restBase: 'books',
  supports: ['title', 'editor', 'author', 'excerpt', 'thumbnail', 'comments', 'revisions', 'custom-fields'],
  meta: {
    isbn: { type: 'string', description: 'ISBN-13 without dashes.', validate: isIsbn },
    pages: { type: 'integer', minimum: 1 },
    keywords: { type: 'array', items: { type: 'string' } },
    purchase_price: { type: 'number', read: 'edit_others_posts', write: 'edit_others_posts' },
  },
});

export const genre = defineTaxonomy({
  name: 'genre',
  label: 'Genres',
  restBase: 'genres',
  hierarchical: true,
  types: ['book'],
  meta: { colour: { type: 'string' } },
});

export const favouriteGenre = defineMeta({ object: 'user', key: 'favourite_genre', type: 'integer' });

/** @param {unknown} value */
function isIsbn(value) {
  const digits = [...String(value)].map(Number);
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0);
  return digits.length === 13 && sum % 10 === 0 ? undefined : 'isbn is not a valid ISBN-13.';
}
