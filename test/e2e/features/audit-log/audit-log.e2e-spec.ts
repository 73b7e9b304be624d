import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { SYSTEM } from '../../../../src/access/principal.js';
import * as auditLog from '../../../../src/features/audit-log/audit-log.command.js';
import * as role from '../../../../src/cli/commands/role.command.js';
import * as user from '../../../../src/cli/commands/user.command.js';
import { AuditEntry } from '../../../../src/features/audit-log/audit-entry.entity.js';
import { AuditLogService } from '../../../../src/features/audit-log/audit-log.service.js';
import { Database } from '../../../../src/database/database.js';
import { ContentEvents } from '../../../../src/hooks/content-events.service.js';
import { Job } from '../../../../src/platform/jobs/job.entity.js';
import { JobsService } from '../../../../src/platform/jobs/jobs.service.js';
import { eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { callCli } from '../../../support/cli.js';
import { clientOf, createUsers, PASSWORD } from '../../../support/clients.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { until } from '../../../support/until.js';

const DAY_MS = 24 * 3_600_000;
type Entry = Record<string, unknown> & { id: number; event: string };

eachEngine((engine) => {
  let folder: string;
  let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
  let env: Record<string, string>;
  let service: TestApp;
  let ids: Awaited<ReturnType<typeof createUsers>>;
  const admin = clientOf(() => service, 'admin');
  const own = clientOf(() => service, 'admin', '/wp-json/nestpress/v1');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nestpress-audit-log-'));
    place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    // The command line uses the same database.
    env = { ...WEB, DATA_DIR: folder, LOG_LEVEL: 'silent', ...(place && { DATABASE_URL: place.url }) };
    service = await startTestApp(env);
    ids = await createUsers(admin);
  });
  afterAll(async () => {
    await service?.close();
    await place?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const list = async (query: object = {}): Promise<Entry[]> => (await own.get('/audit-log', query).expect(200)).body;
  const latest = async (event: string) => (await list({ event, per_page: 1 }))[0];

  test('administrators read it, others do not', async () => {
    await request(service.server).get('/wp-json/nestpress/v1/audit-log').expect(401);
    for (const login of ['chief', 'reader'])
      await clientOf(() => service, login, '/wp-json/nestpress/v1')
        .get('/audit-log')
        .expect(403);
    for (const method of ['post', 'put', 'delete'] as const) await own[method]('/audit-log').expect(404);
  });

  test('users: created, changed without values, roles before and after, deleted', async () => {
    expect(await latest('user.created')).toMatchObject({
      actor: 1,
      actor_login: 'admin',
      via: '',
      address: expect.stringMatching(/127\.0\.0\.1$/),
      object_type: 'user',
      object_id: ids.reader,
      object_name: 'reader',
      details: { roles: ['subscriber'] },
    });
    const before = (await list()).length;
    await admin.post(`/users/${ids.reader}`, { roles: ['subscriber'] }).expect(200);
    expect(await list()).toHaveLength(before);
    await admin
      .post(`/users/${ids.reader}`, { roles: ['editor'], email: 'new@x.test', password: 'a new secret' })
      .expect(200);
    const changed = await latest('user.updated');
    expect(changed).toMatchObject({
      details: { changed: ['email', 'password', 'roles'], formerRoles: ['subscriber'], roles: ['editor'] },
    });
    expect(JSON.stringify(changed)).not.toMatch(/new@x\.test|a new secret/);
    await admin.delete(`/users/${ids.reader}`, { force: true, reassign: 1 }).expect(200);
    expect(await latest('user.deleted')).toMatchObject({ object_id: ids.reader, object_name: 'reader' });
  });

  test('settings, deletions and who did them', async () => {
    await admin.post('/settings', { title: 'A new title' }).expect(200);
    expect(await latest('settings.updated')).toMatchObject({
      object_type: 'settings',
      details: { settings: ['title'] },
    });
    const chief = clientOf(() => service, 'chief');
    const { id } = (await chief.post('/posts', { title: 'Short-lived', status: 'publish' }).expect(201)).body;
    await chief.delete(`/posts/${id}`).expect(200);
    await chief.delete(`/posts/${id}`, { force: true }).expect(200);
    const about = { actor: ids.chief, actor_login: 'chief', object_type: 'post', object_id: id };
    expect(await latest('entry.trashed')).toMatchObject({ ...about, object_name: 'Short-lived' });
    expect(await latest('entry.deleted')).toMatchObject(about);
    const term = (await admin.post('/tags', { name: 'Fleeting' }).expect(201)).body.id;
    await admin.delete(`/tags/${term}`, { force: true }).expect(200);
    expect(await latest('term.deleted')).toMatchObject({ object_type: 'post_tag', object_name: 'Fleeting' });
    expect(await list({ event: 'entry.created' })).toEqual([]);
    expect((await list({ actor: ids.chief })).map(({ event }) => event)).toEqual(['entry.deleted', 'entry.trashed']);
  });

  test('webhooks, without their secrets and URLs', async () => {
    const { id, secret } = (await own.post('/webhooks', { url: 'https://example.com/hook?key=k' }).expect(201)).body;
    await own.put(`/webhooks/${id}`, { enabled: false, events: ['entry.created'] }).expect(200);
    await own.post(`/webhooks/${id}/secret`).expect(200);
    await own.delete(`/webhooks/${id}`).expect(200);
    const recorded = (await list()).slice(0, 4);
    expect(recorded.map(({ event, details }) => [event, details])).toEqual([
      ['webhook.deleted', {}],
      ['webhook.updated', { changed: ['secret'] }],
      ['webhook.updated', { changed: ['events', 'enabled'] }],
      ['webhook.created', {}],
    ]);
    expect(recorded[3]).toMatchObject({ actor: 1, object_type: 'webhook', object_id: id, object_name: 'example.com' });
    for (const hidden of ['key=k', secret.slice(6)]) expect(JSON.stringify(recorded)).not.toContain(hidden);
  });

  test('a write that is rolled back leaves no entry', async () => {
    const [before] = await list({ per_page: 1 });
    const events = service.app.get(ContentEvents, { strict: false });
    const refused = service.app.get(Database).transaction(async (tx) => {
      await events.emit(tx, 'settings.updated', SYSTEM, { settings: ['title'] });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await list({ per_page: 1 })).toEqual([before]);
  });

  test('application passwords, and what was done with them', async () => {
    const path = `/users/${ids.writer}/application-passwords`;
    const { uuid, password } = (await own.post(path, { name: 'Deploy' }).expect(201)).body;
    expect(await latest('application-password.created')).toMatchObject({
      actor: 1,
      object_id: ids.writer,
      object_name: 'writer',
      details: { name: 'Deploy' },
    });
    const send = (method: 'post' | 'delete', to: string) =>
      request(service.server)[method](`/wp-json/wp/v2${to}`).auth('writer', password);
    const { id } = (await send('post', '/posts').send({ title: 'By a program' }).expect(201)).body;
    await send('delete', `/posts/${id}`).expect(200);
    expect(await latest('entry.trashed')).toMatchObject({ actor_login: 'writer', via: 'Deploy' });
    await own.delete(`${path}/${uuid}`).expect(200);
    expect(await latest('application-password.revoked')).toMatchObject({ details: { name: 'Deploy' } });
    expect(JSON.stringify(await list())).not.toContain(password.replaceAll(' ', '').slice(0, 12));
  });

  test('sign-ins and failed ones, without what was typed', async () => {
    const signIn = (login: string, password: string) =>
      request(service.server).post('/console/login').set('Origin', 'http://site.test').send({ login, password });
    await signIn('other', PASSWORD).expect(200);
    expect(await latest('user.signed-in')).toMatchObject({
      actor: ids.other,
      actor_login: 'other',
      address: expect.stringMatching(/127\.0\.0\.1$/),
    });
    await signIn('other', 'wrong secret').expect(401);
    await until(async () => (await latest('sign-in.failed'))?.object_name === 'other');
    await signIn('my secret as login', 'x').expect(401);
    await request(service.server).get('/wp-json/wp/v2/posts').auth('chief', 'wrong secret').expect(401);
    await until(async () => (await list({ event: 'sign-in.failed' })).length === 3);
    const failed = await list({ event: 'sign-in.failed' });
    expect(failed[0]).toMatchObject({ actor: 0, object_id: ids.chief, details: { reason: 'password' } });
    expect(failed[1]).toMatchObject({ object_id: 0, object_name: '' });
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  test('many failed sign-ins are counted, not all recorded', async () => {
    const before = (await list({ event: 'sign-in.failed', per_page: 100 })).length;
    const log = service.app.get(AuditLogService, { strict: false }) as unknown as {
      noteFailure(failure: object): void;
      failures: { endsAt: number };
      pending: Set<Promise<void>>;
    };
    for (let i = 0; i < 100; i++) log.noteFailure({ account: undefined, address: '192.0.2.1', reason: 'password' });
    await Promise.all(log.pending);
    const recorded = 60 - before;
    expect(await list({ event: 'sign-in.failed', per_page: 100 })).toHaveLength(60);
    log.failures.endsAt = 0;
    log.noteFailure({ account: undefined, address: '192.0.2.1', reason: 'password' });
    await Promise.all(log.pending);
    expect(await latest('sign-in.failed')).toMatchObject({ details: { others: 100 - recorded } });
  });

  test('pages by cursor, which new entries do not shift', async () => {
    const first = await own.get('/audit-log', { per_page: 5 }).expect(200);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.link!)![1]!;
    expect(next).toContain(`cursor=${first.body.at(-1).id}`);
    await admin.post('/settings', { title: 'Meanwhile' }).expect(200);
    const second = await own.get('/audit-log', Object.fromEntries(new URL(next).searchParams)).expect(200);
    expect(second.body.map(({ id }: Entry) => id)).toEqual(
      first.body.map((_: unknown, index: number) => first.body.at(-1).id - 1 - index),
    );
    const all = await list({ per_page: 100, before: new Date(Date.now() - 60_000).toISOString() });
    expect(all).toEqual([]);
    await own
      .get('/audit-log')
      .set('If-None-Match', String((await own.get('/audit-log')).headers.etag))
      .expect(304);
    await own.get('/audit-log', { cursor: 'x' }).expect(400);
    await own.get('/audit-log', { after: 'yesterday' }).expect(400);
    await own.get('/audit-log', { per_page: 101 }).expect(400);
  });

  test('the command line lists and exports it, and its own writes are in it', async () => {
    const call = async (...args: string[]) => {
      const { code, out, err } = await callCli([auditLog, role, user], env, args);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return out;
    };
    await call('user', 'role', 'other', 'contributor');
    expect(JSON.parse(await call('audit-log', 'list', '--event', 'user.updated', '--limit', '1', '--json'))).toEqual([
      expect.objectContaining({ actor: 0, via: 'command line', object_name: 'other' }),
    ]);
    await call('role', 'grant', 'author', 'edit_tomes');
    await call('role', 'revoke', 'author', 'edit_tomes');
    expect((await list({ event: 'role.updated' })).map(({ via, object_name: role, details }) => [via, role, details]))
      // Latest first.
      .toEqual([
        ['command line', 'author', { revoked: ['edit_tomes'] }],
        ['command line', 'author', { granted: ['edit_tomes'] }],
      ]);
    const lines = (await call('audit-log', 'export')).trim().split('\n');
    const count = await service.app.get(Database).manager.count(AuditEntry);
    expect(lines.map((line) => (JSON.parse(line) as Entry).id)).toHaveLength(count);
    const csv = (await call('audit-log', 'export', '--format', 'csv', '--event', 'settings.updated')).split('\r\n');
    expect(csv[0]).toBe('id,date,event,actor,actor_login,via,address,object_type,object_id,object_name,details');
    expect(csv[1]).toContain('"{""settings"":[""title""]}"');
  });

  test('old entries are deleted after the retention, which is itself recorded', async () => {
    await own.post('/audit-log/retention', { days: 10 }).expect(400);
    expect((await own.post('/audit-log/retention', { days: 30 }).expect(200)).body).toEqual({ days: 30 });
    const recorded = await latest('settings.updated');
    expect(recorded).toMatchObject({ details: { settings: ['nestpress_audit_log_days'] } });
    const db = service.app.get(Database);
    const old = (await list({ per_page: 100 })).find(({ event }) => event === 'user.created')!.id;
    await db.transaction(async (tx) => {
      await tx.update(AuditEntry, { id: old }, { createdAt: Date.now() - 31 * DAY_MS });
      await tx.update(Job, { kind: 'audit-log.clean-up' }, { runAt: 0 });
    });
    await service.app.get(JobsService, { strict: false }).runDue();
    await until(async () => !(await db.manager.existsBy(AuditEntry, { id: old })));
    expect(await db.manager.existsBy(AuditEntry, { id: recorded!.id })).toBe(true);
    expect(await db.manager.existsBy(Job, { kind: 'audit-log.clean-up', state: 'waiting' })).toBe(true);
  });
});
