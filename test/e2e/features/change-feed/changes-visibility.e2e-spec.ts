import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { ChangeFeedStore } from '../../../../src/features/change-feed/change-feed.store.js';
import { type Change, type ChangesPage } from '../../../../src/features/change-feed/changes.service.js';
import { Database } from '../../../../src/database/database.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const PATH = '/wp-json/nestpress/v1/changes';
/** Lists of what visitors can read, by the kind of a change. */
const LISTS = {
  entry: ['posts', 'pages', 'media'],
  term: ['categories', 'tags'],
  comment: ['comments'],
  user: ['users'],
};

/** What a change says is compared with what the same reader could read before and after the write. */
eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  let users: Awaited<ReturnType<typeof createUsers>>;
  const admin = clientOf(() => service, 'admin');
  const visitor = clientOf(() => service);

  beforeAll(async () => {
    // Variant C has notes, menus and types for editors only.
    service = await startTestApp({ ...WEB, VARIANT: 'C', CACHE_MB: '0' }, engine);
    db = service.app.get(Database);
    users = await createUsers(admin);
    await service.app.get(ChangeFeedStore, { strict: false }).build();
  });
  afterAll(() => service?.close());

  const changes = async (since?: string) =>
    (await request(service.server).get(PATH).query({ since, limit: 1000 }).expect(200)).body as ChangesPage;
  const sql = (text: string, ...values: (string | number)[]) =>
    db.transaction((tx) => tx.execute(text.replaceAll('wp_', db.tablePrefix), values));
  const readable = async () => {
    const found = new Set<string>();
    for (const [kind, routes] of Object.entries(LISTS))
      for (const route of routes) {
        const { body } = await visitor.get(`/${route}`, { per_page: 100 }).expect(200);
        for (const { id } of body as { id: number }[]) found.add(`${kind} ${id}`);
      }
    return found;
  };
  /** The changes that visitors get of a write. None is about something that they cannot read before or after it. */
  const reported = async (write: () => Promise<unknown>) => {
    const { cursor } = await changes();
    const before = await readable();
    await write();
    const after = await readable();
    const page = await changes(cursor);
    const isVisible = ({ kind, id, action }: Change) =>
      (action === 'deleted' ? before : after).has(`${kind} ${id}`) ||
      (action === 'deleted' && after.has(`${kind} ${id}`));
    expect(page.changes.filter((change) => !isVisible(change))).toEqual([]);
    return page.changes.map(({ kind, action, id }) => `${action} ${kind} ${id}`).sort();
  };
  /** Without the entries whose number of comments was written. */
  const reportedComments = async (write: () => Promise<unknown>) =>
    (await reported(write)).filter((change) => change.includes(' comment '));
  const create = async (route: string, values: object) => {
    const { body } = await admin.post(`/${route}`, values).expect(201);
    return (body as { id: number }).id;
  };
  const comment = (post: number, values: object = {}) => create('comments', { post, content: `On ${post}`, ...values });

  test('accounts: only public ones, and only what the API shows of them', async () => {
    const { reader, writer } = users;
    expect(
      await reported(() => sql(`UPDATE wp_users SET user_activation_key = 'k' WHERE ID IN (1, ?)`, reader)),
    ).toEqual([]);
    expect(await reported(() => sql(`UPDATE wp_users SET user_pass = 'k' WHERE ID = ?`, writer))).toEqual([]);
    expect(await reported(() => sql(`UPDATE wp_users SET user_activation_key = 'm' WHERE ID = 1`))).toEqual([]);
    expect(await reported(() => admin.post(`/users/${reader}`, { name: 'Reader' }).expect(200))).toEqual([]);
    expect(await reported(() => admin.post('/users/1', { name: 'Ada' }).expect(200))).toEqual(['updated user 1']);
    // Letters of another case are equal for the database.
    expect(await reported(() => admin.post('/users/1', { name: 'ADA' }).expect(200))).toEqual(['updated user 1']);
    const account = { username: 'brief', email: 'brief@x.test', password: 'a password', roles: ['author'] };
    let brief = 0;
    expect(await reported(async () => (brief = await create('users', account)))).toEqual([]);
    expect(await reported(() => admin.delete(`/users/${brief}`, { force: true, reassign: 1 }).expect(200))).toEqual([]);
  });

  test('authors become readable with their first published entry and unreadable with their last', async () => {
    const { writer, other } = users;
    let first = 0;
    const publish = async (author: number) =>
      (first = await create('posts', { title: `By ${author}`, status: 'publish', author }));
    expect(await reported(() => publish(writer))).toEqual([`created entry ${first}`, `updated user ${writer}`]);
    expect(await reported(() => publish(writer))).toEqual([`created entry ${first}`]);
    expect(await reported(() => admin.delete(`/posts/${first}`, { force: true }).expect(200))).toEqual([
      `deleted entry ${first}`,
    ]);
    await publish(other);
    expect(await reported(() => admin.post(`/posts/${first}`, { status: 'draft' }).expect(200))).toEqual([
      `deleted entry ${first}`,
      `deleted user ${other}`,
    ]);
    expect(await reported(() => admin.delete(`/users/${other}`, { force: true, reassign: 1 }).expect(200))).toEqual([]);
    const removed = await reported(() => admin.delete(`/users/${writer}`, { force: true, reassign: 1 }).expect(200));
    expect(removed).toContain(`deleted user ${writer}`);
  });

  test.each(['draft', 'private', 'future', 'pending'])(
    'entries with the status %s and what belongs to them',
    async (status) => {
      const date = status === 'future' ? { date: '2099-01-01T00:00:00' } : {};
      let post = 0;
      expect(await reported(async () => (post = await create('posts', { title: 'Hidden', status, ...date })))).toEqual(
        [],
      );
      let note = 0;
      // Drafts take no comments, but may have some from before.
      expect(
        await reported(async () => {
          await sql(
            `INSERT INTO wp_comments (comment_post_ID, comment_author, comment_content, comment_approved, comment_type) VALUES (?, 'x', 'y', '1', 'comment')`,
            post,
          );
          [{ note }] = (await db.query<{ note: number }>(
            `SELECT MAX(comment_ID) AS note FROM ${db.tables.comments}`,
          )) as [{ note: number }];
        }),
      ).toEqual([]);
      expect(
        await reported(() => sql(`UPDATE wp_comments SET comment_content = 'z' WHERE comment_ID = ?`, note)),
      ).toEqual([]);
      expect(
        await reported(() =>
          sql(
            `INSERT INTO wp_posts (post_title, post_name, post_type, post_status, post_parent, post_content, post_excerpt, to_ping, pinged, post_content_filtered) ` +
              `VALUES ('file', 'file-${status}', 'attachment', 'inherit', ?, '', '', '', '', '')`,
            post,
          ),
        ),
      ).toEqual([]);
      expect(await reported(() => sql(`UPDATE wp_posts SET post_title = 'f' WHERE post_parent = ?`, post))).toEqual([]);
      expect(await reported(() => sql(`DELETE FROM wp_posts WHERE post_parent = ?`, post))).toEqual([]);
      expect(await reported(() => admin.post(`/posts/${post}`, { title: 'Still hidden' }).expect(200))).toEqual([]);
      expect(await reported(() => sql(`DELETE FROM wp_comments WHERE comment_ID = ?`, note))).toEqual([]);
      expect(await reported(() => admin.delete(`/posts/${post}`, { force: true }).expect(200))).toEqual([]);
    },
  );

  test('comments: held ones, notes and those of entries with a password are not reported', async () => {
    const post = await create('posts', { title: 'Open', status: 'publish' });
    const locked = await create('posts', { title: 'Locked', status: 'publish', password: 'secret' });
    let id = 0;
    expect(await reportedComments(async () => (id = await comment(post)))).toEqual([`created comment ${id}`]);
    expect(await reportedComments(() => admin.post(`/comments/${id}`, { status: 'hold' }).expect(200))).toEqual([
      `deleted comment ${id}`,
    ]);
    expect(await reportedComments(() => admin.post(`/comments/${id}`, { content: 'Held' }).expect(200))).toEqual([]);
    expect(await reportedComments(() => admin.delete(`/comments/${id}`, { force: true }).expect(200))).toEqual([]);
    id = await comment(post);
    expect(await reportedComments(() => admin.delete(`/comments/${id}`, { force: true }).expect(200))).toEqual([
      `deleted comment ${id}`,
    ]);
    let note = 0;
    expect(await reportedComments(async () => (note = await comment(post, { type: 'note' })))).toEqual([]);
    expect(
      await reportedComments(() => sql(`UPDATE wp_comments SET comment_approved = '1' WHERE comment_ID = ?`, note)),
    ).toEqual([]);
    expect(await reportedComments(() => sql(`DELETE FROM wp_comments WHERE comment_ID = ?`, note))).toEqual([]);
    expect(await reportedComments(async () => (id = await comment(locked, { password: 'secret' })))).toEqual([]);
    expect(await reportedComments(() => sql(`DELETE FROM wp_comments WHERE comment_ID = ?`, id))).toEqual([]);
  });

  test('what leaves with an entry is reported; types and terms for editors are not', async () => {
    const post = await create('posts', { title: 'Leaves', status: 'publish' });
    const id = await comment(post);
    const left = await reported(() => admin.delete(`/posts/${post}`, { force: true }).expect(200));
    expect(left).toEqual([`deleted comment ${id}`, `deleted entry ${post}`]);
    const trashed = await create('posts', { title: 'Trash', status: 'publish' });
    expect(await reported(() => admin.delete(`/posts/${trashed}`).expect(200))).toEqual([`deleted entry ${trashed}`]);
    expect(await reported(() => create('blocks', { title: 'B', content: 'b', status: 'publish' }))).toEqual([]);
    let menu = 0;
    expect(await reported(async () => (menu = await create('menus', { name: 'Menu' })))).toEqual([]);
    expect(
      await reported(() =>
        create('menu-items', { title: 'x', url: 'https://x.test/', menus: menu, status: 'publish' }),
      ),
    ).toEqual([]);
    expect(await reported(() => admin.delete(`/menus/${menu}`, { force: true }).expect(200))).toEqual([]);
    const category = await create('categories', { name: 'news' });
    expect(await reported(() => admin.post(`/categories/${category}`, { name: 'News' }).expect(200))).toEqual([
      `updated term ${category}`,
    ]);
    expect(await reported(() => admin.delete(`/categories/${category}`, { force: true }).expect(200))).toEqual([
      `deleted term ${category}`,
    ]);
  });
});
