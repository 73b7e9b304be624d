import { beforeEach, describe, expect, test } from '@jest/globals';
import { eachEngine } from '../../../support/app.js';
import { COMMENTS, outcome, withCommentsSite } from '../../../support/comments-site.js';

eachEngine((engine) => {
  const { site, ids, as, guest, admin, entry, stored, option, countOf } = withCommentsSite(engine);
  let post: number;
  beforeEach(() => {
    post = site.post;
  });

  const reader = as('reader');

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
      // PHP takes it for none.
      const { body } = await admin.post(COMMENTS, { author_email: '0', post: 99_999, content: 'x' }).expect(403);
      expect(body.code).toBe('rest_comment_invalid_post_id');
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
      const left = await site.db.query(`SELECT meta_id FROM ${site.db.tables.commentmeta} WHERE comment_id = ?`, [
        middle,
      ]);
      expect(left).toEqual([]);
    });
  });
});
