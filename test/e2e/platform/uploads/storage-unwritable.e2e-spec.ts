import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';

const MEDIA = '/wp-json/wp/v2/media';

eachEngine((engine) => {
  let service: TestApp;
  let uploads: string;
  beforeAll(async () => {
    service = await startTestApp({}, engine);
    uploads = service.app.get<Config>(CONFIG).uploadsDir;
  });
  afterAll(() => service.close());

  const upload = (name: string) =>
    request(service.server)
      .post(MEDIA)
      .auth(ADMIN.user, ADMIN.password)
      .set('Content-Disposition', `attachment; filename=${name}`)
      .set('Content-Type', 'text/plain')
      .send(name);
  const created = async (name: string) => {
    const { body } = await upload(name).expect(201);
    const { id, source_url: url } = body as { id: number; source_url: string };
    return { id, file: join(uploads, new URL(url).pathname.replace(/^.*\/uploads\//, '')) };
  };
  const remove = (id: number) =>
    request(service.server).delete(`${MEDIA}/${id}?force=true`).auth(ADMIN.user, ADMIN.password);
  const readiness = async () => {
    const { body } = await request(service.server).get('/readyz');
    const { status, checks } = body as { status: string; checks: { uploads: object } };
    return [status, checks.uploads];
  };

  /** A file in the place of a folder is the same to every user; a mode is not, as tests may run as root. */
  async function withoutFolder(folder: string, work: () => Promise<void>): Promise<void> {
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, '');
    try {
      await work();
    } finally {
      rmSync(folder);
      renameSync(`${folder}.away`, folder);
    }
  }

  const unavailable = async (sent: request.Test) => {
    const { status, body, headers } = await sent;
    expect([status, (body as { code: string }).code]).toEqual([503, 'storage_unavailable']);
    expect(headers['retry-after']).toBe('30');
  };

  test('the uploads folder is public, the folder of files in progress is private', async () => {
    const { file } = await created('first.txt');
    const mode = (path: string) => statSync(path).mode & 0o777;
    const umask = process.umask();
    for (const folder of [uploads, dirname(file)]) expect(mode(folder)).toBe(0o777 & ~umask);
    expect(mode(file)).toBe(0o644 & ~umask);
    expect(mode(join(uploads, '.nestpress-incoming'))).toBe(0o700);
  });

  test('an unusable month folder is a 503 for uploads, and readiness reports it', async () => {
    const { file } = await created('before.txt');
    await withoutFolder(dirname(file), async () => {
      expect(await readiness()).toEqual(['degraded', { state: 'failing', reason: 'cannot be written' }]);
      await unavailable(upload('meanwhile.txt'));
    });
    expect(await readiness()).toEqual(['ready', { state: 'ok' }]);
    await created('meanwhile.txt');
  });

  test('an unusable folder of files in progress is a 503 for uploads and deletions, which change nothing', async () => {
    const { id, file } = await created('kept.txt');
    await withoutFolder(join(uploads, '.nestpress-incoming'), async () => {
      expect(await readiness()).toEqual([
        'degraded',
        { state: 'failing', reason: expect.stringContaining('received') },
      ]);
      await unavailable(upload('meanwhile.txt'));
      await unavailable(remove(id));
    });
    expect(existsSync(file)).toBe(true);
    expect(await readiness()).toEqual(['ready', { state: 'ok' }]);
    await remove(id).expect(200);
    expect(existsSync(file)).toBe(false);
  });

  test('a deletion succeeds when its row is gone, whether or not its file can be deleted', async () => {
    const { id, file } = await created('stuck.txt');
    rmSync(file);
    // A folder in the place of the file cannot be deleted as one.
    mkdirSync(file);
    await remove(id).expect(200);
    await request(service.server).get(`${MEDIA}/${id}`).expect(404);
    const { id: other, file: gone } = await created('gone.txt');
    await withoutFolder(dirname(gone), async () => {
      await remove(other).expect(200);
    });
  });
});
