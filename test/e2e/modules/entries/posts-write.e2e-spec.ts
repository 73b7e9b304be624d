import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { toIdList, unserialize } from '../../../../src/text/php/index.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';

interface Shown {
  id: number;
  slug: string;
  status: string;
  date: string;
  modified: string;
  parent: number;
  author: number;
  sticky: boolean;
  featured_media: number;
  categories: number[];
  tags: number[];
  title: { raw: string };
  content: { raw: string };
}

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let users: Awaited<ReturnType<typeof createUsers>>;
  const app = () => service;
  const guest = clientOf(app);
  const admin = clientOf(app, 'admin');
  const chief = clientOf(app, 'chief');
  const writer = clientOf(app, 'writer');
  const helper = clientOf(app, 'helper');
  const reader = clientOf(app, 'reader');

  beforeAll(async () => {
    service = await startTestApp({ DATABASE_POOL: '10' }, engine);
    db = service.app.get(Database);
    users = await createUsers(admin);
  });
  afterAll(() => service.close());

  const make = async (path: string, values: object, by = admin): Promise<Shown> =>
    (await by.post(path, values).expect(201)).body;
  const change = async (path: string, values: object, by = admin): Promise<Shown> =>
    (await by.post(path, values).expect(200)).body;
  const codeOf = (response: { status: number; body: { code: string } }) => [response.status, response.body.code];
  const term = async (path: string, name: string): Promise<number> =>
    (await admin.post(path, { name }).expect(201)).body.id;
  const countOf = async (id: number): Promise<number> =>
    (await db.query<{ count: number }>(`SELECT count FROM ${db.tables.term_taxonomy} WHERE term_id = ?`, [id]))[0]!
      .count;
  const rows = <T>(sql: string, ...parameters: (string | number)[]) => db.query<T>(sql, parameters);
  const metaOf = async (id: number, key: string): Promise<string[]> =>
    (
      await rows<{ value: string }>(
        `SELECT meta_value AS value FROM ${db.tables.postmeta} WHERE post_id = ? AND meta_key = ? ORDER BY meta_id`,
        id,
        key,
      )
    ).map(({ value }) => value);

  describe('who may write', () => {
    test('creating', async () => {
      expect(codeOf(await guest.post('/posts', { title: 'x' }))).toEqual([401, 'rest_cannot_create']);
      expect(codeOf(await reader.post('/posts', { title: 'x' }))).toEqual([403, 'rest_cannot_create']);
      expect(codeOf(await helper.post('/posts', { title: 'x', status: 'publish' }))).toEqual([
        403,
        'rest_cannot_publish',
      ]);
      expect(codeOf(await helper.post('/posts', { title: 'x', sticky: true }))).toEqual([
        403,
        'rest_cannot_assign_sticky',
      ]);
      expect(codeOf(await writer.post('/posts', { title: 'x', author: 1 }))).toEqual([403, 'rest_cannot_edit_others']);
      expect(codeOf(await writer.post('/pages', { title: 'x' }))).toEqual([403, 'rest_cannot_create']);
      expect(codeOf(await admin.post('/posts', { id: 1, title: 'x' }))).toEqual([400, 'rest_post_exists']);
      expect(codeOf(await admin.post('/posts', { title: 'x', author: 999_999 }))).toEqual([400, 'rest_invalid_author']);
      expect((await make('/posts', { title: 'x', author: users.writer }, chief)).author).toBe(users.writer);
    });

    test('changing and deleting', async () => {
      const { id } = await make('/posts', { title: 'Mine', status: 'publish' }, writer);
      for (const client of [guest, helper, clientOf(app, 'other')]) {
        const status = client === guest ? 401 : 403;
        expect(codeOf(await client.post(`/posts/${id}`, { title: 'Yours' }))).toEqual([status, 'rest_cannot_edit']);
        expect(codeOf(await client.delete(`/posts/${id}`))).toEqual([status, 'rest_cannot_delete']);
      }
      expect((await change(`/posts/${id}`, { title: 'Ours' }, chief)).title.raw).toBe('Ours');
      expect(codeOf(await admin.post(`/pages/${id}`, { title: 'x' }))).toEqual([404, 'rest_post_invalid_id']);
    });

    test('an id in the body is the one that is judged and the one that is changed', async () => {
      const own = await make('/posts', { title: 'Own' }, writer);
      const foreign = await make('/posts', { title: 'Foreign', status: 'publish' });
      expect(codeOf(await writer.post(`/posts/${own.id}`, { id: foreign.id, title: 'Taken over' }))).toEqual([
        403,
        'rest_cannot_edit',
      ]);
      expect(codeOf(await writer.delete(`/posts/${own.id}`, { id: foreign.id, force: true }))).toEqual([
        403,
        'rest_cannot_delete',
      ]);
      const changed = await change(`/posts/${own.id}`, { id: foreign.id, title: 'By its author' });
      expect([changed.id, changed.title.raw]).toEqual([foreign.id, 'By its author']);
    });

    test('markup is filtered for users without unfiltered_html', async () => {
      const values = { title: 'T<script>1</script>', content: '<iframe src="x"></iframe><p onclick="x()">ok</p>' };
      const byAuthor = await make('/posts', values, writer);
      expect([byAuthor.title.raw, byAuthor.content.raw]).toEqual(['T1', '<p>ok</p>']);
      const byEditor = await make('/posts', values, chief);
      expect([byEditor.title.raw, byEditor.content.raw]).toEqual([values.title, values.content]);
    });
  });

  describe('terms and counts', () => {
    test('null as categories means none', async () => {
      const post = await make('/posts', { title: 'Uncategorized' });
      expect(post.categories).toEqual([1]);
      expect((await change(`/posts/${post.id}`, { categories: null })).categories).toEqual([]);
      expect((await make('/posts', { title: 'Without', categories: null, tags: null })).categories).toEqual([]);
    });

    test('counts follow publishing, changing, trash and deletion', async () => {
      const [news, sport, tag] = [
        await term('/categories', 'News'),
        await term('/categories', 'Sport'),
        await term('/tags', 'Ball'),
      ];
      const counts = async () => [await countOf(news), await countOf(sport), await countOf(tag)];
      const post = await make('/posts', { title: 'Counted', categories: [news, 999_999], tags: [tag] });
      expect([post.categories, await counts()]).toEqual([[news], [0, 0, 0]]);
      await change(`/posts/${post.id}`, { status: 'publish' });
      expect(await counts()).toEqual([1, 0, 1]);
      await change(`/posts/${post.id}`, { categories: [sport] });
      expect(await counts()).toEqual([0, 1, 1]);
      await admin.delete(`/posts/${post.id}`).expect(200);
      expect(await counts()).toEqual([0, 0, 0]);
      await change(`/posts/${post.id}`, { status: 'publish' });
      expect(await counts()).toEqual([0, 1, 1]);
      await admin.delete(`/posts/${post.id}`, { force: true }).expect(200);
      expect(await counts()).toEqual([0, 0, 0]);
    });

    test('a post always has a category unless the request clears them', async () => {
      const { id } = await make('/posts', { title: 'Filed' });
      expect((await change(`/posts/${id}`, { categories: [] })).categories).toEqual([]);
      expect((await change(`/posts/${id}`, { title: 'Filed again' })).categories).toEqual([1]);
    });

    test('many terms cost no more statements than few', async () => {
      const tags = await Promise.all(Array.from({ length: 12 }, (_, index) => term('/tags', `Many ${index}`)));
      const statements = (ids: number[]) =>
        fewestStatements(() => make('/posts', { title: `With ${ids.length}`, tags: ids }));
      expect(await statements(tags)).toBe(await statements(tags.slice(0, 1)));
    });
  });

  describe('slugs', () => {
    test('writers at the same moment get different ones, and are all counted', async () => {
      const category = await term('/categories', 'Rush');
      const posts = await Promise.all(
        Array.from({ length: 12 }, () =>
          make('/posts', { title: 'Same time', status: 'publish', categories: [category] }),
        ),
      );
      const expected = ['same-time', ...Array.from({ length: 11 }, (_, index) => `same-time-${index + 2}`)];
      expect(posts.map((post) => post.slug).sort()).toEqual(expected.sort());
      expect(await countOf(category)).toBe(12);
    });

    test('0 is none: the title names the entry', async () => {
      const named = await make('/posts', { title: 'Zero slug', slug: '0', status: 'publish' });
      expect(named.slug).toBe('zero-slug');
      expect((await make('/posts', { title: 'Zero draft', slug: '0' })).slug).toBe('');
    });

    test('the trash gives a slug free and gives it back', async () => {
      const first = await make('/posts', { title: 'Wanted slug', status: 'publish' });
      const trashed: Shown = (await admin.delete(`/posts/${first.id}`).expect(200)).body;
      expect([trashed.status, trashed.slug]).toEqual(['trash', 'wanted-slug__trashed']);
      expect(codeOf(await admin.delete(`/posts/${first.id}`))).toEqual([410, 'rest_already_trashed']);
      const second = await make('/posts', { title: 'Wanted slug', status: 'publish' });
      expect(second.slug).toBe('wanted-slug');
      expect((await change(`/posts/${first.id}`, { status: 'publish' })).slug).toBe('wanted-slug-2');
    });

    test('former ones are remembered', async () => {
      const { id } = await make('/posts', { title: 'First name', status: 'publish', date: '2018-05-06T07:08:09' });
      await change(`/posts/${id}`, { slug: 'second-name', date: '2018-06-07T00:00:00' });
      expect([await metaOf(id, '_wp_old_slug'), await metaOf(id, '_wp_old_date')]).toEqual([
        ['first-name'],
        ['2018-05-06'],
      ]);
      await change(`/posts/${id}`, { slug: 'first-name', date: '2018-05-06T00:00:00' });
      expect([await metaOf(id, '_wp_old_slug'), await metaOf(id, '_wp_old_date')]).toEqual([
        ['second-name'],
        ['2018-06-07'],
      ]);
    });
  });

  describe('what hangs on a post', () => {
    test('sticky posts are stored in the option and removed with the post', async () => {
      const sticky = async () => toIdList(await service.app.get(OptionsStore).get('sticky_posts'));
      const before = await sticky();
      const { id } = await make('/posts', { title: 'Sticky', status: 'publish', sticky: true });
      expect(await sticky()).toEqual([...before, id]);
      expect(codeOf(await admin.post(`/posts/${id}`, { password: 'p' }))).toEqual([400, 'rest_invalid_field']);
      await admin.delete(`/posts/${id}`).expect(200);
      expect(await sticky()).toEqual(before);
    });

    test('comments go into the trash with it and are remembered', async () => {
      const { id } = await make('/posts', { title: 'Discussed', status: 'publish' });
      const comment = (await admin.post('/comments', { post: id, content: 'First' }).expect(201)).body as {
        id: number;
      };
      await admin.delete(`/posts/${id}`).expect(200);
      const [row] = await rows<{ state: string }>(
        `SELECT comment_approved AS state FROM ${db.tables.comments} WHERE comment_ID = ?`,
        comment.id,
      );
      expect(row!.state).toBe('post-trashed');
      const [states] = await metaOf(id, '_wp_trash_meta_comments_status');
      expect(unserialize(states!)).toEqual(unserialize(`a:1:{i:${comment.id};s:1:"1";}`));
      expect(await metaOf(id, '_wp_trash_meta_status')).toEqual(['publish']);
    });

    test('deleting for good leaves nothing behind', async () => {
      const { id } = await make('/posts', { title: 'Going', status: 'publish', format: 'aside', sticky: true });
      await change(`/posts/${id}`, { content: 'changed' });
      await admin.post('/comments', { post: id, content: 'Bye' }).expect(201);
      const { body } = await admin.delete(`/posts/${id}`, { force: true }).expect(200);
      expect([body.deleted, body.previous.id, body.previous._links]).toEqual([true, id, undefined]);
      const { posts, postmeta, comments, term_relationships } = db.tables;
      for (const left of [
        `SELECT ID FROM ${posts} WHERE ID = ? OR post_parent = ?`,
        `SELECT meta_id FROM ${postmeta} WHERE post_id = ? AND post_id = ?`,
        `SELECT comment_ID FROM ${comments} WHERE comment_post_ID = ? AND comment_post_ID = ?`,
        `SELECT object_id FROM ${term_relationships} WHERE object_id = ? AND object_id = ?`,
      ]) {
        expect(await rows(left, id, id)).toEqual([]);
      }
      expect(codeOf(await admin.delete(`/posts/${id}`, { force: true }))).toEqual([404, 'rest_post_invalid_id']);
    });

    test('a refused change changes nothing', async () => {
      const { id, modified } = await make('/posts', { title: 'Stays', date: '2018-01-01T00:00:00' });
      expect(
        codeOf(await admin.post(`/posts/${id}`, { title: '', content: '', excerpt: '', tags: [1], sticky: true })),
      ).toEqual([400, 'empty_content']);
      const { body } = await admin.get(`/posts/${id}`, { context: 'edit' }).expect(200);
      expect([body.title.raw, body.modified, body.sticky]).toEqual(['Stays', modified, false]);
      expect(codeOf(await admin.post('/posts', { title: 'x'.repeat(70_000) }))).toEqual([400, 'rest_invalid_param']);
    });
  });

  describe('pages', () => {
    test('circles of parents are opened, children move up when their parent goes', async () => {
      const top = await make('/pages', { title: 'Top', status: 'publish' });
      const middle = await make('/pages', { title: 'Middle', parent: top.id, status: 'publish' });
      const leaf = await make('/pages', { title: 'Leaf', parent: middle.id, status: 'publish' });
      expect((await change(`/pages/${top.id}`, { parent: leaf.id })).parent).toBe(0);
      expect((await change(`/pages/${leaf.id}`, { parent: leaf.id })).parent).toBe(0);
      await change(`/pages/${leaf.id}`, { parent: middle.id });
      expect(codeOf(await admin.post(`/pages/${leaf.id}`, { parent: 999_999 }))).toEqual([400, 'rest_post_invalid_id']);
      await admin.delete(`/pages/${middle.id}`, { force: true }).expect(200);
      expect((await admin.get(`/pages/${leaf.id}`)).body.parent).toBe(top.id);
    });

    test('a page in the trash is no front page any more', async () => {
      const options = service.app.get(OptionsStore);
      const { id } = await make('/pages', { title: 'Front', status: 'publish' });
      await db.transaction(async (tx) => {
        await options.set(tx, 'show_on_front', 'page');
        await options.set(tx, 'page_on_front', id);
      });
      expect(codeOf(await chief.delete(`/pages/${id}`))).toEqual([403, 'rest_cannot_delete']);
      await admin.delete(`/pages/${id}`).expect(200);
      expect(await options.getMany(['show_on_front', 'page_on_front'])).toEqual({
        show_on_front: 'posts',
        page_on_front: '0',
      });
    });

    test('a page in the trash does not show the posts any more, whatever the front page shows', async () => {
      const options = service.app.get(OptionsStore);
      const { id } = await make('/pages', { title: 'News', status: 'publish' });
      await db.transaction((tx) => options.set(tx, 'page_for_posts', id));
      expect(await options.text('show_on_front')).toBe('posts');
      await admin.delete(`/pages/${id}`).expect(200);
      expect(await options.text('page_for_posts')).toBe('0');
    });
  });

  test('no body whatsoever breaks the service', async () => {
    const { id } = await make('/posts', { title: 'Target' });
    const names = [
      'title',
      'content',
      'excerpt',
      'status',
      'slug',
      'date',
      'date_gmt',
      'author',
      'password',
      'sticky',
      'format',
      'template',
      'meta',
      'categories',
      'tags',
      'featured_media',
      'comment_status',
      'parent',
      'menu_order',
      'id',
      'force',
      'context',
    ];
    const odd = ['publish', 'draft', '0', '-1', '1e400', '9007199254740993', '2018-02-31T00:00:00', '\0', "'; --", '%'];
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...odd));
    const map = fc.dictionary(fc.constantFrom('raw', 'rendered', '__proto__'), text);
    const value = fc.oneof(
      text,
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(text, { maxLength: 3 }),
      map,
    );
    const bodies = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/posts', '/pages', `/posts/${id}`), bodies, async (path, body) => {
        const response = await admin.post(path, body);
        expect([200, 201, 400, 403, 404]).toContain(response.status);
      }),
      { numRuns: 80 },
    );
    await admin.get('/posts', { per_page: 100, status: 'any', context: 'edit' }).expect(200);
  });

  test('new entries are found where their Location says', async () => {
    const response = await admin.post('/pages', { title: 'Somewhere' }).expect(201);
    expect(response.headers.location).toBe(`http://site.test${API}/pages/${response.body.id}`);
    expect(response.body.status).toBe('draft');
  });
});
