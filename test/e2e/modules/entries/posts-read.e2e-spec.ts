import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database, type SqlParameter } from '../../../../src/database/database.js';
import { countQueries } from '../../../../src/database/engine/query-counter.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { fewestStatements } from '../../../support/query-counts.js';
import { until } from '../../../support/until.js';

const API = '/wp-json/wp/v2';
const PASSWORD = 'a password';
const DAY_MS = 86_400_000;

interface Shown {
  id: number;
  status: string;
  link: string;
  slug: string;
  title: { rendered: string };
  content: { rendered: string; raw?: string; protected: boolean };
  excerpt: { rendered: string };
  categories: number[];
  _links: Record<string, { href: string; count?: number }[]>;
  _embedded?: Record<string, unknown[]>;
}

const utc = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let made = 0;

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    db = service.app.get(Database);
    for (const [username, role] of [
      ['writer', 'author'],
      ['helper', 'contributor'],
      ['chief', 'editor'],
    ]) {
      await as(ADMIN.user)
        .post(`${API}/users`)
        .send({ username, email: `${username}@x.test`, password: PASSWORD, roles: [role] })
        .expect(201);
    }
  });
  afterAll(() => service.close());

  const as = (login?: string) => {
    const agent = request.agent(service.server);
    return login === undefined ? agent : agent.auth(login, login === ADMIN.user ? ADMIN.password : PASSWORD);
  };

  /** A row as WordPress might write it. */
  async function insert(changes: Record<string, SqlParameter> = {}): Promise<number> {
    const date = changes.post_date ?? utc(Date.UTC(2015, 0, 1) + ++made * DAY_MS);
    const row = {
      post_author: 1,
      post_status: 'publish',
      post_type: 'post',
      post_title: `T${made}`,
      post_content: `Content ${made}`,
      post_excerpt: '',
      post_name: `t${made}`,
      to_ping: '',
      pinged: '',
      post_content_filtered: '',
      post_date: date,
      post_date_gmt: date,
      post_modified: date,
      post_modified_gmt: date,
      ...changes,
    };
    const columns = Object.keys(row);
    return db.transaction(async (tx) => {
      const values = Object.values(row) as SqlParameter[];
      return (
        await tx.execute(
          `INSERT INTO ${db.tables.posts} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(',')})`,
          values,
        )
      ).insertId;
    });
  }

  const idsOf = (body: Shown[]) => body.map((item) => item.id);
  const codeOf = (response: { status: number; body: { code: string } }) => [response.status, response.body.code];

  async function list(query: object, login?: string, collection = 'posts') {
    const response = await as(login).get(`${API}/${collection}`).query(query).expect(200);
    return {
      items: response.body as Shown[],
      ids: idsOf(response.body as Shown[]),
      total: Number(response.headers['x-wp-total']),
      headers: response.headers,
    };
  }

  describe('a page costs the same number of queries whatever its size', () => {
    beforeAll(async () => {
      const image = await insert({ post_type: 'attachment', post_status: 'inherit', post_mime_type: 'image/jpeg' });
      for (let index = 0; index < 110; index++) {
        const id = await insert({ post_content: `<img class="wp-image-${image}" src="x.jpg" />\n\n[gallery]` });
        await insert({ post_type: 'revision', post_status: 'inherit', post_parent: id });
        await db.transaction(async (tx) => {
          await tx.execute(
            `INSERT INTO ${db.tables.postmeta} (post_id, meta_key, meta_value) VALUES (?, '_thumbnail_id', ?)`,
            [id, String(image)],
          );
          await tx.execute(`INSERT INTO ${db.tables.term_relationships} (object_id, term_taxonomy_id) VALUES (?, 1)`, [
            id,
          ]);
        });
      }
    });

    test.each([{}, { _embed: 1 }, { context: 'edit' }])('with %j', async (query) => {
      const statements = (size: number) =>
        fewestStatements(async () => {
          const { body } = await as(ADMIN.user)
            .get(`${API}/posts`)
            .query({ ...query, per_page: size })
            .expect(200);
          expect(body).toHaveLength(size);
        });
      expect(await statements(100)).toBe(await statements(10));
    });

    test('data that was not requested is not loaded', async () => {
      const run = () => as(ADMIN.user).get(`${API}/posts`).query({ _fields: 'id,title', per_page: 50 }).expect(200);
      const { result, statements } = await countQueries(run, { everywhere: true });
      expect(Object.keys((result.body as Shown[])[0]!)).toEqual(['id', 'title']);
      expect(statements.filter((sql) => /post_content\b|postmeta|term_relationships|'revision'/.test(sql))).toEqual([]);
    });
  });

  describe('who sees what', () => {
    test('drafts are their author’s and the editors’', async () => {
      const draft = await insert({ post_status: 'draft' });
      const read = (login?: string) => as(login).get(`${API}/posts/${draft}`);
      expect(codeOf(await read())).toEqual([401, 'rest_forbidden']);
      expect(codeOf(await read('writer'))).toEqual([403, 'rest_forbidden']);
      expect((await read('chief').expect(200)).headers.allow).toContain('DELETE');
      expect(codeOf(await as('writer').get(`${API}/posts/${draft}?context=edit`))).toEqual([
        403,
        'rest_forbidden_context',
      ]);
    });

    test('a list neither shows nor counts what the requester may not read', async () => {
      const draft = await insert({ post_status: 'draft' });
      const seen = await list({ status: 'draft', include: draft }, 'helper');
      expect([seen.ids, seen.total]).toEqual([[], 0]);
      expect((await list({ status: 'draft', include: draft }, 'chief')).ids).toEqual([draft]);
    });

    test('only editors can filter by other statuses', async () => {
      const refused = await as().get(`${API}/posts?status=draft`).expect(400);
      expect(refused.body.data.params).toEqual({ status: 'Status is forbidden.' });
      const unknown = await as('chief').get(`${API}/posts?status=nope`).expect(400);
      expect(unknown.body.data.params.status).toMatch(/^status\[0\] is not one of publish, /);
    });

    test('an empty state is none, as clients send it that fill in a form of parameters', async () => {
      const { total } = await list({});
      expect(total).toBeGreaterThan(0);
      for (const status of ['', ',']) expect((await list({ status })).total).toBe(total);
      await as().get(`${API}/posts?status=,draft`).expect(400);
    });

    test('editing context shows what the caller may edit', async () => {
      const { items } = await list({ context: 'edit', per_page: 5 }, 'chief');
      expect(items).toHaveLength(5);
      expect(items[0]!.content.raw).toBeDefined();
      expect(items[0]!._links['wp:action-publish']).toHaveLength(1);
      expect((await list({ context: 'edit', per_page: 5 }, 'helper')).items).toEqual([]);
    });

    test('a page is not found among posts', async () => {
      const page = await insert({ post_type: 'page' });
      expect(codeOf(await as().get(`${API}/posts/${page}`))).toEqual([404, 'rest_post_invalid_id']);
      expect((await as().get(`${API}/pages/${page}`).expect(200)).headers.link).toMatch(/rel="alternate"/);
    });
  });

  describe('passwords', () => {
    test('lock content and excerpt until given', async () => {
      const locked = await insert({ post_password: 'sesame', post_content: 'Gold' });
      const read = (query: object) => as().get(`${API}/posts/${locked}`).query(query);
      expect((await read({})).body.content).toEqual({ rendered: '', protected: true });
      expect((await read({ password: 'sesame' })).body.content.rendered).toBe('<p>Gold</p>\n');
      expect(codeOf(await read({ password: 'open' }))).toEqual([403, 'rest_post_incorrect_password']);
      const { items } = await list({ include: locked, password: 'sesame' });
      expect(items[0]!.content.rendered).toBe('<p>Gold</p>\n');
      expect((await list({ search: 'Gold' })).ids).not.toContain(locked);
      expect((await list({ search: 'Gold' }, 'writer')).ids).not.toContain(locked);
      expect((await list({ search: 'Gold' }, 'chief')).ids).toContain(locked);
    });
  });

  describe('scheduled posts', () => {
    test('are published the moment their time comes, in lists, alone, and in totals', async () => {
      const due = utc(Date.now() - 1000);
      const later = utc(Date.now() + DAY_MS);
      const before = (await list({ per_page: 1 })).total;
      const overdue = await insert({ post_status: 'future', post_date: due });
      const coming = await insert({ post_status: 'future', post_date: later });
      await until(async () => (await list({ per_page: 1 })).total > before, 'the post that is due is counted');
      const { items, total } = await list({ per_page: 1 });
      expect([items[0]!.id, items[0]!.status, total]).toEqual([overdue, 'publish', before + 1]);
      await as().get(`${API}/posts/${overdue}`).expect(200);
      await as().get(`${API}/posts/${coming}`).expect(401);
      expect((await list({ status: 'future' }, 'chief')).ids).toEqual([coming]);
    });
  });

  describe('filters', () => {
    test('search: all words, phrases, without words, best first', async () => {
      const inTitle = await insert({ post_title: 'Quagga zebu', post_date: '2011-01-01 00:00:00' });
      const inContent = await insert({ post_content: 'A zebu met a quagga.', post_date: '2012-01-01 00:00:00' });
      const only = await insert({ post_excerpt: 'quagga', post_date: '2013-01-01 00:00:00' });
      expect((await list({ search: 'quagga' })).ids).toEqual([only, inContent, inTitle]);
      expect((await list({ search: 'zebu quagga' })).ids).toEqual([inContent, inTitle]);
      expect((await list({ search: '"quagga zebu"' })).ids).toEqual([inTitle]);
      expect((await list({ search: 'quagga -zebu' })).ids).toEqual([only]);
      expect((await list({ search: 'quagga zebu', orderby: 'relevance' })).ids).toEqual([inTitle, inContent]);
      expect((await list({ search: '%' })).ids).toEqual([]);
    });

    test('orderby=include keeps the order, slug and dates filter', async () => {
      const first = await insert({ post_name: 'first-one', post_date: '2001-01-01 10:00:00' });
      const second = await insert({ post_name: 'second-one', post_date: '2001-01-02 10:00:00' });
      expect((await list({ include: `${first},${second}` })).ids).toEqual([second, first]);
      expect((await list({ include: `${first},${second}`, orderby: 'include' })).ids).toEqual([first, second]);
      expect((await list({ slug: 'first-one,second-one', orderby: 'include_slugs' })).ids).toEqual([first, second]);
      expect((await list({ before: '2001-01-02T10:00:00' })).ids).toEqual([first]);
      expect((await list({ after: '2001-01-01T12:00:00+02:00', before: '2002-01-01T00:00:00' })).ids).toEqual([second]);
    });

    test('pages by parent and place', async () => {
      const top = await insert({ post_type: 'page', menu_order: 5 });
      const child = await insert({ post_type: 'page', post_parent: top, post_name: 'child' });
      const { items } = await list({ parent: top, _embed: 1 }, undefined, 'pages');
      expect(idsOf(items)).toEqual([child]);
      expect((items[0]!._embedded!.up as Shown[])[0]!.id).toBe(top);
      expect((await list({ menu_order: 5 }, undefined, 'pages')).ids).toEqual([top]);
    });
  });

  describe('bad input', () => {
    test.each([
      ['orderby=include', 'rest_orderby_include_missing_include'],
      ['orderby=relevance', 'rest_no_search_term_defined'],
      ['page=99999', 'rest_post_invalid_page_number'],
      ['categories=news', 'rest_invalid_param'],
      ['after=yesterday', 'rest_invalid_param'],
    ])('%s', async (query, code) => {
      expect(codeOf(await as().get(`${API}/posts?${query}`))).toEqual([400, code]);
    });

    test.each([
      "slug='%20OR%201=1--",
      'search=%27%22%00%ff',
      'include=9007199254740993,-1',
      'offset=99999999999999',
      'author=0',
      'tags=1,1,1',
    ])('does no harm: %s', async (query) => {
      await as().get(`${API}/posts?${query}`).expect(200);
    });
  });
});
