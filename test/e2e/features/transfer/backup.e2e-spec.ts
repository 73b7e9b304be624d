import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Command } from 'commander';
import request from 'supertest';
import { register } from '../../../../src/features/transfer/backup/backup.command.js';
import { install, openDatabase } from '../../../../src/database/index.js';
import { copySite } from '../../../../src/features/transfer/copy/copy-site.js';
import { createBackup } from '../../../../src/features/transfer/backup/create-backup.js';
import { restoreBackup } from '../../../../src/features/transfer/backup/restore-backup.js';
import { CONFIG, type Config } from '../../../../src/platform/config/config.js';
import { loadConfig } from '../../../../src/platform/config/load-config.js';
import { missing as missingProgram } from '../../../support/missing.js';
import { ADMIN, eachEngine, startTestApp, type TestApp } from '../../../support/app.js';
import { createMysqlDatabase } from '../../../support/databases.js';
import { findProgram } from '../../../support/programs.js';
import { until } from '../../../support/until.js';

const PATHS = [
  '/wp/v2/posts?before=2021-01-01T00:00:00&context=edit&status=any',
  '/wp/v2/pages',
  '/wp/v2/comments',
  '/wp/v2/users?context=edit',
  '/wp/v2/tags',
  '/wp/v2/media?context=edit',
  '/wp/v2/settings',
];

