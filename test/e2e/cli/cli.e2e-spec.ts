import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import * as appPassword from '../../../src/cli/commands/app-password.command.js';
import * as cache from '../../../src/cli/commands/cache.command.js';
import * as indexes from '../../../src/cli/commands/index.command.js';
import * as install from '../../../src/cli/commands/install.command.js';
import * as jobs from '../../../src/cli/commands/jobs.command.js';
import * as user from '../../../src/cli/commands/user.command.js';
import { openDatabase } from '../../../src/database/index.js';
import { freePort } from '../../../tools/free-port.mjs';
import { eachEngine, startTestApp, type TestApp } from '../../support/app.js';
import { callCli, type CliOutcome, spawnCli } from '../../support/cli.js';
import { createMysqlDatabase } from '../../support/databases.js';
import { startProcess } from '../../support/process.js';
import { untilSettledInCache } from '../../support/settled-cache.js';
import { until } from '../../support/until.js';

const GROUPS = [install, user, appPassword, cache, jobs, indexes];
const PASSWORD = 'correct horse battery';
const ME = '/wp-json/wp/v2/users/me';

eachEngine((engine) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'nestpress-cli-'));
  let place: Awaited<ReturnType<typeof createMysqlDatabase>> | undefined;
  let env: Record<string, string>;
  beforeAll(async () => {
    place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    env = {
      DATA_DIR: dataDir,
      SITE_URL: 'http://site.test',
      LOG_LEVEL: 'fatal',
      DATABASE_POOL: '4',
      ...(place && { DATABASE_URL: place.url }),
    };
  });
  afterAll(async () => {
    await place?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const call = (
    args: string[],
    { input = '', more = {} }: { input?: string; more?: Record<string, string> } = {},
  ): Promise<CliOutcome> => callCli(GROUPS, { ...env, ...more }, args, input);
  const answerOf = async <T>(outcome: Promise<CliOutcome>): Promise<T> => {
    const { code, out, err } = await outcome;
    // On a slow machine, long commands print progress lines.
    expect({ code, err: err.replace(/^\d+% .*\n/gm, '') }).toEqual({ code: 0, err: '' });
    return JSON.parse(out) as T;
  };

  describe('before a service runs', () => {
    test('without a site commands say so', async () => {
      const { code, err } = await call(['user', 'list']);
      expect({ code, err }).toEqual({
        code: 1,
        err: 'nestpress: There is no site in this database yet. `nestpress install` creates one.\n',
      });
    });

    test('the binary installs a site once', async () => {
      const first = await spawnCli(env, ['install', '--title', 'Mine', '--password-stdin', '--json'], `${PASSWORD}\n`);
      expect(first).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(first.out)).toMatchObject({ installed: true, site: 'http://site.test', login: 'admin' });
      expect(first.out).not.toContain(PASSWORD);
      const again = await call(['install']);
      expect(again).toMatchObject({ code: 0, err: '' });
      expect(again.out).toContain('There is a site already: http://site.test.\nNothing had to be created.');
    });

    test('a new site has the list index, which can be checked and rebuilt', async () => {
      expect(await answerOf(call(['list-index', 'check', '--json']))).toEqual({ differences: [] });
      const database = await openDatabase({
        url: place?.url,
        file: join(dataDir, 'nestpress.sqlite'),
        tablePrefix: 'wp_',
        poolSize: 2,
      });
      await database.transaction((tx) =>
        tx.execute(
          `INSERT INTO ${database.tables.own('entry_counters')} (post_type, post_status, counted_by, value, entries) VALUES ('post', 'publish', 'all', 0, 7)`,
        ),
      );
      await database.close();
      const wrong = await call(['list-index', 'check']);
      expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining('7 counted, 0 rows') });
      await answerOf(call(['list-index', 'build', '--json']));
      expect(await answerOf(call(['list-index', 'check', '--json']))).toEqual({ differences: [] });
    });

    test('the list index says what it costs, and can leave families out', async () => {
      expect(await call(['list-index', 'build', '--without', 'posts'])).toMatchObject({ code: 2 });
      await answerOf(call(['list-index', 'remove', '--json']));
      const built = await call(['list-index', 'build', '--without', 'terms,comments']);
      expect(built).toMatchObject({ code: 0, out: expect.stringContaining('Built without comments and terms.') });
      expect(built.err).toContain('take more processor time');
      expect((await call(['list-index', 'check'])).out).toContain('The index was built without comments and terms.');
      expect(await answerOf(call(['list-index', 'build', '--without', 'none', '--json']))).toEqual({
        built: true,
        leftOut: [],
      });
    });

    test('a search index can be made, checked and taken away', async () => {
      // A new embedded database has one.
      await answerOf(call(['search-index', 'remove', '--json']));
      expect(await call(['search-index', 'check'])).toMatchObject({
        code: 1,
        err: expect.stringContaining('There is no complete search index.'),
      });
      await answerOf(call(['search-index', 'build', '--json']));
      expect(await answerOf(call(['search-index', 'check', '--json']))).toEqual({ differences: [] });
      const database = await openDatabase({
        url: place?.url,
        file: join(dataDir, 'nestpress.sqlite'),
        tablePrefix: 'wp_',
        poolSize: 2,
      });
      await database.transaction((tx) =>
        tx.execute(
          `INSERT INTO ${database.tables.posts} (post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered) VALUES ('Forgotten', '', '', '', '', '')`,
        ),
      );
      await database.transaction((tx) => tx.execute(`DELETE FROM ${database.tables.own('search_pending')}`));
      await database.close();
      expect(await call(['search-index', 'check'])).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^Entry \d+: it is missing from 3 lists\.\n/),
      });
      await answerOf(call(['search-index', 'remove', '--json']));
      expect((await call(['search-index', 'check'])).code).toBe(1);
    });

    test('jobs are listed and run, or the reason why not is printed', async () => {
      await answerOf(call(['user', 'create', 'jo', 'jo@site.test', '--json']));
      await answerOf(call(['user', 'password', 'jo', '--json']));
      /** Clean-ups wait until tomorrow. */
      const mails = async (...options: string[]) => {
        const jobs = await answerOf<{ id: number; kind: string; lastError: string }[]>(
          call(['jobs', 'list', ...options, '--json']),
        );
        return jobs.filter(({ kind }) => !kind.endsWith('.clean-up'));
      };
      expect(await mails()).toMatchObject([{ kind: 'notification', state: 'waiting', attempts: 0 }]);
      const failing = await call(['jobs', 'run', '--json'], { more: { SMTP_URL: 'smtp://127.0.0.1:1' } });
      expect(failing.code).toBe(1);
      expect(JSON.parse(failing.out)).toEqual({ done: 1, failed: 1 });
      const [mail] = await mails('--state', 'waiting');
      expect(mail!.lastError).toContain('ECONNREFUSED');
      expect(await answerOf(call(['jobs', 'run', String(mail!.id), '--json'], { more: { SMTP_URL: 'log:' } }))).toEqual(
        { done: 1, failed: 0 },
      );
      expect((await call(['jobs', 'run', String(mail!.id)])).err).toContain('is done');
    });
  });

  describe('next to a running service', () => {
    let service: TestApp;
    beforeAll(async () => {
      service = await startTestApp(env);
    });
    afterAll(() => service.close());
    const statusFor = async (login: string, password: string) =>
      (await request(service.server).get(ME).auth(login, password)).status;

    test('accounts: created, listed, given another password', async () => {
      const made = await answerOf<object>(
        call(
          ['user', 'create', 'eva', 'eva@site.test', '--role', 'editor', '--name', 'Eva', '--password-stdin', '--json'],
          { input: `${PASSWORD}\n` },
        ),
      );
      expect(made).toMatchObject({ login: 'eva', roles: ['editor'], name: 'Eva' });
      expect(made).not.toHaveProperty('password');
      expect(await statusFor('eva', PASSWORD)).toBe(200);
      const listed = await answerOf<{ login: string }[]>(call(['user', 'list', '--role', 'editor', '--json']));
      expect(listed.map(({ login }) => login)).toEqual(['eva']);
      const { password } = await answerOf<{ password: string }>(call(['user', 'password', 'eva@site.test', '--json']));
      expect(await statusFor('eva', password)).toBe(200);
      expect(await statusFor('eva', PASSWORD)).toBe(401);
    });

    // What is refused, and how, is the same on every engine.
    const refused: [string[], string][] = [
      [['user', 'create', 'admin', 'other@site.test'], 'Another account uses this username.'],
      [['user', 'create', 'new', 'nonsense'], '"nonsense" is not an e-mail address.'],
      [
        ['user', 'create', 'new', 'new@site.test', '--role', 'king'],
        'There is no role "king". Roles: administrator, editor, author, contributor, subscriber.',
      ],
      [['user', 'create', 'new', 'new@site.test', '--password-stdin'], 'A password has at least 8 characters.'],
      [['user', 'password', 'ghost'], 'There is no account "ghost". `nestpress user list` shows all.'],
      [
        ['app-password', 'revoke', 'admin', 'none'],
        'admin has no application password "none"; `nestpress app-password list` shows their UUIDs.',
      ],
    ];
    test.each(engine === 'sqlite' ? refused : refused.slice(0, 1))('%j is refused', async (args, sentence) => {
      expect(await call(args)).toEqual({ code: 1, out: '', err: `nestpress: ${sentence}\n` });
    });

    test('application passwords: good at once, gone at once', async () => {
      const { uuid, password } = await answerOf<{ uuid: string; password: string }>(
        call(['app-password', 'create', 'admin', 'Reader', '--json']),
      );
      expect(await statusFor('admin', password)).toBe(200);
      expect(await answerOf(call(['app-password', 'list', 'admin', '--json']))).toMatchObject([
        { uuid, name: 'Reader' },
      ]);
      expect(await answerOf(call(['app-password', 'revoke', 'admin', 'Reader', '--json']))).toEqual({
        revoked: [uuid],
      });
      expect(await statusFor('admin', password)).toBe(401);
    });

    test('a purge empties the running service’s cache', async () => {
      const state = async () =>
        (await request(service.server).get('/wp-json/wp/v2/posts')).headers['x-nestpress-cache'];
      await untilSettledInCache(state);
      await answerOf(call(['cache', 'purge', '--json']));
      await until(async () => (await state()) === 'miss', 'the service rebuilds the response');
    });
  });

  test('a database of something else is refused', async () => {
    const other = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const folder = mkdtempSync(join(tmpdir(), 'nestpress-cli-'));
    const database = await openDatabase({
      url: other?.url,
      file: join(folder, 'nestpress.sqlite'),
      tablePrefix: 'shop_',
    });
    await database.createTables([
      { name: 'orders', columns: [{ name: 'id', type: 'bigint(20)', default: 0 }], primaryKey: ['id'], indexes: [] },
    ]);
    await database.close();
    const { code, err } = await call(['install'], {
      more: { DATA_DIR: folder, ...(other && { DATABASE_URL: other.url }) },
    });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('The database is not empty: it has 1 other table(s), such as shop_orders,'),
    });
    await other?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
});

