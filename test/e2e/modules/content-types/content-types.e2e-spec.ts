import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, PASSWORD } from '../../../support/clients.js';
import { BOOKS } from '../../../support/books.js';
import { fewestStatements } from '../../../support/query-counts.js';

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;

  const as = (login?: string) => clientOf(() => service, login);
  const [guest, admin, author] = [as(), as(ADMIN.user), as('writer')];

  beforeAll(async () => {
    service = await startTestApp({}, engine, { content: BOOKS });
    db = service.app.get(Database);
    for (const [username, role] of [
      ['writer', 'author'],
      ['helper', 'contributor'],
    ])
      await admin
        .post('/users', { username, password: PASSWORD, email: `${username}@site.test`, roles: [role] })
        .expect(201);
  });
  afterAll(() => service.close());

  const rowsOf = async (id: number, key: string) =>
    (
      await db.query<{ value: string }>(
        `SELECT meta_value AS value FROM ${db.tables.postmeta} WHERE post_id = ? AND meta_key = ? ORDER BY meta_id`,
        [id, key],
      )
    ).map(({ value }) => value);

  const publish = async (title: string, values: object = {}) =>
    (await admin.post('/books', { title, content: 'Text', status: 'publish', ...values }).expect(201)).body as {
      id: number;
      link: string;
    };

  describe('a declared type', () => {
    test('has list, item, links, embeds and an address of its own', async () => {
      const { body: genre } = await admin.post('/genres', { name: 'Sea stories' }).expect(201);
      const { id, link } = await publish('Moby-Dick', { genres: [genre.id] });
      expect(link).toBe('http://site.test/book/moby-dick/');
      const { body: item } = await guest.get(`/books/${id}?_embed`).expect(200);
      expect(item).toMatchObject({ type: 'book', slug: 'moby-dick', genres: [genre.id], comment_status: 'open' });
      expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['sticky']));
      expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['format']));
      expect(item._links.about[0].href).toBe(`http://site.test${API}/types/book`);
      expect(item._links['wp:term']).toEqual([
        { taxonomy: 'genre', embeddable: true, href: `http://site.test${API}/genres?post=${id}` },
      ]);
      expect(item._embedded['wp:term']).toEqual([[expect.objectContaining({ id: genre.id, taxonomy: 'genre' })]]);
      const { body: found, headers } = await guest.get(`/books?genres=${genre.id}&search=moby`).expect(200);
      expect(found.map((one: { id: number }) => one.id)).toEqual([id]);
      expect(headers['x-wp-total']).toBe('1');
      expect((await guest.get(`/books?genres_exclude=${genre.id}`)).body).toEqual([]);
      const { body: term } = await guest.get(`/genres/${genre.id}`).expect(200);
      expect(term).toMatchObject({ count: 1, link: 'http://site.test/genre/sea-stories/' });
      expect(term._links['wp:post_type']).toEqual([{ href: `http://site.test${API}/books?genres=${genre.id}` }]);
    });

    test('is in the index, in types and taxonomies, and describes itself', async () => {
      const { body: index } = await request(service.server).get('/wp-json/');
      expect(Object.keys(index.routes)).toEqual(
        expect.arrayContaining([
          '/wp/v2/books',
          '/wp/v2/books/(?P<id>[\\d]+)',
          '/wp/v2/books/(?P<parent>[\\d]+)/revisions',
          '/wp/v2/genres',
        ]),
      );
      const { body: types } = await guest.get('/types');
      expect(Object.keys(types)).toEqual(['post', 'page', 'attachment', 'book']);
      expect(types.book).toMatchObject({ name: 'Books', rest_base: 'books', taxonomies: ['genre'] });
      expect((await guest.get('/taxonomies?type=book')).body).toMatchObject({ genre: { types: ['book'] } });
      const { body: described } = await guest.options('/books');
      expect(described.schema.properties.meta.properties.size).toMatchObject({
        type: 'object',
        additionalProperties: false,
        properties: { unit: { enum: ['mm', 'in'] } },
      });
      expect(described.endpoints[0].args).toHaveProperty('genres_exclude');
    });

    test('gets the default term of its taxonomy, which cannot be deleted and replaces deleted terms', async () => {
      const [usual, other] = await Promise.all(
        ['Usual', 'Other'].map(
          async (name) => (await admin.post('/genres', { name }).expect(201)).body as { id: number },
        ),
      );
      await db.transaction((tx) => service.app.get(OptionsStore).set(tx, 'default_term_genre', usual!.id));
      const genres = async (id: number) => (await guest.get(`/books/${id}`).expect(200)).body.genres as number[];
      const plain = await publish('Without a genre');
      const sorted = await publish('With a genre', { genres: [other!.id] });
      expect([await genres(plain.id), await genres(sorted.id)]).toEqual([[usual!.id], [other!.id]]);
      expect((await guest.get(`/genres/${usual!.id}`).expect(200)).body.count).toBe(1);
      expect((await admin.post(`/books/${sorted.id}`, { genres: [] }).expect(200)).body.genres).toEqual([]);
      expect((await admin.post(`/books/${sorted.id}`, { title: 'Again' }).expect(200)).body.genres).toEqual([
        usual!.id,
      ]);
      await admin.post(`/books/${sorted.id}`, { genres: [other!.id] }).expect(200);
      await admin.delete(`/genres/${usual!.id}?force=true`).expect(403);
      await admin.delete(`/genres/${other!.id}?force=true`).expect(200);
      expect(await genres(sorted.id)).toEqual([usual!.id]);
      expect((await guest.get(`/genres/${usual!.id}`).expect(200)).body.count).toBe(2);
      await db.transaction((tx) => service.app.get(OptionsStore).delete(tx, 'default_term_genre'));
    });

    test('keeps its featured image if the requested one does not exist', async () => {
      const [image, text] = await Promise.all(
        ['image/png', 'text/plain'].map(async (mime) => {
          const { body } = await admin.post('/books', { title: mime }).expect(201);
          const sql = `UPDATE ${db.tables.posts} SET post_type = 'attachment', post_mime_type = ? WHERE ID = ?`;
          await db.transaction((tx) => tx.execute(sql, [mime, body.id]));
          return body.id as number;
        }),
      );
      const { id } = await publish('Illustrated', { featured_media: image });
      const featured = async (featured_media: number) =>
        (await admin.post(`/books/${id}`, { featured_media }).expect(200)).body.featured_media as number;
      expect(await featured(9_999_999)).toBe(image);
      expect(await featured(text!)).toBe(0);
      expect(await featured(image!)).toBe(image);
      expect(await featured(0)).toBe(0);
    });

    test('checks its capabilities, has revisions, and can be trashed and deleted', async () => {
      await guest.post('/books', { title: 'No' }).expect(401);
      const { body: draft } = await author.post('/books', { title: 'Mine', content: 'One' }).expect(201);
      expect(draft.link).toBe(`http://site.test/?post_type=book&p=${draft.id}`);
      await as('helper').post(`/books/${draft.id}`, { title: 'Theirs' }).expect(403);
      await author.post(`/books/${draft.id}`, { content: 'Two', status: 'publish' }).expect(200);
      const { body: revisions } = await author.get(`/books/${draft.id}/revisions`).expect(200);
      expect(revisions).toHaveLength(1);
      expect((await author.delete(`/books/${draft.id}`).expect(200)).body.status).toBe('trash');
      await author.delete(`/books/${draft.id}`).expect(410);
      expect((await admin.delete(`/books/${draft.id}?force=true`).expect(200)).body.deleted).toBe(true);
      await guest.get(`/books/${draft.id}`).expect(404);
    });

    test('shows scheduled entries when they are due, and takes comments', async () => {
      const past = await publish('Due', { date_gmt: '2030-01-01T00:00:00', status: 'future' });
      expect((await guest.get('/books?search=Due')).body).toEqual([]);
      await db.transaction((tx) =>
        tx.execute(`UPDATE ${db.tables.posts} SET post_date = ?, post_date_gmt = ? WHERE ID = ?`, [
          '2020-01-01 00:00:00',
          '2020-01-01 00:00:00',
          past.id,
        ]),
      );
      expect((await guest.get('/books?search=Due')).body).toHaveLength(1);
      const { body: comment } = await admin.post('/comments', { post: past.id, content: 'Nice' }).expect(201);
      expect(comment._links.up[0].href).toBe(`http://site.test${API}/books/${past.id}`);
    });
  });

  describe('declared meta', () => {
    test('shows defaults where nothing is stored', async () => {
      const { id } = await publish('Blank');
      const { body } = await guest.get(`/books/${id}`);
      expect(body.meta).toEqual({
        isbn: '',
        pages: 0,
        price: 9.5,
        in_print: false,
        translator: [],
        keywords: [],
        size: [],
        stars: 0,
        _ledger: '',
        even: 0,
      });
    });

    test('is stored as WordPress stores it', async () => {
      const meta = {
        isbn: '<b>1</b>',
        pages: '12',
        price: 3.25,
        in_print: 'true',
        translator: ['A', 'B'],
        keywords: ['é', 'k'],
        size: { width: 5, height: 2, unit: 'mm' },
      };
      const { id } = await publish('Stored', { meta });
      expect(await rowsOf(id, 'isbn')).toEqual(['<b>1</b>']);
      expect(await rowsOf(id, 'pages')).toEqual(['12']);
      expect(await rowsOf(id, 'price')).toEqual(['3.25']);
      expect(await rowsOf(id, 'in_print')).toEqual(['1']);
      expect(await rowsOf(id, 'translator')).toEqual(['A', 'B']);
      expect(await rowsOf(id, 'keywords')).toEqual(['a:2:{i:0;s:2:"é";i:1;s:1:"k";}']);
      expect(await rowsOf(id, 'size')).toEqual(['a:3:{s:5:"width";i:5;s:6:"height";d:2;s:4:"unit";s:2:"mm";}']);
      const { body } = await guest.get(`/books/${id}`);
      expect(body.meta).toMatchObject({ ...meta, pages: 12, in_print: true });
      await admin.post(`/books/${id}`, { meta: { in_print: false, translator: ['B', 'C', 'C'], pages: null } });
      expect(await rowsOf(id, 'in_print')).toEqual(['']);
      expect(await rowsOf(id, 'translator')).toEqual(['B', 'C', 'C']);
      expect(await rowsOf(id, 'pages')).toEqual([]);
      expect((await guest.get(`/books/${id}`)).body.meta).toMatchObject({ pages: 0, in_print: false });
    });

    test.each([
      [{ pages: 'x' }, 'meta.pages is not of type integer.'],
      [{ keywords: ['a', 1] }, 'meta.keywords[1] is not of type string.'],
      [{ size: { width: 5, bogus: 1 } }, 'bogus is not a valid property of Object.'],
      [{ size: { unit: 'cm' } }, 'meta.size[unit] is not one of mm, in.'],
      [{ stars: 6 }, 'meta.stars must be between 0 (inclusive) and 5 (inclusive)'],
      [{ isbn: 5 }, 'meta.isbn is not of type string.'],
      [{ even: 3 }, 'even must be even.'],
    ])('%j is refused and nothing is written', async (meta, message) => {
      const { id } = await publish('Refused', { meta: { isbn: 'before' } });
      const { body } = await admin
        .post(`/books/${id}`, { title: 'Changed', meta: { isbn: 'after', ...meta } })
        .expect(400);
      expect(body).toMatchObject({ code: 'rest_invalid_param', message, data: { status: 400 } });
      expect(Object.values((body as { data: { params: object } }).data.params)).toEqual([message]);
      expect((await guest.get(`/books/${id}`)).body).toMatchObject({
        title: { rendered: 'Refused' },
        meta: { isbn: 'before' },
      });
    });

    test('is described by OpenAPI, in responses and in bodies', async () => {
      const { body: document } = await request(service.server).get('/openapi.json');
      const { Book, CreateBookBody, PostsItem, Post, User } = document.components.schemas;
      for (const schema of [Book, CreateBookBody])
        expect(schema.properties.meta).toMatchObject({
          type: 'object',
          properties: {
            pages: { type: ['integer', 'null'] },
            translator: { type: ['array', 'null'], items: { type: ['string', 'null'] } },
            size: { type: ['object', 'array', 'null'], properties: { unit: { type: 'string', enum: ['mm', 'in'] } } },
          },
        });
      expect((PostsItem ?? Post).properties.meta.properties).toHaveProperty('subtitle');
      expect(User.properties.meta.properties).toHaveProperty('nickname_sort');
    });

    test('a stored value that does not fit is shown as null', async () => {
      const { id } = await publish('Unfit', { meta: { stars: 5, size: { width: 1 } } });
      for (const [key, value] of [
        ['stars', '9'],
        ['size', 'a:1:{s:5:"bogus";i:1;}'],
      ])
        await db.transaction((tx) =>
          tx.execute(`UPDATE ${db.tables.postmeta} SET meta_value = ? WHERE post_id = ? AND meta_key = ?`, [
            value!,
            id,
            key!,
          ]),
        );
      expect((await guest.get(`/books/${id}`)).body.meta).toMatchObject({ stars: null, size: null });
    });

    test('has permissions of its own for reading and writing', async () => {
      const { id } = await publish('Priced', { meta: { cost: 4.5 } });
      expect((await guest.get(`/books/${id}`)).body.meta).not.toHaveProperty('cost');
      expect((await admin.get(`/books/${id}`)).body.meta).toHaveProperty('cost', 4.5);
      const { body: own } = await author.post('/books', { title: 'Own' });
      const { body: refused } = await author.post(`/books/${own.id}`, { meta: { cost: 1 } }).expect(403);
      expect(refused).toMatchObject({ code: 'rest_cannot_update', data: { key: 'cost', status: 403 } });
      const { body: guarded } = await admin.post(`/books/${id}`, { meta: { _ledger: 'x' } }).expect(403);
      expect(guarded).toMatchObject({ code: 'rest_cannot_update', data: { key: '_ledger' } });
    });

    test('of posts, terms, users and comments', async () => {
      const { body: post } = await admin.post('/posts', { title: 'P', meta: { subtitle: 'Sub', other: 1 } });
      expect(post.meta).toEqual({ subtitle: 'Sub' });
      expect((await guest.get('/pages?per_page=1')).body[0].meta).toEqual([]);
      const { body: genre } = await admin.post('/genres', { name: 'Crime', meta: { colour: 'red' } }).expect(201);
      expect(genre.meta).toEqual({ colour: 'red' });
      expect((await admin.post(`/genres/${genre.id}`, { meta: { colour: 'pink' } })).body.meta).toEqual({
        colour: 'pink',
      });
      expect((await guest.get('/categories?per_page=1')).body[0].meta).toEqual([]);
      expect((await admin.post('/users/me', { meta: { nickname_sort: 'aaa' } })).body.meta).toEqual({
        nickname_sort: 'aaa',
      });
      const { body: comments } = await guest.get('/comments?per_page=1');
      expect(
        (await admin.post(`/comments/${comments[0].id}`, { meta: { mood: 'glad' } }).expect(200)).body.meta,
      ).toEqual({ mood: 'glad' });
    });
  });

  test('a list of a declared type costs as many queries for ten entries as for one', async () => {
    for (let count = 0; count < 10; count++) await publish(`Volume ${count}`, { meta: { isbn: String(count) } });
    const cost = (perPage: number) =>
      fewestStatements(() => guest.get(`/books?_embed&search=Volume&per_page=${perPage}&_=${Math.random()}`));
    expect(await cost(10)).toBe(await cost(1));
  });
});
