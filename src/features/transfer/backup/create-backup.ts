import { access, mkdir, rename, rm, stat, chmod, copyFile, readdir, utimes } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { createReadStream, constants } from 'node:fs';
import { createInterface } from 'node:readline';
import { spawn } from 'node:child_process';
import { backupSqlite, readMysqlAddress, RunningProcess } from '../../../database/index.js';
import { childEnvironment, type Config } from '../../../platform/config/index.js';
import { tableName } from '../../../database/entities/index.js';
import { attachedFiles, FILE_KEY } from './backup.store.js';

/** Why the backup failed, as a sentence. */
export class BackupError extends Error {}

export interface Backup {
  /** `nestpress.sqlite` or `database.sql` in the folder. */
  database: string;
  bytes: number;
  /** Number of files in `uploads`; undefined if they are in a bucket, which is not copied. */
  uploads?: number;
  /** Original files of attachments that are not in `uploads`: they were missing before, or deleted during the backup. */
  missing: readonly string[];
}

/**
 * Copies the database and the uploads to a new folder while the service runs. Files are copied before the database, so that
 * those deleted during the backup are included, and again afterwards for those that were added. Then every attachment of
 * the copied database is looked up among the copied files. The folder gets its name only when it is complete.
 */
export async function createBackup(config: Config, folder: string): Promise<Backup> {
  const isTaken = await access(folder).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new BackupError(`There is something at ${folder} already.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  // The database contains password hashes: only its owner may read the copy.
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const uploadsCopy = join(unfinished, 'uploads');
  if (!config.s3) await copyUploads(config.uploadsDir, uploadsCopy);
  const database = config.databaseUrl === undefined ? 'nestpress.sqlite' : 'database.sql';
  const target = join(unfinished, database);
  if (config.databaseUrl === undefined) await backupSqlite(config.databaseFile, target);
  else await dumpMysql(config.databaseUrl, config.tablePrefix, target);
  const uploads = config.s3 ? undefined : await copyUploads(config.uploadsDir, uploadsCopy);
  const missing = config.s3 ? [] : await missingFiles(target, config.tablePrefix, uploadsCopy);
  const { size } = await stat(target);
  await rename(unfinished, folder);
  return { database, bytes: size, uploads, missing };
}

/** A row of the post meta table in a dump: ID, post, key, value. */
const DUMPED_ROW = new RegExp(String.raw`\(\d+,\d+,'${FILE_KEY}','((?:[^'\\]|\\.|'')*)'\)`, 'g');

/** Original files of the attachments in a copied database, file or dump, that are not among the copied uploads. */
export async function missingFiles(database: string, tablePrefix: string, uploads: string): Promise<string[]> {
  const missing: string[] = [];
  const files = database.endsWith('.sql') ? dumpedFiles(database) : attachedFiles(database, tablePrefix);
  for await (const file of files) {
    const isRelative = file !== '' && !file.startsWith('/') && !file.split('/').includes('..');
    const exists = isRelative && (await access(join(uploads, file)).then(...EXISTS));
    if (isRelative && !exists) missing.push(file);
  }
  return missing;
}

const EXISTS = [() => true, () => false] as const;

async function* dumpedFiles(dump: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(dump), crlfDelay: Infinity })) {
    if (!line.includes(FILE_KEY)) continue;
    for (const [, value = ''] of line.matchAll(DUMPED_ROW))
      yield value.replace(/\\(.)|''/g, (_, escaped?: string) => escaped ?? "'");
  }
}

export interface Modes {
  file: number;
  folder: number;
}

/**
 * Copies a folder of uploads, except uploads in progress, whose names begin with a dot. Files that already exist with the
 * same size and time are skipped. Returns the number of files in the folder.
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

/** False if it was deleted in the meantime. */
async function copyOne(from: string, to: string, modes?: Modes): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: modes?.folder });
  try {
    const { atime, mtime, size } = await stat(from);
    const copied = await stat(to).catch(() => undefined);
    if (copied?.size === size && copied.mtimeMs === mtime.getTime()) return true;
    // Shares the blocks of the file if the file system supports it.
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

/** MariaDB's name first, then MySQL's, which older MariaDB packages have too. */
const PROGRAMS = ['mariadb-dump', 'mysqldump'];
const DUMP_OPTIONS = [
  '--single-transaction',
  '--quick',
  '--no-tablespaces',
  '--hex-blob',
  '--default-character-set=utf8mb4',
];

/** Dumps a consistent snapshot of the database as SQL, without blocking readers or writers. */
function dumpMysql(address: string, tablePrefix: string, target: string): Promise<void> {
  // Which processes run is not part of a site.
  const omitted = `${readMysqlAddress(address).database}.${tablePrefix}${tableName(RunningProcess)}`;
  return runServerProgram(PROGRAMS, address, [...DUMP_OPTIONS, `--ignore-table=${omitted}`, `--result-file=${target}`]);
}

/**
 * Runs the first of the server's command-line programs that is installed. Its last argument is the name of the database;
 * `input` is an open file. The password is passed in the environment: arguments are visible to all users.
 */
export async function runServerProgram(
  programs: readonly string[],
  address: string,
  options: readonly string[],
  input?: number,
): Promise<void> {
  const url = new URL(address);
  const args = [
    ...options,
    `--host=${url.hostname}`,
    `--port=${url.port || 3306}`,
    `--user=${decodeURIComponent(url.username)}`,
    '--protocol=TCP',
    ...(url.searchParams.get('ssl') === 'true' ? ['--ssl'] : []),
    decodeURIComponent(url.pathname.slice(1)),
  ];
  const env = childEnvironment(decodeURIComponent(url.password));
  for (const program of programs) if (await ran(program, args, env, input)) return;
  throw new BackupError(`Neither ${programs.join(' nor ')} is installed.`);
}

/** False if the program is not installed. */
function ran(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: number | 'ignore' = 'ignore',
): Promise<boolean> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { env, stdio: [input, 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr!.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? done(false) : failed(error)));
    child.once('close', (code) =>
      code === 0 ? done(true) : failed(new BackupError(`${program} failed: ${complaint.trim()}`)),
    );
  });
}
