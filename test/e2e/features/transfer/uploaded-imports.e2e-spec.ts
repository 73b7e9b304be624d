import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { TransferModule } from '../../../../src/features/transfer/transfer.module.js';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { JobsService } from '../../../../src/platform/jobs/jobs.service.js';
import { ADMIN, eachEngine, startTestApp, type TestApp, WEB } from '../../../support/app.js';
import { clientOf, createUsers } from '../../../support/clients.js';
import { fillSiteToMove } from '../../../support/transfer/site-to-move.js';
import { emptySite, exportOf } from '../../../support/transfer/transfer.js';
import { until } from '../../../support/until.js';

interface Import {
  id: number;
  state: string;
  contents: { site: string; entries: Record<string, number>; comments: number; authors: number };
  error: string;
  result: { imported: number; comments: number; authors: number; notes: string[] } | null;
}

eachEngine((engine) => {
  let origin: TestApp;
  let target: TestApp;
  let xml: string;

  beforeAll(async () => {
    origin = await startTestApp({}, engine, { modules: [TransferModule] });
    await fillSiteToMove(origin);
    xml = await exportOf(origin);
    target = await startTestApp({ ...WEB, UPLOAD_LIMIT: '4000000' }, engine);
    await emptySite(target);
    await createUsers(clientOf(() => target, 'admin'));
  });
  afterAll(async () => {
    await origin?.close();
    await target?.close();
  });
  const admin = clientOf(() => target, 'admin', '/wp-json');
  const path = '/nestpress/v1/imports';
  const upload = (text: string, name = 'site.xml') =>
    request(target.server)
      .post(`/wp-json${path}`)
      .auth('admin', ADMIN.password)
      .attach('file', Buffer.from(text), { filename: name, contentType: 'text/xml' });
  const read = async (id: number) => (await admin.get(`${path}/${id}`).expect(200)).body as Import;
  const ended = async (id: number) => {
    await until(async () => (await read(id)).state !== 'running');
    return read(id);
  };
  /** Of the audit log, the latest first. */
  const recorded = async (limit: number) => {
    const { body } = await admin.get('/nestpress/v1/audit-log', { per_page: limit }).expect(200);
    return (body as { event: string; actor_login: string; object_name: string; details: object }[]).map(
      ({ event, actor_login: login, object_name: name, details }) => ({ event, login, name, details }),
    );
  };
  const stored = () =>
    readdir(join(target.app.get<Config>(CONFIG).uploadsDir, '.nestpress-imports')).catch(() => [] as string[]);

  test('a file says what it contains, is imported by a job, and is deleted then', async () => {
    const { body } = await upload(xml).expect(201);
    const { id, state, contents } = body as Import;
    expect(state).toBe('ready');
    expect(contents.site).toBe('http://site.test');
    expect(contents.entries.post).toBe(xml.match(/<wp:post_type><!\[CDATA\[post\]\]>/g)!.length);
    expect(contents.comments).toBe(xml.match(/<wp:comment>/g)!.length);
    expect(await stored()).toHaveLength(1);
    expect((await admin.get('/wp/v2/posts').expect(200)).body).toEqual([]);

    await admin.post(`${path}/${id}`, { create_authors: false, fetch_files: false }).expect(200);
    const { state: after, result } = await ended(id);
    expect(after).toBe('done');
    expect(result!.imported).toBe(xml.match(/<item>/g)!.length);
    expect(result).toMatchObject({ comments: contents.comments, authors: 0 });
    expect((await admin.get('/wp/v2/posts').expect(200)).headers['x-wp-total']).not.toBe('0');
    expect(await stored()).toEqual([]);
    const by = { login: 'admin', name: 'site.xml' };
    const { imported, comments, authors } = result!;
    expect(await recorded(2)).toEqual([
      { event: 'import.completed', ...by, details: { imported, comments, authors } },
      { event: 'import.started', ...by, details: { createAuthors: false, fetchFiles: false } },
    ]);
    await admin.post(`${path}/${id}`).expect(409);
    await admin.delete(`${path}/${id}`).expect(200);
    await admin.get(`${path}/${id}`).expect(404);
  });

  test('what is no export file, or too large, is refused with a sentence, and nothing of it is stored', async () => {
    const refused = async (text: string) => (await upload(text).expect(400)).body as { code: string; message: string };
    expect(await refused('<html></html>')).toMatchObject({
      code: 'rest_import_invalid_file',
      message: 'Line 1: this is not an export file of WordPress: it does not begin with <rss>.',
    });
    expect((await refused(xml.slice(0, -200))).message).toMatch(/^Line \d+: this is not well-formed XML/);
    expect((await refused('{"posts": []}')).code).toBe('rest_import_invalid_file');
    await request(target.server).post(`/wp-json${path}`).auth('admin', ADMIN.password).expect(400);
    const { body } = await upload(`${xml}${' '.repeat(4_000_001)}`).expect(413);
    expect((body as { message: string }).message).toMatch(/\w/);
    expect(await stored()).toEqual([]);
    expect((await admin.get(path).expect(200)).body).toEqual([]);
  });

  test('a file that was deleted meanwhile says so, and an import that nobody started is deleted in time', async () => {
    const { id } = (await upload(xml).expect(201)).body as Import;
    const second = (await upload(xml).expect(201)).body as Import;
    const { rm } = await import('node:fs/promises');
    await rm(join(target.app.get<Config>(CONFIG).uploadsDir, '.nestpress-imports'), { recursive: true });
    await admin.post(`${path}/${id}`).expect(200);
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      error: 'The uploaded file is no longer there. Upload it again.',
    });
    const jobs = target.app.get(JobsService, { strict: false });
    const waiting = (await jobs.list(['waiting'], 100)).filter(({ kind }) => kind === 'imports.delete');
    expect(waiting.length).toBeGreaterThanOrEqual(2);
    for (const job of waiting) await jobs.revive(job.id);
    await jobs.runDue();
    await until(async () => ((await admin.get(path)).body as Import[]).length === 0);
    await admin.get(`${path}/${second.id}`).expect(404);
  });

  test('export is streamed, of the chosen types, and a type that is not there is refused', async () => {
    const types = (await admin.get('/nestpress/v1/site-export').expect(200)).body as {
      type: string;
      entries: number;
    }[];
    expect(types.find(({ type }) => type === 'page')!.entries).toBeGreaterThan(0);
    const file = async (query: object) => admin.get('/nestpress/v1/site-export/file', query).buffer(true);
    const all = await file({});
    expect(all.headers['content-disposition']).toMatch(/^attachment; filename="site\.test-\d{4}-\d\d-\d\d\.xml"$/);
    expect(all.headers['transfer-encoding']).toBe('chunked');
    const itemsOf = ({ text, body }: request.Response) =>
      new Set([...(text ?? String(body)).matchAll(/<wp:post_type><!\[CDATA\[(\w+)\]\]>/g)].map(([, type]) => type));
    expect(itemsOf(all)).toContain('post');
    expect([...itemsOf(await file({ types: 'page' }))]).toEqual(['page']);
    expect((await file({ types: 'nonsense' })).status).toBe(400);
    expect((await file({ start: 'yesterday' })).status).toBe(400);
    // Not what was refused.
    expect(await recorded(2)).toEqual([
      { event: 'site.exported', login: 'admin', name: '', details: { types: ['page'] } },
      { event: 'site.exported', login: 'admin', name: '', details: {} },
    ]);
  });

  test('only those who may import and export do', async () => {
    for (const login of ['chief', 'writer', 'reader']) {
      const client = clientOf(() => target, login, '/wp-json');
      await client.get(path).expect(403);
      await client.get('/nestpress/v1/site-export/file').expect(403);
      await request(target.server)
        .post(`/wp-json${path}`)
        .auth(login, 'a password')
        .attach('file', Buffer.from(xml), 'site.xml')
        .expect(403);
    }
    await clientOf(() => target, undefined, '/wp-json')
      .get('/nestpress/v1/site-export')
      .expect(401);
    expect(await stored()).toEqual([]);
  });
});
