import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { In } from 'typeorm';
import {
  CommentMeta,
  PostMeta,
  TermMeta,
  TermRelationship,
  TermTaxonomy,
  UserMeta,
} from '../../../../src/database/entities/index.js';
import { Database, defineContentType, defineField, RestError } from '../../../../src/index.js';
import { anyEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { until } from '../../../support/until.js';

const book = defineContentType({ name: 'book', label: 'Books', restBase: 'books', supports: ['title', 'comments'] });

const calls: number[] = [];

/** Follows from the entry alone. */
const words = defineField({
  on: ['post', 'page', 'attachment'],
  name: 'words',
  schema: { type: 'integer', description: 'Number of words.' },
  load(entries) {
    calls.push(entries.length);
    return entries.map(({ content }) => content.split(/\s+/).filter((word) => word !== '').length);
  },
});

/** Read from another table, with one query. */
const discussed = defineField({
  on: ['post'],
  name: 'discussed',
  schema: { type: 'object', properties: { comments: { type: 'integer' } } },
  context: ['view', 'edit'],
  reads: ['comments'],
  async load(entries, database) {
    const { comments } = database.tables;
    const ids = entries.map(({ id }) => id);
    const rows = await database.query<{ id: number; total: number }>(
      `SELECT comment_post_ID AS id, COUNT(*) AS total FROM ${comments} WHERE comment_post_ID IN (${ids.map(() => '?').join()}) GROUP BY comment_post_ID`,
      ids,
    );
    const totals = new Map(rows.map(({ id, total }) => [Number(id), Number(total)]));
    return ids.map((id) => ({ comments: totals.get(id) ?? 0 }));
  },
});

/** Stored by its own update. */
const mood = defineField({
  on: ['book'],
  name: 'mood',
  schema: { type: 'string', enum: ['calm', 'wild'] },
  reads: ['postmeta'],
  async load(entries, database) {
    const rows = await database.manager.findBy(PostMeta, { key: 'mood' });
    return entries.map(({ id }) => (rows.find(({ owner }) => owner === id)?.value as 'calm' | 'wild') ?? null);
  },
  async update(id, value, tx) {
    await tx.delete(PostMeta, { owner: id, key: 'mood' });
    await tx.insert(PostMeta, { owner: id, key: 'mood', value });
  },
});

/** How many posts a term has, counted: one query for all terms of a response. */
const uses = defineField({
  on: { terms: ['category', 'post_tag'] },
  name: 'uses',
  schema: { type: 'integer' },
  reads: ['term_relationships'],
  async load(terms, database) {
    const rows = await database.manager.find(TermRelationship);
    const owners = await database.manager.findBy(TermTaxonomy, { term: In(terms.map(({ id }) => id)) });
    return terms.map(({ id, taxonomy }) => {
      const own = owners.find((row) => row.term === id && row.taxonomy === taxonomy);
      return rows.filter(({ termTaxonomy }) => termTaxonomy === own?.id).length;
    });
  },
});

const color = defineField({
  on: { terms: ['category'] },
  name: 'color',
  schema: { type: 'string', enum: ['red', 'blue'] },
  reads: ['termmeta'],
  async load(terms, database) {
    const rows = await database.manager.findBy(TermMeta, { key: 'color' });
    return terms.map(({ id }) => (rows.find(({ owner }) => owner === id)?.value as 'red' | 'blue') ?? null);
  },
  async update(id, value, tx) {
    await tx.delete(TermMeta, { owner: id, key: 'color' });
    await tx.insert(TermMeta, { owner: id, key: 'color', value });
  },
});

const userCalls: number[] = [];
const badge = defineField({
  on: 'users',
  name: 'badge',
  schema: { type: 'string' },
  reads: ['usermeta'],
  async load(users, database) {
    userCalls.push(users.length);
    const rows = await database.manager.findBy(UserMeta, { key: 'badge' });
    return users.map(({ id }) => rows.find(({ owner }) => owner === id)?.value ?? null);
  },
  async update(id, value, tx) {
    if (value === 'lost') throw new RestError('badge_lost', 'This badge is lost.', 400);
    await tx.delete(UserMeta, { owner: id, key: 'badge' });
    await tx.insert(UserMeta, { owner: id, key: 'badge', value });
  },
});

const stars = defineField({
  on: 'comments',
  name: 'stars',
  schema: { type: 'integer', minimum: 1, maximum: 5 },
  reads: ['commentmeta'],
  async load(comments, database) {
    const rows = await database.manager.findBy(CommentMeta, { key: 'stars' });
    return comments.map(({ id }) => Number(rows.find(({ owner }) => owner === id)?.value ?? 0) || null);
  },
  async update(id, value, tx) {
    await tx.delete(CommentMeta, { owner: id, key: 'stars' });
    await tx.insert(CommentMeta, { owner: id, key: 'stars', value: String(value) });
  },
});

anyEngine((engine) => {
  let service: TestApp;
  const admin = clientOf(() => service, 'admin');
  const guest = clientOf(() => service);
  let post = 0;

  beforeAll(async () => {
    service = await startTestApp({ ...WEB, VARIANT: 'A', CACHE_MB: '8' }, engine, {
      content: [book, words, discussed, mood, uses, color, badge, stars],
    });
    const { body } = await admin.post('/posts', { title: 'Words', content: 'one two three', status: 'publish' });
    post = (body as { id: number }).id;
    expect(body).toMatchObject({ words: 3, discussed: { comments: 0 } });
  });
  afterAll(() => service.close());

  const cacheOf = async (path: string) => {
    const { headers, body } = await guest.get(path);
    return [headers['x-nestpress-cache'], (Array.isArray(body) ? body[0] : body) as Record<string, unknown>] as const;
  };

  /** The response once it is served from the cache. */
  const cached = async (path: string) => {
    await until(async () => (await cacheOf(path))[0] === 'hit', 'the response is cached');
    return (await cacheOf(path))[1];
  };

  test('is a member of items, in the contexts that it names', async () => {
    expect((await guest.get(`/posts/${post}`)).body).toMatchObject({ words: 3, discussed: { comments: 0 } });
    expect((await guest.get('/posts', { include: post })).body).toMatchObject([{ words: 3 }]);
    const { body } = await guest.get('/posts', { include: post, context: 'embed' });
    expect([body[0].words, body[0].discussed]).toEqual([3, undefined]);
    expect((await guest.get('/books')).body).toEqual([]);
  });

  test('is in OPTIONS, the index and OpenAPI', async () => {
    const { body } = await guest.options('/posts');
    expect(body.schema.properties.words).toEqual({
      description: 'Number of words.',
      type: 'integer',
      context: ['view', 'edit', 'embed'],
      readonly: true,
    });
    expect(body.schema.properties.discussed).toMatchObject({ type: 'object', context: ['view', 'edit'] });
    const books = (await guest.options('/books')).body;
    const create = books.endpoints.find(({ methods }: { methods: string[] }) => methods.includes('POST'));
    expect(create.args.mood).toMatchObject({ type: 'string', enum: ['calm', 'wild'], required: false });
    expect(create.args.words).toBeUndefined();
    const { body: index } = await guest.get('/');
    expect(index.routes['/wp/v2/books'].endpoints[1].args.mood).toMatchObject({ type: 'string' });
    const { body: openapi } = await request(service.server).get('/openapi.json');
    expect(JSON.stringify(openapi)).toContain('"words":{');
  });

  test('is computed once for a page, and only if it is selected', async () => {
    await admin.post('/posts', { title: 'More', content: 'four', status: 'publish' }).expect(201);
    calls.length = 0;
    const { body } = await admin.get('/posts', { _fields: 'id,words', per_page: 3 });
    expect(body.length).toBeGreaterThan(1);
    expect([calls.length, calls[0]]).toEqual([1, body.length]);
    await admin.get('/posts', { _fields: 'id,title' });
    expect(calls).toHaveLength(1);
  });

  test('costs one query per list, however long', async () => {
    for (let index = 0; index < 4; index++)
      await admin.post('/posts', { title: `Post ${index}`, status: 'publish' }).expect(201);
    const list = (fields: string, perPage: number) =>
      fewestStatements(() => admin.get('/posts', { _fields: fields, per_page: perPage, context: 'edit' }).expect(200));
    const plain = await list('id,title,content', 2);
    expect((await list('id,title,content,discussed', 2)) - plain).toBe(1);
    expect((await list('id,title,content,discussed', 6)) - plain).toBe(1);
    expect(await list('id,title,content,words', 6)).toBe(plain);
  });

  test('is part of embedded entries', async () => {
    const comment = { post, content: 'Well said.', author_name: 'Ann', author_email: 'ann@x.test', status: 'approved' };
    const { body } = await admin.post('/comments', comment).expect(201);
    const embedded = (await guest.get(`/comments/${body.id}`, { _embed: 1 })).body._embedded.up[0];
    expect([embedded.words, embedded.discussed]).toEqual([3, undefined]);
  });

  test('cached responses follow the tables that it reads', async () => {
    for (const path of [`/posts/${post}`, `/posts?include=${post}`, `/posts?include=${post}&_embed=1`]) {
      const before = await cached(path);
      const total = (before.discussed as { comments: number }).comments;
      const comment = { post, content: `On ${path}`, author_name: 'Ann', author_email: 'ann@x.test' };
      await admin.post('/comments', comment).expect(201);
      expect((await cacheOf(path))[1].discussed).toEqual({ comments: total + 1 });
      await admin.post(`/posts/${post}`, { content: `${'word '.repeat(total + 4)}` }).expect(200);
      expect((await cacheOf(path))[1].words).toBe(total + 4);
    }
  });

  test('is stored by its own function, in the transaction of the write', async () => {
    const { body } = await admin.post('/books', { title: 'Sea', status: 'publish', mood: 'wild' }).expect(201);
    expect(body.mood).toBe('wild');
    const [, first] = await cacheOf(`/books/${body.id}`);
    expect(first.mood).toBe('wild');
    await admin.post(`/books/${body.id}`, { mood: 'calm' }).expect(200);
    expect((await cacheOf(`/books/${body.id}`))[1].mood).toBe('calm');
    const refused = await admin.post(`/books/${body.id}`, { mood: 'angry' });
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_param']);
    const db = service.app.get(Database);
    await db.transaction((tx) => tx.update(PostMeta, { key: 'mood' }, { value: 'wild' }));
    expect((await cacheOf('/books'))[1].mood).toBe('wild');
  });

  test('terms have fields: in lists, single reads, embeds and caches, and they are stored', async () => {
    const { body } = await admin.post('/categories', { name: 'Painted', color: 'red' }).expect(201);
    expect(body).toMatchObject({ color: 'red', uses: 0 });
    const path = `/categories/${body.id}`;
    expect(await cached(path)).toMatchObject({ color: 'red', uses: 0 });
    await admin.post('/posts', { title: 'In it', status: 'publish', categories: [body.id] }).expect(201);
    expect((await cacheOf(path))[1]).toMatchObject({ color: 'red', uses: 1 });
    expect((await admin.post(path, { color: 'blue' })).body.color).toBe('blue');
    expect((await cacheOf(path))[1].color).toBe('blue');
    expect((await admin.post(path, { color: 'green' })).status).toBe(400);
    expect((await guest.get('/categories', { include: body.id, _fields: 'uses' })).body).toEqual([{ uses: 1 }]);
    const [embedding] = (await guest.get('/posts', { categories: body.id, _embed: 1 })).body;
    expect(embedding._embedded['wp:term'][0][0]).toMatchObject({ color: 'blue', uses: 1 });
    await admin.post(path, { color: 'red' }).expect(200);
    const [later] = (await guest.get('/posts', { categories: body.id, _embed: 1 })).body;
    expect(later._embedded['wp:term'][0][0].color).toBe('red');
    const options = (await guest.options('/tags')).body.schema.properties;
    expect([options.uses.type, options.color]).toEqual(['integer', undefined]);
  });

  test('users have fields, loaded once for all that are embedded', async () => {
    const account = { username: 'fielded', email: 'fielded@x.test', password: 'a password', roles: ['author'] };
    const lost = await admin.post('/users', { ...account, badge: 'lost' });
    expect([lost.status, lost.body.code]).toEqual([400, 'badge_lost']);
    const { body } = await admin.post('/users', { ...account, badge: 'gold' }).expect(201);
    expect(body.badge).toBe('gold');
    for (const author of [body.id, 1])
      await admin.post('/posts', { title: `By ${author}`, status: 'publish', author }).expect(201);
    expect((await guest.get(`/users/${body.id}`)).body.badge).toBe('gold');
    userCalls.length = 0;
    const { body: posts } = await guest.get('/posts', { _embed: 1, per_page: 2, orderby: 'id' });
    const badges = posts.map(
      ({ _embedded }: { _embedded: { author: { badge: string }[] } }) => _embedded.author[0]!.badge,
    );
    expect(badges).toEqual([null, 'gold']);
    expect(userCalls).toEqual([2]);
    await admin.post(`/users/${body.id}`, { badge: 'silver' }).expect(200);
    expect((await guest.get(`/users/${body.id}`)).body.badge).toBe('silver');
    const { body: later } = await guest.get('/posts', { _embed: 1, per_page: 2, orderby: 'id' });
    expect(later[1]._embedded.author[0].badge).toBe('silver');
    const { body: openapi } = await request(service.server).get('/openapi.json');
    expect(openapi.components.schemas.User.properties.badge).toMatchObject({ type: ['string', 'null'] });
  });

  test('comments have fields', async () => {
    const { body: own } = await admin.post('/posts', { title: 'Rated', status: 'publish' }).expect(201);
    const { body } = await admin.post('/comments', { post: own.id, content: 'Fine.', stars: 4 }).expect(201);
    expect(body.stars).toBe(4);
    const path = `/comments/${body.id}`;
    expect(await cached(path)).toMatchObject({ stars: 4 });
    await admin.post(path, { stars: 2 }).expect(200);
    expect((await cacheOf(path))[1].stars).toBe(2);
    expect((await admin.post(path, { stars: 9 })).status).toBe(400);
    expect((await guest.get('/comments', { post: own.id, _fields: 'stars' })).body).toEqual([{ stars: 2 }]);
    const embedded = (await guest.get(`/posts/${own.id}`, { _embed: 1 })).body._embedded.replies[0][0];
    expect(embedded.stars).toBe(2);
  });

  test('shows nothing of what a password protects', async () => {
    const secret = { title: 'Secret', content: 'one two', password: 'pw', status: 'publish' };
    const { body } = await admin.post('/posts', secret).expect(201);
    expect((await guest.get(`/posts/${body.id}`)).body.words).toBe(0);
    expect((await guest.get(`/posts/${body.id}`, { password: 'pw' })).body.words).toBe(2);
  });
});

const declared = (value: object) =>
  defineField({ on: ['post'], name: 'x', schema: { type: 'string' }, load: () => [], ...value });

test.each([
  [{ name: 'title' }, 'already have one of this name'],
  [{ on: ['nothing'] }, 'names the content type "nothing", which has no routes'],
  [{ on: { terms: ['nothing'] } }, 'names the taxonomy "nothing", which has no routes for terms'],
  [{ on: 'users', name: 'email' }, 'users already have one of this name'],
  [{ on: 'pages' }, 'needs names of content types'],
  [{ name: '_x' }, 'must have a name of letters'],
  [{ reads: ['nestpress_none'] }, 'which does not exist'],
])('a field with %j stops the start', async (value, message) => {
  await expect(startTestApp({ VARIANT: 'A' }, 'sqlite', { content: [declared(value)] })).rejects.toThrow(message);
});