test('statistics come from the running service', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-cli-'));
  const env = { DATA_DIR: folder, METRICS_PORT: String(await freePort()), LOG_LEVEL: 'fatal' };
  expect((await callCli(GROUPS, env, ['cache', 'stats'])).err).toContain(
    'Is the service running, with METRICS_PORT set?',
  );
  const service = await startProcess(env);
  try {
    for (let times = 0; times < 5; times++) await (await fetch(`${service.url}/wp-json/wp/v2/posts`)).text();
    const { code, out } = await callCli(GROUPS, env, ['cache', 'stats', '--json']);
    const { cache_hits: hits, cache_misses: misses, cache_bytes: bytes } = JSON.parse(out) as Record<string, number>;
    expect({ code, asked: hits! + misses! }).toEqual({ code: 0, asked: 5 });
    expect(bytes).toBeGreaterThan(0);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  expect((await callCli(GROUPS, { DATA_DIR: folder }, ['cache', 'stats'])).err).toContain('METRICS_PORT');
});

describe('how it is called', () => {
  const call = (...args: string[]) => callCli(GROUPS, { DATA_DIR: tmpdir(), LOG_LEVEL: 'fatal' }, args);

  test.each([
    [['usr'], "nestpress: Unknown command 'usr'. Did you mean user? See --help.\n"],
    [['user', 'list', '--jsn'], "nestpress: Unknown option '--jsn'. Did you mean --json? See --help.\n"],
    [['user', 'create', 'x'], "nestpress: Missing required argument 'email'. See --help.\n"],
    [
      ['jobs', 'list', '--limit', 'x'],
      "nestpress: Option '--limit <number>' argument 'x' is invalid. It must be a whole number from 1 to 10000. See --help.\n",
    ],
    [['app-password', 'revoke', 'x'], 'nestpress: Say which application password, by UUID or name, or --all.\n'],
    [['cache', 'stats', '--metrics', 'x'], 'nestpress: --metrics must be an http or https address.\n'],
  ])('%j ends with 2 and a sentence', async (args, err) => {
    expect(await call(...args)).toEqual({ code: 2, out: '', err });
  });

  test('a misunderstanding is one JSON document with --json', async () => {
    expect(JSON.parse((await call('usr', '--json')).out)).toEqual({
      error: "Unknown command 'usr'. Did you mean user? See --help.",
    });
  });

  test('help on every level', async () => {
    const { code, out } = await spawnCli({}, ['--help']);
    expect(code).toBe(0);
    for (const group of ['install', 'user', 'app-password', 'cache', 'jobs', 'list-index', 'search-index', 'doctor'])
      expect(out).toMatch(new RegExp(`^ {2}${group}\\b`, 'm'));
    expect((await call('user', '--help')).out).toContain('a new password for an account');
    expect((await call('user', 'create', '--help')).out).toContain('nestpress user create anna');
    expect(await call('user')).toMatchObject({ code: 2, err: expect.stringContaining('Usage: nestpress user') });
  });

  test('an invalid configuration is reported as by the service', async () => {
    expect(await callCli(GROUPS, { PORT: 'eighty' }, ['user', 'list'])).toMatchObject({
      code: 1,
      err: 'nestpress: PORT must be a whole number from 0 to 65535, not "eighty".\n',
    });
  });
});
