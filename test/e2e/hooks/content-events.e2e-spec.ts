import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import request from 'supertest';
import { Database } from '../../../src/database/database.js';
import { Post } from '../../../src/database/entities/index.js';
import {
  BeforeWrite,
  type ContentEvent,
  type ContentEventName,
  ContentService,
  type BeforeEntryWrite,
  OnContent,
  RestError,
} from '../../../src/index.js';
import { Job } from '../../../src/platform/jobs/job.entity.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../support/app.js';
import { clientOf } from '../../support/clients.js';
import { picture } from '../../support/files.js';
import { until } from '../../support/until.js';

type EntryEventName = Extract<ContentEventName, `entry.${string}` | 'media.uploaded'>;

const heard: string[] = [];
const delivered: ContentEvent[] = [];
let failures = 0;

@Injectable()
class Listeners {
  @OnContent([
    'entry.created',
    'entry.updated',
    'entry.published',
    'entry.unpublished',
    'entry.trashed',
    'entry.restored',
    'entry.deleted',
    'media.uploaded',
  ])
  onEntry({ event, type, status, formerStatus = 'new' }: ContentEvent<EntryEventName>): void {
    heard.push(`${event} ${type} ${formerStatus} ${status}`);
  }

  @OnContent(['term.created', 'term.updated', 'term.deleted'], { types: ['category'] })
  @OnContent(['comment.created', 'comment.status-changed', 'comment.deleted'])
  @OnContent(['user.created', 'user.updated', 'user.deleted', 'user.signed-in'])
  @OnContent(['settings.updated', 'form.submitted'])
  onOthers(event: ContentEvent): void {
    heard.push(event.event);
    if (event.event === 'settings.updated') throw new Error('a listener that fails');
  }

  @OnContent('entry.published', { types: ['post'], durable: true, attempts: 3 })
  rebuild(event: ContentEvent<'entry.published'>): Promise<void> {
    delivered.push(event);
    return failures-- > 0 ? Promise.reject(new Error('not reachable')) : Promise.resolve();
  }

  @BeforeWrite('entry')
  refuse({ next }: BeforeEntryWrite): void {
    if (next.title === 'refused') throw new RestError('refused', 'Refused.', 409);
  }
}

@Module({ providers: [Listeners] })
class ListenersModule {}

