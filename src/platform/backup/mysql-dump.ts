import { spawn } from 'node:child_process';
import { childEnvironment } from '../config/child-environment.js';
import { BackupError } from './backup-error.js';

/** MariaDB's name first, then MySQL's, which MariaDB has known too for long. */
const PROGRAMS = ['mariadb-dump', 'mysqldump'];
const HOW = ['--single-transaction', '--quick', '--no-tablespaces', '--hex-blob', '--default-character-set=utf8mb4'];

/** Writes the whole database as it is at one moment, as SQL. Nobody waits for it. */
export async function dumpMysql(address: string, target: string): Promise<void> {
  const { args, password } = serverArguments(address);
  for (const program of PROGRAMS)
    if (await ran(program, [...HOW, `--result-file=${target}`, ...args], password)) return;
  throw new BackupError(`Neither ${PROGRAMS.join(' nor ')} is installed.`);
}

/** How the server's own programs are told where the database is; its name is the last argument. */
export function serverArguments(address: string): { args: string[]; password: string } {
  const url = new URL(address);
  const where = [
    `--host=${url.hostname}`,
    `--port=${url.port || 3306}`,
    `--user=${decodeURIComponent(url.username)}`,
    '--protocol=TCP',
  ];
  const safely = url.searchParams.get('ssl') === 'true' ? ['--ssl'] : [];
  return {
    args: [...where, ...safely, decodeURIComponent(url.pathname.slice(1))],
    password: decodeURIComponent(url.password),
  };
}

/** False when there is no such program. The password goes by the environment: arguments are seen by everybody on the machine. */
function ran(program: string, args: readonly string[], password: string): Promise<boolean> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { env: childEnvironment(password), stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? done(false) : failed(error)));
    child.once('close', (code) =>
      code === 0 ? done(true) : failed(new BackupError(`${program} failed: ${complaint.trim()}`)),
    );
  });
}
