import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { clientOf, PASSWORD } from '../../../support/clients.js';
import { fewestStatements } from '../../../support/query-counts.js';

const API = '/wp-json/wp/v2';
const COMMENTS = `${API}/comments`;
const LONG_AGO = '2019-05-05 05:05:05';

interface Made {
  author?: number;
  status?: string;
  password?: string;
  commentStatus?: string;
  type?: string;
  parent?: number;
}

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let post: number;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    service = await startTestApp({}, engine);
    db = service.app.get(Database);
    for (const [login, role] of [
      ['writer', 'author'],
      ['helper', 'contributor'],
      ['reader', 'subscriber'],
      ['chief', 'editor'],
    ] as const) {
      const values = { username: login, email: `${login}@people.test`, password: PASSWORD, roles: [role] };
      ids[login] = (await admin.post(`${API}/users`, values).expect(201)).body.id;
    }
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await option({
      comment_whitelist: '0',
      comment_moderation: '0',
      moderation_keys: '',
      blacklist_keys: '',
      page_comments: '0',
    });
    post = await entry({ author: ids.writer });
  });

  const as = (login?: string) => clientOf(() => service, login, '');
  const guest = as();
  const admin = as('admin');
  const reader = as('reader');

  let slugs = 0;
  function entry({
    author = 1,
    status = 'publish',
    password = '',
    commentStatus = 'open',
    type = 'post',
    parent = 0,
  }: Made = {}): Promise<number> {
    return db.transaction(async (tx) => {
      const { insertId } = await tx.execute(
        `INSERT INTO ${db.tables.posts} (post_author, post_status, post_type, post_password, comment_status, post_parent, post_title, post_content, post_excerpt, ` +
          `post_name, to_ping, pinged, post_content_filtered, post_date, post_date_gmt, post_modified, post_modified_gmt) ` +
          `VALUES (?, ?, ?, ?, ?, ?, 'T', '', '', ?, '', '', '', ?, ?, ?, ?)`,
        [author, status, type, password, commentStatus, parent, `made-${++slugs}`, ...Array<string>(4).fill(LONG_AGO)],
      );
      return insertId;
    });
  }

  function stored(
    values: {
      post?: number;
      author?: number;
      approved?: string;
      content?: string;
      parent?: number;
      email?: string;
    } = {},
  ): Promise<number> {
    const { author = 0, approved = '1', content = `said ${++slugs}`, parent = 0, email = 'v@visitors.test' } = values;
    return db.transaction(async (tx) => {
      const { insertId } = await tx.execute(
        `INSERT INTO ${db.tables.comments} (comment_post_ID, user_id, comment_author, comment_author_email, comment_content, comment_approved, comment_parent, ` +
          `comment_date, comment_date_gmt) VALUES (?, ?, 'Visitor', ?, ?, ?, ?, ?, ?)`,
        [values.post ?? post, author, email, content, approved, parent, LONG_AGO, LONG_AGO],
      );
      return insertId;
    });
  }

  async function option(values: Record<string, string>): Promise<void> {
    const options = service.app.get(OptionsStore);
    await db.transaction(async (tx) => {
      for (const [name, value] of Object.entries(values)) await options.set(tx, name, value);
    });
  }

  async function countOf(id: number): Promise<number> {
    const [row] = await db.query<{ count: number }>(
      `SELECT comment_count AS count FROM ${db.tables.posts} WHERE ID = ?`,
      [id],
    );
    return Number(row?.count);
  }

  const outcome = ({ status, body }: request.Response) => [status, body.code ?? body.status];
  const idsOf = (body: { id: number }[]) => body.map((comment) => comment.id);

  describe('who reads what', () => {
    test('comments follow their posts, and what waits is for its author and moderators', async () => {
      const open = await stored();
      const held = await stored({ approved: '0', author: ids.reader });
      const onDraft = await stored({ post: await entry({ author: ids.writer, status: 'draft' }) });
      const onLocked = await stored({ post: await entry({ password: 'sesame' }) });
      const onMedia = await stored({ post: await entry({ type: 'attachment', status: 'inherit', parent: post }) });
      expect(outcome(await guest.get(`${COMMENTS}/${open}`))).toEqual([200, 'approved']);
      expect(outcome(await guest.get(`${COMMENTS}/${onMedia}`))).toEqual([200, 'approved']);
      for (const hidden of [held, onDraft, onLocked])
        expect(outcome(await guest.get(`${COMMENTS}/${hidden}`))).toEqual([401, 'rest_cannot_read']);
      expect(outcome(await reader.get(`${COMMENTS}/${held}`))).toEqual([200, 'hold']);
      expect(outcome(await as('helper').get(`${COMMENTS}/${held}`))).toEqual([403, 'rest_cannot_read']);
      expect(outcome(await as('writer').get(`${COMMENTS}/${held}`))).toEqual([200, 'hold']);
      expect(outcome(await as('writer').get(`${COMMENTS}/${onDraft}`))).toEqual([200, 'approved']);
      expect(outcome(await guest.get(`${COMMENTS}/${onLocked}`, { password: 'wrong' }))).toEqual([
        401,
        'rest_cannot_read',
      ]);
      expect(outcome(await guest.get(`${COMMENTS}/${onLocked}`, { password: 'sesame' }))).toEqual([200, 'approved']);
      expect(outcome(await guest.get(`${COMMENTS}/99999999`))).toEqual([404, 'rest_comment_invalid_id']);
      expect(outcome(await admin.get(`${COMMENTS}/${await stored({ post: 987654 })}`))).toEqual([
        404,
        'rest_post_invalid_id',
      ]);
    });

    test('a total excludes hidden comments, and a password opens a protected post', async () => {
      const locked = await entry({ password: 'sesame' });
      const hidden = await stored({ post: locked, content: 'whispered' });
      const list = await guest.get(COMMENTS, { include: hidden });
      expect([list.body, list.headers['x-wp-total']]).toEqual([[], '0']);
      expect(outcome(await guest.get(COMMENTS, { post: locked }))).toEqual([401, 'rest_cannot_read_post']);
      expect(idsOf((await guest.get(COMMENTS, { post: locked, password: 'sesame' }).expect(200)).body)).toEqual([
        hidden,
      ]);
      expect(outcome(await guest.get(COMMENTS, { post: `${locked},${post}`, password: 'sesame' }))).toEqual([
        401,
        'rest_cannot_read_post',
      ]);
    });

    test('only moderators can read and filter by addresses and user agents', async () => {
      const id = await stored();
      const { body } = await guest.get(`${COMMENTS}/${id}`);
      expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['author_email']));
      expect(body.content).toEqual({ rendered: expect.stringContaining('<p>said') });
      expect(outcome(await as('writer').get(`${COMMENTS}/${id}`, { context: 'edit' }))).toEqual([
        403,
        'rest_forbidden_context',
      ]);
      expect((await as('chief').get(`${COMMENTS}/${id}`, { context: 'edit' })).body.author_email).toBe(
        'v@visitors.test',
      );
      const restricted = await guest.get(COMMENTS, {
        author: 1,
        author_email: 'v@visitors.test',
        status: 'hold',
        type: 'all',
      });
      expect([restricted.status, restricted.body.code, restricted.body.message]).toEqual([
        401,
        'rest_forbidden_param',
        'Query parameter not permitted: author, author_email, type, status',
      ]);
      expect(outcome(await guest.get(COMMENTS, { post: 0 }))).toEqual([401, 'rest_cannot_read']);
    });

    test('lists filter and sort, ties by id', async () => {
      const first = await stored();
      const second = await stored({ parent: first });
      const third = await stored({ parent: second, content: '100% needle_x' });
      const asked = async (query: object) => idsOf((await guest.get(COMMENTS, { post, ...query }).expect(200)).body);
      expect(await asked({})).toEqual([third, second, first]);
      expect(await asked({ order: 'asc' })).toEqual([first, second, third]);
      expect(await asked({ orderby: 'post', order: 'asc' })).toEqual([third, second, first]);
      expect(await asked({ parent: first })).toEqual([second]);
      expect(await asked({ parent_exclude: 0 })).toEqual([third, second]);
      expect(await asked({ include: `${first},${third}`, orderby: 'include' })).toEqual([first, third]);
      expect(await asked({ include: first, exclude: first })).toEqual([]);
      expect(await asked({ search: '0% NEEDLE_' })).toEqual([third]);
      expect(await asked({ search: 'needleAx' })).toEqual([]);
      expect(await asked({ offset: 1, per_page: 1 })).toEqual([second]);
      expect(await asked({ after: '2019-05-05T05:05:05' })).toEqual([]);
      expect(await asked({ after: '2019-05-05T05:05:04', before: '2019-05-05T05:05:06' })).toHaveLength(3);
    });
  });

  describe('writing', () => {
    test('visitors must log in; users write as themselves and see what everybody sees', async () => {
      expect(outcome(await guest.post(COMMENTS, { post, content: 'hi', status: 'hold' }))).toEqual([
        401,
        'rest_comment_login_required',
      ]);
      expect(outcome(await reader.post(COMMENTS, { post, content: 'hi', author: 1 }))).toEqual([
        403,
        'rest_comment_invalid_author',
      ]);
      expect(outcome(await reader.post(COMMENTS, { post, content: 'hi', author_ip: '192.0.2.77' }))).toEqual([
        403,
        'rest_comment_invalid_author_ip',
      ]);
      expect(outcome(await reader.post(COMMENTS, { post, content: 'hi', status: 'approve' }))).toEqual([
        403,
        'rest_comment_invalid_status',
      ]);
      const { status, headers, body } = await reader.post(COMMENTS, {
        post,
        content: '<b>Hi</b> <script>x</script>',
        date: '2019-01-01T00:00:00',
      });
      expect([status, headers.location, headers.allow]).toEqual([
        201,
        `http://site.test/wp-json/wp/v2/comments/${body.id}`,
        'POST',
      ]);
      expect(body).toMatchObject({
        post,
        author: ids.reader,
        author_name: 'reader',
        status: 'approved',
        content: { rendered: '<p><b>Hi</b> x</p>\n' },
      });
      expect(body).not.toHaveProperty('author_email');
      expect(await countOf(post)).toBe(1);
    });

    test('only posts that are there, readable and open take comments', async () => {
      const refusals: [number, string][] = [
        [0, 'rest_comment_invalid_post_id'],
        [987654, 'rest_comment_invalid_post_id'],
        [await entry({ status: 'draft' }), 'rest_comment_draft_post'],
        [await entry({ status: 'trash' }), 'rest_comment_trash_post'],
        [await entry({ status: 'private' }), 'rest_cannot_read_post'],
        [await entry({ password: 'sesame' }), 'rest_cannot_read_post'],
        [await entry({ commentStatus: 'closed' }), 'rest_comment_closed'],
      ];
      for (const [target, code] of refusals)
        expect(outcome(await reader.post(COMMENTS, { post: target, content: 'hi' }))).toEqual([403, code]);
      await option({ close_comments_for_old_posts: '1' });
      expect(outcome(await reader.post(COMMENTS, { post, content: 'hi' }))).toEqual([403, 'rest_comment_closed']);
      await option({ close_comments_for_old_posts: '0' });
    });

    test('an invalid e-mail address is reported after all other arguments were checked', async () => {
      const paramsOf = async (values: object) => {
        const { body } = await admin.post(COMMENTS, { author_email: 'bad', ...values }).expect(400);
        return Object.keys((body as { data: { params: object } }).data.params);
      };
      expect(await paramsOf({ post: 'x' })).toEqual(['post']);
      expect(await paramsOf({ author_ip: 'bad', author_name: 5 })).toEqual(['author_name', 'author_ip']);
      expect(await paramsOf({ post })).toEqual(['author_email']);
      expect(await paramsOf({ post, author_email: [1] })).toEqual(['author_email']);
    });

    test('duplicate and too frequent comments are refused, even when sent concurrently', async () => {
      const same = { post, content: 'Only <i>once</i> & never again' };
      const chief = as('chief');
      const responses = await Promise.all([1, 2, 3, 4, 5].map(() => chief.post(COMMENTS, same)));
      expect(responses.map((response) => response.status).sort()).toEqual([201, 409, 409, 409, 409]);
      expect(await countOf(post)).toBe(1);
      expect(outcome(await as('helper').post(COMMENTS, { post, content: 'one' }))).toEqual([201, 'approved']);
      expect(outcome(await as('helper').post(COMMENTS, { post, content: 'two' }))).toEqual([400, 'comment_flood']);
      expect(outcome(await chief.post(COMMENTS, { post, content: 'one more' }))).toEqual([201, 'approved']);
    });

    test('counts stay right when many write at once', async () => {
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, n) => admin.post(COMMENTS, { post, content: `number ${n}` })),
      );
      expect(responses.map((response) => response.status)).toEqual(Array(12).fill(201));
      expect(await countOf(post)).toBe(12);
    });

    test('the site decides what waits', async () => {
      const said = async (content: string) =>
        outcome(await admin.post(COMMENTS, { post, content, author_name: 'V', author_email: 'new@visitors.test' }));
      expect(await said('plain')).toEqual([201, 'approved']);
      expect(await said('see http://a.test and http://b.test')).toEqual([201, 'hold']);
      await option({ moderation_keys: 'Casino\n', blacklist_keys: 'pills' });
      expect(await said('a casino')).toEqual([201, 'hold']);
      expect(await said('free p<b></b>ills')).toEqual([201, 'trash']);
      await option({ moderation_keys: '', blacklist_keys: '', comment_whitelist: '1' });
      expect(await said('known by now')).toEqual([201, 'approved']);
      expect(
        outcome(await admin.post(COMMENTS, { post, content: 'new', author_name: 'N', author_email: 'n@n.test' })),
      ).toEqual([201, 'hold']);
      await option({ comment_moderation: '1' });
      expect(await said('all wait')).toEqual([201, 'hold']);
      expect(outcome(await admin.post(COMMENTS, { post, content: 'not the trusted' }))).toEqual([201, 'approved']);
    });

    test('bad values are refused', async () => {
      const refusals: [object, number, string][] = [
        [{}, 400, 'rest_comment_content_invalid'],
        [{ content: { rendered: 'x' } }, 400, 'rest_comment_content_invalid'],
        [{ content: 'x', id: 7 }, 400, 'rest_comment_exists'],
        [{ content: 'x', type: 'pingback' }, 400, 'rest_invalid_comment_type'],
        [{ content: 'x', author: 987654 }, 400, 'rest_comment_author_invalid'],
        [{ content: 'x', author_name: 'only a name' }, 400, 'rest_comment_author_data_required'],
        [{ content: 'x', author_email: 'nope' }, 400, 'rest_invalid_param'],
        [{ content: 'x', author_ip: 'nope' }, 400, 'rest_invalid_param'],
        [{ content: 'x', date: 'nope' }, 400, 'rest_invalid_param'],
        [{ content: 'x', meta: 'nope' }, 400, 'rest_invalid_param'],
        [{ content: 'x'.repeat(65526) }, 400, 'comment_content_column_length'],
        [
          {
            content: '&'.repeat(20_000),
            author_name: 'V',
            author_email: 'a@b.test',
            author_url: 'http://a.test/?' + '&'.repeat(180),
          },
          400,
          'comment_author_url_column_length',
        ],
        [{ content: 'x', author_name: 'n'.repeat(246), author_email: 'a@b.test' }, 400, 'comment_author_column_length'],
      ];
      for (const [values, status, code] of refusals)
        expect(outcome(await admin.post(COMMENTS, { post, ...values }))).toEqual([status, code]);
      expect(
        outcome(await admin.post(COMMENTS, { post, content: 'odd', parent: -5, author_user_agent: 'x'.repeat(9000) })),
      ).toEqual([201, 'approved']);
    });
  });

  describe('changing', () => {
    test('only moderators can, and omitted values stay unchanged', async () => {
      const id = await stored({ author: ids.reader, email: 'reader@people.test' });
      expect(outcome(await guest.post(`${COMMENTS}/${id}`, { content: 'x' }))).toEqual([401, 'rest_cannot_edit']);
      for (const login of ['reader', 'writer'])
        expect(outcome(await as(login).post(`${COMMENTS}/${id}`, { content: 'x' }))).toEqual([403, 'rest_cannot_edit']);
      const before = (await admin.get(`${COMMENTS}/${id}`, { context: 'edit' })).body;
      const { body } = await admin.post(`${COMMENTS}/${id}`, { author_name: 'New <b>name</b>' }).expect(200);
      expect(body).toEqual({ ...before, author_name: 'New name' });
      expect((await admin.post(`${COMMENTS}/${id}`, { content: '<script>s</script> <b>b</b>' })).body.content.raw).toBe(
        's <b>b</b>',
      );
      expect(outcome(await admin.post(`${COMMENTS}/${id}`, { content: '' }))).toEqual([
        400,
        'rest_comment_content_invalid',
      ]);
      expect(outcome(await admin.post(`${COMMENTS}/${id}`, { type: 'pingback' }))).toEqual([
        404,
        'rest_comment_invalid_type',
      ]);
      expect(outcome(await admin.post(`${COMMENTS}/${id}`, { post: 987654 }))).toEqual([
        403,
        'rest_comment_invalid_post_id',
      ]);
    });

    test('status changes and their reversal update the comment count of the post', async () => {
      const id = await stored();
      const say = async (status: string) => [
        (await admin.post(`${COMMENTS}/${id}`, { status }).expect(200)).body.status,
        await countOf(post),
      ];
      expect(await say('hold')).toEqual(['hold', 0]);
      expect(await say('approve')).toEqual(['approved', 1]);
      expect(await say('spam')).toEqual(['spam', 0]);
      expect(await say('unspam')).toEqual(['approved', 1]);
      expect(await say('0')).toEqual(['hold', 0]);
      expect(await say('trash')).toEqual(['trash', 0]);
      expect(await say('untrash')).toEqual(['hold', 0]);
      expect(await say('nonsense')).toEqual(['hold', 0]);
      expect(await say('1')).toEqual(['approved', 1]);
    });

    test('a comment that moves is counted at its new post only', async () => {
      const id = (await admin.post(COMMENTS, { post, content: 'wanderer' })).body.id;
      const other = await entry();
      await admin.post(`${COMMENTS}/${id}`, { post: other }).expect(200);
      expect([await countOf(post), await countOf(other)]).toEqual([0, 1]);
    });

    test('trash, then deletion; answers move up', async () => {
      const top = await stored();
      const middle = await stored({ parent: top });
      const leaf = await stored({ parent: middle });
      expect((await guest.get(`${COMMENTS}/${middle}`)).body._links).toMatchObject({
        'in-reply-to': [{ embeddable: true, href: expect.stringContaining(`/comments/${top}`) }],
        children: [{ href: expect.stringContaining(`parent=${middle}`) }],
      });
      expect(outcome(await guest.delete(`${COMMENTS}/${middle}`))).toEqual([401, 'rest_cannot_delete']);
      expect(outcome(await admin.delete(`${COMMENTS}/${middle}`))).toEqual([200, 'trash']);
      expect(outcome(await admin.delete(`${COMMENTS}/${middle}`))).toEqual([410, 'rest_already_trashed']);
      const { body } = await admin.delete(`${COMMENTS}/${middle}`, { force: true }).expect(200);
      expect(body).toMatchObject({ deleted: true, previous: { id: middle, status: 'trash' } });
      expect(body.previous).not.toHaveProperty('_links');
      expect((await guest.get(`${COMMENTS}/${leaf}`)).body.parent).toBe(top);
      expect(outcome(await admin.delete(`${COMMENTS}/${middle}`, { force: true }))).toEqual([
        404,
        'rest_comment_invalid_id',
      ]);
      const left = await db.query(`SELECT meta_id FROM ${db.tables.commentmeta} WHERE comment_id = ?`, [middle]);
      expect(left).toEqual([]);
    });
  });

  test('addresses name the page where the site splits comments into pages', async () => {
    const [first, second] = [await stored({ content: 'p1' }), await stored({ content: 'p2' })];
    const reply = await stored({ parent: second });
    await db.transaction((tx) =>
      tx.execute(`UPDATE ${db.tables.comments} SET comment_date_gmt = ? WHERE comment_ID = ?`, [
        '2019-06-06 00:00:00',
        second,
      ]),
    );
    await option({
      page_comments: '1',
      comments_per_page: '1',
      default_comments_page: 'oldest',
      permalink_structure: '/%postname%/',
    });
    const { body } = await guest.get(COMMENTS, { post, orderby: 'id', order: 'asc' });
    expect(body.map((comment: { link: string }) => comment.link.replace(/.*made-\d+/, ''))).toEqual([
      `/#comment-${first}`,
      `/comment-page-2/#comment-${second}`,
      `/comment-page-2/#comment-${reply}`,
    ]);
  });

  test('the link of a comment whose post was deleted by other software is its anchor alone', async () => {
    const orphan = await stored({ post: 999_999 });
    const link = async () => (await admin.get(COMMENTS, { include: orphan }).expect(200)).body[0]?.link;
    await option({ page_comments: '0', permalink_structure: '/%postname%/' });
    expect(await link()).toBe(`/#comment-${orphan}`);
    await option({ page_comments: '1', comments_per_page: '1', permalink_structure: '' });
    expect(await link()).toBe(`#comment-${orphan}`);
  });

  describe('cost', () => {
    const statements = async (path: string, query: object) => {
      // Responses to requests with a cookie are not cached.
      const ask = () => guest.get(path, query).set('cookie', 'a=b').expect(200);
      await ask();
      return fewestStatements(async () => ask());
    };

    test('a list costs the same whatever its length, with and without embedding', async () => {
      const posts = await Promise.all(Array.from({ length: 20 }, () => entry({ author: ids.writer })));
      for (const target of posts) {
        const top = await stored({ post: target, author: ids.writer });
        for (let n = 0; n < 5; n++) await stored({ post: target, parent: top });
      }
      const query = { post: posts.join(), per_page: 100 };
      for (const embed of [{}, { _embed: 1 }]) {
        expect(await statements(COMMENTS, { ...query, ...embed })).toBe(
          await statements(COMMENTS, { ...query, ...embed, per_page: 10 }),
        );
      }
      expect(await statements(COMMENTS, query)).toBeLessThanOrEqual(6);
    });

    test('posts embed their newest replies, ten at most, and say why not where they may not be read', async () => {
      const replies: number[] = [];
      for (let n = 0; n < 12; n++) replies.unshift(await stored({ post }));
      await stored({ post, approved: '0' });
      const locked = await entry({ password: 'sesame' });
      await stored({ post: locked });
      const { body } = await guest
        .get(`${API}/posts`, { include: `${post},${locked}`, orderby: 'include', _embed: 1 })
        .expect(200);
      expect(idsOf(body[0]._embedded.replies[0])).toEqual(replies.slice(0, 10));
      expect(body[1]._embedded.replies).toMatchObject([{ code: 'rest_cannot_read_post', data: { status: 401 } }]);
    });
  });
});
