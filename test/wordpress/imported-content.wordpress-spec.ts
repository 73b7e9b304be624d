import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clientAt, type RestClient, restRoot } from '../support/wordpress-client.js';
import { type ImportedService, type Pair, startImportedService, startPair } from '../support/wordpress-pair.js';
import { withWordPress } from '../support/wordpress.js';

const PLUGIN = `<?php
add_action('init', function () {
  register_post_type('book', array('label' => 'Books', 'public' => true, 'show_in_rest' => true, 'rest_base' => 'books',
    'menu_icon' => 'dashicons-book', 'supports' => array('title', 'editor', 'custom-fields'), 'rewrite' => array('slug' => 'library')));
  register_post_status('archived', array('label' => 'Archived', 'public' => true));
  register_post_status('review', array('label' => 'In review', 'protected' => true, 'date_floating' => true));
  register_taxonomy('genre', 'book', array('label' => 'Genres', 'show_in_rest' => true, 'rest_base' => 'genres'));
  register_post_meta('book', 'isbn', array('type' => 'string', 'single' => true, 'show_in_rest' => true, 'default' => 'none'));
  register_post_meta('book', 'editions', array('type' => 'integer', 'show_in_rest' => true));
  register_post_meta('book', 'pages', array('type' => 'integer', 'single' => true,
    'show_in_rest' => array('schema' => array('minimum' => 1))));
});
`;

interface Book extends Record<string, unknown> {
  id: number;
}

withWordPress(() => {
  let pair: Pair;
  let service: ImportedService;
  let ours: RestClient;

  beforeAll(async () => {
    pair = await startPair();
    const plugins = join(dirname(pair.wordpress.uploads), 'mu-plugins');
    mkdirSync(plugins, { recursive: true });
    writeFileSync(join(plugins, 'books.php'), PLUGIN);
    service = await startImportedService(pair);
    ({ ours } = service);
  });
  afterAll(async () => {
    await service?.close();
    await pair?.close();
  });

  /** What both say about a book: newer releases add members. */
  const said = ({ id, slug, link, status, title, meta, genres }: Book) => ({
    id,
    slug,
    link,
    status,
    title,
    meta,
    genres,
  });

  test('both describe the imported type alike', async () => {
    const [our, their] = await Promise.all(
      [ours, pair.theirs].map((client) => client<Record<string, unknown>>('GET', '/wp/v2/types/book?context=edit')),
    );
    for (const member of [
      'name',
      'rest_base',
      'hierarchical',
      'viewable',
      'capabilities',
      'icon',
      'has_archive',
      'taxonomies',
    ])
      expect([member, our!.body[member]]).toEqual([member, their!.body[member]]);
  });

  test('statuses of plugins: what they are, what they allow, who reads entries with them', async () => {
    const guests = [clientAt(service.root), clientAt(restRoot(pair.wordpress))];
    const owners = [ours, pair.theirs];
    const outcomes = async (clients: readonly RestClient[], path: string) => {
      const responses = await Promise.all(clients.map((client) => client('GET', path)));
      // Older releases return links that were not asked for.
      return responses.map(({ status, body: { _links, ...body } }) => [status, status === 200 ? body : body.code]);
    };
    for (const name of ['archived', 'review']) {
      const [our, their] = await outcomes(
        owners,
        `/wp/v2/statuses/${name}?context=edit&_fields=name,slug,public,protected,private,queryable,show_in_list,date_floating`,
      );
      expect(our).toEqual(their);
      for (const [index, writer] of owners.entries()) {
        const { status, body } = await writer('POST', '/wp/v2/posts', { title: `${name} ${index}`, status: name });
        expect([status, body.status]).toEqual([201, name]);
        for (const clients of [owners, guests]) {
          const [mine, theirs] = await outcomes(clients, `/wp/v2/posts/${String(body.id)}?_fields=id,status,slug,link`);
          expect(mine).toEqual(theirs);
        }
      }
      const [mine, theirs] = await outcomes(owners, `/wp/v2/posts?status=${name}&orderby=id&_fields=id,status`);
      expect(mine).toEqual(theirs);
    }
  });

  test('books of either one are the same in the other', async () => {
    const { body: genre } = await pair.theirs<{ id: number }>('POST', '/wp/v2/genres', { name: 'Crime' });
    const book = { title: 'One', status: 'publish', genres: [genre.id], meta: { isbn: '978', editions: [1, 2] } };
    for (const writer of [pair.theirs, ours]) {
      const { status, body } = await writer<Book>('POST', '/wp/v2/books', book);
      expect(status).toBe(201);
      const [our, their] = await Promise.all(
        [ours, pair.theirs].map((client) => client<Book>('GET', `/wp/v2/books/${body.id}`)),
      );
      expect(said(our!.body)).toEqual(said(their!.body));
      expect(our!.body.meta).toEqual({ isbn: '978', editions: [1, 2], pages: null });
    }
  });
});