eachEngine((engine) => {
  // A server may have come without it.
  if (engine === 'mysql' && !findProgram(['mariadb-dump', 'mysqldump'])) {
    missingProgram('mariadb-dump is not installed');
    return;
  }
  let scratch: string;
  let service: TestApp;
  let config: Config;
  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'nestpress-backup-'));
    service = await startTestApp({}, engine);
    config = service.app.get<Config>(CONFIG);
  });
  afterAll(async () => {
    await service.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  const send = (path: string, body: object) =>
    request(service.server).post(`/wp-json/wp/v2${path}`).auth(ADMIN.user, ADMIN.password).send(body).expect(201);

  async function responses(of: TestApp): Promise<unknown[]> {
    const all = PATHS.map((path) =>
      request(of.server).get(`/wp-json${path}`).auth(ADMIN.user, ADMIN.password).expect(200),
    );
    return (await Promise.all(all)).map(({ body }) => body as unknown);
  }

  /** Restores a backup into an empty place and starts a service there. */
  async function restore(folder: string): Promise<TestApp> {
    const place = mkdtempSync(join(scratch, 'restored-'));
    const empty = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const env = { DATA_DIR: place, ...(empty && { DATABASE_URL: empty.url }) };
    const target = loadConfig(env);
    await restoreBackup(target, folder, { overwrite: false });
    expect(statSync(join(place, 'uploads')).mode & 0o777).toBe(0o755);
    if (!empty) expect(statSync(target.databaseFile).mode & 0o777).toBe(0o600);
    await expect(restoreBackup(target, folder, { overwrite: false })).rejects.toThrow(/--overwrite replaces it/);
    await restoreBackup(target, folder, { overwrite: true });
    const restored = await startTestApp(env);
    return { ...restored, close: () => restored.close().then(empty?.drop) };
  }

  test('what was there is there again, as it was at one moment, though the service went on writing', async () => {
    await send('/posts', {
      title: 'Größe 😀 \\ \' "',
      content: '\u0001<b>x</b>',
      date: '2020-05-05T05:05:05',
      status: 'private',
      meta: {},
    });
    const { body: media } = await request(service.server)
      .post('/wp-json/wp/v2/media')
      .auth(ADMIN.user, ADMIN.password)
      .set('Content-Disposition', 'attachment; filename=note.txt')
      .set('Content-Type', 'text/plain')
      .send('a note')
      .expect(201);
    mkdirSync(join(config.uploadsDir, '.nestpress-incoming'), { recursive: true });
    writeFileSync(join(config.uploadsDir, '.nestpress-incoming/half'), 'half an upload');
    const before = await responses(service);

    const written: number[] = [];
    let isDone = false;
    const writing = (async () => {
      while (!isDone)
        written.push(((await send('/posts', { title: 'meanwhile', status: 'publish' })).body as { id: number }).id);
    })();
    await until(() => written.length >= 2, 'posts are written');
    const writtenBefore = written.length;
    const folder = join(scratch, 'backup');
    const { uploads, missing } = await createBackup(config, folder).finally(() => (isDone = true));
    await writing;
    expect(uploads).toBe(1);
    expect(missing).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);

    // The service would go on writing to what is no longer there.
    await expect(restoreBackup(config, folder, { overwrite: true })).rejects.toThrow(
      new RegExp(`is in use by process .*\\b${process.pid}\\b.* Stop the service`),
    );
    await send('/posts', { title: 'it was left alone' });

    const restored = await restore(folder);
    expect(await responses(restored)).toEqual(before);
    const file = await request(restored.server)
      .get(new URL((media as { source_url: string }).source_url).pathname)
      .expect(200);
    expect(file.text).toBe('a note');
    await request(restored.server).get('/wp-content/uploads/.nestpress-incoming/half').expect(404);

    const { body: found } = await request(restored.server)
      .get('/wp-json/wp/v2/posts?search=meanwhile&per_page=100&orderby=id&order=asc&_fields=id')
      .expect(200);
    const ids = (found as { id: number }[]).map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(writtenBefore);
    expect(ids).toEqual(written.slice(0, ids.length));
    await send('/posts', { title: 'the source goes on' });
    await request(restored.server)
      .post('/wp-json/wp/v2/posts')
      .auth(ADMIN.user, ADMIN.password)
      .send({ title: 'so does the copy' })
      .expect(201);
    await restored.close();
  });

  test('a site is not copied into the database of a running service', async () => {
    const file = join(scratch, 'source.sqlite');
    const source = await openDatabase({ file, tablePrefix: 'wp_' });
    await install(source, { siteUrl: 'http://other.test', title: 'Other', sample: false });
    await source.close();
    const to = config.databaseUrl ?? config.databaseFile;
    const silent = { progress: () => undefined, note: () => undefined };
    await expect(copySite({ from: file, to, tablePrefix: 'wp_', replace: true }, silent)).rejects.toThrow(
      new RegExp(`is in use by process .*\\b${process.pid}\\b.* Stop the service`),
    );
    await send('/posts', { title: 'it goes on' });
  });

  test('the command reports what it wrote, and overwrites nothing', async () => {
    const printed: unknown[] = [];
    const run = (folder: string) => {
      const program = new Command().exitOverride();
      register(program, { config: () => config, print: (value) => printed.push(value) });
      return program.parseAsync(['backup', folder], { from: 'user' });
    };
    const folder = join(scratch, 'by-command');
    await run(folder);
    expect(printed).toEqual([
      {
        folder,
        database: engine === 'sqlite' ? 'nestpress.sqlite' : 'database.sql',
        bytes: expect.any(Number),
        uploads: 1,
        missing: [],
      },
    ]);
    await expect(run(folder)).rejects.toThrow('There is something at');
  });

  test('attachments without a file are reported, those deleted while the backup runs are in it', async () => {
    const upload = async (name: string) => {
      const { body } = await request(service.server)
        .post('/wp-json/wp/v2/media')
        .auth(ADMIN.user, ADMIN.password)
        .set('Content-Disposition', `attachment; filename="${name}"`)
        .set('Content-Type', 'text/plain')
        .send(name)
        .expect(201);
      const { source_url: url } = body as { source_url: string };
      return new URL(url).pathname.replace(/^.*\/uploads\//, '');
    };
    const lost = await upload("it's lost.txt");
    rmSync(join(config.uploadsDir, lost));
    const { missing } = await createBackup(config, join(scratch, 'with-missing'));
    expect(missing).toEqual([lost]);

    const names = await Promise.all(Array.from({ length: 8 }, (_, i) => upload(`deleted-${i}.txt`)));
    let isRunning = true;
    const running = createBackup(config, join(scratch, 'while-deleting')).finally(() => (isRunning = false));
    const isCopied = (name: string) => existsSync(join(scratch, 'while-deleting.unfinished/uploads', name));
    // The backup of a small site takes milliseconds: look after every step of it.
    while (isRunning && !names.every(isCopied)) await setImmediate();
    expect(isRunning).toBe(true);
    for (const name of names) rmSync(join(config.uploadsDir, name));
    expect((await running).missing).toEqual([lost]);
  });

  test('a database that cannot be reached or read is a sentence, and leaves no folder that looks complete', async () => {
    const folder = join(scratch, 'failed');
    const broken =
      engine === 'sqlite'
        ? { databaseFile: join(scratch, 'nowhere.sqlite') }
        : { databaseUrl: 'mysql://root:s3cret@127.0.0.1:1/nowhere' };
    const failure: unknown = await createBackup({ ...config, ...broken }, folder).catch((error: unknown) => error);
    expect(String(failure)).toMatch(engine === 'sqlite' ? /unable to open/ : /dump failed: /);
    expect(String(failure)).not.toContain('s3cret');
    expect(() => statSync(folder)).toThrow('ENOENT');
  });
});
