import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  commitRecordOf,
  type Database,
  DatabaseFileError,
  lockUnusedFile,
  openDatabase,
  replaceSite,
} from '../../../database/index.js';
import { type Config } from '../../../platform/config/index.js';
import { BackupError, copyUploads, runServerProgram } from './create-backup.js';

const PROGRAMS = ['mariadb', 'mysql'];

export interface RestoreOptions {
  /** Replace the content of the database and add to the uploads; otherwise both must be empty. */
  overwrite: boolean;
  /** Called when the site of a database server has been replaced. */
  afterRestore?: (database: Database) => Promise<void>;
}

export interface Restored {
  /** Where the database has been restored. */
  database: string;
  /** Number of files copied; undefined if the uploads are in a bucket. */
  uploads?: number;
}

/** Restores a backup to the configured database and uploads. The service must not be running. */
export async function restoreBackup(config: Config, folder: string, options: RestoreOptions): Promise<Restored> {
  const name = config.databaseUrl === undefined ? 'nestpress.sqlite' : 'database.sql';
  const source = join(folder, name);
  if (!existsSync(source))
    throw new BackupError(
      `There is no ${name} in ${folder}: it is no backup, or one of ${config.databaseUrl === undefined ? 'a MySQL site, and DATABASE_URL is not set' : 'an embedded site, and DATABASE_URL is set'}.`,
    );
  if (!options.overwrite) await assertEmptyTarget(config);
  if (config.databaseUrl === undefined) await restoreFile(source, config.databaseFile);
  else await replaceOnServer(config.databaseUrl, config.tablePrefix, source, options.afterRestore);
  if (config.s3) return { database: name };
  const uploads = await copyUploads(join(folder, 'uploads'), config.uploadsDir, { file: 0o644, folder: 0o755 });
  return { database: config.databaseUrl === undefined ? config.databaseFile : 'DATABASE_URL', uploads };
}

async function assertEmptyTarget({ databaseUrl, databaseFile, tablePrefix, uploadsDir, s3 }: Config): Promise<void> {
  const hint = '--overwrite replaces it.';
  if (databaseUrl === undefined) {
    const taken = [databaseFile, `${databaseFile}-wal`].find((file) => existsSync(file));
    if (taken !== undefined) throw new BackupError(`There is a database at ${taken} already. ${hint}`);
  } else {
    const database = await openDatabase({ url: databaseUrl, file: '', tablePrefix, poolSize: 1 });
    try {
      const { length, 0: first } = await database.existingTables();
      if (length > 0)
        throw new BackupError(`The database is not empty: it has ${length} tables, such as ${first}. ${hint}`);
    } finally {
      await database.close();
    }
  }
  const files = s3 ? [] : await readdir(uploadsDir).catch(() => []);
  if (files.some((file) => !file.startsWith('.')))
    throw new BackupError(`There are files in ${uploadsDir} already. ${hint}`);
}

/**
 * Renamed when it is complete. A service that has the former file open would go on writing to it, and lose these writes when
 * it stops. A write-ahead log of the former database would be applied to the new one, so it is deleted first.
 */
async function restoreFile(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const unlock = lockFile(target);
  try {
    const unfinished = `${target}.unfinished`;
    await copyFile(source, unfinished);
    await chmod(unfinished, 0o600);
    for (const side of [`${target}-wal`, `${target}-shm`, commitRecordOf(target)]) await rm(side, { force: true });
    await rename(unfinished, target);
  } finally {
    unlock();
  }
}

function lockFile(file: string): () => void {
  try {
    return lockUnusedFile(file);
  } catch (error) {
    throw error instanceof DatabaseFileError
      ? new BackupError(`${error.message} Stop the service, then restore the backup.`)
      : error;
  }
}

async function replaceOnServer(
  url: string,
  tablePrefix: string,
  source: string,
  afterRestore: RestoreOptions['afterRestore'],
): Promise<void> {
  const database = await openDatabase({ url, file: '', tablePrefix, poolSize: 1 });
  try {
    await replaceSite(database, () => loadDump(url, source));
    await afterRestore?.(database);
  } finally {
    await database.close();
  }
}

async function loadDump(address: string, dump: string): Promise<void> {
  const file = await open(dump);
  try {
    await runServerProgram(PROGRAMS, address, ['--default-character-set=utf8mb4'], file.fd);
  } finally {
    await file.close();
  }
}
