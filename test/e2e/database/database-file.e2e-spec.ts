import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { openDatabase } from '../../../src/database/index.js';
import { ENTRY_VERSION_RULES } from '../../../src/modules/entries/model/entry-sources.js';
import { CONFIG, type Config } from '../../../src/platform/config/config.js';
import { loadConfig } from '../../../src/platform/config/load-config.js';
import { prepareDatabase } from '../../../src/platform/start/prepare-database.js';
import { ADMIN, startTestApp } from '../../support/app.js';
import { spawnService } from '../../support/process.js';

describe('the file of an embedded database', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nestpress-file-'));
    file = join(folder, 'nestpress.sqlite');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const env = () => ({ DATA_DIR: folder, ADMIN_PASSWORD: 'a long password', LOG_LEVEL: 'silent' });
  const prepare = () => prepareDatabase(loadConfig(env()), { versionRules: ENTRY_VERSION_RULES });

  test('a new one has the list index and the search index', async () => {
    await prepare();
    const database = await openDatabase({ file, tablePrefix: 'wp_', versionRules: ENTRY_VERSION_RULES });
    try {
      expect([await database.listIndex.poll(), await database.searchIndex.poll()]).toEqual([true, true]);
      expect(await database.searchIndex.differences()).toEqual([]);
    } finally {
      await database.close();
    }
  });

  test('an empty file is no new site where there are uploads', async () => {
    writeFileSync(file, '');
    mkdirSync(join(folder, 'uploads/2030/01'), { recursive: true });
    writeFileSync(join(folder, 'uploads/2030/01/a.png'), 'x');
    await expect(prepare()).rejects.toThrow(/is empty, but there are uploads in .*docs\/backup\.md/);
    expect(statSync(file).size).toBe(0);
    rmSync(file);
    await expect(prepare()).rejects.toThrow(/does not exist, but there are uploads/);
  });

  test('an empty file is no new site where there is a write-ahead log', async () => {
    writeFileSync(file, '');
    writeFileSync(`${file}-wal`, 'left over');
    await expect(prepare()).rejects.toThrow(/write-ahead log .* has content: there was a site/);
    expect(readFileSync(`${file}-wal`, 'utf8')).toBe('left over');
  });

  test('an empty file alone is a new site, and so is one next to unfinished uploads', async () => {
    writeFileSync(file, '');
    mkdirSync(join(folder, 'uploads/.nestpress-inbox'), { recursive: true });
    writeFileSync(join(folder, 'uploads/.nestpress-inbox/x'), 'x');
    expect(await prepare()).toMatchObject({ login: 'admin' });
  });

  test('a damaged file is named in a sentence without a stack trace', async () => {
    await prepare();
    for (const damaged of [Buffer.alloc(8192, 'x'), readFileSync(file).fill(0xff, 100)]) {
      for (const left of [`${file}-wal`, `${file}-shm`]) rmSync(left, { force: true });
      writeFileSync(file, damaged);
      const service = spawnService({ ...env(), PORT: '9' });
      expect((await service.ended).code).toBe(1);
      expect(service.output()).toMatch(/The database file .*nestpress\.sqlite is damaged .*docs\/backup\.md/);
      expect(service.output()).not.toMatch(/^\s+at /m);
    }
  });

  test('a file that is replaced under the service is not written to, and readiness reports it', async () => {
    const service = await startTestApp();
    const { databaseFile } = service.app.get<Config>(CONFIG);
    copyFileSync(databaseFile, `${databaseFile}.restored`);
    renameSync(`${databaseFile}.restored`, databaseFile);
    const { body: report } = await request(service.server).get('/readyz').expect(503);
    expect(report).toMatchObject({
      status: 'not ready',
      checks: { database: { state: 'failing', reason: expect.stringContaining('was replaced or deleted') } },
    });
    const { body, headers } = await request(service.server)
      .post('/wp-json/wp/v2/posts')
      .auth(ADMIN.user, ADMIN.password)
      .send({ title: 'lost' })
      .expect(503);
    expect(body).toMatchObject({ code: 'service_unavailable' });
    expect(headers['retry-after']).toBe('2');
    await request(service.server).get('/healthz').expect(200);
    await service.close();
  });
});
