import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';
import { ChangeFeedStore } from '../../../../src/features/change-feed/change-feed.store.js';
import { PendingChange } from '../../../../src/features/change-feed/change-feed.entity.js';
import { type ContentEvent, Database, OnContent } from '../../../../src/index.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf } from '../../../support/clients.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { until } from '../../../support/until.js';

const heard: ContentEvent[] = [];
const delivered: ContentEvent[] = [];

@Injectable()
class Listeners {
  @OnContent(['entry.created', 'entry.updated', 'entry.published', 'entry.unpublished', 'entry.trashed'])
  @OnContent(['entry.deleted', 'term.created', 'term.updated', 'user.created', 'user.updated'])
  @OnContent(['comment.created', 'comment.updated', 'comment.status-changed', 'comment.deleted'])
  hear(event: ContentEvent): void {
    heard.push(event);
  }

  @OnContent('entry.published', { types: ['post'], durable: true })
  deliver(event: ContentEvent<'entry.published'>): void {
    delivered.push(event);
  }
}

@Module({ providers: [Listeners] })
class ListenersModule {}

eachEngine((engine) => {
  let folder: string;
  let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
  /** Two processes of the service, as far as the database is concerned. */
  let services: TestApp[] = [];
  let db: Database;
  /** Runs a statement as another program, such as WordPress. */
  let foreign: (sql: string, ...values: (string | number)[]) => Promise<void>;
  let disconnect: () => Promise<void> | void;
  const admin = clientOf(() => services[0]!, 'admin');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nestpress-foreign-'));
    place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const env = { ...WEB, DATA_DIR: folder, ...(place && { DATABASE_URL: place.url }) };
    const builder = await startTestApp(env);
    await builder.app.get(ChangeFeedStore, { strict: false }).build();
    await builder.close();
    for (const _ of [1, 2]) services.push(await startTestApp(env, 'sqlite', { modules: [ListenersModule] }));
    db = services[0]!.app.get(Database);
    if (place) {
      const connection = await mysql.createConnection(place.url);
      foreign = async (sql, ...values) => void (await connection.query(sql, values));
      disconnect = () => connection.end();
    } else {
      const connection = new DatabaseSync(join(folder, 'nestpress.sqlite'), { timeout: 5000 });
      foreign = (sql, ...values) => Promise.resolve(void connection.prepare(sql).run(...values));
      disconnect = () => connection.close();
    }
  });
  afterAll(async () => {
    await disconnect?.();
    await Promise.all(services.map((service) => service.close()));
    services = [];
    await place?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    heard.length = 0;
    delivered.length = 0;
  });

  /** What is heard once both processes have looked at once, and moments later. */
  const heardInTheEnd = async () => {
    await Promise.all(services.map(({ app }) => app.get(ChangeFeedStore, { strict: false }).sequence()));
    await wait(50);
    return heard.map(({ event, isForeign }) => `${event}${isForeign ? ' foreign' : ''}`);
  };
  const COLUMNS =
    'post_title, post_name, post_type, post_status, post_content, post_excerpt, to_ping, pinged, post_content_filtered';
  const insert = (title: string, type: string, status: string) =>
    foreign(`INSERT INTO wp_posts (${COLUMNS}) VALUES (?, ?, ?, ?, '', '', '', '', '')`, title, title, type, status);

  test('own writes are heard once, as before', async () => {
    const { body } = await admin.post('/posts', { title: 'Own', status: 'publish' }).expect(201);
    await admin.post(`/posts/${body.id}`, { title: 'Changed' }).expect(200);
    await admin.post('/comments', { post: body.id, content: 'Own' }).expect(201);
    expect(await heardInTheEnd()).toEqual(['entry.created', 'entry.published', 'entry.updated', 'comment.created']);
    await until(() => Promise.resolve(delivered.length > 0), 'the durable listener has it');
    expect(delivered).toHaveLength(1);
  });

  test('entries that another program writes are heard once, in one of the processes', async () => {
    await insert('foreign', 'post', 'draft');
    await until(async () => !(await db.manager.exists(PendingChange)), 'a process has looked by itself');
    expect(await heardInTheEnd()).toEqual(['entry.created foreign']);
    const { id } = heard[0] as ContentEvent<'entry.created'>;
    expect(heard[0]).toMatchObject({ type: 'post', status: 'draft', title: 'foreign', actor: 0 });
    heard.length = 0;
    await foreign("UPDATE wp_posts SET post_status = 'publish' WHERE ID = ?", id);
    expect(await heardInTheEnd()).toEqual(['entry.updated foreign', 'entry.published foreign']);
    expect(heard[1]).toMatchObject({ id, formerStatus: 'draft', status: 'publish' });
    await until(() => Promise.resolve(delivered.length > 0), 'the durable listener has it');
    expect(delivered).toMatchObject([{ event: 'entry.published', id, isForeign: true }]);
    expect(await db.manager.countBy(Job, { kind: 'event.Listeners.deliver' })).toBe(2);
    heard.length = 0;
    await foreign("INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES (?, 'color', 'red')", id);
    expect(await heardInTheEnd()).toEqual(['entry.updated foreign']);
    heard.length = 0;
    await foreign("UPDATE wp_posts SET post_status = 'trash' WHERE ID = ?", id);
    expect(await heardInTheEnd()).toEqual(['entry.trashed foreign', 'entry.unpublished foreign']);
    heard.length = 0;
    await foreign('DELETE FROM wp_posts WHERE ID = ?', id);
    expect(await heardInTheEnd()).toEqual(['entry.deleted foreign']);
    expect(heard[0]).toMatchObject({ id, type: 'post', status: 'trash' });
  });

  test('an automatic draft is created by its first save; revisions are not heard', async () => {
    await insert('auto', 'post', 'auto-draft');
    await insert('old', 'revision', 'inherit');
    expect(await heardInTheEnd()).toEqual([]);
    await foreign("UPDATE wp_posts SET post_status = 'publish' WHERE post_title = 'auto'");
    expect(await heardInTheEnd()).toEqual(['entry.created foreign', 'entry.published foreign']);
  });

  test('comments, terms and users', async () => {
    await foreign(
      "INSERT INTO wp_comments (comment_post_ID, comment_content, comment_approved, comment_author) VALUES (1, 'x', '0', 'A')",
    );
    expect(await heardInTheEnd()).toEqual(['comment.created foreign']);
    expect(heard[0]).toMatchObject({ post: 1, status: 'hold' });
    heard.length = 0;
    await foreign("UPDATE wp_comments SET comment_approved = '1' WHERE comment_content = 'x'");
    expect(await heardInTheEnd()).toEqual(['comment.updated foreign', 'comment.status-changed foreign']);
    expect(heard[1]).toMatchObject({ formerStatus: 'hold', status: 'approved' });
    heard.length = 0;
    await foreign("DELETE FROM wp_comments WHERE comment_content = 'x'");
    expect(await heardInTheEnd()).toEqual(['comment.deleted foreign']);
    expect(heard[0]).toMatchObject({ post: 1, status: 'approved' });
    heard.length = 0;
    await foreign("UPDATE wp_terms SET name = 'Renamed' WHERE term_id = 1");
    expect(await heardInTheEnd()).toEqual(['term.updated foreign']);
    expect(heard[0]).toMatchObject({ id: 1, taxonomy: 'category', name: 'Renamed' });
    heard.length = 0;
    await foreign("UPDATE wp_users SET display_name = 'Renamed' WHERE ID = 1");
    expect(await heardInTheEnd()).toEqual(['user.updated foreign']);
    expect(heard[0]).toMatchObject({ id: 1, login: 'admin' });
  });

  test('many writes at once, own and foreign, are each heard once', async () => {
    const own = Array.from({ length: 5 }, (_, index) => admin.post('/posts', { title: `Own ${index}` }).expect(201));
    for (let index = 0; index < 5; index++) await insert(`many-${index}`, 'post', 'draft');
    await Promise.all(own);
    const events = await heardInTheEnd();
    expect(events.filter((event) => event === 'entry.created')).toHaveLength(5);
    expect(events.filter((event) => event === 'entry.created foreign')).toHaveLength(5);
    expect(events).toHaveLength(10);
    expect(new Set(heard.map(({ eventId }) => eventId)).size).toBe(10);
  });
});
