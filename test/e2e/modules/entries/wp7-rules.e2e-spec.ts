import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { Database } from '../../../../src/database/database.js';
import { OptionsStore } from '../../../../src/database/options.store.js';
import { anyEngine, startTestApp, ADMIN, type TestApp } from '../../../support/app.js';
import { API, clientOf, createUsers } from '../../../support/clients.js';
import { picture } from '../../../support/files.js';

interface Entry {
  id: number;
  date: string;
  date_gmt: string;
  modified_gmt: string;
  link: string;
  permalink_template: string;
  source_url: string;
  sticky: boolean;
  excerpt: { rendered: string };
  caption: { rendered: string };
}

/** Rules of WordPress 7.1 that differ from those of 4.9, as a running 7.1 shows them. */
anyEngine((engine) => {
  let service: TestApp;
  const guest = clientOf(() => service);
  const admin = clientOf(() => service, 'admin');
  const writer = clientOf(() => service, 'writer');
  const helper = clientOf(() => service, 'helper');
  const create = async (values: object, path = '/posts') =>
    (await admin.post(path, { title: 'Post', status: 'publish', ...values }).expect(201)).body as Entry;
  const ids = async (path: string) => ((await guest.get(path).expect(200)).body as Entry[]).map(({ id }) => id);
  let users: Awaited<ReturnType<typeof createUsers>>;

  /** Gives a user the capabilities of a role of their own. */
  const grant = async (user: number, capabilities: readonly string[]) => {
    const members = capabilities.map((name) => `s:${name.length}:"${name}";b:1;`);
    const db = service.app.get(Database);
    await db.transaction((tx) =>
      tx.execute(
        `UPDATE ${db.tables.usermeta} SET meta_value = ? WHERE user_id = ? AND meta_key = '${db.tablePrefix}capabilities'`,
        [`a:${members.length}:{${members.join('')}}`, user],
      ),
    );
  };

  beforeAll(async () => {
    service = await startTestApp({ VARIANT: 'C' }, engine);
    users = await createUsers(admin);
    await admin.post('/settings', { timezone: 'America/New_York' }).expect(200);
  });
  afterAll(() => service.close());

  describe('dates', () => {
    test('a time that the clocks skip is shown an hour later', async () => {
      const post = await create({ date: '2024-03-10T02:30:00' });
      expect([post.date, post.date_gmt]).toEqual(['2024-03-10T03:30:00', '2024-03-10T07:30:00']);
      const other = await create({ date_gmt: '2024-03-10T02:30:00' });
      expect([other.date, other.date_gmt]).toEqual(['2024-03-09T21:30:00', '2024-03-10T03:30:00']);
      const values = { post: post.id, content: 'Early', date: '2024-03-10T02:30:00' };
      const { body } = await admin.post('/comments', values).expect(201);
      expect((body as Entry).date).toBe('2024-03-10T03:30:00');
    });

    test('a draft that is saved with its own date keeps following its changes', async () => {
      const draft = await create({ title: 'Floating', status: 'draft' });
      const rows = async () => {
        const db = service.app.get(Database);
        const sql = `SELECT post_date_gmt AS gmt FROM ${db.tables.posts} WHERE ID = ?`;
        return (await db.query<{ gmt: string }>(sql, [draft.id]))[0]!.gmt;
      };
      const { body } = await admin.get(`/posts/${draft.id}?context=edit`).expect(200);
      const { date, date_gmt } = body as Entry;
      for (const values of [{ date }, { date, date_gmt }]) {
        await admin.post(`/posts/${draft.id}`, { title: 'Saved', ...values }).expect(200);
        expect([values, await rows()]).toEqual([values, expect.stringMatching(/^0000-00-00/)]);
      }
      await admin.post(`/posts/${draft.id}`, { date: '2020-01-02T03:04:05' }).expect(200);
      expect(await rows()).toMatch(/^2020-01-02 08:04:05/);
      await admin.post(`/posts/${draft.id}`, { date: null }).expect(200);
      expect(await rows()).toMatch(/^0000-00-00/);
      // WordPress compares it with the stored one, which is none.
      await admin.post(`/posts/${draft.id}`, { date_gmt }).expect(200);
      expect(await rows()).toMatch(/^20\d\d-/);
    });

    test('filters with a zone are compared in the zone of the site', async () => {
      const { id } = await create({ date: '2020-01-15T12:00:00' });
      await admin.post('/comments', { post: id, content: 'Then', date: '2020-01-15T12:00:00' }).expect(201);
      const [comment] = await ids(`/comments?post=${id}`);
      expect(await ids(`/posts?include=${id}&after=2020-01-15T16:59:59Z`)).toEqual([id]);
      expect(await ids(`/posts?include=${id}&after=2020-01-15T17:00:00Z`)).toEqual([]);
      expect(await ids(`/posts?include=${id}&before=2020-01-15T18:00:01%2B01:00`)).toEqual([id]);
      expect(await ids(`/posts?include=${id}&modified_before=2020-01-15T17:00:00Z`)).toEqual([]);
      expect(await ids(`/comments?post=${id}&after=2020-01-15T16:59:59Z`)).toEqual([comment]);
      expect(await ids(`/comments?post=${id}&after=2020-01-15T17:00:00Z`)).toEqual([]);
    });

    test('a row without a modification time in UTC gets it by the offset of today', async () => {
      const { id } = await create({ title: 'Old row' });
      const db = service.app.get(Database);
      const hours = (await request(service.server).get('/wp-json/')).body.gmt_offset as number;
      await db.transaction((tx) =>
        tx.execute(
          `UPDATE ${db.tables.posts} SET post_modified = '2019-07-10 12:00:00', post_modified_gmt = '0000-00-00 00:00:00' WHERE ID = ?`,
          [id],
        ),
      );
      const { body } = await admin.get(`/posts/${id}`).expect(200);
      expect((body as Entry).modified_gmt).toBe(`2019-07-10T${12 - hours}:00:00`);
    });
  });

  describe('attachments', () => {
    const upload = async (name: string, post: number) => {
      const { body } = await request(service.server)
        .post(`${API}/media`)
        .query({ post })
        .auth(ADMIN.user, ADMIN.password)
        .set('content-type', 'image/png')
        .set('content-disposition', `attachment; filename="${name}"`)
        .send(await picture(800, 600))
        .expect(201);
      return body as Entry;
    };

    test('the template of a permalink has no marker, which only numeric slugs need', async () => {
      const parent = await create({ title: 'Parent' });
      const file = await upload('2024.png', parent.id);
      expect(file.link).toBe(`${parent.link}attachment/2024/`);
      expect(file.permalink_template).toBe(`${parent.link}%postname%/`);
    });

    test('images in excerpts and captions are sized and loaded as in contents', async () => {
      const { id, source_url: src } = await upload('shown.png', 0);
      const excerpt = `A <img class="wp-image-${id}" src="${src}" alt="a"> b`;
      const post = await create({ title: 'Shows', content: 'Text', excerpt });
      const { rendered } = ((await guest.get(`/posts/${post.id}`).expect(200)).body as Entry).excerpt;
      expect(rendered).toContain('<img loading="lazy" decoding="async" width="800" height="600" class="wp-image-');
      expect(rendered).toMatch(/srcset="[^"]+ 300w[^"]*" sizes="auto, /);
      const { body } = await admin.post(`/media/${id}`, { caption: excerpt }).expect(200);
      expect((body as Entry).caption.rendered).toBe(rendered);
    });
  });

  test('display names are shown as they are stored, with their entities', async () => {
    const { body } = await admin.post('/users/me', { name: 'Salt & Pepper' }).expect(200);
    expect(body).toMatchObject({ name: 'Salt &amp; Pepper' });
    const { link } = await create({ title: 'By both' });
    const embed = await request(service.server).get('/wp-json/oembed/1.0/embed').query({ url: link }).expect(200);
    expect(embed.body).toMatchObject({ author_name: 'Salt &amp; Pepper' });
    const template = await admin.post('/templates', { slug: 'named', content: 'x' }).expect(201);
    expect(template.body).toMatchObject({ author_text: 'Salt &amp; Pepper' });
  });

  test('private posts are listed for those who may read them', async () => {
    const { id } = await create({ title: 'Hidden', status: 'private' });
    await grant(users.reader, ['read', 'read_private_posts']);
    const reader = clientOf(() => service, 'reader');
    const listed = (await reader.get('/posts?status=private').expect(200)).body as Entry[];
    expect(listed.map((entry) => entry.id)).toContain(id);
    await reader.get('/posts?status=private,draft').expect(400);
    await reader.get('/posts?status=draft').expect(400);
    await grant(users.reader, ['read']);
    await reader.get('/posts?status=private').expect(400);
  });

  test('blocks of users without unfiltered HTML have no CSS of their own; attributes in titles are filtered', async () => {
    const content =
      '<!-- wp:group {"style":{"css":"color:red"}} --><div class="wp-block-group">x</div><!-- /wp:group -->';
    const title = 'T <!-- wp:x {"a":"\\u003cimg src=x\\u003e\\u003cb\\u003e"} /-->';
    const written = async (by: typeof helper) => {
      const { body } = await by.post('/posts', { title, content }).expect(201);
      const raw = body as { title: { raw: string }; content: { raw: string } };
      return [raw.content.raw.includes('css'), raw.title.raw];
    };
    expect(await written(admin)).toEqual([true, title]);
    const [hasCss, filtered] = await written(helper);
    expect(hasCss).toBe(false);
    expect(filtered).not.toContain('img');
  });

  test('a slug chosen for a new draft is reserved if its status is chosen too', async () => {
    await create({ title: 'Holder', slug: 'held-slug' });
    const slugOf = async (values: object) =>
      ((await admin.post('/posts', { title: 'D', slug: 'held-slug', ...values }).expect(201)).body as { slug: string })
        .slug;
    expect(await slugOf({})).toBe('held-slug');
    expect(await slugOf({ status: 'draft' })).toBe('held-slug-2');
    expect(await slugOf({ status: 'pending' })).toBe('held-slug-3');
  });

  test('a note on a post that does not exist is as little allowed as on one of others', async () => {
    const { id } = await create({ title: 'Not theirs' });
    const note = async (by: typeof helper, values: object) =>
      ((await by.post('/comments', { type: 'note', content: 'x', ...values }).expect(403)).body as { code: string })
        .code;
    expect(await note(admin, { post: 9_999_999 })).toBe('rest_cannot_create_note');
    expect(await note(helper, { post: id })).toBe('rest_cannot_create_note');
    expect(await note(admin, {})).toBe('rest_comment_invalid_post_id');
  });

  test('comments are stored without white space around them', async () => {
    const { id } = await create({ title: 'Commented' });
    const comment = await create({ post: id, content: ' \n Text \n\n' }, '/comments');
    const { body } = await admin.get(`/comments/${comment.id}?context=edit`).expect(200);
    expect(body).toMatchObject({ content: { raw: 'Text' } });
    await admin.post('/comments', { post: id, content: ' \n' }).expect(400);
  });

  test('comments on entries of a type that is not registered are readable by nobody', async () => {
    const post = await create({ title: 'Of a plugin' });
    const comment = await create({ post: post.id, content: 'Here' }, '/comments');
    await guest.get(`/comments/${comment.id}`).expect(200);
    const db = service.app.get(Database);
    await db.transaction((tx) =>
      tx.execute(`UPDATE ${db.tables.posts} SET post_type = 'ticket' WHERE ID = ?`, [post.id]),
    );
    await guest.get(`/comments/${comment.id}`).expect(401);
    await admin.get(`/comments/${comment.id}`).expect(403);
  });

  test('the title of a file that is sent in a form is its name up to the last dot', async () => {
    const sent = async (filename: string) => {
      const { body } = await request(service.server)
        .post(`${API}/media`)
        .auth(ADMIN.user, ADMIN.password)
        .attach('file', await picture(20, 20), { filename, contentType: 'image/png' })
        .expect(201);
      return (body as { title: { raw: string } }).title.raw;
    };
    expect(await sent('A Name with. Periods & more.png')).toBe('A Name with. Periods & more');
    expect(await sent('Ein Maß.png')).toBe('Ein Maß');
  });

  test('an offset of revisions applies to pages only', async () => {
    const { id } = await create({ title: 'One' });
    for (const title of ['Two', 'Three', 'Four']) await admin.post(`/posts/${id}`, { title }).expect(200);
    const titles = async (query: string) =>
      ((await admin.get(`/posts/${id}/revisions?_fields=title.rendered&${query}`).expect(200)).body as unknown[])
        .length;
    const all = await titles('');
    expect(await titles('offset=1')).toBe(all);
    expect(await titles('per_page=100&offset=1')).toBe(all - 1);
    expect(await titles('per_page=100&offset=1&page=7')).toBe(all - 1);
    const code = async (query: string) =>
      ((await admin.get(`/posts/${id}/revisions?${query}`).expect(400)).body as { code: string }).code;
    expect(await code('offset=50')).toBe('rest_revision_invalid_offset_number');
    expect(await code('per_page=100&offset=0&page=2')).toBe('rest_revision_invalid_page_number');
  });

  test('empty _fields and _jsonp count as absent', async () => {
    for (const query of ['_fields=', '_fields=,', '_jsonp=', '_jsonp=0']) {
      const response = await guest.get(`/posts/1?${query}`).expect(200);
      expect(response.headers['content-type']).toMatch('application/json');
      expect(response.body).toHaveProperty('title');
    }
    expect((await guest.get('/posts/1?_fields[]=').expect(200)).body).toEqual([]);
  });

  test('moderators edit and delete comments on posts that they may not edit, but no notes', async () => {
    await grant(users.reader, ['read', 'moderate_comments']);
    const moderator = clientOf(() => service, 'reader');
    const post = await create({ title: 'Discussed' });
    const comment = await create({ post: post.id, content: 'Held', status: 'hold' }, '/comments');
    await moderator.get(`/comments/${comment.id}`).expect(403);
    const { headers } = await moderator.options(`/comments/${comment.id}`).expect(200);
    expect(headers.allow).toBe('POST, PUT, PATCH, DELETE');
    await moderator.post(`/comments/${comment.id}`, { content: 'Edited', status: 'approved' }).expect(200);
    await moderator.delete(`/comments/${comment.id}`).expect(200);
    const note = await create({ post: post.id, content: 'Note', type: 'note', status: 'hold' }, '/comments');
    await moderator.post(`/comments/${note.id}`, { content: 'Edited' }).expect(403);
    await moderator.delete(`/comments/${note.id}`).expect(403);
  });

  test('unsticking a post takes the rights that making it sticky takes', async () => {
    const post = await create({ sticky: true, author: users.writer });
    await writer.post(`/posts/${post.id}`, { sticky: true, title: 'Same' }).expect(200);
    const { body } = await writer.post(`/posts/${post.id}`, { sticky: false }).expect(403);
    expect(body).toMatchObject({ code: 'rest_cannot_assign_sticky' });
    await grant(users.helper, ['read', 'edit_posts', 'edit_others_posts', 'edit_published_posts']);
    await helper.post(`/posts/${post.id}`, { sticky: false }).expect(403);
    const unstuck = await clientOf(() => service, 'chief')
      .post(`/posts/${post.id}`, { sticky: false })
      .expect(200);
    expect((unstuck.body as Entry).sticky).toBe(false);
    await writer.post(`/posts/${post.id}`, { sticky: false }).expect(200);
  });

  test('a page that is deleted permanently is no longer the privacy policy', async () => {
    const db = service.app.get(Database);
    const options = service.app.get(OptionsStore);
    const { id } = await create({ title: 'Privacy' }, '/pages');
    await db.transaction((tx) => options.set(tx, 'wp_page_for_privacy_policy', id));
    await admin.delete(`/pages/${id}`).expect(200);
    expect(await options.integer('wp_page_for_privacy_policy')).toBe(id);
    await admin.delete(`/pages/${id}`, { force: true }).expect(200);
    expect(await options.integer('wp_page_for_privacy_policy')).toBe(0);
  });
});
