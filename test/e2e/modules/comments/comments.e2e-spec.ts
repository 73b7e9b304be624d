import { beforeEach, describe, expect, test } from '@jest/globals';
import { eachEngine } from '../../../support/app.js';
import { API } from '../../../support/clients.js';
import { COMMENTS, idsOf, outcome, withCommentsSite } from '../../../support/comments-site.js';
import { fewestStatements } from '../../../support/query-counts.js';

eachEngine((engine) => {
  const { site, ids, as, guest, admin, entry, stored, option } = withCommentsSite(engine);
  let post: number;
  beforeEach(() => {
    post = site.post;
  });

  const reader = as('reader');

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
  test('addresses name the page where the site splits comments into pages', async () => {
    const [first, second] = [await stored({ content: 'p1' }), await stored({ content: 'p2' })];
    const reply = await stored({ parent: second });
    await site.db.transaction((tx) =>
      tx.execute(`UPDATE ${site.db.tables.comments} SET comment_date_gmt = ? WHERE comment_ID = ?`, [
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
