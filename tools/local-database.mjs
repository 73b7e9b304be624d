// A private database server for tests: own port, own data folder, gone afterwards. local-mariadb.mjs and local-mysql.mjs say where the
// programs are and how they are called.
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { freePort } from './free-port.mjs';

export const run = promisify(execFile);
const READY_WITHIN_MS = 120_000;

/** As root the server runs under the account its package made for it: what it starts for a cluster refuses to work as root. */
export function serverAccount() {
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

/** An empty data folder with the server's own tables; several servers can begin with copies of it. */
export async function makeDataFolderOf(product) {
  const folder = await makeFolder();
  const data = join(folder, 'data');
  await product.initialize(await product.find(), { data, folder });
  return data;
}

/**
 * Starts a server of a product. `url(name)` is the address of a database on it, `exec(sql)` runs statements as root. Further options
 * of the server, a port and a data folder to begin with a copy of are for tests with several servers.
 */
export async function startServer(product, options = {}) {
  try {
    return await launchServer(product, options);
  } catch (error) {
    if (options.port !== undefined) throw error;
    // The port may be taken by now: retry on another one.
    return launchServer(product, options);
  }
}

async function launchServer(product, { options: further = [], port: requestedPort, from }) {
  const { command, options, env } = await product.find();
  const folder = from ? await makeFolder(from) : dirname(await makeDataFolderOf(product));
  const port = requestedPort ?? (await freePort());
  const log = join(folder, 'log');
  const common = [
    ...command.slice(1),
    '--no-defaults',
    ...options,
    `--user=${serverAccount()}`,
    `--datadir=${join(folder, 'data')}`,
    `--socket=${join(folder, 's')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--log-error=${log}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    // Nothing has to survive a crash of the machine.
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
    '--sync-binlog=0',
    '--innodb-buffer-pool-size=128M',
    ...product.serverOptions,
  ];

  let child;
  let ended;
  const killOnExit = () => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', killOnExit);
  const launch = (chosen) => {
    child = spawn(command[0], [...common, ...chosen], { stdio: 'ignore', env: { ...env, TMPDIR: folder } });
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
          const reasons = existsSync(log) ? readFileSync(log, 'utf8').match(/(?<=\[ERROR\] ).+/g) : undefined;
          await stop();
          throw new Error([error.message, ...(reasons ?? [])].join('; '), { cause: error });
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

/** The command line: prints the address of a server until it is interrupted, or runs a command with TEST_MYSQL_URL set. */
export async function serve(start, [command, ...rest]) {
  const database = await start();
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
