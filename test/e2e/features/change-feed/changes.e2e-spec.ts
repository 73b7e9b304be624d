import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AddressInfo } from 'node:net';
import { Not } from 'typeorm';
import request from 'supertest';
import { FeedChange } from '../../../../src/features/change-feed/change-feed.entity.js';
import { ChangeFeedStore } from '../../../../src/features/change-feed/change-feed.store.js';
import { type Change, type ChangesPage } from '../../../../src/features/change-feed/changes.service.js';
import { Database } from '../../../../src/database/database.js';
import { Post } from '../../../../src/database/entities/index.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';

const PATH = '/wp-json/nestpress/v1/changes';
const WRITES = 40;

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ ...WEB }, engine);
    db = service.app.get(Database);
  });
  afterAll(() => service?.close());

  const changes = async (query: object, login?: string): Promise<ChangesPage> => {
    const sent = request(service.server).get(PATH).query(query);
    if (login) void sent.auth(login, login === 'admin' ? ADMIN.password : 'a password');
    return (await sent.expect(200)).body as ChangesPage;
  };
  const now = async () => (await changes({})).cursor;
  const brief = ({ changes: found }: ChangesPage) =>
    found.map(({ kind, id, type, action }) => `${action} ${kind} ${type} ${id}`.replaceAll('  ', ' '));
  /** A write of another program, such as WordPress. */
  const foreign = (sql: string, ...parameters: (string | number)[]) =>
    db.transaction((tx) => tx.execute(sql.replaceAll('posts', db.tables.posts), parameters, db.tables.posts));

  test('without the triggers it says how to switch it on', async () => {
    const { body } = await request(service.server).get(PATH).expect(409);
    expect(body.code).toBe('rest_change_feed_off');
    await service.app.get(ChangeFeedStore, { strict: false }).build();
    await createUsers(admin);
    expect(await changes({})).toMatchObject({ changes: [], more: false });
  });

  test('each kind of object that changes is in the feed once, in the order of the commits', async () => {
    const since = await now();
    const { body: post } = await admin.post('/posts', { title: 'A', status: 'publish' }).expect(201);
    const { body: category } = await admin.post('/categories', { name: 'C' }).expect(201);
    await admin.post(`/posts/${post.id}`, { categories: [category.id] }).expect(200);
    const { body: comment } = await admin.post('/comments', { post: post.id, content: 'Hi' }).expect(201);
    await admin.post('/users/1', { first_name: 'Ada' }).expect(200);
    await foreign('UPDATE posts SET post_title = ? WHERE ID = ?', 'By WordPress', post.id);
    const page = await changes({ since });
    expect(brief(page)).toEqual([
      `created term category ${category.id}`,
      `created comment ${comment.id}`,
      'updated user 1',
      `created entry post ${post.id}`,
    ]);
    expect(page.changes.map(({ version }) => version)).toEqual(
      [...page.changes.map(({ version }) => version)].sort((a, b) => a - b),
    );
    expect(await changes({ since: page.cursor })).toEqual({ changes: [], cursor: page.cursor, more: false });
    const first = await changes({ since, limit: 1 });
    expect(first).toMatchObject({ more: true });
    await admin.delete(`/categories/${category.id}`, { force: true }).expect(200);
    expect(brief(await changes({ since: page.cursor }))).toContain(`deleted term category ${category.id}`);
  });

  test('readers see what they may read, and what leaves', async () => {
    const since = await now();
    const { body: draft } = await admin.post('/posts', { title: 'Draft' }).expect(201);
    expect(brief(await changes({ since }))).toEqual([]);
    expect(brief(await changes({ since }, 'reader'))).toEqual([]);
    expect(brief(await changes({ since }, 'chief'))).toEqual([`created entry post ${draft.id}`]);
    const published = await now();
    await admin.post(`/posts/${draft.id}`, { status: 'publish' }).expect(200);
    expect(brief(await changes({ since: published }))).toEqual([`updated entry post ${draft.id}`]);
    const left = await now();
    await admin.post(`/posts/${draft.id}`, { status: 'private' }).expect(200);
    expect(brief(await changes({ since: left }))).toEqual([`deleted entry post ${draft.id}`]);
    expect(brief(await changes({ since: left }, 'chief'))).toEqual([`updated entry post ${draft.id}`]);
    const { body: held } = await admin.post('/comments', { post: 1, content: 'Held', status: 'hold' }).expect(201);
    expect(brief(await changes({ since: left }))).not.toContain(`created comment ${held.id}`);
    expect(brief(await changes({ since: left }, 'admin'))).toContain(`created comment ${held.id}`);
  });

  test('wrong and expired cursors are refused', async () => {
    await request(service.server).get(PATH).query({ since: 'x' }).expect(400);
    const present = await now();
    const [position = '', mark = ''] = present.split('-');
    // Numbers were cursors once. A mark of another row belongs to a position that was lost.
    for (const since of ['999999', '0', position, `999999-${mark}`, `${position}-0123456789ab`, `${position}-`])
      expect((await request(service.server).get(PATH).query({ since }).expect(410)).body.code).toBe(
        'rest_cursor_expired',
      );
    expect(await changes({ since: present })).toMatchObject({ changes: [], cursor: present });
    await db.listIndex.build();
    const since = await now();
    await admin.post('/posts', { title: 'After a build of the list index', status: 'publish' }).expect(201);
    expect((await changes({ since })).changes).toHaveLength(1);
  });

  test('a request can wait for a change; a stream sends each with a cursor', async () => {
    const since = await now();
    const waiting = changes({ since, wait: 20 });
    const { body: post } = await admin.post('/posts', { title: 'Awaited', status: 'publish' }).expect(201);
    expect(brief(await waiting)).toEqual([`created entry post ${post.id}`]);

    if (!service.server.listening) await service.app.listen(0, '127.0.0.1');
    const { port } = service.server.address() as AddressInfo;
    const stop = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}${PATH}/stream`, {
      headers: { 'Last-Event-ID': since },
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    let text = '';
    const { body: next } = await admin.post('/posts', { title: 'Streamed', status: 'publish' }).expect(201);
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString();
      if (text.includes(`"id":${next.id},`)) break;
    }
    stop.abort();
    expect(text).toContain(`"id":${post.id},`);
    expect(text).toMatch(/^id: \d+-[0-9a-f]+\nevent: cursor/);
  });

  test('the copy of a follower equals the database after two writers', async () => {
    const copy = new Map<number, string>();
    let cursor = await now();
    for (const { id, title } of await db.manager.findBy(Post, { status: 'publish', type: 'post' })) copy.set(id, title);
    let isOver = false;
    const follow = async (wait = 0) => {
      const page = await changes({ since: cursor, limit: 5, wait });
      for (const change of page.changes.filter(({ kind }: Change) => kind === 'entry')) {
        if (change.action === 'deleted') copy.delete(change.id);
        else {
          const { body, status } = await request(service.server).get(`/wp-json/wp/v2/posts/${change.id}`);
          if (status === 200) copy.set(change.id, (body as { title: { rendered: string } }).title.rendered);
        }
      }
      cursor = page.cursor;
      return page.changes.length;
    };
    const follower = (async () => {
      while (!isOver) await follow(1);
      while ((await follow()) > 0);
    })();
    const ids: number[] = [];
    const byRest = async () => {
      for (let write = 0; write < WRITES; write++) {
        const { body } = await admin.post('/posts', { title: `rest ${write}`, status: 'publish' }).expect(201);
        ids.push(body.id as number);
        if (write % 3 === 0) await admin.delete(`/posts/${body.id}`, { force: true }).expect(200);
        if (write % 5 === 0) await admin.post(`/posts/${ids.at(-2) ?? body.id}`, { status: 'draft' });
      }
    };
    const byWordPress = async () => {
      for (let write = 0; write < WRITES; write++)
        await foreign('UPDATE posts SET post_title = ? WHERE ID = ?', `foreign ${write}`, ids.at(-1) ?? 1);
    };
    await Promise.all([byRest(), byWordPress()]);
    isOver = true;
    await follower;
    const stored = await db.manager.findBy(Post, { status: 'publish', type: 'post' });
    expect([...copy].sort(([a], [b]) => a - b)).toEqual(
      stored.map(({ id, title }) => [id, title] as const).sort(([a], [b]) => a - b),
    );
    const positions = (await db.manager.find(FeedChange, { where: { kind: Not('reset') } })).map((row) => row.position);
    expect(new Set(positions).size).toBe(positions.length);
  });
});
