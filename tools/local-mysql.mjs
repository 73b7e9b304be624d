#!/usr/bin/env node
/**
 * A private MySQL for tests, used like local-mariadb.mjs. Debian has MySQL in its unstable suite only: unless it is installed, its
 * packages are unpacked with their libraries into a folder that is reused the next time (330 MB). Nothing is installed.
 *   node tools/local-mysql.mjs                    start; prints the address; Ctrl-C stops it
 *   node tools/local-mysql.mjs run CMD [ARGS...]  start; run a command with TEST_MYSQL_URL set; stop
 */
import './usage.mjs';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, serve, serverAccount, startServer } from './local-database.mjs';

const PACKAGES = ['mysql-server-core', 'mysql-client-core'];
const SUITE = 'sid';
const SOURCES = '/etc/apt/sources.list.d/debian.sources';
/** MySQL creates root for the socket only. */
const ROOT_OVER_TCP = `CREATE USER root@'127.0.0.1';
GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;
`;

const MYSQL = {
  find: async () => (await installedServer()) ?? unpackedServer(),
  initialize: async ({ command, options, env }, { data, folder }) => {
    const [program, ...args] = command;
    const accounts = join(folder, 'accounts.sql');
    writeFileSync(accounts, ROOT_OVER_TCP);
    const place = [`--datadir=${data}`, `--user=${serverAccount()}`, `--init-file=${accounts}`];
    await run(program, [...args, '--no-defaults', '--initialize-insecure', ...options, ...place], {
      env: { ...env, TMPDIR: folder },
    });
  },
  // Character set, collation, SQL mode and binary log are MySQL's defaults: they are what differs from MariaDB.
  serverOptions: ['--mysqlx=OFF', '--secure-file-priv=NULL', '--innodb-redo-log-capacity=32M'],
};

/** MariaDB's packages have a program of the same name. */
async function installedServer() {
  const folders = ['/usr/sbin', '/usr/libexec', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')];
  for (const server of folders.map((folder) => join(folder, 'mysqld')).filter(existsSync)) {
    const { stdout } = await run(server, ['--version']);
    if (!/mariadb/i.test(stdout)) return { command: [server], options: [], env: process.env };
  }
}

/** The unpacked server runs with the C library and the loader it was built for. */
async function unpackedServer() {
  const base = join(tmpdir(), `nestpress-mysql-${userInfo().uid}`);
  if (!existsSync(base)) await unpack(base);
  const usr = join(base, 'usr');
  const [architecture] = readdirSync(join(usr, 'lib')).filter((name) => name.endsWith('-linux-gnu'));
  const libraries = join(usr, 'lib', architecture);
  const loader = readdirSync(libraries).find((name) => name.startsWith('ld-linux'));
  return {
    command: [join(libraries, loader), '--library-path', libraries, join(usr, 'sbin/mysqld')],
    options: [`--basedir=${usr}`, `--lc-messages-dir=${usr}/share/mysql`, `--plugin-dir=${usr}/lib/mysql/plugin`],
    env: process.env,
  };
}

/** Downloads the packages and all they depend on as if nothing were installed, with the machine's own mirror and key. */
async function unpack(target) {
  const folder = mkdtempSync(`${target}-`);
  try {
    const [debian] = readFileSync(SOURCES, 'utf8').split(/\n\s*\n/);
    for (const name of ['lists/partial', 'archives/partial', 'root'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'debian.sources'), debian.replace(/^Suites:.*$/m, `Suites: ${SUITE}`));
    writeFileSync(join(folder, 'status'), '');
    const options = [
      `Dir::Etc::sourcelist=${join(folder, 'debian.sources')}`,
      'Dir::Etc::sourceparts=-',
      `Dir::State=${folder}`,
      `Dir::State::status=${join(folder, 'status')}`,
      `Dir::Cache=${folder}`,
      `APT::Sandbox::User=${userInfo().username}`,
      'Debug::NoLocking=1',
    ].flatMap((option) => ['-o', option]);
    await run('apt-get', [...options, 'update']);
    await run('apt-get', [...options, '-y', '--no-install-recommends', '--download-only', 'install', ...PACKAGES]);
    const archives = join(folder, 'archives');
    for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
      await run('dpkg-deb', ['-x', join(archives, file), join(folder, 'root')]);
    renameSync(join(folder, 'root'), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a server; the options are those of `startServer`. */
export const startMySql = (options) => startServer(MYSQL, options);

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(startMySql, process.argv.slice(2));
