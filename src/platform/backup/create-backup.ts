import { access, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backupSqlite } from '../../database/engine/sqlite-backup.js';
import { type Config } from '../config/config.js';
import { missingFiles } from './attached-files.js';
import { BackupError } from './backup-error.js';
import { copyUploads } from './copy-uploads.js';
import { dumpMysql } from './mysql-dump.js';

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
  // The database holds password hashes: nobody else may look.
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
