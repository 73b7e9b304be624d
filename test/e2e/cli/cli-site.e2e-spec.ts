import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import * as exporting from '../../../src/features/transfer/export/export.command.js';
import * as install from '../../../src/cli/commands/install.command.js';
import * as setupLink from '../../../src/features/console/setup-link.command.js';
import * as role from '../../../src/cli/commands/role.command.js';
import * as settings from '../../../src/modules/settings/settings.command.js';
import * as user from '../../../src/cli/commands/user.command.js';
import { AWAITS_SIGN_IN } from '../../../src/database/installer/default-options.js';
import { openDatabase } from '../../../src/database/index.js';
import { OptionsStore } from '../../../src/database/options.store.js';
import { eachEngine } from '../../support/app.js';
import { callCli } from '../../support/cli.js';
import { createMysqlDatabase } from '../../support/databases.js';

const GROUPS = [install, setupLink, user, role, settings, exporting];

eachEngine((engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-cli-site-'));
  let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
  let env: Record<string, string>;
  const call = (...args: string[]) => callCli(GROUPS, env, args);
  const json = async (...args: string[]) => {
    const { code, out, err } = await call(...args, '--json');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return JSON.parse(out) as Record<string, unknown>;
  };

  beforeAll(async () => {
    place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    env = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal', ...(place && { DATABASE_URL: place.url }) };
    await json('install', '--sample', '--url', 'http://site.test');
  });
  afterAll(async () => {
    await place?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('setup-link prints a new link until an administrator has signed in', async () => {
    const links = [await json('setup-link'), await json('setup-link')].map(({ url }) => url);
    expect(links[0]).toMatch(/^http:\/\/site\.test\/console\/setup\?token=[\w-]{43}$/);
    expect(links[1]).not.toBe(links[0]);
    const db = await openDatabase({ url: place?.url, file: join(dataDir, 'nestpress.sqlite'), tablePrefix: 'wp_' });
    await db.transaction((tx) => new OptionsStore(db).delete(tx, AWAITS_SIGN_IN));
    await db.close();
    expect(await call('setup-link')).toMatchObject({ code: 1, err: expect.stringContaining('signed in already') });
  });

  test('user role replaces the roles of an account', async () => {
    await json('user', 'create', 'eva', 'eva@site.test', '--role', 'author');
    expect(await json('user', 'role', 'eva', 'editor', 'author')).toMatchObject({ roles: ['editor', 'author'] });
    expect(await call('user', 'role', 'eva', 'king')).toMatchObject({
      code: 1,
      err: 'nestpress: There is no role "king". Roles: administrator, editor, author, contributor, subscriber.\n',
    });
  });

  test('user delete wants to know what happens to the entries, and keeps an administrator', async () => {
    expect(await call('user', 'delete', 'eva')).toMatchObject({ code: 2, err: expect.stringContaining('--reassign') });
    expect(await call('user', 'role', 'admin', 'editor')).toMatchObject({
      code: 1,
      err: expect.stringContaining('admin is the only administrator'),
    });
    expect((await call('user', 'delete', 'admin', '--reassign', 'eva')).code).toBe(1);
    await json('user', 'role', 'eva', 'administrator');
    expect(await json('user', 'delete', 'admin', '--reassign', 'eva')).toMatchObject({ deleted: true, login: 'admin' });
    expect(await call('user', 'list')).toMatchObject({ out: expect.not.stringContaining('admin@') });
  });

  test('role grant makes a declared type usable whose capabilities no role has', async () => {
    const file = join(dataDir, 'tomes.json');
    writeFileSync(file, JSON.stringify({ types: [{ name: 'tome', label: 'Tomes', capabilityType: 'tome' }] }));
    const withTomes = (...args: string[]) => callCli(GROUPS, { ...env, CONTENT_TYPES: file }, args);
    expect(await withTomes('settings', 'get', 'title')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nestpress role grant administrator edit_tomes'),
    });
    const verbs = ['edit', 'edit_others', 'edit_private', 'edit_published', 'publish', 'read_private'];
    const deletes = ['delete', 'delete_others', 'delete_private', 'delete_published'];
    const names = [...verbs, ...deletes].map((verb) => `${verb}_tomes`);
    expect(await withTomes('role', 'grant', 'editor', ...names)).toMatchObject({ code: 0, err: '' });
    expect(await withTomes('settings', 'get', 'title')).toMatchObject({ code: 0 });
    expect(await json('role', 'list', 'editor')).toMatchObject({
      capabilities: expect.arrayContaining(['edit_posts', ...names]),
    });
    expect(await call('role', 'revoke', 'editor', ...names)).toMatchObject({ code: 0 });
    expect((await json('role', 'list', 'editor')).capabilities).not.toContain('edit_tomes');
    expect(await call('role', 'grant', 'king', 'edit_tomes')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no role "king". Roles: administrator'),
    });
    expect((await call('role', 'grant', 'editor', 'Edit Tomes')).code).toBe(2);
  });

  test('settings are read and changed by the names of the interface', async () => {
    expect(await json('settings', 'set', 'posts_per_page', '7')).toEqual({ posts_per_page: 7 });
    expect((await call('settings', 'get', 'posts_per_page')).out).toBe('7\n');
    expect(await json('settings', 'get')).toMatchObject({ posts_per_page: 7, url: 'http://site.test' });
    expect((await call('settings', 'set', 'timezone', 'Mars/Olympus')).err).toBe(
      'nestpress: "Mars/Olympus" is not a valid timezone.\n',
    );
    expect((await call('settings', 'set', 'posts_per_page', 'many')).err).toContain('is not of type integer');
    expect((await call('settings', 'get', 'colour')).err).toContain('There is no setting "colour". Settings: title, ');
  });

  test('every SQL statement in docs/ runs on this engine', async () => {
    const database = await openDatabase({
      url: place?.url,
      file: join(dataDir, 'nestpress.sqlite'),
      tablePrefix: 'wp_',
    });
    const docs = join(import.meta.dirname, '../../../docs');
    const blocks = readdirSync(docs)
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => [...readFileSync(join(docs, name), 'utf8').matchAll(/```sql\n(.*?)```/gs)]);
    expect(blocks.length).toBeGreaterThan(0);
    try {
      for (const [, sql = ''] of blocks) await database.query(sql.trim().replace(/;$/, ''));
    } finally {
      await database.close();
    }
  });

  test.each([
    ['--author', 'ghost', 'There is no author "ghost".'],
    ['--category', 'Nothing', 'There is no category "Nothing"; --category takes a slug.'],
    ['--type', 'post,pots', 'There is no post type "pots".'],
    ['--status', 'published', 'There is no status "published".'],
  ])('export %s %s is refused and writes no file', async (option, value, sentence) => {
    const output = join(dataDir, 'export.xml');
    expect(await call('export', '--output', output, option, value)).toEqual({
      code: 1,
      out: '',
      err: `nestpress: ${sentence}\n`,
    });
    expect(() => readFileSync(output)).toThrow('ENOENT');
  });
});

test('--version is the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  expect(await callCli(GROUPS, {}, ['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});
