#!/usr/bin/env node
/**
 * A private MariaDB for tests: own port, own data folder, gone afterwards. Nothing survives a crash, nothing is installed.
 *   node tools/local-mariadb.mjs                    start; prints the address; Ctrl-C stops it
 *   node tools/local-mariadb.mjs run CMD [ARGS...]  start; run a command with TEST_MYSQL_URL set; stop
 */
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { freePort } from './free-port.mjs';

const run = promisify(execFile);
const PACKAGES = ['mariadb-server-core', 'mariadb-client-core', 'mariadb-common', 'liburing2', 'libaio1', 'libnuma1'];
const READY_WITHIN_MS = 120_000;
const SMALL_LOG = '--innodb-log-file-size=16M';

/** As root the server runs under the account its package made for it: what it starts for a cluster refuses to work as root. */
function serverAccount() {
  const { uid, username } = userInfo();
  return uid === 0 && /^mysql:/m.test(readFileSync('/etc/passwd', 'utf8')) ? 'mysql' : username;
}

/** A folder that the server may write to. */
async function makeFolder(from) {
  const folder = mkdtempSync(join(tmpdir(), 'nestpress-db-'));
  if (from) cpSync(from, join(folder, 'data'), { recursive: true });
  if (serverAccount() !== userInfo().username) await run('chown', ['-R', serverAccount(), folder]);
  return folder;
}

/** Where a server is: installed, or Debian's packages unpacked into a folder that is reused the next time. */
async function findServer() {
  const folders = [
    '/usr/sbin',
    '/usr/libexec',
    '/usr/local/sbin',
    '/usr/local/bin',
    ...(process.env.PATH ?? '').split(':'),
  ];
  const server = folders.map((folder) => join(folder, 'mariadbd')).find(existsSync);
  const installer = ['/usr/bin', '/usr/local/bin', ...folders]
    .map((folder) => join(folder, 'mariadb-install-db'))
    .find(existsSync);
  if (server && installer) return { server, installer, options: [], env: process.env };
  return unpackedServer();
}

async function unpackedServer() {
  const base = join(tmpdir(), `nestpress-mariadb-${userInfo().uid}`);
  const root = join(base, 'root');
  if (!existsSync(join(root, 'usr/sbin/mariadbd'))) {
    mkdirSync(root, { recursive: true });
    await run('apt-get', ['download', ...PACKAGES], { cwd: base });
    for (const file of readdirSync(base).filter((name) => name.endsWith('.deb')))
      await run('dpkg-deb', ['-x', join(base, file), root]);
  }
  const usr = join(root, 'usr');
  const libraries = readdirSync(join(usr, 'lib')).map((name) => join(usr, 'lib', name));
  return {
    server: join(usr, 'sbin/mariadbd'),
    installer: join(usr, 'bin/mariadb-install-db'),
    options: [`--basedir=${usr}`, `--lc-messages-dir=${usr}/share/mysql`, `--plugin-dir=${usr}/lib/mysql/plugin`],
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
  };
}

/** An empty data folder with the server's own tables; several servers can begin with copies of it. */
export async function makeDataFolder() {
  const folder = await makeFolder();
  const data = join(folder, 'data');
  const { installer, options, env } = await findServer();
  const base = options.filter((option) => option.startsWith('--basedir'));
  const accounts = ['--auth-root-authentication-method=normal', '--skip-test-db', SMALL_LOG];
  await run(installer, ['--no-defaults', ...base, `--datadir=${data}`, `--user=${serverAccount()}`, ...accounts], {
    env: { ...env, TMPDIR: folder },
  });
  return data;
}

/**
 * Starts a server. `url(name)` is the address of a database on it, `exec(sql)` runs statements as root. Further options of
 * the server, a port and a data folder to begin with a copy of are for tests with several servers.
 */
export async function startMariaDb(options = {}) {
  try {
    return await launchMariaDb(options);
  } catch (error) {
    if (options.port !== undefined) throw error;
    // The port may be taken by now: retry on another one.
    return launchMariaDb(options);
  }
}

async function launchMariaDb({ options: further = [], port: wanted, from }) {
  const { server, options, env } = await findServer();
  const folder = from ? await makeFolder(from) : dirname(await makeDataFolder());
  const data = join(folder, 'data');

  const port = wanted ?? (await freePort());
  const fast = [
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    '--sync-binlog=0',
    '--innodb-buffer-pool-size=128M',
    SMALL_LOG,
  ];
  const text = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_ci'];
  const place = [
    `--datadir=${data}`,
    `--socket=${join(folder, 's')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--port=${port}`,
  ];
  const common = [
    '--no-defaults',
    ...options,
    `--user=${serverAccount()}`,
    ...place,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    ...text,
    ...fast,
  ];

  let child;
  let ended;
  const killOnExit = () => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', killOnExit);
  const launch = (chosen) => {
    child = spawn(server, [...common, ...chosen], { stdio: 'ignore', env: { ...env, TMPDIR: folder } });
    ended = new Promise((resolve) => child.once('exit', resolve));
  };

  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };

  const stop = async () => {
    process.removeListener('exit', killOnExit);
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(impatience);
    rmSync(folder, { recursive: true, force: true });
  };

  const url = (name = '') => `mysql://root@127.0.0.1:${port}/${name}`;
  const exec = async (sql) => {
    const connection = await mysql.createConnection({ uri: url(), multipleStatements: true });
    try {
      return (await connection.query(sql))[0];
    } finally {
      await connection.end();
    }
  };

  const untilReady = async () => {
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    for (;;) {
      try {
        return await exec('SELECT 1');
      } catch (error) {
        if (Date.now() > giveUpAt || child.exitCode !== null || child.signalCode !== null) {
          await stop();
          throw error;
        }
        await wait(100);
      }
    }
  };

  const restart = async (chosen = further) => {
    launch(chosen);
    await untilReady();
  };

  await restart();
  return {
    url,
    exec,
    stop,
    kill,
    restart,
    port,
    get pid() {
      return child.pid;
    },
  };
}

async function main([command, ...rest]) {
  const database = await startMariaDb();
  if (command === 'run') {
    const child = spawn(rest[0], rest.slice(1), {
      stdio: 'inherit',
      env: { ...process.env, TEST_MYSQL_URL: database.url() },
    });
    process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
    await database.stop();
    return;
  }
  console.log(database.url());
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void database.stop());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
