import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { install, openDatabase } from '../../../src/database/index.js';
import { presentTriggers } from '../../../src/database/lists/indexed/build.js';
import { TRIGGER_DIALECTS } from '../../../src/database/lists/indexed/trigger-dialect.js';
import { ENTRY_VERSION_RULES } from '../../../src/modules/entries/model/entry-sources.js';
import { freePort } from '../../../tools/free-port.mjs';
import { eachEngine } from '../../support/app.js';
import { createMysqlDatabase, onMysql, testMysqlUrl } from '../../support/databases.js';
import { type ServiceProcess, spawnService, startProcess } from '../../support/process.js';
import { until } from '../../support/until.js';

let dataDir: string;
let running: ServiceProcess[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nestpress-start-'));
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop('SIGKILL')));
  running = [];
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess({ DATA_DIR: dataDir, ...env });
  running.push(service);
  return service;
}

/** Starts a service that cannot start; what it printed. */
async function failedStart(env: Record<string, string>): Promise<string> {
  const service = spawnService({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(await freePort()), ...env });
  expect(await service.ended).toEqual({ code: 1, signal: null });
  return service.output();
}

const file = () => join(dataDir, 'nestpress.sqlite');

eachEngine((engine) => {
  test.each(['site_', 'wp_blog_'])(
    'a database with a site under the prefix %s is refused, named and left alone',
    async (tablePrefix) => {
      const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
      const database = await openDatabase({ url: place?.url, file: file(), tablePrefix, poolSize: 2 });
      try {
        await install(database, { siteUrl: 'http://other.test', title: 'Other', sample: false });
        const before = await database.existingTables();
        const output = await failedStart(place ? { DATABASE_URL: place.url } : {});
        expect(output).toContain('The database is not empty');
        expect(output).toContain(`set TABLE_PREFIX=${tablePrefix}.`);
        expect(output).not.toContain('    at ');
        expect(await database.existingTables()).toEqual(before);
      } finally {
        await database.close();
        await place?.drop();
      }
    },
  );
});

test('a busy port ends the start before anything is installed', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  try {
    const { port } = other.address() as AddressInfo;
    expect(await failedStart({ PORT: String(port) })).toMatch(
      new RegExp(`^Nestpress could not start: PORT: another program listens on port ${port} of 127.0.0.1 already.`),
    );
    const output = await failedStart({ METRICS_PORT: String(port) });
    expect(output).toContain('METRICS_PORT: another program listens');
    expect(existsSync(file())).toBe(false);
  } finally {
    other.close();
  }
});

eachEngine((engine) => {
  test('a first start says where it installs a site and what it does; a later one does not', async () => {
    const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    try {
      const env = { ADMIN_PASSWORD: 'a good password', ...(place && { DATABASE_URL: place.url }) };
      const first = await start(env);
      await first.stop();
      const steps = [...first.output().matchAll(/"context":"(?:Install|Database|Start)","msg":"([^"]+)"/g)].map(
        ([, step]) => step,
      );
      const server = place && new URL(place.url);
      const location = server ? `the database ${server.pathname.slice(1)} at ${server.host}` : file();
      expect(steps).toEqual([
        `There is no site yet. Installing one into ${location}.`,
        'Creating 12 tables.',
        'Writing settings, roles, the administrator and sample content.',
        'Building the list index.',
        'Starting the service.',
      ]);
      expect(first.output()).toContain('Sign in as admin with the password in ADMIN_PASSWORD.');
      const second = await start(env);
      await second.stop();
      expect(second.output()).not.toContain('"Install"');
    } finally {
      await place?.drop();
    }
  });
});

