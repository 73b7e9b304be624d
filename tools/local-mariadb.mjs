#!/usr/bin/env node
/**
 * A private MariaDB for tests: own port, own data folder, gone afterwards. Nothing survives a crash, nothing is installed.
 *   node tools/local-mariadb.mjs                    start; prints the address; Ctrl-C stops it
 *   node tools/local-mariadb.mjs run CMD [ARGS...]  start; run a command with TEST_MYSQL_URL set; stop
 */
import './usage.mjs';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDataFolderOf, run, serve, serverAccount, startServer } from './local-database.mjs';

const PACKAGES = ['mariadb-server-core', 'mariadb-client-core', 'mariadb-common', 'liburing2', 'libaio1', 'libnuma1'];
const SMALL_LOG = '--innodb-log-file-size=16M';

const MARIADB = {
  find: findServer,
  initialize: async ({ installer, options, env }, { data, folder }) => {
    const base = options.filter((option) => option.startsWith('--basedir'));
    const accounts = ['--auth-root-authentication-method=normal', '--skip-test-db', SMALL_LOG];
    await run(installer, ['--no-defaults', ...base, `--datadir=${data}`, `--user=${serverAccount()}`, ...accounts], {
      env: { ...env, TMPDIR: folder },
    });
  },
  serverOptions: ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_ci', SMALL_LOG],
};

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
  if (server && installer) return { command: [server], installer, options: [], env: process.env };
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
    command: [join(usr, 'sbin/mariadbd')],
    installer: join(usr, 'bin/mariadb-install-db'),
    options: [`--basedir=${usr}`, `--lc-messages-dir=${usr}/share/mysql`, `--plugin-dir=${usr}/lib/mysql/plugin`],
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
  };
}

export const makeDataFolder = () => makeDataFolderOf(MARIADB);

/** Starts a server; the options are those of `startServer`. */
export const startMariaDb = (options) => startServer(MARIADB, options);

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(startMariaDb, process.argv.slice(2));
