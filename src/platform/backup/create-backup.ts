import { access, mkdir, rename, rm, stat, chmod, copyFile, readdir, utimes } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { createReadStream, constants } from 'node:fs';
import { createInterface } from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';
import { spawn } from 'node:child_process';
import { backupSqlite } from '../../database/engine/sqlite-file.js';
import { type Config } from '../config/config.js';
import { childEnvironment } from '../config/load-config.js';

/** Why there is no backup, as a sentence. */
export class BackupError extends Error {}

export interface Backup {
  /** `nestpress.sqlite` or `database.sql` in the folder. */
  database: string;
  bytes: number;
  /** Files in `uploads`; undefined where they are in a bucket, which is not copied. */
  uploads?: number;
  /** Originals of attachments that are not in `uploads`: they were missing before, or deleted while the backup ran. */
  missing: readonly string[];
}

/**
 * Copies the database and the uploads into a new folder, while the service goes on. Files are copied before the database, so that
 * those deleted while the backup runs are there, and again after it for those that came meanwhile. Then every attachment of
 * the copied database is looked up among the copied files. The folder has its name only when it is complete.
 */
export async function createBackup(config: Config, folder: string): Promise<Backup> {
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new BackupError(`There is something at ${folder} already.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  // The database holds password hashes: only its owner may read it.
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const uploadsCopy = join(unfinished, 'uploads');
  if (!config.s3) await copyUploads(config.uploadsDir, uploadsCopy);
  const database = config.databaseUrl === undefined ? 'nestpress.sqlite' : 'database.sql';
  const target = join(unfinished, database);
  if (config.databaseUrl === undefined) await backupSqlite(config.databaseFile, target);
  else await dumpMysql(config.databaseUrl, target);
  const uploads = config.s3 ? undefined : await copyUploads(config.uploadsDir, uploadsCopy);
  const missing = config.s3 ? [] : await missingFiles(target, config.tablePrefix, uploadsCopy);
  const { size } = await stat(target);
  await rename(unfinished, folder);
  return { database, bytes: size, uploads, missing };
}

const KEY = '_wp_attached_file';
/** A row of the post meta table as dump programs write it: id, post, key, value. */
const DUMPED_ROW = new RegExp(String.raw`\(\d+,\d+,'${KEY}','((?:[^'\\]|\\.|'')*)'\)`, 'g');

/** Originals of the attachments of a copied database, file or dump, that are not among the copied uploads. */
export async function missingFiles(database: string, tablePrefix: string, uploads: string): Promise<string[]> {
  const missing: string[] = [];
  const files = database.endsWith('.sql') ? dumpedFiles(database) : storedFiles(database, tablePrefix);
  for await (const file of files) {
    const isRelative = file !== '' && !file.startsWith('/') && !file.split('/').includes('..');
    const isThere = isRelative && (await access(join(uploads, file)).then(...THERE));
    if (isRelative && !isThere) missing.push(file);
  }
  return missing;
}

const THERE = [() => true, () => false] as const;

function* storedFiles(database: string, tablePrefix: string): Generator<string> {
  const copy = new DatabaseSync(database, { readOnly: true });
  try {
    const sql = `SELECT meta_value AS file FROM "${tablePrefix}postmeta" WHERE meta_key = ?`;
    for (const { file } of copy.prepare(sql).all(KEY) as { file: string | null }[]) yield file ?? '';
  } finally {
    copy.close();
  }
}

async function* dumpedFiles(dump: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(dump), crlfDelay: Infinity })) {
    if (!line.includes(KEY)) continue;
    for (const [, value = ''] of line.matchAll(DUMPED_ROW))
      yield value.replace(/\\(.)|''/g, (_, escaped?: string) => escaped ?? "'");
  }
}

export interface Modes {
  file: number;
  folder: number;
}

/**
 * Copies a folder of uploads, but not what is still arriving: those names begin with a dot. Files that are there already with the
 * same size and time stay. Returns the number of files the folder has then.
 */
export async function copyUploads(from: string, to: string, modes?: Modes): Promise<number> {
  await mkdir(to, { recursive: true, mode: modes?.folder });
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(noFolderIsNoFiles);
  let copied = 0;
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(from.length + 1);
    if (!entry.isFile() || path.split('/').some((name) => name.startsWith('.'))) continue;
    if (await copyOne(join(from, path), join(to, path), modes)) copied++;
  }
  return copied;
}

/** False when it was deleted meanwhile. */
async function copyOne(from: string, to: string, modes?: Modes): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: modes?.folder });
  try {
    const { atime, mtime, size } = await stat(from);
    const copied = await stat(to).catch(() => undefined);
    if (copied?.size === size && copied.mtimeMs === mtime.getTime()) return true;
    // File systems that can share the blocks of a file do.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await utimes(to, atime, mtime);
    if (modes) await chmod(to, modes.file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function noFolderIsNoFiles(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** MariaDB's name first, then MySQL's, which MariaDB has known too for long. */
const PROGRAMS = ['mariadb-dump', 'mysqldump'];
const HOW = ['--single-transaction', '--quick', '--no-tablespaces', '--hex-blob', '--default-character-set=utf8mb4'];

/** Writes the whole database as it is at one moment, as SQL, without blocking readers or writers. */
export async function dumpMysql(address: string, target: string): Promise<void> {
  const { args, password } = serverArguments(address);
  for (const program of PROGRAMS)
    if (await ran(program, [...HOW, `--result-file=${target}`, ...args], password)) return;
  throw new BackupError(`Neither ${PROGRAMS.join(' nor ')} is installed.`);
}

/** Connection arguments of the server's own programs; the name of the database is the last one. */
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