eachEngine((engine) => {
  test('a version starts and writes on the tables of a newer one, and leaves the triggers of parts it does not know', async () => {
    const place = engine === 'mysql' ? await createMysqlDatabase() : undefined;
    const env = {
      ADMIN_PASSWORD: 'a good password',
      ALLOW_ACCOUNT_PASSWORDS: 'true',
      RATE_LIMIT: 'off',
      LIST_INDEX: 'build',
      ...(place && { DATABASE_URL: place.url }),
    };
    await (await start(env)).stop();
    const database = await openDatabase({
      url: place?.url,
      file: file(),
      tablePrefix: 'wp_',
      poolSize: 2,
      versionRules: ENTRY_VERSION_RULES,
    });
    try {
      // What a newer version adds: columns, tables, migrations, other triggers of the list index, triggers of new parts.
      const tables = (await database.existingTables()).filter((name) => name.startsWith('wp_nestpress_'));
      expect(tables).toContain('wp_nestpress_jobs');
      await database.transaction(async (tx) => {
        for (const table of tables) {
          await tx.execute(`ALTER TABLE \`${table}\` ADD COLUMN later_number bigint(20) NOT NULL DEFAULT 0`);
          const text = engine === 'mysql' ? 'longtext NOT NULL' : "longtext NOT NULL DEFAULT ''";
          await tx.execute(`ALTER TABLE \`${table}\` ADD COLUMN later_text ${text}`);
        }
        await tx.execute('CREATE TABLE wp_nestpress_later (id bigint(20) NOT NULL)');
        await tx.execute(
          "INSERT INTO wp_nestpress_migrations (timestamp, name) VALUES (4102444800000, 'Later4102444800000')",
        );
        const present = await presentTriggers(database, tx);
        for (const name of present) await tx.execute(`DROP TRIGGER \`${name}\``);
        for (const name of ['wp_nestpress_list_posts_insert_999', 'wp_nestpress_later_posts_insert_1'])
          for (const { sql } of TRIGGER_DIALECTS[engine].create(
            name,
            'INSERT',
            database.tables.posts,
            [{ statements: ['DELETE FROM wp_nestpress_later WHERE id = 0'] }],
            '',
          ))
            await tx.execute(sql);
      });
      const older = await start(env);
      const response = await fetch(`${older.url}/wp-json/wp/v2/posts`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${Buffer.from('admin:a good password').toString('base64')}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'written by the older version',
        },
        body: JSON.stringify({ title: 'Written by the older version', status: 'publish' }),
      });
      expect(response.status).toBe(201);
      const list = await fetch(`${older.url}/wp-json/wp/v2/posts?search=older+version`);
      expect(list.headers.get('x-wp-total')).toBe('1');
      await older.stop();
      expect(older.output()).not.toMatch(/"level":50|There is no list index/);
      const triggers = (await presentTriggers(database)).map((name) => name.replace(/_0$/, ''));
      expect(triggers).toContain('wp_nestpress_later_posts_insert_1');
      expect(triggers).not.toContain('wp_nestpress_list_posts_insert_999');
      expect(await database.listIndex.poll()).toBe(true);
    } finally {
      await database.close();
      await place?.drop();
    }
  });
});

