import { randomBytes } from 'node:crypto';
import { statfs, writeFile } from 'node:fs/promises';
import { type Database } from '../../database/database.js';
import { LocalStorage } from '../uploads/local.storage.js';
import { S3Storage } from '../uploads/s3.storage.js';
import { UploadInbox } from '../uploads/upload-inbox.js';
import { type UploadStorage, isUploadPath } from '../uploads/upload-storage.js';
import { reasonOf } from '../start/start-error.js';
import { fail, type Finding, ok, type DoctorContext, warn } from './finding.js';

const SAMPLE_SIZE = 20;

/** Stores and deletes a file as an upload would be, and looks for a few files the database references. */
export async function checkUploads({ config, database }: DoctorContext): Promise<Finding[]> {
  const storage = config.s3 ? new S3Storage(config.s3) : new LocalStorage(config.uploadsDir);
  const place = config.s3 ? `the bucket ${config.s3.bucket}` : config.uploadsDir;
  const how = config.s3
    ? 'Check S3_ENDPOINT, S3_BUCKET and the keys, and that they may put, read and delete.'
    : `Give the service’s user the right to write: chown or chmod ${config.uploadsDir}.`;
  try {
    await storeAndDelete(storage, new UploadInbox(config.uploadsDir));
  } catch (error) {
    return [fail('uploads', `Files cannot be stored in ${place}: ${reasonOf(error)}.`, how)];
  }
  const findings = [ok('uploads', `files can be stored in ${place}.`), ...(await missingFiles(database, storage))];
  const { bavail, bsize } = await statfs(config.uploadsDir);
  // Also with a bucket: uploads wait here until they are complete.
  if (bavail * bsize < config.uploadLimit * 2)
    findings.push(
      warn(
        'uploads',
        `Only ${Math.floor((bavail * bsize) / 1_048_576)} MB are free in ${config.uploadsDir}.`,
        'Make room, or lower UPLOAD_LIMIT.',
      ),
    );
  return findings;
}

async function storeAndDelete(storage: UploadStorage, inbox: UploadInbox): Promise<void> {
  const local = await inbox.reserve('.txt');
  const path = `nestpress-doctor-${randomBytes(6).toString('hex')}.txt`;
  await writeFile(local, 'write test of nestpress doctor\n');
  try {
    await storage.place(local, path, 'text/plain');
    if (!(await storage.open(path))) throw new Error('the stored file cannot be read back');
    await storage.delete(path);
  } finally {
    await inbox.drop(local);
  }
}

/** A wrong uploads folder would otherwise only show as missing images. */
async function missingFiles(database: Database, storage: UploadStorage): Promise<Finding[]> {
  const rows = await database.query<{ path: string | null }>(
    `SELECT meta_value AS path FROM ${database.tables.postmeta} WHERE meta_key = '_wp_attached_file' ORDER BY meta_id DESC LIMIT ?`,
    [SAMPLE_SIZE],
  );
  const paths = rows.map(({ path }) => path ?? '').filter(isUploadPath);
  const missing: string[] = [];
  for (const path of paths) if (!(await storage.open(path))) missing.push(path);
  if (missing.length === 0) return [];
  return [
    warn(
      'uploads',
      `${missing.length} of the latest ${paths.length} files the database references are missing, such as ${missing[0]}.`,
      'Point UPLOADS_DIR (or S3_BUCKET and S3_PREFIX) at the site’s wp-content/uploads.',
    ),
  ];
}
