import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../../../src/database/database.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, PASSWORD } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';

const API = '/wp-json/wp/v2';
const CATEGORIES = `${API}/categories`;
const TAGS = `${API}/tags`;

interface Shown {
  id: number;
  name: string;
  slug: string;
  count: number;
}

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  const as = (login?: string) => clientOf(() => service, login, '');
  const guest = as();
  const admin = as(ADMIN.user);
  const author = as('writer');

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    db = service.app.get(Database);
    for (const [username, role] of [
      ['writer', 'author'],
      ['reader', 'subscriber'],
      ['chief', 'editor'],
    ]) {
      await admin
        .post(`${API}/users`, { username, email: `${username}@x.test`, password: PASSWORD, roles: [role] })
        .expect(201);
    }
  });
  afterAll(() => service.close());

  const make = async (collection: string, values: object): Promise<Shown> =>
    (await admin.post(collection, values).expect(201)).body;
  const codeOf = (response: { status: number; body: { code: string } }) => [response.status, response.body.code];

  /** A post that has these terms; counts as the posts resource would leave them. */
  function post(status: string, terms: readonly number[], type = 'post'): Promise<number> {
    return db.transaction(async (tx) => {
      const dates = Array<string>(4).fill('2020-01-01 00:00:00');
      const { insertId } = await tx.execute(
        `INSERT INTO ${db.tables.posts} (post_author, post_status, post_type, post_title, post_content, post_excerpt, post_name, to_ping, pinged, ` +
          `post_content_filtered, post_date, post_date_gmt, post_modified, post_modified_gmt) VALUES (1, ?, ?, 'T', '', '', '', '', '', '', ?, ?, ?, ?)`,
        [status, type, ...dates],
      );
      for (const id of terms) {
        await tx.execute(
          `INSERT INTO ${db.tables.term_relationships} (object_id, term_taxonomy_id) SELECT ?, term_taxonomy_id FROM ${db.tables.term_taxonomy} WHERE term_id = ?`,
          [insertId, id],
        );
        if (status === 'publish')
          await tx.execute(`UPDATE ${db.tables.term_taxonomy} SET count = count + 1 WHERE term_id = ?`, [id]);
      }
      return insertId;
    });
  }

  describe('reading', () => {
    test('a list is sorted by name, counted, and links to its neighbours', async () => {
      const { body, headers } = await guest.get(TAGS, { per_page: 1, page: 2 }).expect(200);
      expect(body.map((tag: Shown) => tag.slug)).toEqual(['pictures']);
      expect(headers['x-wp-total']).toBe('4');
      expect(headers['x-wp-totalpages']).toBe('4');
      expect(headers.link).toBe(
        '<http://site.test/wp-json/wp/v2/tags?per_page=1&page=1>; rel="prev", <http://site.test/wp-json/wp/v2/tags?per_page=1&page=3>; rel="next"',
      );
      expect(headers.allow).toBe('GET');
    });

    test('a page beyond the end is empty, not an error', async () => {
      const { body, headers } = await guest.get(TAGS, { page: 99 }).expect(200);
      expect(body).toEqual([]);
      expect(headers.link).toContain('page=1>; rel="prev"');
    });

    test('include decides which and, if expected, in which order', async () => {
      const ids = (await guest.get(TAGS, { orderby: 'id' })).body.map((tag: Shown) => tag.id) as number[];
      const expected = [ids[2], ids[0]];
      const { body } = await guest
        .get(TAGS, { include: expected.join(','), exclude: ids[0], orderby: 'include' })
        .expect(200);
      expect(body.map((tag: Shown) => tag.id)).toEqual(expected);
    });

    test('editing context is for editors', async () => {
      expect(codeOf(await guest.get(CATEGORIES, { context: 'edit' }))).toEqual([401, 'rest_forbidden_context']);
      expect(codeOf(await author.get(`${CATEGORIES}/1`, { context: 'edit' }))).toEqual([403, 'rest_forbidden_context']);
      await as('chief').get(CATEGORIES, { context: 'edit' }).expect(200);
    });

    test('terms of a post are shown to requesters who may read it', async () => {
      const tag = await make(TAGS, { name: 'On a draft' });
      const draft = await post('draft', [tag.id]);
      expect(codeOf(await guest.get(TAGS, { post: draft }))).toEqual([401, 'rest_forbidden_context']);
      expect(codeOf(await as('reader').get(TAGS, { post: draft }))).toEqual([403, 'rest_forbidden_context']);
      expect((await admin.get(TAGS, { post: draft }).expect(200)).body.map((shown: Shown) => shown.id)).toEqual([
        tag.id,
      ]);
      expect(codeOf(await admin.get(TAGS, { post: await post('publish', [], 'page') }))).toEqual([
        403,
        'rest_forbidden_context',
      ]);
      expect(codeOf(await admin.get(TAGS, { post: 99999 }))).toEqual([400, 'rest_post_invalid_id']);
    });

    test('a term of the other kind does not exist', async () => {
      expect(codeOf(await guest.get(`${TAGS}/1`))).toEqual([404, 'rest_term_invalid']);
    });

    test('the number of queries depends neither on the number of terms nor on embedding', async () => {
      let parent = 0;
      for (let depth = 0; depth < 4; depth++) parent = (await make(CATEGORIES, { name: `Depth ${depth}`, parent })).id;
      for (let index = 0; index < 12; index++) await make(CATEGORIES, { name: `Many ${index}`, parent });
      const count = async (query: object) => {
        await guest.get(CATEGORIES).expect(200);
        return fewestStatements(async () => guest.get(CATEGORIES, query).expect(200));
      };
      const few = await count({ per_page: 10 });
      expect(await count({ per_page: 100 })).toBe(few);
      const embedded = await count({ per_page: 10, _embed: 1 });
      expect(await count({ per_page: 100, _embed: 1 })).toBe(embedded);
      expect(embedded - few).toBeLessThanOrEqual(2);
    });

    test('a parent is embedded, with its own address', async () => {
      const parent = await make(CATEGORIES, { name: 'Above' });
      const child = await make(CATEGORIES, { name: 'Below', parent: parent.id });
      const { body } = await guest.get(`${CATEGORIES}/${child.id}`, { _embed: 1 }).expect(200);
      expect(body.link).toMatch(/\/category\/above\/below\/$|\?cat=\d+$/);
      expect(body._embedded.up).toEqual([
        expect.objectContaining({ id: parent.id, name: 'Above', taxonomy: 'category' }),
      ]);
      expect(body._embedded.up[0]).not.toHaveProperty('count');
    });
  });

  describe('writing', () => {
    test('who may create, change and delete', async () => {
      expect(codeOf(await guest.post(TAGS, { name: 'x' }))).toEqual([401, 'rest_cannot_create']);
      expect(codeOf(await as('reader').post(TAGS, { name: 'x' }))).toEqual([403, 'rest_cannot_create']);
      expect(codeOf(await author.post(CATEGORIES, { name: 'x' }))).toEqual([403, 'rest_cannot_create']);
      const { body: tag } = await author.post(TAGS, { name: 'By an author' }).expect(201);
      expect(codeOf(await author.post(`${TAGS}/${tag.id}`, { name: 'y' }))).toEqual([403, 'rest_cannot_update']);
      expect(codeOf(await author.delete(`${TAGS}/${tag.id}`, { force: true }))).toEqual([403, 'rest_cannot_delete']);
      expect(codeOf(await admin.delete(`${CATEGORIES}/1`, { force: true }))).toEqual([403, 'rest_cannot_delete']);
      expect(codeOf(await admin.delete(`${TAGS}/${tag.id}`))).toEqual([501, 'rest_trash_not_supported']);
    });

    test('a term is created clean and found at its address', async () => {
      const { body, headers } = await admin
        .post(TAGS, { name: 'Tea & <b>Cake</b>', description: 'd <script>x</script>', slug: 'Tea Cake!' })
        .expect(201);
      expect(body).toMatchObject({
        name: 'Tea &amp; Cake',
        description: 'd x',
        slug: 'tea-cake',
        count: 0,
        taxonomy: 'post_tag',
        meta: [],
      });
      expect(headers.location).toBe(`http://site.test${TAGS}/${body.id}`);
      expect((await guest.get(`${TAGS}/${body.id}`).expect(200)).body).toEqual(body);
    });

    test('conflicts have distinct error codes', async () => {
      const { id } = await make(CATEGORIES, { name: 'Strict' });
      await make(CATEGORIES, { name: 'Strict too' });
      const taken = await admin.post(CATEGORIES, { name: 'Strict' });
      expect(taken.status).toBe(409);
      expect(taken.body).toMatchObject({ code: 'term_exists', data: { status: 409, term_id: id } });
      expect(codeOf(await admin.post(CATEGORIES, { name: ' ' }))).toEqual([500, 'empty_term_name']);
      expect(codeOf(await admin.post(CATEGORIES, { name: 'n'.repeat(201) }))).toEqual([400, 'rest_invalid_param']);
      expect(codeOf(await admin.post(CATEGORIES, { name: 'x', parent: 99999 }))).toEqual([400, 'rest_term_invalid']);
      expect(codeOf(await admin.post(CATEGORIES, { name: 'x', meta: 'y' }))).toEqual([400, 'rest_invalid_param']);
      expect(codeOf(await admin.post(TAGS, { name: 'x', parent: 0 }))).toEqual([400, 'rest_taxonomy_not_hierarchical']);
      expect(codeOf(await admin.post(`${CATEGORIES}/${id}`, { slug: 'strict-too' }))).toEqual([
        500,
        'duplicate_term_slug',
      ]);
      expect(codeOf(await admin.post(`${CATEGORIES}/99999`, { name: 'x' }))).toEqual([404, 'rest_term_invalid']);
    });

    test('of many who create the same name at once one wins', async () => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => admin.post(TAGS, { name: 'Raced for' })));
      expect(responses.map((answer) => answer.status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    });

    test('a null parent is none', async () => {
      const top = await make(CATEGORIES, { name: 'Hull' });
      const { id } = await make(CATEGORIES, { name: 'Keel', parent: top.id, description: 'x' });
      const { body } = await admin.put(`${CATEGORIES}/${id}`, { parent: null }).expect(200);
      expect(body).toMatchObject({ parent: 0, description: 'x' });
      const { body: made } = await admin.post(CATEGORIES, { name: 'Rudder', parent: null }).expect(201);
      expect(made.parent).toBe(0);
    });

    test('deleting a category keeps its posts and children in the tree', async () => {
      const top = await make(CATEGORIES, { name: 'Stays' });
      const gone = await make(CATEGORIES, { name: 'Goes', parent: top.id });
      const child = await make(CATEGORIES, { name: 'Child', parent: gone.id });
      const bereft = await post('publish', [gone.id]);
      const before = (await guest.get(`${CATEGORIES}/1`)).body.count as number;
      const { body } = await admin.delete(`${CATEGORIES}/${gone.id}`, { force: true }).expect(200);
      expect(body).toMatchObject({ deleted: true, previous: { id: gone.id, count: 1, parent: top.id } });
      expect(body.previous).not.toHaveProperty('_links');
      expect((await guest.get(`${CATEGORIES}/${child.id}`)).body.parent).toBe(top.id);
      expect((await guest.get(CATEGORIES, { post: bereft })).body.map((shown: Shown) => shown.id)).toEqual([1]);
      expect((await guest.get(`${CATEGORIES}/1`)).body.count).toBe(before + 1);
      expect(codeOf(await admin.delete(`${CATEGORIES}/${gone.id}`, { force: true }))).toEqual([
        404,
        'rest_term_invalid',
      ]);
    });
  });
});

describe('the older interface', () => {
  let service: TestApp;
  const as = (login?: string) => clientOf(() => service, login, '');
  const admin = as(ADMIN.user);

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'B' });
    await admin
      .post(`${API}/users`, { username: 'writer', email: 'w@x.test', password: PASSWORD, roles: ['author'] })
      .expect(201);
  });
  afterAll(() => service.close());

  test('authors cannot create tags, and the error for an existing name contains its id', async () => {
    expect((await as('writer').post(TAGS, { name: 'x' })).body.code).toBe('rest_cannot_create');
    const { body: tag } = await admin.post(TAGS, { name: 'Once' }).expect(201);
    expect((await admin.post(TAGS, { name: 'Once' }).expect(500)).body).toMatchObject({
      code: 'term_exists',
      data: tag.id,
    });
  });

  test('terms are not sorted by a list of slugs', async () => {
    await as().get(TAGS, { orderby: 'include_slugs' }).expect(400);
  });
});