test('every start prints a new set-up link until an administrator has signed in', async () => {
  const link = ({ output }: { output(): string }) => /\S+\/console\/setup\?token=([\w-]{43})/.exec(output())?.[1] ?? '';
  const first = await start();
  expect(link(first)).not.toBe('');
  expect(first.output()).not.toContain('admin /');
  await first.stop();
  const second = await start();
  const setUp = (token: string) =>
    fetch(`${second.url}/console/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, title: 'Mine', login: 'me', email: 'me@site.test', password: 'a long password' }),
    });
  expect((await setUp(link(first))).status).toBe(403);
  expect((await setUp(link(second))).status).toBe(200);
  await second.stop();
  const third = await start();
  expect(link(third)).toBe('');
  expect(third.output()).toContain('/console/\n');
});

test('without the console every start says how to sign in until an administrator has', async () => {
  const first = await start({ CONSOLE: 'off' });
  const password = /admin \/ (\S+)/.exec(first.output())?.[1] ?? '';
  await first.stop();
  const second = await start({ CONSOLE: 'off' });
  expect(second.output()).toContain('`npx nestpress user password admin`');
  expect(second.output()).not.toContain(password);
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const response = await fetch(`${second.url}/wp-json/wp/v2/settings`, { headers: { authorization } });
  expect(response.status).toBe(200);
  await second.stop();
  const third = await start();
  expect(third.output()).not.toContain('Sign in');
});

test.each(['1', '2'])(
  'Ctrl-C, which arrives several times, drains %s process(es) once and leaves no write-ahead log',
  async (workers) => {
    const service = await start({ WORKERS: workers, LOG_LEVEL: 'info' });
    for (let times = 0; times < 3; times++) service.child.kill('SIGINT');
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(service.output().match(/Stopping/g)).toHaveLength(Number(workers));
    expect(statSync(`${file()}-wal`).size).toBe(0);
  },
);

test.each(['SIGTERM', 'SIGHUP'] as const)('%s to npx drains the service', async (signal) => {
  const folder = join(dataDir, 'app');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  symlinkSync(join(import.meta.dirname, '../../../bin/nestpress.mjs'), join(folder, 'node_modules/.bin/nestpress'));
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(await freePort()) };
  // A process group of its own, so that what is left of it can be ended.
  const npx = spawn('npx', ['nestpress', 'start'], { cwd: folder, env, detached: true });
  let output = '';
  for (const stream of [npx.stdout, npx.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // Every process of the group has the streams open, so they close when the last one has ended.
  const closed = once(npx, 'close');
  try {
    await until(() => output.includes('Nestpress is ready'), 'the service is ready');
    npx.kill(signal);
    await closed;
    expect(output).toContain('Stopping after the requests in progress.');
    expect(statSync(`${file()}-wal`).size).toBe(0);
  } finally {
    if (npx.pid !== undefined) killGroup(npx.pid);
  }
});

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

test('the default address of a site follows the port', async () => {
  const [before, after] = [await freePort(), await freePort()];
  await (await start({ PORT: String(before) })).stop();
  const service = await start({ PORT: String(after) });
  const [post] = (await (await fetch(`${service.url}/wp-json/wp/v2/posts`)).json()) as { link: string }[];
  expect(post!.link).toContain(`http://localhost:${after}/`);
});

test('all wrong variables are reported at once, and misspelt ones get a hint', async () => {
  const output = await failedStart({ WORKERS: 'many', LOG_LEVEL: 'loud', DATABSE_URL: 'mysql://root@127.0.0.1/x' });
  expect(output).toContain('WORKERS must be a whole number from 1 to 64, not "many".');
  expect(output).toContain('LOG_LEVEL must be fatal');
  expect(output).toContain('DATABSE_URL is not a variable of Nestpress. Did you mean DATABASE_URL?');
});

test('an argument is refused, and the sentence says what configures the service', async () => {
  const service = spawnService({ DATA_DIR: dataDir }, { args: ['--port', '4000'] });
  expect(await service.ended).toEqual({ code: 2, signal: null });
  expect(service.output()).toBe(
    'Nestpress could not start: unknown argument "--port". Variables of the environment configure it, such as PORT=4000 npm start.\n',
  );
  expect(existsSync(file())).toBe(false);
});

test('a DATA_DIR that cannot be used is named in a sentence', async () => {
  writeFileSync(join(dataDir, 'a-file'), '');
  const output = await failedStart({ DATA_DIR: join(dataDir, 'a-file') });
  expect(output).toContain('could not start: DATA_DIR: the embedded database');
  expect(output).not.toContain('    at ');
});

test('a database server that does not listen is named in a sentence', async () => {
  const port = await freePort();
  expect(await failedStart({ DATABASE_URL: `mysql://root:secret@127.0.0.1:${port}/site` })).toBe(
    `Nestpress could not start: DATABASE_URL: no database server listens at 127.0.0.1:${port} (connection refused). Start the server, or correct host and port.\n`,
  );
});

onMysql(() => {
  test('a refused account and a missing database are named in sentences without the password', async () => {
    const url = new URL(testMysqlUrl ?? '');
    url.pathname = 'no_such_database';
    expect(await failedStart({ DATABASE_URL: url.href })).toContain('has no database "no_such_database"');
    url.username = 'no_such_account';
    url.password = 's3cret';
    const output = await failedStart({ DATABASE_URL: url.href });
    expect(output).toContain('refuses the account "no_such_account"');
    expect(output).not.toContain('s3cret');
    expect(output).not.toContain('    at ');
  });
});