eachEngine((engine) => {
  let service: TestApp;
  let db: Database;
  const admin = clientOf(() => service, 'admin');

  beforeAll(async () => {
    service = await startTestApp({ ...WEB }, engine, { modules: [ListenersModule] });
    db = service.app.get(Database);
  });
  afterAll(() => service.close());
  beforeEach(() => {
    heard.length = 0;
    delivered.length = 0;
    failures = 0;
  });

  const untilHeard = (count: number) => until(() => Promise.resolve(heard.length >= count));
  const jobs = () => db.manager.findBy(Job, { kind: 'event.Listeners.rebuild' });

  test('each write of an entry is heard once, after its commit', async () => {
    const { body } = await admin.post('/posts', { title: 'A' }).expect(201);
    await admin.post(`/posts/${body.id}`, { status: 'publish' }).expect(200);
    await admin.post(`/posts/${body.id}`, { status: 'draft' }).expect(200);
    await admin.delete(`/posts/${body.id}`).expect(200);
    await admin.post(`/posts/${body.id}`, { status: 'draft' }).expect(200);
    await admin.delete(`/posts/${body.id}`, { force: true }).expect(200);
    await admin.post('/posts', { title: 'refused' }).expect(409);
    await untilHeard(8);
    expect(heard).toEqual([
      'entry.created post new draft',
      'entry.updated post draft publish',
      'entry.published post draft publish',
      'entry.updated post publish draft',
      'entry.unpublished post publish draft',
      'entry.trashed post draft trash',
      'entry.restored post trash draft',
      'entry.deleted post new draft',
    ]);
  });

  test('terms, comments, users and settings have events; a listener that fails does not fail the write', async () => {
    const { body: category } = await admin.post('/categories', { name: 'C' }).expect(201);
    await admin.post('/tags', { name: 'not heard' }).expect(201);
    await admin.delete(`/categories/${category.id}`, { force: true }).expect(200);
    const { body: comment } = await admin.post('/comments', { post: 1, content: 'C' }).expect(201);
    await admin.post(`/comments/${comment.id}`, { status: 'hold' }).expect(200);
    await admin.delete(`/comments/${comment.id}`, { force: true }).expect(200);
    const { body: user } = await admin
      .post('/users', { username: 'u', email: 'u@x.test', password: 'a password' })
      .expect(201);
    await admin.delete(`/users/${user.id}`, { force: true, reassign: 1 }).expect(200);
    await admin.post('/settings', { title: 'T' }).expect(200);
    await untilHeard(8);
    expect(heard).toEqual([
      'term.created',
      'term.deleted',
      'comment.created',
      'comment.status-changed',
      'comment.deleted',
      'user.created',
      'user.deleted',
      'settings.updated',
    ]);
  });

  test('a durable listener has one job per event, which is repeated with the same id until it succeeds', async () => {
    await until(async () => (await jobs()).every(({ state }) => state === 'done'));
    const before = (await jobs()).length;
    delivered.length = 0;
    failures = 1;
    const { body } = await admin.post('/posts', { title: 'Durable', status: 'publish' }).expect(201);
    await admin.post('/pages', { title: 'Not a post', status: 'publish' }).expect(201);
    await until(() => Promise.resolve(delivered.length === 1));
    await until(async () => (await jobs()).some(({ lastError }) => lastError === 'not reachable'));
    // Due now instead of half a minute later.
    await db.transaction((tx) => tx.update(Job, { kind: 'event.Listeners.rebuild', state: 'waiting' }, { runAt: 0 }));
    await until(() => Promise.resolve(delivered.length === 2));
    await until(async () => (await jobs()).every(({ state }) => state === 'done'));
    expect((await jobs()).length - before).toBe(1);
    expect(delivered[0]).toMatchObject({ event: 'entry.published', id: body.id, type: 'post', actor: 1, cause: [] });
    expect(delivered[1]).toEqual(delivered[0]);
  });

  test('a scheduled entry that becomes due is published once', async () => {
    const date_gmt = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const { body } = await admin.post('/posts', { title: 'Later', status: 'future', date_gmt }).expect(201);
    const past = '2020-01-01 00:00:00';
    await db.transaction((tx) => tx.update(Post, { id: body.id }, { date: past, dateGmt: past }));
    await untilHeard(3);
    expect(heard.filter((line) => line.startsWith('entry.published'))).toEqual(['entry.published post future publish']);
  });

  test('a finished upload and a submitted form are heard', async () => {
    const file = { name: 'a.png', data: await picture(4, 4) };
    await service.app.get(ContentService).asSystem().media.create({ file });
    await untilHeard(2);
    expect(heard).toEqual(['entry.created attachment new inherit', 'media.uploaded attachment new inherit']);
    heard.length = 0;
    const forms = '/wp-json/forms/v1/contact-forms';
    const { body } = await request(service.server)
      .post(forms)
      .auth(ADMIN.user, ADMIN.password)
      .send({ title: 'F', form: '[text your-name]', additional_settings: 'skip_mail: on', context: 'save' })
      .expect(200);
    await request(service.server)
      .post(`${forms}/${body.id}/feedback`)
      .set('User-Agent', 'Browser/1')
      .type('form')
      .send({ 'your-name': 'Ann' })
      .expect(200);
    await until(() => Promise.resolve(heard.includes('form.submitted')));
    expect(heard.filter((event) => event === 'form.submitted')).toHaveLength(1);
  });

  test('signing in to the console is heard', async () => {
    await request(service.server)
      .post('/console/login')
      .send({ login: ADMIN.user, password: ADMIN.password })
      .expect(200);
    await untilHeard(1);
    expect(heard).toEqual(['user.signed-in']);
  });
});
