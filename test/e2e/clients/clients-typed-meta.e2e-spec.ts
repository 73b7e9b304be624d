import { expect, test } from '@jest/globals';
import { startTestApp } from '../../support/app.js';
import { BOOKS } from '../../support/books.js';
import { runTypedClient } from '../../support/documented-client.js';

/** Compiles only where the generated types know the meta keys, their types, the taxonomy and its filters. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import { type paths } from './api.js';

const [root = '', login = '', password = ''] = process.argv.slice(2);
const client = createClient<paths>({
  baseUrl: root,
  headers: { Authorization: \`Basic \${Buffer.from(\`\${login}:\${password}\`).toString('base64')}\` },
  querySerializer: { array: { style: 'form', explode: false } },
});

const { data: genre } = await client.POST('/wp/v2/genres', { body: { name: 'Poems', meta: { colour: 'red' } } });
if (!genre) throw new Error('no genre');
const { data: book, error } = await client.POST('/wp/v2/books', {
  body: {
    title: 'Leaves',
    status: 'publish',
    genres: [genre.id],
    meta: { isbn: '978', pages: 145, price: 3.5, in_print: true, keywords: ['grass'], size: { width: 3, unit: 'mm' } },
  },
});
if (error) throw new Error(error.code);

// @ts-expect-error A text is no number of pages.
await client.POST('/wp/v2/books', { body: { title: 'Wrong', meta: { pages: 'many' } } });

const query = { blocks: 'rendered' as const };
const { data: one } = await client.GET('/wp/v2/posts/{id}', { params: { path: { id: 1 }, query } });
const [block] = one?.blocks ?? [];
const html: string | undefined = block?.rendered;
// @ts-expect-error Blocks have no such member.
const other: unknown = block?.content;
console.log(block?.name, typeof html, block?.innerContent.length, typeof block?.attributes.content, other);

const { data: books = [] } = await client.GET('/wp/v2/books', { params: { query: { genres: [genre.id] } } });
for (const { id, meta } of books) {
  const pages: number | null | undefined = meta?.pages;
  const keywords: (string | null)[] | null | undefined = meta?.keywords;
  const width: number | undefined = meta?.size && 'width' in meta.size ? meta.size.width : undefined;
  // @ts-expect-error There is no such key.
  const unknown: unknown = meta?.colour;
  console.log(id === book.id, pages, keywords, width, unknown, genre.meta?.colour);
}
`;

test('a typed client knows the meta and the taxonomy of a declared type', async () => {
  const service = await startTestApp({}, 'sqlite', { content: BOOKS });
  try {
    expect(await runTypedClient(service, PROGRAM)).toEqual([
      'core/freeform string 1 string undefined',
      "true 145 [ 'grass' ] 3 undefined red",
    ]);
  } finally {
    await service.close();
  }
});
